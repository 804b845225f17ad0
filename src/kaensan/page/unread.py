"""Text that is not read: of `script`, `style` and the like, and of the head's `title`.

A third of a page may be scripts, and most of them are asked for by nobody: they stay in the markup until somebody does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from kaensan.cached import cached_property
from kaensan.page.attributes import unescaped
from kaensan.page.word_search import WordSearch

__all__ = ["Code", "Span", "Unread", "holding"]


Span = tuple[int, int, int, int, bool]
"""Such a text: the row of the next text that is read, the element, where the text begins and ends in the markup that
the parser wrote, and whether it is written as it is, without entities."""


class Code(NamedTuple):
    """Such a text."""

    before: int
    """the row of the next text that is read"""
    element: int
    text: str


class Unread(Mapping[int, str]):
    """The texts of a page that are not read, by the element that holds them; each is made when it is asked for."""

    def __init__(self, markup: bytes, spans: Sequence[Span]) -> None:
        self._markup = markup
        self._spans = spans
        self._made: dict[int, str] = {}

    @cached_property
    def _of(self) -> dict[int, list[Span]]:
        held: dict[int, list[Span]] = {}  # an element may hold several
        for span in self._spans:
            held.setdefault(span[1], []).append(span)
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
        return (Code(span[0], span[1], self._text(span)) for span in self._spans)

    def holding(self, words: WordSearch) -> Iterator[str]:
        """The texts that may hold one of some words: most of those that do not are not even made."""
        for element, spans in self._of.items():
            # Words may stand across the spans of an element, which hardly any has several of, and hold entities.
            _, _, start, end, verbatim = spans[0]
            if len(spans) > 1 or not verbatim or words.is_in(self._markup, start, end):
                yield self[element]

    def _text(self, span: Span) -> str:
        _, _, start, end, verbatim = span
        text = self._markup[start:end].decode()
        return text if verbatim else unescaped(text)


def holding(unread: Mapping[int, str], words: WordSearch) -> Iterator[str]:
    """Those of some unread texts that may hold one of some words."""
    return unread.holding(words) if isinstance(unread, Unread) else iter(unread.values())
