"""What a cloud can be made of: documents, texts, and any number of either."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from kaensan.document import Document
from kaensan.errors import InputError
from kaensan.methods import Role
from kaensan.page.normalise import normalise
from kaensan.render import render_text
from kaensan.thai.words import STANDARD, Segmentation, segment

__all__ = ["Source", "Sources", "read_sources"]

Sources = Document | str | Iterable["Document | str"]


@dataclass(frozen=True)
class Source:
    """One text, cut into pieces, and the words that its title and headings are made of."""

    pieces: list[str]
    headings: frozenset[str]
    author: list[str] = field(default_factory=list)
    """the name of its author, cut into pieces like the text"""


def read_sources(given: Sources, options: Segmentation = STANDARD) -> list[Source]:
    """Cut every text into pieces."""
    several = [given] if isinstance(given, Document | str) else given
    return [_read(source, options) for source in several]


def _read(source: Document | str, options: Segmentation) -> Source:
    if isinstance(source, str):
        return Source(segment(normalise(source), options), frozenset())
    if not isinstance(source, Document):
        raise InputError(f"a cloud is made of documents or texts, not of {type(source).__name__}")
    pieces = source.pieces if options == STANDARD else segment(source.text, options)
    texts = source.page.texts
    heading = (texts.heading > 0) & source.labels.kept | (source.labels.role == Role.TITLE)
    titles = f"{source.title or ''}\n{render_text(source.page, np.asarray(heading, np.bool_))}"
    words = frozenset(piece.casefold() for piece in segment(titles, options))
    return Source(pieces, words, segment(normalise(source.author or ""), options))
