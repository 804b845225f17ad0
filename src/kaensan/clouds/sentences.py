"""The sentence around a word, in languages that end sentences with a sign and in Thai, which ends them with a space."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["Sentences"]

_ENDS = frozenset(".!?…。！？；।။።")
_LONG = 80
"""From so many characters on, a space is taken as the end of a clause."""
_LONGEST = 200
"""Whatever there is, no side of a word grows longer."""


class Sentences:
    """The sentences of a text that is given as numbers of distinct pieces.

    >>> pieces = ["One", ".", " ", "Two", "words", "!"]
    >>> Sentences(pieces, np.array([0, 1, 2, 3, 2, 4, 5, 2, 0])).around(5)
    'Two words!'
    """

    def __init__(self, pieces: list[str], sequence: NDArray[np.int32]) -> None:
        self._pieces = pieces
        self._sequence = sequence
        space = np.array([piece.isspace() for piece in pieces], np.bool_)[sequence]
        line = np.array(["\n" in piece for piece in pieces], np.bool_)[sequence]
        sign = np.array([piece in _ENDS for piece in pieces], np.bool_)[sequence]
        ended = sign & np.append(space[1:], True)
        self._starts = np.flatnonzero(np.append(line | ended, True)) + 1
        """the places after which a sentence starts"""
        self._ends = np.unique(np.concatenate([np.flatnonzero(line), np.flatnonzero(ended) + 1, [len(sequence)]]))
        self._spaces = np.flatnonzero(space)
        self._length = np.concatenate([[0], np.cumsum(np.array(list(map(len, pieces)), np.int64)[sequence])])

    def around(self, place: int) -> str:
        """The sentence in which the piece at a place stands."""
        start, end = self._start(place), self._end(place + 1)
        return " ".join("".join(self._pieces[piece] for piece in self._sequence[start:end].tolist()).split())

    def _start(self, place: int) -> int:
        after_end = int(np.searchsorted(self._starts, place, side="right")) - 1
        start = int(self._starts[after_end]) if after_end >= 0 else 0
        here = int(self._length[place])
        if here - int(self._length[start]) > _LONG:
            far = int(np.searchsorted(self._length, here - _LONG, side="right")) - 1
            clause = int(np.searchsorted(self._spaces, far)) - 1
            start = max(start, int(self._spaces[clause]) + 1 if clause >= 0 else 0)
        return max(start, int(np.searchsorted(self._length, here - _LONGEST)))

    def _end(self, place: int) -> int:
        end = int(self._ends[np.searchsorted(self._ends, place)])
        here = int(self._length[place])
        if int(self._length[end]) - here > _LONG:
            far = int(np.searchsorted(self._length, here + _LONG))
            clause = int(np.searchsorted(self._spaces, far))
            end = min(end, int(self._spaces[clause]) if clause < len(self._spaces) else end)
        return min(end, int(np.searchsorted(self._length, here + _LONGEST, side="right")) - 1)
