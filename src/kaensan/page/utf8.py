# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""UTF-8, thirty-two characters at a time where they are plain.

Part of the kernel (see `kaensan.kernel`). Nearly all of a page's markup is ASCII, but a single dash or quotation mark
among it makes Python keep two bytes for every character. What such a text needs is counted before it is written, so
that no more is written than there is room for; nothing beyond the last character is read.
"""

from __future__ import annotations

import codecs
from collections.abc import Sequence

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

if cython.compiled:
    from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_FromStringAndSize
    from cython.cimports.cpython.unicode import PyUnicode_DATA, PyUnicode_KIND, PyUnicode_New
    from cython.cimports.libc.string import memcpy

__all__ = ["utf8_bytes", "utf8_text"]

_ONE_BYTE = cython.declare(cython.uint, 1)  # of memory for each character of a text
_TWO_BYTES = cython.declare(cython.uint, 2)
_STEP = cython.declare(cython.Py_ssize_t, 32)  # characters that are looked at at once
_BEYOND_BYTES = cython.declare(cython.ulonglong, 0x8080808080808080)
_BEYOND_LETTERS = cython.declare(cython.ulonglong, 0xFF80FF80FF80FF80)
_BEYOND_WIDE = cython.declare(cython.ulonglong, 0xFFFFFF80FFFFFF80)
"""The bits of eight bytes, or of four characters of two bytes or two of four, that ASCII does not use."""


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
            for inner in range(32):
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
    """Whether the next thirty-two bytes are ASCII."""
    words = cython.declare(cython.ulonglong[4])
    memcpy(cython.address(words[0]), data, 32)
    return (words[0] | words[1] | words[2] | words[3]) & _BEYOND_BYTES == 0


def utf8_bytes(pieces: list[str], after: bytes = b"", spans: Sequence[tuple[int, int]] = ()) -> bytes:
    """The pieces of a text in UTF-8, one after another, then some spans of other bytes.

    A lone surrogate is an error.

    >>> utf8_bytes(["plain ", "– and not ×"], b"some bytes", [(4, 6), (0, 4)]).decode()
    'plain – and not × bsome'
    """
    if not cython.compiled:
        return b"".join(("".join(pieces).encode(), *(after[start:end] for start, end in spans)))
    size: cython.Py_ssize_t = 0
    begin: cython.Py_ssize_t
    end: cython.Py_ssize_t
    for piece in pieces:
        text: str = piece
        count: cython.Py_ssize_t = -1
        if text.isascii():
            count = len(text)
        elif PyUnicode_KIND(text) == _ONE_BYTE:
            count = _count_latin(_bytes_of(text), len(text))
        elif PyUnicode_KIND(text) == _TWO_BYTES:
            count = _count_bytes(_letters(text), len(text))
        else:
            count = _count_wide(cython.cast(cython.p_const_uint, PyUnicode_DATA(text)), len(text))
        if count < 0:
            return "".join(pieces).encode() + b"".join([after[begin:end] for begin, end in spans])  # raises an error
        size += count
    for begin, end in spans:
        if not 0 <= begin <= end <= len(after):
            raise ValueError(f"no bytes from {begin} to {end}")
        size += end - begin
    written: bytes = PyBytes_FromStringAndSize(cython.NULL, size)
    at: cython.p_uchar = cython.cast(cython.p_uchar, PyBytes_AS_STRING(written))
    for piece in pieces:
        text = piece
        if text.isascii():
            at = _copy(_bytes_of(text), len(text), at)
        elif PyUnicode_KIND(text) == _ONE_BYTE:
            at = _write_latin(_bytes_of(text), len(text), at)
        elif PyUnicode_KIND(text) == _TWO_BYTES:
            at = _write_bytes(_letters(text), len(text), at)
        else:
            at = _write_wide(cython.cast(cython.p_const_uint, PyUnicode_DATA(text)), len(text), at)
    others: cython.p_const_uchar = after
    for begin, end in spans:
        at = _copy(others + begin, end - begin, at)
    return written


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _copy(data: cython.p_const_uchar, size: cython.Py_ssize_t, written: cython.p_uchar) -> cython.p_uchar:
    """Copy some bytes; where the next ones go."""
    memcpy(written, data, size)
    return written + size


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _bytes_of(text: str) -> cython.p_const_uchar:
    """The characters of a text that has a byte for each."""
    return cython.cast(cython.p_const_uchar, PyUnicode_DATA(text))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count_latin(letters: cython.p_const_uchar, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """How many bytes characters of Latin-1 take."""
    size: cython.Py_ssize_t = count
    at: cython.Py_ssize_t
    for at in range(count):
        size += letters[at] >> 7
    return size


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write_latin(letters: cython.p_const_uchar, count: cython.Py_ssize_t, written: cython.p_uchar) -> cython.p_uchar:
    """Write characters of Latin-1; where the next ones go."""
    at: cython.Py_ssize_t = 0
    while at < count:
        if at + _STEP <= count and _are_ascii(letters + at):
            memcpy(written, letters + at, 32)
            written += _STEP
            at += _STEP
            continue
        stop: cython.Py_ssize_t = min(at + _STEP, count)
        while at < stop:
            written = _write_letter(letters[at], written)
            at += 1
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
    """Whether the next thirty-two characters are ASCII."""
    words = cython.declare(cython.ulonglong[8])
    memcpy(cython.address(words[0]), letters, 64)
    all_bits: cython.ulonglong = words[0] | words[1] | words[2] | words[3] | words[4] | words[5] | words[6] | words[7]
    return all_bits & _BEYOND_LETTERS == 0


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
            for inner in range(32):
                written[inner] = cython.cast(cython.uchar, letters[at + inner])
            written += _STEP
            at = stop
            continue
        while at < stop:
            written = _write_letter(letters[at], written)
            at += 1
    return written


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _are_narrow(letters: cython.p_const_uint) -> cython.bint:
    """Whether the next eight characters are ASCII."""
    words = cython.declare(cython.ulonglong[4])
    memcpy(cython.address(words[0]), letters, 32)
    return (words[0] | words[1] | words[2] | words[3]) & _BEYOND_WIDE == 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count_wide(letters: cython.p_const_uint, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """How many bytes characters of four bytes take, -1 where a surrogate is among them."""
    size: cython.Py_ssize_t = count
    at: cython.Py_ssize_t = 0
    while at < count:
        stop: cython.Py_ssize_t = min(at + 8, count)
        if stop == at + 8 and _are_narrow(letters + at):
            at = stop
            continue
        while at < stop:
            letter: cython.uint = letters[at]
            size += (letter >= 0x80) + (letter >= 0x800) + (letter >= 0x10000)
            if letter >> 11 == 0x1B:
                return -1
            at += 1
    return size


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write_wide(letters: cython.p_const_uint, count: cython.Py_ssize_t, written: cython.p_uchar) -> cython.p_uchar:
    """Write characters of four bytes; where the next ones go."""
    at: cython.Py_ssize_t = 0
    inner: cython.int
    while at < count:
        stop: cython.Py_ssize_t = min(at + 8, count)
        if stop == at + 8 and _are_narrow(letters + at):
            for inner in range(8):
                written[inner] = cython.cast(cython.uchar, letters[at + inner])
            written += 8
            at = stop
            continue
        while at < stop:
            written = _write_letter(letters[at], written)
            at += 1
    return written


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _write_letter(letter: cython.uint, written: cython.p_uchar) -> cython.p_uchar:
    """Write a character; where the next one goes."""
    if letter < 0x80:
        written[0] = letter
        return written + 1
    if letter < 0x800:
        written[0] = 0xC0 | (letter >> 6)
        written += 1
    else:
        if letter < 0x10000:
            written[0] = 0xE0 | (letter >> 12)
            written += 1
        else:
            written[0] = 0xF0 | (letter >> 18)
            written[1] = 0x80 | ((letter >> 12) & 0x3F)
            written += 2
        written[0] = 0x80 | ((letter >> 6) & 0x3F)
        written += 1
    written[0] = 0x80 | (letter & 0x3F)
    return written + 1
