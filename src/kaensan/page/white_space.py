# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Texts with their white space collapsed.

Part of the kernel (see `kaensan.kernel`). Most texts have nothing to collapse, which one look at each letter tells.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

__all__ = ["collapse", "collapse_all"]

_BLANK = cython.declare(cython.int, ord(" "))
_LAST_ASCII = cython.declare(cython.int, ord("~"))


def collapse_all(texts: list[str]) -> list[str]:
    """Every text with single blanks between its words, and none around them."""
    return [collapse(text) for text in texts]


@cython.ccall
def collapse(text: str) -> str:
    """A text with single blanks between its words, and none around them.

    >>> collapse(" two\\n words\\u00a0"), collapse("plain words")
    ('two words', 'plain words')
    """
    if cython.compiled and _is_collapsed(text):
        return text
    return " ".join(text.split())


@cython.cfunc
@cython.exceptval(check=False)
def _is_collapsed(text: str) -> cython.bint:
    after_blank: cython.bint = True
    letter: cython.Py_UCS4
    for letter in text:
        code: cython.int = ord(letter)
        if code == _BLANK:
            if after_blank:
                return False
            after_blank = True
        elif (code < _BLANK or code > _LAST_ASCII) and letter.isspace():
            return False
        else:
            after_blank = False
    return not after_blank
