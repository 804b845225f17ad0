# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""How many of the words of a text are small words of a language, without making a string of any.

Part of the kernel (see `kaensan.kernel`). Only the columns' own lengths bound what is read of them.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

__all__ = ["count_small_words", "numbered_words"]

_LONGEST = cython.declare(cython.int, 4)  # letters of a small word: a byte each of a number
_NO_LETTER = cython.declare(cython.uint, 0xFF)


def numbered_words(words: Iterable[str]) -> NDArray[np.uint32]:
    """Words of at most four ASCII letters in lower case, none of them a k, as `count_small_words` takes them.

    (The sign for kelvin, which is no ASCII, is a k in lower case.)
    """
    given = sorted(words)
    if not all(word.isascii() and word.islower() and len(word) <= _LONGEST and "k" not in word for word in given):
        raise ValueError(f"at most four letters in lower case, and no k: {given}")
    return np.array([int.from_bytes(word.encode()) for word in given], np.uint32)


def count_small_words(text: str, small: NDArray[np.uint32]) -> tuple[int, int]:
    """How many words a text has between white space, and how many of them, in lower case, are among the small ones.

    >>> count_small_words("The end of\\nthe  story.", numbered_words(("the", "of")))
    (5, 3)
    """
    known: cython.const[cython.uint][::1] = memoryview(small)
    words: cython.int = 0
    found: cython.int = 0
    length: cython.int = 0
    number: cython.uint = 0
    letter: cython.Py_UCS4
    for letter in text:
        if letter.isspace():
            words += length > 0
            found += 0 < length <= _LONGEST and _is_among(number, known)
            length = 0
            number = 0
            continue
        length += 1
        if length <= _LONGEST:
            code: cython.uint = ord(letter)
            if code >= 0x80:
                code = _NO_LETTER
            elif 65 <= code <= 90:
                code += 32
            number = (number << 8) | code
    words += length > 0
    found += 0 < length <= _LONGEST and _is_among(number, known)
    return words, found


@cython.cfunc
@cython.exceptval(check=False)
def _is_among(number: cython.uint, known: cython.const[cython.uint][::1]) -> cython.bint:
    at: cython.Py_ssize_t
    for at in range(len(known)):  # noqa: SIM110 (a generator would not be compiled to this loop)
        if known[at] == number:
            return True
    return False
