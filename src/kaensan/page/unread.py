"""Text that is not read: of `script`, `style` and the like, and of the head's `title`.

A third of a page may be scripts, and most of them are asked for by nobody: they stay in the markup until somebody does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from kaensan.cached import cached_property
from kaensan.page.attributes import unescaped
from kaensan.page.word_search import WordSearch

__all__ = ["Code", "Span", "Unread", "holding"]


class Span(NamedTuple):
    """Where such a text stands in the markup that the parser wrote."""

    before: int
    """the row of the next text that is read"""
    element: int
    start: int
    end: int
    verbatim: bool
    """it is written as it is, without entities"""


class Code(NamedTuple):
    """Such a text."""

    before: int
    """the row of the next text that is read"""
    element: int
    text: str


class Unread(Mapping[int, str]):
    """The texts of a page that are not read, by the element that holds them; each is made when it is asked for."""

    def __init__(self, markup: bytes, spans: Iterable[tuple[int, int, int, int, bool]]) -> None:
        """Take the fields of each `Span`."""
        self._markup = markup
        self._spans = spans
        self._made: dict[int, str] = {}

    @cached_property
    def _all(self) -> list[Span]:
        return [Span(*span) for span in self._spans]

    @cached_property
    def _of(self) -> dict[int, list[Span]]:
        held: dict[int, list[Span]] = {}  # an element may hold several
        for span in self._all:
            held.setdefault(span.element, []).append(span)
        return held

    def __getitem__(self, element: int) -> str:
        made = self._made.get(element)
        if made is None:
            made = self._made[element] = "".join(map(self._text, self._of[element]))
        return made

    def __contains__(self, element: object) -> bool:
        return element in self._of

    def __iter__(self) -> Iterator[int]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)

    def each(self) -> Iterator[Code]:
        """All texts, in document order."""
        return (Code(span.before, span.element, self._text(span)) for span in self._all)

    def holding(self, words: WordSearch) -> Iterator[str]:
        """The texts that may hold one of some words: most of those that do not are not even made."""
        for element, spans in self._of.items():
            # Words may stand across the spans of an element, which hardly any has several of, and hold entities.
            if len(spans) > 1 or not spans[0].verbatim or words.is_in(self._markup, spans[0].start, spans[0].end):
                yield self[element]

    def _text(self, span: Span) -> str:
        text = self._markup[span.start : span.end].decode()
        return text if span.verbatim else unescaped(text)


def holding(unread: Mapping[int, str], words: WordSearch) -> Iterator[str]:
    """Those of some unread texts that may hold one of some words."""
    return unread.holding(words) if isinstance(unread, Unread) else iter(unread.values())
