# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Texts with their white space collapsed or nothing but their letters, and pages with their line ends alike.

Part of the kernel (see `kaensan.kernel`). Most texts have nothing to collapse, which one look at each letter tells.
Letters are counted before they are written, so that no more are written than there is room for.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

if cython.compiled:
    from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_FromStringAndSize
    from cython.cimports.cpython.unicode import PyUnicode_DATA, PyUnicode_KIND, PyUnicode_New, PyUnicode_WRITE
    from cython.cimports.libc.string import memchr, memcpy

__all__ = ["collapse", "collapse_all", "is_tidy", "letters_of", "line_ends", "text_line_ends"]

_RETURN = cython.declare(cython.uchar, ord("\r"))
_LINE_END = cython.declare(cython.uchar, ord("\n"))
_BLANK = cython.declare(cython.int, ord(" "))
_LAST_ASCII = cython.declare(cython.int, ord("~"))
_AMPERSAND = cython.declare(cython.int, ord("&"))
_LESS_THAN = cython.declare(cython.int, ord("<"))
_SLASH = cython.declare(cython.int, ord("/"))
_SIGNS = bytes(code for code in range(128) if not chr(code).isalnum())
_LOWER = bytes(range(256)).lower()


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


def is_tidy(text: str) -> bool:
    """Whether a text is printable ASCII that is collapsed, without an ampersand or the end of a tag.

    >>> is_tidy("Tom and <Jerry>"), is_tidy("Tom & Jerry"), is_tidy("two  words"), is_tidy("")
    (True, False, False, False)
    """
    before: cython.int = _BLANK
    letter: cython.Py_UCS4
    for letter in text:
        code: cython.int = ord(letter)
        if code < _BLANK or code > _LAST_ASCII or code == _AMPERSAND:
            return False
        if (code == _BLANK and before == _BLANK) or (code == _SLASH and before == _LESS_THAN):
            return False
        before = code
    return before != _BLANK


def letters_of(text: str) -> str:
    """The letters and digits of a text, in one case: what is compared when two titles or names are.

    >>> letters_of("Tom & Jerry, 2nd part"), letters_of("Über–uns")
    ('tomjerry2ndpart', 'überuns')
    """
    if text.isascii():
        return _written_letters(text) if cython.compiled else text.encode().translate(_LOWER, _SIGNS).decode()
    folded: str = text.casefold()
    return _letters_among(folded) if cython.compiled else "".join(filter(str.isalnum, folded))


@cython.cfunc
def _letters_among(text: str) -> str:
    """The letters and digits of a text that may hold any."""
    count: cython.Py_ssize_t = 0
    largest: cython.Py_UCS4 = 0
    letter: cython.Py_UCS4
    for letter in text:
        if letter.isalnum():
            count += 1
            largest = max(largest, letter)
    letters: str = PyUnicode_New(count, largest)
    kind: cython.int = PyUnicode_KIND(letters)
    written: cython.p_void = PyUnicode_DATA(letters)
    count = 0
    for letter in text:
        if letter.isalnum():
            PyUnicode_WRITE(kind, written, count, letter)
            count += 1
    return letters


@cython.cfunc
def _written_letters(text: str) -> str:
    data: cython.p_const_uchar = cython.cast(cython.p_const_uchar, PyUnicode_DATA(text))
    size: cython.Py_ssize_t = len(text)
    count: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t
    for at in range(size):
        count += _is_letter(data[at])
    letters: str = PyUnicode_New(count, 127)
    written: cython.p_uchar = cython.cast(cython.p_uchar, PyUnicode_DATA(letters))
    count = 0
    for at in range(size):
        if _is_letter(data[at]):
            written[count] = data[at] | 32  # of a digit that bit is set
            count += 1
    return letters


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is_letter(code: cython.int) -> cython.bint:
    return 97 <= code | 32 <= 122 or 48 <= code <= 57


def line_ends(data: bytes) -> bytes:
    """The bytes of a page in UTF-8 with line ends as `\\n`.

    >>> line_ends(b"one\\r\\ntwo\\rthree\\n")
    b'one\\ntwo\\nthree\\n'
    """
    if b"\r" not in data:
        return data
    if not cython.compiled:
        return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    written: bytes = PyBytes_FromStringAndSize(cython.NULL, len(data) - _count_pairs(data))
    at: cython.p_const_uchar = data
    end: cython.p_const_uchar = at + len(data)  # where a zero byte stands
    to: cython.p_uchar = cython.cast(cython.p_uchar, PyBytes_AS_STRING(written))
    while at < end:
        found: cython.p_const_uchar = cython.cast(cython.p_const_uchar, memchr(at, _RETURN, end - at))
        if found == cython.NULL:
            found = end
        memcpy(to, at, found - at)
        to += found - at
        at = found + 1
        if found < end and found[1] != _LINE_END:
            to[0] = _LINE_END
            to += 1
    return written


def text_line_ends(text: str) -> str:
    """A text with line ends as `\\n`."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


@cython.cfunc
@cython.exceptval(check=False)
def _count_pairs(data: bytes) -> cython.Py_ssize_t:
    """How many returns a line end follows."""
    count: cython.Py_ssize_t = 0
    at: cython.p_const_uchar = data
    end: cython.p_const_uchar = at + len(data)  # where a zero byte stands
    while at < end:
        found: cython.p_const_uchar = cython.cast(cython.p_const_uchar, memchr(at, _RETURN, end - at))
        if found == cython.NULL:
            break
        count += found[1] == _LINE_END
        at = found + 1
    return count
