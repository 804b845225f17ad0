"""What came back, and whether it is something to read."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kaensan.errors import NotAPage
from kaensan.page.page import binary_kind

__all__ = ["RawHeaders", "Response", "content_type", "header", "require_readable_body", "require_readable_type"]

RawHeaders = tuple[tuple[str, str], ...]

_CHARSET = re.compile(r";\s*+charset\s*+=\s*+[\"']?\s*+([\w:.\-]{2,40})", re.I)
_READABLE = re.compile(
    r"text/(?!css\b|javascript\b|ecmascript\b)[\w.+-]+|application/([\w.-]+\+)?xml"
    r"|application/(vnd\.wap\.)?xhtml"
)
_UNSAID = frozenset(
    {"", "application/octet-stream", "unknown/unknown", "application/unknown", "*/*", "binary/octet-stream"}
)
_LONGEST = 1000  # a longer header is none that a server would send, but one that keeps a pattern busy
_MARKUP = re.compile(rb"^\s*+(?:\xef\xbb\xbf)?\s*+<(?:!doctype|html|head|body|\?xml|!--|[a-z])", re.I)


@dataclass(frozen=True)
class Response:
    """One page as its server sent it, unpacked."""

    url: str
    """where it came from in the end"""
    status: int
    body: bytes
    charset: str | None
    """the encoding that the server named"""
    content_type: str
    """the media type without its parameters, in lower case; empty where the server said nothing"""
    headers: dict[str, str]
    """by name in lower case; several of one name are joined by commas"""
    redirects: tuple[str, ...] = ()
    """the addresses that led here, first the one that was asked for"""
    raw_headers: RawHeaders = ()
    """as they came, in their order"""
    reason: str = ""
    http_version: str = "HTTP/1.1"
    address: str | None = None
    """the network address that answered; None for a page from the cache"""
    cached: bool = False
    warnings: tuple[str, ...] = ()

    @property
    def redirects_to(self) -> str | None:
        """Where the server sends us instead, if it does."""
        return self.headers.get("location") if self.status in (301, 302, 303, 307, 308) else None


def header(raw: RawHeaders) -> dict[str, str]:
    """Headers by name.

    >>> header((("Vary", "a"), ("vary", "b")))
    {'vary': 'a, b'}
    """
    found: dict[str, str] = {}
    for name, value in raw:
        key = name.lower()
        found[key] = f"{found[key]}, {value}" if key in found and key != "location" else value
    return found


def content_type(headers: dict[str, str]) -> tuple[str, str | None]:
    """The media type and the charset that a server named.

    >>> content_type({"content-type": "Text/HTML; charset=TIS-620"})
    ('text/html', 'tis-620')
    """
    value = headers.get("content-type", "")[:_LONGEST]
    found = _CHARSET.search(value)
    return value.partition(";")[0].partition(",")[0].strip().lower(), found[1].lower() if found else None


def require_readable_type(url: str, kind: str) -> None:
    """Refuse what is plainly no page, before its body is read."""
    if kind not in _UNSAID and not _READABLE.fullmatch(kind):
        shown = re.sub(r"[^\w.+/-]", "?", kind[:80])
        raise NotAPage(f"{url}: this is {shown}, not a web page; save it with another program")


def require_readable_body(url: str, kind: str, charset: str | None, body: bytes) -> None:
    """Refuse what turns out to be no page, whatever its server says."""
    found = binary_kind(body, charset)
    if found:
        raise NotAPage(f"{url}: this is {found}, not a web page, whatever its server says")
    if kind in _UNSAID and body.strip() and not _MARKUP.match(body[:1024]):
        raise NotAPage(f"{url}: the server does not say what this is, and it does not look like a web page")
