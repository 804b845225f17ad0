# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Whether a text or a stretch of bytes holds one of some words, at a look at a few of its bytes.

Part of the kernel (see `kaensan.kernel`). This is the search of Wu and Manber: the three last bytes of a window as wide
as the shortest word tell how far off the next word is at least. The window starts at the beginning of the stretch and
its end stays before the end of it, and a number of three bytes is below the length of the table: no index leaves its
column.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

if cython.compiled:
    from cython.cimports.kaensan.page.views import view
else:
    from kaensan.page.views import view

__all__ = ["WordSearch", "words"]

_NUMBERS = 16_384
"""Numbers of three bytes; bytes that share one are told apart when a word is compared."""
_LAST_NUMBER = cython.declare(cython.int, _NUMBERS - 1)


def words(listed: str) -> list[str]:
    """Words that stand between bars."""
    return listed.split("|")


@cython.final
@cython.cclass
class WordSearch:
    """Words to look for, each of three bytes at least."""

    _words: list[bytes]
    _shortest: cython.Py_ssize_t
    _steps: cython.const[cython.uchar][::1]
    """by the number of the last three bytes of a window how far it can be moved; 0 where a word may be in it"""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = [word.encode() for word in words]
        shortest = min(map(len, self._words))
        if shortest < 3:
            raise ValueError("words of three bytes at least")
        steps = np.full(_NUMBERS, min(shortest - 2, 255), np.uint8)
        for word in self._words:
            for end in range(3, shortest + 1):
                number: int = _number(word[end - 3], word[end - 2], word[end - 1])
                steps[number] = min(steps[number], shortest - end)
        self._shortest = shortest
        self._steps = view(steps)

    def is_in(self, data: bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> bool:
        """Whether one of the words stands between two places.

        >>> search = WordSearch(("ublish", "ubDate"))
        >>> search.is_in(b"var published = 1", 0, 17), search.is_in(b"var published = 1", 6, 17)
        (True, False)
        """
        if not 0 <= start <= end <= len(data):
            raise IndexError(f"no bytes {start} to {end} of {len(data)}")
        if not cython.compiled:
            return any(data.find(word, start, end) >= 0 for word in self._words)
        letters: cython.p_const_uchar = data
        at: cython.Py_ssize_t = start + self._shortest - 1
        while at < end:
            step: cython.int = self._steps[_number(letters[at - 2], letters[at - 1], letters[at])]
            if step == 0:
                if self._stands_at(data, at - self._shortest + 1, end):
                    return True
                step = 1
            at += step
        return False

    def is_often(self, data: bytes, times: cython.int) -> bool:
        """Whether words stand at so many places or more.

        >>> WordSearch(("policy", "rivacy")).is_often(b"privacy policy, privacy", 3)
        True
        """
        at: cython.Py_ssize_t
        if not cython.compiled:
            return sum(any(data.startswith(word, at) for word in self._words) for at in range(len(data))) >= times
        letters: cython.p_const_uchar = data
        size: cython.Py_ssize_t = len(data)
        found: cython.int = 0
        at = self._shortest - 1
        while at < size and found < times:
            step: cython.int = self._steps[_number(letters[at - 2], letters[at - 1], letters[at])]
            if step == 0:
                found += self._stands_at(data, at - self._shortest + 1, size)
                step = 1
            at += step
        return found >= times

    def is_within(self, text: str) -> bool:
        """Whether one of the words stands in a text.

        >>> WordSearch(("modif", "updat")).is_within("last update"), WordSearch(("modif", "updat")).is_within("by Ann")
        (True, False)
        """
        data = text.encode("utf-8", "surrogatepass")
        return self.is_in(data, 0, len(data))

    @cython.cfunc
    def _stands_at(self, data: bytes, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        word: bytes
        for word in self._words:  # noqa: SIM110 (a generator would not be compiled to this loop)
            if at + len(word) <= end and data.startswith(word, at):
                return True
        return False


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _number(first: cython.int, second: cython.int, third: cython.int) -> cython.int:
    return ((first << 8) ^ (second << 4) ^ third) & _LAST_NUMBER
