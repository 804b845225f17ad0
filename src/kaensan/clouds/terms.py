"""The terms of one text or of many: counted, weighed, and with the sentences they came from."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from kaensan.clouds.cloud_texts import Source
from kaensan.clouds.compounds import Tokens, find_tokens
from kaensan.clouds.names import join_names
from kaensan.clouds.pieces import joined_dates, read_pieces, without_possessives
from kaensan.clouds.sentences import Sentences
from kaensan.clouds.weights import leaning, salience, tfidf
from kaensan.errors import UsageError
from kaensan.thai.words import STANDARD, Segmentation

__all__ = ["Term", "TermOptions", "find_terms", "hyphenated"]

_WEIGHTS = ("frequency", "tfidf", "salience")
_SENTENCES = 5
_HYPHENS = ("-", "\u2010", "\u2011")


@dataclass(frozen=True)
class Term:
    """A word or compound of a cloud."""

    text: str
    count: int
    weight: float
    documents: int
    """in how many of the texts it occurs"""
    sentences: tuple[str, ...] = field(default=(), repr=False)
    """some of the sentences it came from, in order"""
    leaning: float = 0.0
    """in a comparison: near 1 for a term of the first set, near -1 for one of the second, 0 for one of both alike"""

    def to_dict(self) -> dict[str, Any]:
        return {
            "text": self.text,
            "count": self.count,
            "weight": round(self.weight, 6),
            "documents": self.documents,
            "leaning": round(self.leaning, 3),
            "sentences": list(self.sentences),
        }


@dataclass(frozen=True)
class TermOptions:
    """How terms are chosen."""

    limit: int = 100
    """how many terms"""
    weight: Literal["frequency", "tfidf", "salience"] = "frequency"
    """by how often, by what sets a text apart from the others (`tfidf`), or from the language (`salience`)"""
    headings: float = 1.0
    """how many times more a term of the title or a heading weighs"""
    compounds: bool = True
    """join words that stand together far more often than apart, and the names of people"""
    fewest: int = 1
    """leave out terms that occur fewer times"""
    ignored: frozenset[str] = frozenset()
    """further words to leave out"""
    figures: bool = False
    """keep number words, units, months and weekdays"""
    language: str | None = None
    """the language (ISO 639-1) of the words that are not Thai; found out where not given"""
    segmentation: Segmentation = STANDARD
    """how Thai is cut into words"""

    def __post_init__(self) -> None:
        if self.weight not in _WEIGHTS:
            raise UsageError(f"there is no weight {self.weight!r}; choose one of {', '.join(_WEIGHTS)}")
        if self.limit < 1 or self.fewest < 1 or not self.headings > 0:
            raise UsageError("the number of terms, their fewest occurrences and the weight of headings are above 0")


def find_terms(
    sources: list[Source], options: TermOptions | None = None, *, against: list[Source] | None = None
) -> tuple[Term, ...]:
    """The weightiest terms of some texts: the weightiest first, and of equals what comes first in the text.

    With a second set of texts, the terms of both are weighed together and each says to which set it leans.
    """
    options = options or TermOptions()
    everything = [*sources, *(against or [])]
    texts = [[*joined_dates(without_possessives(hyphenated(source.pieces))), "\n"] for source in everything]
    if options.compounds:
        texts = join_names(texts, (source.author for source in everything))
    pieces = list(chain.from_iterable(texts))
    vocabulary = read_pieces(pieces, options.language, options.ignored, figures=options.figures)
    tokens = find_tokens(vocabulary, join=options.compounds)
    if not len(tokens.term):
        return ()
    numbers, first, term, counts = np.unique(tokens.term, return_index=True, return_inverse=True, return_counts=True)
    text = np.searchsorted(np.cumsum([len(pieces) for pieces in texts]), tokens.place, side="right")
    weights = _weights(tokens, numbers, counts, text, term, options)
    weights = np.where(_in_headings(tokens, numbers, everything), weights * options.headings, weights)
    chosen = np.lexsort((first, -weights))
    chosen = chosen[(counts[chosen] >= options.fewest) & (weights[chosen] > 0)][: options.limit]
    lean = _leaning(text < len(sources), term) if against is not None else np.zeros(len(numbers))
    occurrences = np.split(np.argsort(term, kind="stable"), np.cumsum(counts)[:-1])
    sentences = Sentences(tokens.vocabulary.pieces, tokens.vocabulary.sequence)
    return tuple(
        Term(
            text=tokens.text(int(numbers[row])),
            count=int(counts[row]),
            weight=float(weights[row]),
            documents=len(np.unique(text[occurrences[row]])),
            sentences=_first_sentences(sentences, tokens.place[occurrences[row]]),
            leaning=float(lean[row]),
        )
        for row in chosen.tolist()
    )


def hyphenated(pieces: list[str]) -> list[str]:
    """Put words together again that a hyphen joins, unless both are Thai or both are numbers.

    >>> hyphenated(["โควิด", "-", "19", " ", "e", "-", "mail", " ", "2", "-", "3"])
    ['โควิด-19', ' ', 'e-mail', ' ', '2', '-', '3']
    """
    if not any(hyphen in pieces for hyphen in _HYPHENS):
        return pieces
    joined: list[str] = []
    rest = iter(pieces)
    for piece in rest:
        following = next(rest, "") if piece in _HYPHENS and joined else ""
        if following and _hyphen_joins(joined[-1], following):
            joined[-1] += piece + following
        else:
            joined += [piece, following] if following else [piece]
    return joined


def _hyphen_joins(before: str, after: str) -> bool:
    if not before[-1].isalnum() or not after[0].isalnum():
        return False
    thai = ["\u0e00" <= piece[0] <= "\u0e7f" for piece in (before, after)]
    return not all(thai) and any(map(str.isalpha, before + after))


def _weights(
    tokens: Tokens,
    numbers: NDArray[np.int64],
    counts: NDArray[np.int64],
    text: NDArray[np.int64],
    term: NDArray[np.int64],
    options: TermOptions,
) -> NDArray[np.float64]:
    if options.weight == "tfidf":
        return tfidf(text, term)
    if options.weight == "salience":
        return salience(tokens, numbers, counts)
    return counts.astype(np.float64)


def _in_headings(tokens: Tokens, numbers: NDArray[np.int64], sources: list[Source]) -> NDArray[np.bool_]:
    """Whether all words of a term occur in some title or heading."""
    headings = frozenset[str]().union(*(source.headings for source in sources))
    known = np.array([piece.casefold() in headings for piece in tokens.vocabulary.pieces], np.bool_)
    return np.array([all(known[list(tokens.words(number))]) for number in numbers.tolist()], np.bool_)


def _leaning(ours: NDArray[np.bool_], term: NDArray[np.int64]) -> NDArray[np.float64]:
    width = int(term.max()) + 1
    return leaning(np.bincount(term[ours], minlength=width), np.bincount(term[~ours], minlength=width))


def _first_sentences(sentences: Sentences, places: NDArray[np.int64]) -> tuple[str, ...]:
    """The first few different sentences around some places."""
    found: dict[str, None] = {}
    for place in places[: 4 * _SENTENCES].tolist():
        found[sentences.around(place)] = None
        if len(found) == _SENTENCES:
            break
    return tuple(found)
