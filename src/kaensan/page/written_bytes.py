# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The markup of a page as bytes, sixteen characters at a time where they are plain.

Part of the kernel (see `kaensan.kernel`). Nearly all of a page's markup is ASCII, but a single dash or quotation mark
among it makes Python keep two bytes for every character. Both passes go over the same characters by the same steps, so
that as many bytes are written as were counted; no character beyond the last is read.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

if cython.compiled:
    from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_FromStringAndSize
    from cython.cimports.cpython.unicode import PyUnicode_DATA, PyUnicode_KIND

__all__ = ["utf8_bytes"]

_TWO_BYTES = cython.declare(cython.uint, 2)
_STEP = cython.declare(cython.Py_ssize_t, 16)  # characters that a processor looks at at once


def utf8_bytes(text: str) -> bytes:
    """A text in UTF-8; an error where it holds a lone surrogate.

    >>> utf8_bytes("plain – and not ×").decode()
    'plain – and not ×'
    """
    if cython.compiled and PyUnicode_KIND(text) == _TWO_BYTES:
        return _of_two_bytes(text)
    return text.encode()


@cython.cfunc
def _of_two_bytes(text: str) -> bytes:
    letters: cython.p_const_ushort = cython.cast(cython.p_const_ushort, PyUnicode_DATA(text))
    size: cython.Py_ssize_t = _count_bytes(letters, len(text))
    if size < 0:
        return text.encode()  # raises
    written: bytes = PyBytes_FromStringAndSize(cython.NULL, size)
    _write_bytes(letters, len(text), cython.cast(cython.p_uchar, PyBytes_AS_STRING(written)))
    return written


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _are_plain(letters: cython.p_const_ushort) -> cython.bint:
    """Whether the next sixteen characters are ASCII."""
    bits: cython.ushort = 0
    at: cython.int
    for at in range(16):
        bits |= letters[at]
    return bits < 0x80


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count_bytes(letters: cython.p_const_ushort, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """How many bytes characters take, -1 where a surrogate is among them."""
    size: cython.Py_ssize_t = count
    at: cython.Py_ssize_t = 0
    while at < count:
        stop: cython.Py_ssize_t = min(at + _STEP, count)
        if stop == at + _STEP and _are_plain(letters + at):
            at = stop
            continue
        while at < stop:
            letter: cython.uint = letters[at]
            size += (letter >= 0x80) + (letter >= 0x800)
            if letter & 0xF800 == 0xD800:
                return -1
            at += 1
    return size


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write_bytes(letters: cython.p_const_ushort, count: cython.Py_ssize_t, written: cython.p_uchar) -> cython.void:
    at: cython.Py_ssize_t = 0
    inner: cython.int
    while at < count:
        stop: cython.Py_ssize_t = min(at + _STEP, count)
        if stop == at + _STEP and _are_plain(letters + at):
            for inner in range(16):
                written[inner] = cython.cast(cython.uchar, letters[at + inner])
            written += _STEP
            at = stop
            continue
        while at < stop:
            letter: cython.uint = letters[at]
            at += 1
            if letter < 0x80:
                written[0] = letter
                written += 1
                continue
            if letter < 0x800:
                written[0] = 0xC0 | (letter >> 6)
                written += 1
            else:
                written[0] = 0xE0 | (letter >> 12)
                written[1] = 0x80 | ((letter >> 6) & 0x3F)
                written += 2
            written[0] = 0x80 | (letter & 0x3F)
            written += 1
