"""The pages named on the command line: files, folders and standard input."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kaensan.errors import InputError
from kaensan.page.page import MAX_BYTES

__all__ = ["Input", "find_inputs", "read_input"]

_PAGES = frozenset({".html", ".htm", ".xhtml"})
_URL = re.compile(r"[a-z][a-z0-9+.\-]+://", re.I)


@dataclass(frozen=True)
class Input:
    """One page to extract."""

    name: str
    """as the user knows it"""
    path: Path | None
    """where it is; None for standard input"""
    place: Path
    """where its output goes inside an output folder, without the ending"""


def find_inputs(sources: Iterable[str]) -> Iterator[Input | InputError]:
    """The pages that the arguments name, in order; for an argument that names none, the reason."""
    for source in sources:
        path = Path(source)
        if source == "-":
            yield Input("-", None, Path("stdin"))
        elif _URL.match(source):
            yield InputError(
                f"{source}: pages are not fetched here; pipe it in: curl URL | kaensan extract - --url URL"
            )
        elif path.is_dir():
            pages = sorted(page for page in path.rglob("*") if page.suffix.lower() in _PAGES and page.is_file())
            if not pages:
                yield InputError(f"{source}: the folder holds no page (a file ending in .html, .htm or .xhtml)")
            for page in pages:
                yield Input(str(page), page, page.relative_to(path).with_suffix(""))
        elif path.exists():
            yield Input(source, path, Path(path.stem))
        else:
            yield InputError(f"{source}: there is no such file or folder")


def read_input(page: Input) -> bytes:
    """The bytes of a page; no more than a page may hold and one, so that the cut is noticed."""
    try:
        if page.path is None:
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        with page.path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"{page.name}: cannot be read ({error.strerror or error})") from error
