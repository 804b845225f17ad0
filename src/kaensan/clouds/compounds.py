"""From words to terms: neighbours that stand together far more often than apart become one.

This also puts together again what the dictionary does not know: a Thai name or loan word that was cut into syllables
and single letters is the same pieces in the same order each time.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.clouds.pieces import Kind, Vocabulary

__all__ = ["Tokens", "find_tokens"]

_LONGEST = 4
"""words in a compound"""
_FEWEST = 3
"""occurrences of a compound"""
_VARIETY = 2
"""different words before, and different words after: a headline that is repeated makes no compounds"""
_COHESION = 0.5
"""how often the words of a compound occur in it, as a share of all their occurrences (geometric mean)"""


@dataclass(frozen=True)
class Tokens:
    """The occurrences of terms in a text, in order."""

    term: NDArray[np.int64]
    """the number of the term: that of its word, or `len(vocabulary.pieces)` and up for compounds"""
    place: NDArray[np.int64]
    """where in the sequence of pieces the occurrence starts"""
    compounds: list[tuple[str, tuple[int, ...]]]
    """what each compound looks like, and the keys of its words"""
    vocabulary: Vocabulary

    def text(self, term: int) -> str:
        """What a term looks like, in its most frequent spelling."""
        plain = len(self.vocabulary.pieces)
        return self.vocabulary.pieces[self._spelling[term]] if term < plain else self.compounds[term - plain][0]

    def words(self, term: int) -> tuple[int, ...]:
        """The keys of the words of a term."""
        plain = len(self.vocabulary.pieces)
        return (term,) if term < plain else self.compounds[term - plain][1]

    @cached_property
    def _spelling(self) -> NDArray[np.int64]:
        counts = np.bincount(self.vocabulary.sequence, minlength=len(self.vocabulary.pieces))
        order = np.lexsort((-np.arange(len(counts)), counts))  # the last write wins: most frequent, then first
        spelling = np.zeros(len(counts), np.int64)
        spelling[self.vocabulary.key[order]] = order
        return spelling


@dataclass
class _Words:
    """The words of a text without what stands between them."""

    places: NDArray[np.int64]
    keys: NDArray[np.int64]
    topic: NDArray[np.bool_]
    """can be a term"""
    part: NDArray[np.bool_]
    """can begin or end a compound"""
    touching: NDArray[np.bool_]
    """each word and the next could be parts of one term"""
    totals: NDArray[np.int64]
    """occurrences by key"""
    used: NDArray[np.bool_]
    """words that are part of a compound already"""


def find_tokens(vocabulary: Vocabulary, *, join: bool = True) -> Tokens:
    """Find every occurrence of a term; with `join`, compounds are terms too."""
    words = _words(vocabulary)
    found: list[tuple[NDArray[np.int64], int]] = []
    if join:
        for length in range(_LONGEST, 1, -1):
            found += [(group, length) for group in _compounds(words, length)]
    compounds = [_describe(vocabulary, words, group, length) for group, length in found]
    occurrences = [words.places[group] for group, _ in found]
    for pair, places in _pairs(vocabulary):
        compounds.append(pair)
        occurrences.append(places)
    single = words.topic & ~words.used
    numbers = np.arange(len(compounds)) + len(vocabulary.pieces)
    term = np.concatenate([words.keys[single], np.repeat(numbers, [len(places) for places in occurrences])])
    place = np.concatenate([words.places[single], *occurrences])
    order = np.argsort(place, kind="stable")
    return Tokens(term[order].astype(np.int64), place[order], compounds, vocabulary)


def _words(vocabulary: Vocabulary) -> _Words:
    sequence = vocabulary.sequence
    kind = vocabulary.kind[sequence]
    places = np.flatnonzero(kind >= Kind.STOP)
    words = sequence[places]
    keys = vocabulary.key[words].astype(np.int64)
    part = kind[places] >= Kind.LETTER
    spaced, joinable = vocabulary.spaced[words], vocabulary.joinable[words]
    gap = np.diff(places)
    between = kind[places[:-1] + 1]
    unspaced_pair = (gap == 1) & ~spaced[:-1] & ~spaced[1:]
    spaced_pair = (gap == 2) & (between == Kind.SPACE) & spaced[:-1] & spaced[1:]
    return _Words(
        places=places,
        keys=keys,
        topic=kind[places] == Kind.TOPIC,
        part=part,
        touching=(unspaced_pair | spaced_pair) & joinable[:-1] & joinable[1:],
        totals=np.bincount(keys[part], minlength=len(vocabulary.pieces)),
        used=np.zeros(len(places), np.bool_),
    )


def _compounds(words: _Words, length: int) -> list[NDArray[np.int64]]:
    """The compounds of so many words, each as the array of its occurrences; marks the words they use."""
    count = len(words.keys) - length + 1
    if count < 1:
        return []
    possible = words.part[:count] & words.part[length - 1 :] & ~words.used[:count]
    for step in range(1, length):
        possible &= ~words.used[step : step + count] & words.touching[step - 1 : step - 1 + count]
    starts = np.flatnonzero(possible)
    members = words.keys[starts[:, None] + np.arange(length)]
    if not starts.size:
        return []
    code = members[:, 0]
    for step in range(1, length):
        code = np.unique(code * len(words.totals) + members[:, step], return_inverse=True)[1]
    together = np.bincount(code)[code]
    part = words.part[starts[:, None] + np.arange(length)]
    share = np.log(together[:, None] / np.maximum(words.totals[members], 1))
    cohesion = np.exp(np.where(part, share, 0).sum(axis=1) / part.sum(axis=1))
    different = (members != members[:, :1]).any(axis=1)
    before = np.where(starts > 0, words.keys[starts - 1], -1)
    after = np.where(
        starts + length < len(words.keys), words.keys[np.minimum(starts + length, len(words.keys) - 1)], -1
    )
    variety = np.minimum(_distinct(code, before), _distinct(code, after))
    good = (together >= _FEWEST) & (cohesion >= _COHESION) & (variety[code] >= _VARIETY) & different
    groups: dict[int, list[int]] = {}
    end = 0
    for start, name in zip(starts[good].tolist(), code[good].tolist(), strict=True):
        if start >= end:
            end = start + length
            words.used[start:end] = True
            groups.setdefault(name, []).append(start)
    return [np.array(group) for group in groups.values()]


def _distinct(code: NDArray[np.int64], neighbour: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many different neighbours each code has."""
    width = int(neighbour.max()) + 2
    return np.bincount(np.unique(code * width + neighbour + 1) // width)


def _describe(
    vocabulary: Vocabulary, words: _Words, group: NDArray[np.int64], length: int
) -> tuple[str, tuple[int, ...]]:
    places = words.places
    spans = (vocabulary.sequence[places[start] : places[start + length - 1] + 1] for start in group)
    ((spelling, _),) = Counter(tuple(span.tolist()) for span in spans).most_common(1)
    text = "".join(vocabulary.pieces[piece] for piece in spelling)
    return text, tuple(words.keys[group[0] : group[0] + length].tolist())


def _pairs(vocabulary: Vocabulary) -> list[tuple[tuple[str, tuple[int, int]], NDArray[np.int64]]]:
    """Neighbouring Chinese characters, two by two, with the places where they occur; each character counts once."""
    sequence = vocabulary.sequence.astype(np.int64)
    character = vocabulary.kind[sequence] == Kind.CHARACTER
    places = np.flatnonzero(character[:-1] & character[1:])
    if not places.size:
        return []
    width = len(vocabulary.pieces)
    codes, pair_of = np.unique(sequence[places] * width + sequence[places + 1], return_inverse=True)
    texts = [vocabulary.pieces[code // width] + vocabulary.pieces[code % width] for code in codes.tolist()]
    wanted = np.array([text not in vocabulary.dropped for text in texts], np.bool_)[pair_of]
    kept = _apart(places, np.bincount(pair_of)[pair_of], wanted)
    by_pair: dict[int, list[int]] = {}
    for number, place in zip(pair_of[kept].tolist(), places[kept].tolist(), strict=True):
        by_pair.setdefault(number, []).append(place)
    return [
        ((texts[number], divmod(int(codes[number]), width)), np.array(found))
        for number, found in sorted(by_pair.items())
    ]


def _apart(places: NDArray[np.int64], count: NDArray[np.int64], wanted: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Which pairs, given by the place of their first character, count so that none overlap: frequent ones go first.

    A pair without a topic takes its characters like any other, and is then left out.
    """
    taken: set[int] = set()
    kept: list[int] = []
    order = np.lexsort((places, -count))
    for number in order.tolist():
        place = int(places[number])
        if place not in taken and place + 1 not in taken:
            taken.update((place, place + 1))
            kept += [number] if wanted[number] else []
    return np.array(sorted(kept), np.int64)
