# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""UTF-8, sixteen characters at a time where they are plain.

Part of the kernel (see `kaensan.kernel`). Nearly all of a page's markup is ASCII, but a single dash or quotation mark
among it makes Python keep two bytes for every character. What such a text needs is counted before it is written, so
that no more is written than there is room for; nothing beyond the last character is read.
"""

from __future__ import annotations

import codecs

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

if cython.compiled:
    from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_FromStringAndSize
    from cython.cimports.cpython.unicode import PyUnicode_DATA, PyUnicode_KIND, PyUnicode_New
    from cython.cimports.libc.string import memcpy

__all__ = ["utf8_bytes", "utf8_text"]

_TWO_BYTES = cython.declare(cython.uint, 2)
_STEP = cython.declare(cython.Py_ssize_t, 16)  # characters that are looked at at once
_BEYOND_BYTES = cython.declare(cython.ulonglong, 0x8080808080808080)
_BEYOND_LETTERS = cython.declare(cython.ulonglong, 0xFF80FF80FF80FF80)
"""The bits of eight bytes, or of four characters of two bytes, that ASCII does not use."""


def utf8_text(data: bytes) -> tuple[str, int] | None:
    """The text of some bytes, up to a last character that may be cut off, and how many bytes that is.

    None where the bytes are no UTF-8.

    >>> utf8_text("plain – and not".encode()), utf8_text(b"cut \\xe0\\xb8"), utf8_text(b"\\xff")
    (('plain – and not', 17), ('cut ', 4), None)
    """
    if cython.compiled:
        text: str | None = _in_two_bytes(data)
        if text is not None:
            return text, len(data)
    try:
        return codecs.utf_8_decode(data, "strict", False)
    except UnicodeDecodeError:
        return None


@cython.cfunc
def _in_two_bytes(data: bytes) -> str | None:
    """The text where it is one that Python keeps in two bytes a character; None for others and where it is broken."""
    start: cython.p_const_uchar = data
    size: cython.Py_ssize_t = len(data)
    count: cython.Py_ssize_t = _count_letters(start, size)
    if count < 0:
        return None
    text: str = PyUnicode_New(count, 0xFFFF)
    if not _write_letters(start, size, cython.cast(cython.p_ushort, PyUnicode_DATA(text))):
        return None
    return text


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count_letters(data: cython.p_const_uchar, size: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """How many characters begin in some bytes, -1 unless one needs two bytes and none needs four."""
    count: cython.Py_ssize_t = 0
    most: cython.uchar = 0
    at: cython.Py_ssize_t = 0
    while at < size:
        stop: cython.Py_ssize_t = min(at + _STEP, size)
        if stop == at + _STEP and _are_ascii(data + at):
            count += _STEP
            at = stop
            continue
        while at < stop:
            most = max(most, data[at])
            count += data[at] & 0xC0 != 0x80
            at += 1
    return count if 0xC4 <= most < 0xF0 else -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write_letters(data: cython.p_const_uchar, size: cython.Py_ssize_t, letters: cython.p_ushort) -> cython.bint:
    """Write the characters of some bytes; whether they are whole and well formed.

    A character is written where one begins, and none where it does not go on as it should: never more than begin.
    """
    at: cython.Py_ssize_t = 0
    inner: cython.int
    while at < size:
        if at + _STEP <= size and _are_ascii(data + at):
            for inner in range(16):
                letters[inner] = data[at + inner]
            letters += _STEP
            at += _STEP
            continue
        stop: cython.Py_ssize_t = min(at + _STEP, size)
        while at < stop:
            letter: cython.uint = data[at]
            more: cython.Py_ssize_t = (letter >= 0xC2) + (letter >= 0xE0)
            if (letter >= 0x80 and more == 0) or at + more >= size:
                return False
            if more == 1:
                letter = (letter & 0x1F) << 6
            elif more == 2:
                letter = (letter & 0x0F) << 12 | _follows(data[at + 1]) << 6
                if letter < 0x800 or letter & 0xF800 == 0xD800 or letter > 0xFFFF:
                    return False
            if more:
                letter |= _follows(data[at + more])
                if letter > 0xFFFF:
                    return False
            letters[0] = letter
            letters += 1
            at += more + 1
    return True


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _follows(byte: cython.uint) -> cython.uint:
    """What a byte that goes on with a character adds to it; a number beyond all characters for any other byte."""
    return byte & 0x3F if byte & 0xC0 == 0x80 else 1 << 20


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _are_ascii(data: cython.p_const_uchar) -> cython.bint:
    """Whether the next sixteen bytes are ASCII."""
    words = cython.declare(cython.ulonglong[2])
    memcpy(cython.address(words[0]), data, 16)
    return (words[0] | words[1]) & _BEYOND_BYTES == 0


def utf8_bytes(pieces: list[str]) -> bytes:
    """The pieces of a text in UTF-8, one after another; an error where they hold a lone surrogate.

    >>> utf8_bytes(["plain ", "– and not ×"]).decode()
    'plain – and not ×'
    """
    if not cython.compiled:
        return "".join(pieces).encode()
    parts: list = []
    size: cython.Py_ssize_t = 0
    for piece in pieces:
        count: cython.Py_ssize_t = -1
        if PyUnicode_KIND(piece) == _TWO_BYTES:
            count = _count_bytes(_letters(piece), len(piece))
        part: object = piece
        if count < 0:
            part = cython.cast(str, piece).encode()
            count = len(cython.cast(bytes, part))
        parts.append(part)
        size += count
    written: bytes = PyBytes_FromStringAndSize(cython.NULL, size)
    at: cython.p_uchar = cython.cast(cython.p_uchar, PyBytes_AS_STRING(written))
    for part in parts:
        if isinstance(part, bytes):
            memcpy(at, PyBytes_AS_STRING(part), len(cython.cast(bytes, part)))
            at += len(cython.cast(bytes, part))
        else:
            at = _write_bytes(_letters(part), len(cython.cast(str, part)), at)
    return written


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _letters(text: str) -> cython.p_const_ushort:
    return cython.cast(cython.p_const_ushort, PyUnicode_DATA(text))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _are_plain(letters: cython.p_const_ushort) -> cython.bint:
    """Whether the next sixteen characters are ASCII."""
    words = cython.declare(cython.ulonglong[4])
    memcpy(cython.address(words[0]), letters, 32)
    return (words[0] | words[1] | words[2] | words[3]) & _BEYOND_LETTERS == 0


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
def _write_bytes(letters: cython.p_const_ushort, count: cython.Py_ssize_t, written: cython.p_uchar) -> cython.p_uchar:
    """Write characters; where the next ones go."""
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
    return written
