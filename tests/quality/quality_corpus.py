"""The corpus of the quality gate: pages written for this project, each one file with its gold marked inside.

A file begins with a comment of `name: value` lines: `kind`, `lang`, and where they apply `charset` (the page is handed
to methods in that encoding), `title`, `author` and `date`. In the page, `<!--gold-->` … `<!--/gold-->` stand around the
main text and `<!--not-->` … `<!--/not-->` around what is not part of it. All of these are taken out before a method
sees the page. The gold is read with Python's own parser, so that it does not depend on ours.
"""

from __future__ import annotations

import hashlib
import re
from html.parser import HTMLParser
from pathlib import Path

from kaensan.gold.datasets import GoldPage

__all__ = ["PAGES", "digest", "read_corpus", "read_page"]

PAGES = Path(__file__).parent / "pages"

_FRONT = re.compile(r"\A<!-- quality\n(.*?)-->\n", re.S)
_CODEC = {"windows-874": "cp874"}
"""Python's names for encodings that it knows under another one"""
_MARK = re.compile(r"<!--/?(?:gold|not)-->")
_BREAKING = frozenset(
    {
        *(
            "article",
            "blockquote",
            "br",
            "center",
            "dd",
            "div",
            "dl",
            "dt",
            "figure",
            "form",
            "header",
            "hr",
            "li",
            "main",
        ),
        *("h1", "h2", "h3", "h4", "h5", "h6", "ol", "p", "pre", "section", "table", "td", "th", "tr", "ul"),
    }
)


class _Gold(HTMLParser):
    """Collects what stands between the marks."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._inside = False
        self._left_out = False

    def handle_comment(self, data: str) -> None:
        if data in ("gold", "/gold"):
            self._inside = data == "gold"
            self.parts.append("\n")
        elif data in ("not", "/not"):
            self._left_out = data == "not"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BREAKING:
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in _BREAKING:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if self._inside and not self._left_out:
            self.parts.append(data)


def read_page(path: Path) -> GoldPage:
    """One page of the corpus, as the bench takes it."""
    source = path.read_text(encoding="utf-8")
    front = _FRONT.match(source)
    if front is None:
        raise ValueError(f"{path} does not begin with a comment that says what it is")
    said = dict(line.split(": ", 1) for line in front[1].strip().splitlines())
    marked = source[front.end() :]
    gold = _Gold()
    gold.feed(marked)
    gold.close()
    lines = (" ".join(line.split()) for line in "".join(gold.parts).split("\n"))
    charset = said.get("charset", "utf-8")
    return GoldPage(
        id=path.stem,
        dataset="quality",
        split="dev",
        html=_MARK.sub("", marked).encode(_CODEC.get(charset, charset)),
        text="\n".join(line for line in lines if line),
        lang=said["lang"],
        page_type=said["kind"],
        title=said.get("title"),
        author=said.get("author"),
        date=said.get("date"),
    )


def read_corpus(folder: Path = PAGES) -> list[GoldPage]:
    """Every page, by name."""
    return [read_page(path) for path in sorted(folder.glob("*.html"))]


def digest(folder: Path = PAGES) -> str:
    """A digest of the corpus: floors are valid for the pages that they were measured on."""
    pages = (path.name.encode() + b"\0" + path.read_bytes() for path in sorted(folder.glob("*.html")))
    return hashlib.sha256(b"".join(hashlib.sha256(page).digest() for page in pages)).hexdigest()[:16]
