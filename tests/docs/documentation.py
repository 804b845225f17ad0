"""The documentation as its reader sees it: pages, code blocks, links and anchors."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

__all__ = ["ROOT", "Block", "anchors", "blocks", "cells", "links", "pages"]

ROOT = Path(__file__).parents[2]

_NOT_RUN = re.compile(r"<!--\s*not run: (.+?)\s*-->")
_SHELL = frozenset({"sh", "bash", "shell", "console"})
_PROGRAMS = ("kaensan", "python", "pip", "make", "mkdir")
"""a block without a language is one of commands when it begins with one of these"""


@dataclass(frozen=True)
class Block:
    """A block of code on a page."""

    page: Path
    line: int
    language: str
    """`python`, `doctest`, `shell`, or what the page says"""
    code: str
    not_run: str | None
    """why the page says it is not run: `<!-- not run: why -->` stands before it"""

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def pages() -> list[Path]:
    """Every page of the documentation, and those at the top of the project."""
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def _tokens(page: Path) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(page.read_text(encoding="utf-8"))


def blocks(page: Path) -> list[Block]:
    """The code blocks of a page, in order."""
    listed: list[Block] = []
    not_run: str | None = None
    for token in _tokens(page):
        if token.type == "html_block":
            marked = _NOT_RUN.search(token.content)
            not_run = marked[1] if marked else not_run
        elif token.type in ("fence", "code_block") and token.map:
            language = _language(token.info.strip(), token.content)
            listed.append(Block(page, token.map[0] + 1, language, token.content, not_run))
            not_run = None
        elif token.type.endswith("_open"):
            not_run = None
    return listed


def _language(info: str, code: str) -> str:
    name = info.split()[0].lower() if info else ""
    if code.lstrip().startswith(">>>"):
        return "doctest"
    words = code.removeprefix("$ ").split()[:1]
    if name in _SHELL or (not name and words and words[0] in _PROGRAMS):
        return "shell"
    return "python" if not name and words in (["import"], ["from"]) else name


def cells(page: Path) -> list[str]:
    """The code in the first cells of the rows of tables."""
    tokens = _tokens(page)
    firsts = [after for token, after in zip(tokens, tokens[2:], strict=False) if token.type == "tr_open"]
    return [child.content for cell in firsts for child in cell.children or () if child.type == "code_inline"]


def links(page: Path) -> list[str]:
    """Where the links and pictures of a page lead."""
    inline = [child for token in _tokens(page) for child in token.children or ()]
    targets = [child.attrs.get("href") or child.attrs.get("src") for child in inline]
    return [str(target) for target in targets if target]


def anchors(page: Path) -> set[str]:
    """The anchors that the headings of a page make, as GitHub names them."""
    tokens = _tokens(page)
    titles = [after.content for token, after in pairwise(tokens) if token.type == "heading_open"]
    return {re.sub(r"[\s]+", "-", re.sub(r"[^\w\s-]", "", title.replace("`", "")).strip().lower()) for title in titles}
