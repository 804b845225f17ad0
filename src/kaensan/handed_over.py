"""What callers hand over as a page: markup, a path, an open file, or the response of an HTTP library.

A path object, a file and a response are read, since only a program makes them. A *string* is always markup: it may come
from anywhere, so one that looks like a file name or an address is refused with a sentence and never opened.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

from kaensan.errors import InputError
from kaensan.page.page import MAX_BYTES

__all__ = ["Markup", "NamedMarkup", "Readable", "Received", "Response", "read_markup"]

Markup: TypeAlias = str | bytes | bytearray | memoryview
"""A page as text, or as the bytes that a server sent."""

_LONGEST_NAME = 2_000
"""Characters; longer text is no file name and no address that somebody typed."""
_ADDRESS = re.compile(r"[a-z][a-z0-9+.\-]{1,20}://\S+", re.I)
_FILE_ENDINGS = (".html", ".htm", ".xhtml", ".mhtml", ".php", ".asp", ".aspx", ".txt", ".md", ".pdf", ".warc", ".json")
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:\-]{1,40})", re.I)


@runtime_checkable
class Readable(Protocol):
    """An open file."""

    def read(self, size: int = -1, /) -> str | bytes: ...


@runtime_checkable
class Response(Protocol):
    """An answer of `requests` or `httpx`: its bytes, its address and its headers."""

    @property
    def content(self) -> bytes: ...

    @property
    def url(self) -> Any: ...

    @property
    def headers(self) -> Any: ...


class NamedMarkup(NamedTuple):
    """Markup with the address it came from and the charset that the server named."""

    html: str | bytes
    url: str | None = None
    charset: str | None = None


Received: TypeAlias = Markup | os.PathLike[str] | Readable | Response


def read_markup(source: Received, url: str | None = None, charset: str | None = None) -> NamedMarkup:
    """The markup that is meant by a source; an `InputError` says what to do with what is none.

    An address or a charset that the caller names goes before those of a response.

    >>> read_markup("<p>One.")
    NamedMarkup(html='<p>One.', url=None, charset=None)
    """
    if isinstance(source, str):
        _refuse_names(source)
        return NamedMarkup(source, url, charset)
    if isinstance(source, bytes | bytearray | memoryview):
        return NamedMarkup(bytes(source), url, charset)
    if isinstance(source, os.PathLike):
        return NamedMarkup(_read_file(Path(source)), url, charset)
    headers = getattr(source, "headers", None)
    named_url, named_charset = getattr(source, "url", None), _charset_of(headers)
    body = getattr(source, "content", None)
    if not isinstance(body, bytes):
        body = getattr(source, "body", None)  # Scrapy's responses, and those of our own client
    if not isinstance(body, bytes) and callable(getattr(source, "read", None)):
        body = _read_open(source)
    if not isinstance(body, str | bytes):
        raise InputError(
            f"a page is markup (str or bytes), a Page, a Path, an open file or an HTTP response, "
            f"not {type(source).__name__}"
        )
    return NamedMarkup(body, url or (str(named_url) if named_url else None), charset or named_charset)


def _refuse_names(text: str) -> None:
    """Raise an error for a string that is plainly not the page but where to find it."""
    if len(text) > _LONGEST_NAME or "<" in text:
        return
    name = text.strip()
    if _ADDRESS.fullmatch(name):
        raise InputError(
            f"{name!r} is an address, not a page: fetch it with kaensan.fetch({name!r}) and extract what that returns"
        )
    if name.lower().endswith(_FILE_ENDINGS) and len(name.split()) == 1:
        raise InputError(
            f"{name!r} is the name of a file, not a page: pass pathlib.Path({name!r}), or the markup that it holds"
        )


def _read_file(path: Path) -> bytes:
    """The bytes of a file, no more than a page may hold and one, so that the cut is noticed."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror or error})") from error


def _read_open(file: Any) -> object:
    try:
        return file.read(MAX_BYTES + 1)
    except (
        OSError,
        ValueError,
        TypeError,
    ) as error:  # closed, in another encoding, or a read() of another kind
        raise InputError(f"the open file cannot be read ({error})") from error


def _charset_of(headers: Any) -> str | None:
    """The charset in the Content-Type of a response, whatever kind of mapping its headers are."""
    get = getattr(headers, "get", None)
    if get is None:
        return None
    value = get("Content-Type") or get("content-type") or ""
    match = _CHARSET.search(value.decode("latin-1") if isinstance(value, bytes) else str(value))
    return match[1] if match else None
