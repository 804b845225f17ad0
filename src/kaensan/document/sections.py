"""The content cut at its headings, for readers and programs that take it in parts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kaensan.document.content_blocks import Block
from kaensan.frozen_records import record

__all__ = ["Section", "cut_sections"]

_HEADING = re.compile(r"(#{1,6}) ")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_LONGEST_LINE = 20_000
"""characters of a heading in Markdown that are looked at: one that is none of a page's headings is held against all"""
_SLACK = 64
"""characters by which a block may lie later in the text than its blocks before it say: tabs between cells"""


@record
class Section:
    """A heading with what stands under it, up to the next heading; the first may have no heading."""

    path: tuple[str, ...]
    """the headings above it, outermost first, its own last; empty before the first heading"""
    level: int
    """of its heading, 1 to 6; 0 where it has none"""
    text: str
    """its part of the document's text, the heading included"""
    markdown: str
    """its part of the document's Markdown, the heading included"""
    start: int
    """where it begins in the document's text"""
    end: int
    """where it ends in the document's text: `doc.text[section.start:section.end] == section.text`"""

    @property
    def offsets(self) -> tuple[int, int]:
        """Where it begins and ends in the document's text."""
        return self.start, self.end

    @property
    def heading(self) -> str | None:
        """Its own heading."""
        return self.path[-1] if self.path else None


def cut_sections(text: str, markdown: str, blocks: Sequence[Block]) -> tuple[Section, ...]:
    """The sections of a document's text and Markdown, which hold the same headings in the same order."""
    cuts = [(0, 0, 0, ""), *_headings(text, markdown, blocks)]
    path: list[tuple[int, str]] = []
    sections = []
    for number, (start, at, level, title) in enumerate(cuts):
        last = number + 1 == len(cuts)
        end = len(text) if last else max(cuts[number + 1][0] - 1, start)  # without the line end before a heading
        marked = markdown[at : None if last else cuts[number + 1][1]].strip("\n")
        while path and path[-1][0] >= level:
            path.pop()
        if level:
            path.append((level, title))
        if level or text[start:end]:
            titles = tuple(heading for _, heading in path)
            sections.append(Section(titles, level, text[start:end], marked, start, end))
    return tuple(sections)


def _headings(text: str, markdown: str, blocks: Sequence[Block]) -> Iterator[tuple[int, int, int, str]]:
    """Where in the text and where in the Markdown each heading begins, its level, and what it says.

    Headings that Markdown cannot show as such, those in a table or a list, begin no section.
    """
    in_text = iter(_headings_in_text(text, blocks))
    for at, level, line in _headings_in_markdown(markdown):
        for start, block in in_text:
            if block.level == level and _is_shown(block.text, line):
                yield start, at, level, block.text
                break


def _headings_in_text(text: str, blocks: Sequence[Block]) -> Iterator[tuple[int, Block]]:
    """Each heading with its place in the text: blocks follow one another with one character between them."""
    at = 0
    for block in blocks:
        if not text.startswith(block.text, at):
            later = text.find(block.text, at, at + len(block.text) + _SLACK)
            at = later if later >= 0 else at
        if block.kind == "heading" and block.level and (at == 0 or text[at - 1] == "\n"):
            yield at, block
        at += len(block.text) + 1


def _headings_in_markdown(markdown: str) -> Iterator[tuple[int, int, str]]:
    """The lines of Markdown that are headings, with their places and levels; what is in code is none."""
    at = 0
    fence = ""
    for line in markdown.splitlines(keepends=True):
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence) and not line[mark.end() :].strip():
                fence = ""
        elif mark:
            fence = mark[1]
        elif heading := _HEADING.match(line):
            yield at, len(heading[1]), line[heading.end() :]
        at += len(line)


def _is_shown(title: str, line: str) -> bool:
    """Whether the letters of a title stand in a line of Markdown in their order, between marks and addresses."""
    at = 0
    for letter in filter(str.isalnum, title):
        if at == _LONGEST_LINE:
            break
        at = line.find(letter, at, _LONGEST_LINE) + 1
        if not at:
            return False
    return True
