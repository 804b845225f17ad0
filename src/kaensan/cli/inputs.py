"""The pages named on the command line: files, folders, addresses and standard input."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kaensan.cli.fetching import Fetching, is_url
from kaensan.cli.values import did_you_mean
from kaensan.errors import InputError
from kaensan.page import Page
from kaensan.page.page import MAX_BYTES, binary_kind

__all__ = ["Input", "find_inputs", "read_input", "read_source"]

_PAGES = frozenset({".html", ".htm", ".xhtml"})
_UNSAFE = re.compile(r"[^\w.\-]+")
_LONGEST_NAME = 120


@dataclass(frozen=True)
class Input:
    """One page to extract."""

    name: str
    """as the user knows it"""
    path: Path | None
    """where it is; None for standard input and for an address"""
    place: Path
    """where its output goes inside an output folder, without the ending"""
    url: str | None = None
    """its address, for a page from the web"""
    of_folder: bool = False
    """whether a folder was named and the page is in it"""


def find_inputs(sources: Iterable[str]) -> Iterator[Input | InputError]:
    """The pages that the arguments name, in order; for an argument that names none, the reason."""
    for source in sources:
        path = Path(source)
        if source == "-":
            yield Input("-", None, Path("stdin"))
        elif is_url(source):
            yield Input(source, None, _place(source), source)
        elif path.is_dir():
            pages = sorted(page for page in path.rglob("*") if page.suffix.lower() in _PAGES and page.is_file())
            if not pages:
                yield InputError(f"{source}: the folder holds no page (a file ending in .html, .htm or .xhtml)")
            for page in pages:
                yield Input(str(page), page, page.relative_to(path).with_suffix(""), of_folder=True)
        elif path.exists():
            yield Input(source, path, Path(path.stem))
        else:
            yield InputError(f"{source}: there is no such file or folder{did_you_mean(source)}")


def read_source(
    page: Input, fetching: Fetching, url: str | None = None, charset: str | None = None
) -> Page | tuple[bytes, str | None, str | None]:
    """A page from the web, or the bytes of a page from elsewhere with its URL and charset as the options have them."""
    if page.url is not None:
        return fetching.page(page.url)
    data = read_input(page)
    kind = binary_kind(data, charset)
    if kind:
        raise InputError(f"{page.name}: this is {kind}, not a web page")
    return data, url, charset


def _place(url: str) -> Path:
    """A file name for an address.

    >>> _place("https://example.org/a/b.html?page=2").as_posix()
    'example.org_a_b.html_page_2'
    """
    return Path(_UNSAFE.sub("_", url.partition("://")[2]).strip("_.")[:_LONGEST_NAME] or "page")


def read_input(page: Input) -> bytes:
    """The bytes of a page; no more than a page may hold and one, so that the cut is noticed."""
    try:
        if page.path is None:
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        with page.path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"{page.name}: cannot be read ({error.strerror or error})") from error
