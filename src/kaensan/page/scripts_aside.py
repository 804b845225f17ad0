# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Scripts and style sheets that the parser need not see.

Part of the kernel (see `kaensan.kernel`). A quarter of a page may be scripts and style sheets, which the parser would
copy several times. A number stands for each while the page is parsed. Where a script or style sheet comes out of the
parser with nothing but that number in it, the parser was in it when the number came, and would have been in it up to
the end tag had the text itself stood there: it has no end tag in it, and no script, which a comment could hide.
Where any number is met elsewhere, or not at all, the page is parsed as it is (`kaensan.page.parse`).

Every position that is looked at is below the size of the page.
"""

from __future__ import annotations

from typing import NamedTuple

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

if cython.compiled:
    from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_FromStringAndSize
    from cython.cimports.kaensan.page.views import view
    from cython.cimports.libc.string import memchr, memcpy
else:
    from kaensan.page.views import view

from kaensan.page.utf8 import utf8_text

__all__ = ["SIGN", "Aside", "set_aside"]

SIGN = b"\x02"
"""What a number begins with: a character that pages do not have."""
_LEAST = cython.declare(cython.Py_ssize_t, 64)  # bytes of a text for which a number pays
_LESS = cython.declare(cython.uchar, ord("<"))
_GREATER = cython.declare(cython.uchar, ord(">"))
_BANG = cython.declare(cython.uchar, ord("!"))
_SLASH = cython.declare(cython.uchar, ord("/"))
_EQUALS = cython.declare(cython.uchar, ord("="))
_QUOTE = cython.declare(cython.uchar, ord('"'))
_APOSTROPHE = cython.declare(cython.uchar, ord("'"))
_DASH = cython.declare(cython.uchar, ord("-"))
_BLANK = cython.declare(cython.uchar, ord(" "))
_S = cython.declare(cython.uchar, ord("s"))
_FIRST_BEYOND_ASCII = cython.declare(cython.uchar, 0x80)
_SMALL = cython.declare(cython.uchar, 32)  # the bit that small letters have and capital letters have not


class Aside(NamedTuple):
    """Texts that were set aside."""

    page: bytes
    """the page that they are from"""
    spans: list[tuple[int, int]]
    """where each begins and ends in it; its number is its place in this list"""
    characters: int
    """that the page has more than what is left of it"""


def set_aside(page: bytes) -> tuple[bytes, Aside]:
    """A page in UTF-8 with numbers for its long scripts and style sheets, and what they stand for.

    >>> set_aside(b"<script>" + b"a = b; " * 10 + b"</script><p>text")[0]
    b'<script>\\x020</script><p>text'
    """
    if SIGN in page:
        return page, Aside(page, [], 0)
    spans: list[tuple[int, int]] = []
    signs: list[bytes] = []
    characters = 0
    for start, end in _Finder(page).spans():
        size = _characters(page, start, end)
        if size >= 0:
            sign = b"%b%d" % (SIGN, len(spans))
            characters += size - len(sign)
            spans.append((start, end))
            signs.append(sign)
    return (_with_signs(page, spans, signs) if spans else page), Aside(page, spans, characters)


@cython.cfunc
@cython.exceptval(-2)
def _characters(page: bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """How many characters a text has, -1 for one that is no UTF-8 or holds a zero, for which parsers write another."""
    if cython.compiled:
        data: cython.p_const_uchar = page
        bits: cython.uchar = 0
        zeros: cython.uchar = 0
        at: cython.Py_ssize_t
        for at in range(start, end):
            bits |= data[at]
            zeros |= data[at] == 0
        if zeros:
            return -1
        if bits < _FIRST_BEYOND_ASCII:
            return end - start
    elif page.find(b"\0", start, end) >= 0:
        return -1
    read = utf8_text(page[start:end])
    return -1 if read is None or read[1] < end - start else len(read[0])


@cython.cfunc
def _with_signs(page: bytes, spans: list, signs: list) -> bytes:
    """A page with signs for some of its texts."""
    if not cython.compiled:
        parts: list[bytes] = []
        done = 0
        for (start, end), sign in zip(spans, signs, strict=True):
            parts += (page[done:start], sign)
            done = end
        return b"".join((*parts, page[done:]))
    size: cython.Py_ssize_t = len(page)
    number: cython.Py_ssize_t
    for number in range(len(spans)):
        size += len(cython.cast(bytes, signs[number])) - (spans[number][1] - spans[number][0])
    written: bytes = PyBytes_FromStringAndSize(cython.NULL, size)
    data: cython.p_const_uchar = page
    to: cython.p_uchar = cython.cast(cython.p_uchar, PyBytes_AS_STRING(written))
    at: cython.Py_ssize_t = 0
    for number in range(len(spans)):
        sign: bytes = signs[number]
        begin: cython.Py_ssize_t = spans[number][0]
        memcpy(to, data + at, begin - at)
        to += begin - at
        memcpy(to, PyBytes_AS_STRING(sign), len(sign))
        to += len(sign)
        at = spans[number][1]
    memcpy(to, data + at, len(page) - at)
    return written


@cython.final
@cython.cclass
class _Finder:
    """Looks for scripts and style sheets, one tag after another; comments and pictures in SVG are passed over."""

    _page: bytes
    _bytes: cython.const[cython.uchar][::1]
    _size: cython.Py_ssize_t
    _spans: list

    def __init__(self, page: bytes) -> None:
        self._page = page
        self._bytes = view(page)
        self._size = len(page)
        self._spans = []

    def spans(self) -> list[tuple[int, int]]:
        """Where texts begin and end that are long enough."""
        at: cython.Py_ssize_t = self._find(_LESS, 0)
        while at + 2 < self._size:
            after: cython.Py_ssize_t = at + 1
            if self._bytes[at + 1] == _BANG:
                after = self._after_comment(at)
            elif self._bytes[at + 1] == _S:
                if self._is_named(b"script", at + 1):
                    after = self._after_text(b"script", at + 7)
                elif self._is_named(b"style", at + 1):
                    after = self._after_text(b"style", at + 6)
                elif self._is_named(b"svg", at + 1):
                    after = self._end_tag(b"svg", at + 4)
            at = self._find(_LESS, after)
        return self._spans

    @cython.cfunc
    @cython.exceptval(check=False)
    def _find(self, wanted: cython.uchar, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where a byte is next, the size of the page for nowhere."""
        if at >= self._size:
            return self._size
        if cython.compiled:
            first: cython.p_const_uchar = cython.address(self._bytes[at])
            found: cython.p_const_uchar = cython.cast(cython.p_const_uchar, memchr(first, wanted, self._size - at))
            return self._size if found == cython.NULL else at + (found - first)
        place = self._page.find(wanted, at)
        return self._size if place < 0 else place

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_named(self, name: bytes, at: cython.Py_ssize_t) -> cython.bint:
        """Whether the name of a tag stands here, in letters of any size, and ends."""
        size: cython.Py_ssize_t = len(name)
        if at + size >= self._size:
            return False
        if not cython.compiled:
            if self._page[at : at + size].lower() != name:
                return False
        else:
            letters: cython.p_const_uchar = name
            place: cython.Py_ssize_t
            for place in range(size):
                if self._bytes[at + place] | _SMALL != letters[place]:
                    return False
        after: cython.uchar = self._bytes[at + size]
        return after in (_GREATER, _SLASH) or self._is_blank(after)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _is_blank(self, byte: cython.uchar) -> cython.bint:
        return byte == _BLANK or 9 <= byte <= 13

    @cython.cfunc
    @cython.exceptval(check=False)
    def _after_comment(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where a comment ends that may begin here."""
        if at + 3 >= self._size or self._bytes[at + 2] != _DASH or self._bytes[at + 3] != _DASH:
            return at + 1
        end: cython.Py_ssize_t = self._find(_GREATER, at + 4)
        while end < self._size and (self._bytes[end - 1] != _DASH or self._bytes[end - 2] != _DASH):
            end = self._find(_GREATER, end + 1)
        return end

    @cython.cfunc
    @cython.exceptval(-1)
    def _after_text(self, name: bytes, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where the text of a script or style sheet ends, given where its name does; a long text is noted."""
        start: cython.Py_ssize_t = self._tag_end(at)
        end: cython.Py_ssize_t = self._end_tag(name, start)
        if end - start < _LEAST or end == self._size:
            return end
        solid: cython.Py_ssize_t = start
        while solid < end and self._is_blank(self._bytes[solid]):
            solid += 1
        if solid < end and _BLANK < self._bytes[solid] < _FIRST_BEYOND_ASCII and not self._opens_script(start, end):
            self._spans.append((start, end))
        return end

    @cython.cfunc
    @cython.exceptval(check=False)
    def _opens_script(self, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Whether a script has a script in it: in a comment the end tag would be that of the latter."""
        at = self._find(_LESS, at)
        while at < end:
            if self._is_named(b"script", at + 1):
                return True
            at = self._find(_LESS, at + 1)
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def _tag_end(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where a start tag ends; values in quotes may hold the sign that ends it."""
        before: cython.uchar = 0
        while at < self._size and self._bytes[at] != _GREATER:
            byte: cython.uchar = self._bytes[at]
            if before == _EQUALS and byte in (_QUOTE, _APOSTROPHE):
                at = self._find(byte, at + 1)
            if not self._is_blank(byte):
                before = byte
            at += 1
        return min(at + 1, self._size)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _end_tag(self, name: bytes, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where the end tag of an element stands next, the size of the page for nowhere."""
        at = self._find(_LESS, at)
        while at + 2 < self._size:
            if self._bytes[at + 1] == _SLASH and self._is_named(name, at + 2):
                return at
            at = self._find(_LESS, at + 1)
        return self._size
