"""Pages with labels: what rules are learned from."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page
from kaensan.page.normalise import normalise
from kaensan.sites.fingerprint import plain_codes

if TYPE_CHECKING:
    from kaensan.document import Document

__all__ = ["HAND", "LabelledPage", "rows_of_text"]

HAND = "hand"
"""Who labelled a page, when a person did."""

_PIECE = 12
_SHARE = 0.7


@dataclass(frozen=True)
class LabelledPage:
    """A page, and which of its texts are content."""

    page: Page
    kept: NDArray[np.bool_]
    """over the rows of `page.texts`"""
    title: str | None = None
    author: str | None = None
    date: str | None = None
    """in ISO 8601"""
    by: str = HAND
    """`hand`, or the name of the method that labelled it"""
    page_type: str | None = None
    confidence: float = 1.0
    """how sure the one who labelled it is"""

    @classmethod
    def from_text(
        cls, page: Page, text: str, *, title: str | None = None, author: str | None = None, date: str | None = None
    ) -> LabelledPage:
        """A page with its gold text, as people clean pages: one block a line, small differences allowed."""
        return cls(page, rows_of_text(page, text), title, author, date)

    @classmethod
    def from_document(cls, document: Document, by: str | None = None) -> LabelledPage:
        """A page as a method, or a person who looked at its result, has it."""
        found = document.metadata
        return cls(
            page=document.page,
            kept=document.labels.kept,
            title=found.title,
            author=found.author,
            date=found.date,
            by=by or document.method,
            page_type=document.page_type,
            confidence=1.0 if document.confidence is None else document.confidence,
        )


def rows_of_text(page: Page, text: str) -> NDArray[np.bool_]:
    """The rows of the blocks that a gold text holds.

    A block is in it when its letters are, or most of its pieces of twelve letters; a block shorter than that, when it
    is a line of the gold, or lies between two blocks that are in it.
    """
    texts = page.texts
    gold = _letters(normalise(text))
    lines = {_letters(normalise(line)) for line in text.splitlines()}
    kept = np.zeros(texts.blocks, np.bool_)
    short: list[tuple[int, str]] = []
    for block, said in enumerate(_block_letters(page)):
        if len(said) >= _PIECE:
            kept[block] = said in gold or _pieces_in(said, gold) >= _SHARE
        elif said:
            kept[block] = said in lines
            short.append((block, said))
    for block, said in short:
        if not kept[block] and 0 < block < len(kept) - 1 and kept[block - 1] and kept[block + 1]:
            kept[block] = said in gold
    return kept[texts.block] & texts.visible if len(texts) else np.zeros(0, np.bool_)


def _letters(text: str) -> str:
    codes = plain_codes(np.frombuffer(text.encode("utf-32-le", "replace"), np.uint32))
    return codes[codes > 0].astype("<u4").tobytes().decode("utf-32-le", "replace")


def _block_letters(page: Page) -> list[str]:
    texts = page.texts
    starts = texts.block_start.tolist()
    return [_letters("".join(texts.strings[a:b])) for a, b in pairwise(starts)]


def _pieces_in(said: str, gold: str) -> float:
    pieces = [said[at : at + _PIECE] for at in range(0, len(said) - _PIECE + 1, _PIECE // 2)]
    return sum(piece in gold for piece in pieces) / len(pieces)
