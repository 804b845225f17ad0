# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""From the tree, written down by the parser, to columns.

Part of the kernel (see `kaensan.kernel`). The parser writes its tree as markup without any freedom left: every element
but the void ones is closed, attributes are `name="value"`, and `<`, `>`, `&`, no-break spaces and quotes are escaped
wherever they are text. Reading that is much cheaper than one call and several objects for each node.

Bounds are not checked in compiled code. They hold because every row is given out here, a column is made longer before
the row that would not fit, and every position is below an end that is at most the length of the markup.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

if cython.compiled:
    from cython.cimports.kaensan.page.views import view
    from cython.cimports.libc.string import memchr, memcmp
else:
    from kaensan.page.views import view

from kaensan.page.attributes import ATTRIBUTES, AttributeTable, decoded
from kaensan.page.elements import Elements
from kaensan.page.flat import Flat
from kaensan.page.foreign import FOREIGN, HOLDS_FOREIGN, HTML_IN_SVG, SVG, foreign_kind
from kaensan.page.known_names import SLOTS, known_names
from kaensan.page.script_end import script_end
from kaensan.page.scripts_aside import SIGN
from kaensan.page.tags import BLOCK, PREFORMATTED, RAW, TAGS, family, tag_id
from kaensan.page.unread import Unread

__all__ = ["compiled", "read_columns"]

compiled: bool = cython.compiled
"""Whether the kernel is compiled."""

# What a tag means for the texts in and around it, as bits of a number.
_BREAKS = cython.declare(cython.int, 1)
_UNREAD = cython.declare(cython.int, 2)
_KEEPS_SPACE = cython.declare(cython.int, 4)
_IS_TITLE = cython.declare(cython.int, 8)
_IS_HEAD = cython.declare(cython.int, 16)
_VERBATIM = cython.declare(cython.int, 32)
_VOID = cython.declare(cython.int, 64)
_NEWLINE = cython.declare(cython.int, 128)
_ROOT_OF_FOREIGN = cython.declare(cython.int, 256)
_HOLDS_HTML = cython.declare(cython.int, 512)
_LONGEST_NAME = cython.declare(cython.int, 128)  # bytes of an element's name: every text in it is told to stand in it
_TAG_BITS = (
    BLOCK * 1
    + RAW * 2
    + PREFORMATTED * 4
    + family("title") * 8
    + family("head") * 16
    + family("script style xmp iframe noembed noframes plaintext") * 32
    + family("area base br col embed frame hr img input link meta param source track wbr") * 64
    + family("pre textarea listing") * 128  # a line end is written before the one that their text begins with
    + family("svg math") * 256
    + family(HTML_IN_SVG & set(TAGS)) * 512
).astype(np.int16)
_BYTES_PER_ELEMENT, _BYTES_PER_ATTRIBUTE, _BYTES_PER_TEXT = 64, 48, 128
"""Bytes of markup for each row that columns have room for to begin with: nine in ten real pages need no more."""
_OTHER_VOID = frozenset({"basefont", "bgsound", "keygen"})
_LESS = cython.declare(cython.uchar, ord("<"))
_GREATER = cython.declare(cython.uchar, ord(">"))
_SLASH = cython.declare(cython.uchar, ord("/"))
_BANG = cython.declare(cython.uchar, ord("!"))
_QUESTION = cython.declare(cython.uchar, ord("?"))
_EQUALS = cython.declare(cython.uchar, ord("="))
_QUOTE = cython.declare(cython.uchar, ord('"'))
_BLANK = cython.declare(cython.uchar, ord(" "))
_AMPERSAND = cython.declare(cython.uchar, ord("&"))
_DASH = cython.declare(cython.uchar, ord("-"))
_FIRST_BEYOND_ASCII = cython.declare(cython.uchar, 0x80)
_LINE_END = cython.declare(cython.uchar, ord("\n"))
_SET_ASIDE = cython.declare(cython.uchar, ord(SIGN))
_SCRIPT = cython.declare(cython.int, tag_id("script"))
_SVG = cython.declare(cython.int, tag_id("svg"))
_PLAINTEXT = cython.declare(cython.int, tag_id("plaintext"))

_FOREIGN = cython.declare(cython.int, FOREIGN)
_IN_SVG = cython.declare(cython.int, SVG | HOLDS_FOREIGN)
_LONG_HOLDER = cython.declare(cython.Py_ssize_t, len("foreignObject"))  # what holds HTML in SVG and has no number
_ENCODING = cython.declare(cython.int, ATTRIBUTES["encoding"])


def read_columns(markup: bytes, mark: bytes = b"", aside: Sequence[int] = ()) -> Flat:
    """The tables of a page, given its tree as the parser writes it, in UTF-8.

    `mark` is what was added to the end of the page; where that is in a script it is taken off again. `aside` are the
    lengths of the texts for which there are numbers in the markup: they stand behind it, one after another.
    """
    reader = _Reader(markup, mark, aside)
    reader.read()
    return reader.flat()


_MASK = cython.declare(cython.int, SLOTS - 1)
_OF_TAGS = cython.declare(cython.int, 0)
_OF_ATTRIBUTES = cython.declare(cython.int, SLOTS)
_TAG_COUNT = cython.declare(cython.int, len(TAGS))
_KNOWN = known_names((TAGS, ATTRIBUTES))
_KNOWN_ATTRIBUTES = cython.declare(cython.int, len(ATTRIBUTES))
_MOST_OWN = cython.declare(cython.int, SLOTS // 2)
"""Names of attributes of a page's own that have a place in its table; a page of more asks a dictionary for the rest."""
_MOST_TRIES = cython.declare(cython.int, 8)
"""Places of that table that are looked at: a page may choose names that all belong in one place."""
_NO_NAMES = np.full(SLOTS, -1, np.int16)
"""That table without names."""


@cython.final
@cython.cclass
class _Reader:
    """Goes through the markup once and fills columns."""

    _markup: bytes
    _bytes: cython.const[cython.uchar][::1]
    """the same, for looking at single bytes"""
    _size: cython.Py_ssize_t
    """where it ends; behind that stand texts that were set aside"""
    _aside: dict
    """where these begin and end, by what stands for them in the markup; those that were met are gone"""
    _mark: bytes
    """what was written at the end of the page, nothing as a rule"""
    _mark_at: cython.Py_ssize_t
    """where it closes a script, -1 for nowhere"""
    _marked: cython.bint
    """that script was read"""
    _commented: cython.bint
    """a script has a comment in it"""
    _slots: cython.short[::1]
    _letters: cython.uchar[::1]
    _starts: cython.int[::1]
    _bits: cython.short[::1]
    """what a tag means, by its number"""
    _attribute_numbers: dict
    _own_slots: cython.short[::1]
    """names of the page's own attributes in order, where their hashes point, or soon after; -1 for none"""
    _own_start: cython.int[::1]
    _own_end: cython.int[::1]
    """where each of these names stands in the markup"""
    _tags_held: object
    _held: cython.uchar[::1]
    """by the number of a tag whether any element has it"""
    _other_names: dict
    """names of the elements that have no number, by row"""
    _strings: list
    _code: list
    _gaps: dict
    _elements: cython.int
    """elements so far"""
    _attributes: cython.int
    """attributes so far"""
    _rows: cython.int
    """texts that are read so far"""
    _columns: list
    """the memory of the columns below"""
    _tag: cython.short[::1]
    _foreign: cython.uchar[::1]
    _parent: cython.int[::1]
    _depth: cython.int[::1]
    _end: cython.int[::1]
    _first_text: cython.int[::1]
    _end_text: cython.int[::1]
    _first_attribute: cython.int[::1]
    _owner: cython.int[::1]
    _name: cython.int[::1]
    _value_start: cython.int[::1]
    _value_end: cython.int[::1]
    _holder: cython.int[::1]
    """the element of each text"""
    _block: cython.int[::1]
    _spaced: cython.uchar[::1]
    _open: cython.int
    """the innermost open element, -1 for none"""
    _breaks: cython.bint
    """a block began or ended since the last row"""
    _blank: cython.bint
    """blank text stands since the last row"""
    _preformatted: cython.int
    """the innermost open element that keeps its white space, -1 for none"""
    _outer: list
    """the elements around it that do"""
    _blanks: list
    """blank texts since the last row, each with its preformatted element"""

    def __init__(self, markup: bytes, mark: bytes, aside: Sequence[int]) -> None:
        self._markup = markup
        self._bytes = view(markup)
        self._size = len(markup) - sum(aside)
        self._aside = {}
        start = self._size
        for number, size in enumerate(aside):
            self._aside[b"%d" % number] = (start, start + size)
            start += size
        self._mark = mark
        self._mark_at = markup.find(mark + b"</script>", 0, self._size) if mark else -1
        self._marked = False
        self._commented = False
        self._slots, self._letters, self._starts = view(_KNOWN.slots), view(_KNOWN.letters), view(_KNOWN.start)
        self._bits = view(_TAG_BITS)
        self._attribute_numbers = dict(ATTRIBUTES)
        self._own_slots = view(_NO_NAMES.copy())
        own = np.empty((2, SLOTS // 2), np.int32)
        self._own_start, self._own_end = view(own[0]), view(own[1])
        self._tags_held = np.zeros(len(TAGS), np.bool_)
        self._held = view(self._tags_held.view(np.uint8))
        self._other_names = {}
        self._strings = []
        self._code = []
        self._gaps = {}
        self._elements = 0
        self._attributes = 0
        self._rows = 0
        elements = self._size // _BYTES_PER_ELEMENT + 64
        attributes = self._size // _BYTES_PER_ATTRIBUTE + 64
        texts = self._size // _BYTES_PER_TEXT + 64
        self._columns = [
            np.empty((6, elements), np.int32),
            np.empty(elements, np.int16),
            np.empty(elements, np.uint8),
            np.empty((4, attributes), np.int32),
            np.empty((2, texts), np.int32),
            np.empty(texts, np.uint8),
        ]
        self._look_at_columns()
        self._open = -1
        self._breaks = False
        self._blank = False
        self._preformatted = -1
        self._outer = []
        self._blanks = []

    def _look_at_columns(self) -> None:
        elements, tag, foreign, attributes, texts, spaced = self._columns
        self._parent, self._depth, self._end = view(elements[0]), view(elements[1]), view(elements[2])
        self._first_text, self._end_text = view(elements[3]), view(elements[4])
        self._first_attribute = view(elements[5])
        self._tag, self._foreign = view(tag), view(foreign)
        self._owner, self._name = view(attributes[0]), view(attributes[1])
        self._value_start, self._value_end = view(attributes[2]), view(attributes[3])
        self._holder, self._block = view(texts[0]), view(texts[1])
        self._spaced = view(spaced)

    def _make_room(self, first: int, end: int) -> None:
        """Make some of the columns longer."""
        self._columns[first:end] = [_longer(column) for column in self._columns[first:end]]
        self._look_at_columns()

    def read(self) -> None:
        """Go through all of the markup."""
        at: cython.Py_ssize_t = 0
        while at < self._size:
            tag: cython.Py_ssize_t = self._find(_LESS, at, self._size)
            if tag > at:
                self._text(at, tag, False)
            if tag + 1 >= self._size:
                break
            at = self._construct(tag)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _find(self, wanted: cython.uchar, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where a byte is next, `end` for nowhere before that."""
        if cython.compiled:
            if at >= end:
                return end
            first: cython.p_const_uchar = cython.address(self._bytes[at])
            found: cython.p_const_uchar = cython.cast(cython.p_const_uchar, memchr(first, wanted, end - at))
            return end if found == cython.NULL else at + (found - first)
        place = self._markup.find(wanted, at, end)
        return end if place < 0 else place

    @cython.cfunc
    @cython.exceptval(-1)
    def _construct(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Read a tag, comment or declaration; where it ends."""
        second: cython.uchar = self._bytes[at + 1]
        if second == _SLASH:
            self._close()
        elif second == _BANG and self._comment_start(at, min(at + 4, self._size)) == at:
            return self._comment_end(at + 4)
        elif second != _BANG and second != _QUESTION:
            return self._start(at)
        return self._find(_GREATER, at, self._size) + 1

    @cython.cfunc
    @cython.exceptval(-1)
    def _start(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Read a start tag, and what follows it where that is no markup; where it ends."""
        row: cython.int = self._elements
        if row == len(self._tag):
            self._make_room(0, 3)
        code: cython.int = 0
        name_end: cython.Py_ssize_t = at + 1
        while name_end < self._size and self._bytes[name_end] != _BLANK and self._bytes[name_end] != _GREATER:
            code = (code * 31 + self._bytes[name_end]) & _MASK
            name_end += 1
        number: cython.int = self._number(_OF_TAGS, code, at + 1, name_end)
        bits: cython.int = 0
        if number < 0:
            number = 0
            bits = self._name_other(row, at + 1, name_end)
        else:
            bits = self._bits[number]
        outer: cython.int = self._open
        self._tag[row] = number
        self._held[number] = 1
        self._parent[row] = outer
        self._depth[row] = 0
        self._foreign[row] = 0
        if outer >= 0:
            self._depth[row] = self._depth[outer] + 1
        self._first_text[row] = self._rows
        self._first_attribute[row] = self._attributes
        self._elements = row + 1
        self._open = row
        close: cython.Py_ssize_t = self._read_attributes(row, name_end)
        around: cython.int = 0
        if outer >= 0:
            around = self._foreign[outer]
        inner: cython.bint = around == _IN_SVG and not bits & _HOLDS_HTML and name_end - at - 1 != _LONG_HOLDER
        if inner or (around == 0 and number == _SVG):
            self._foreign[row] = _IN_SVG
        elif around or bits & _ROOT_OF_FOREIGN:
            name: str = self._markup[at + 1 : name_end].decode()
            self._foreign[row] = foreign_kind(name, self._encoding(row), around, self._other_names.get(outer, ""))
        if bits & _BREAKS:
            self._breaks = True
        if bits & _KEEPS_SPACE:
            self._outer.append(self._preformatted)
            self._preformatted = row
        if bits & (_VOID | _VERBATIM | _NEWLINE) and not self._foreign[row] & _FOREIGN:
            return self._after_start(close + 1, number, bits)
        return close + 1

    @cython.cfunc
    @cython.exceptval(-1)
    def _after_start(self, at: cython.Py_ssize_t, number: cython.int, bits: cython.int) -> cython.Py_ssize_t:
        """Read what follows the start tag of an element that is never closed or whose content is no usual markup."""
        if bits & _VOID:
            self._close()
        elif bits & _VERBATIM:
            end: cython.Py_ssize_t = self._verbatim_end(number, at)
            unclosed: cython.bint = self._mark_at >= at and end == self._mark_at + len(self._mark)
            if unclosed:
                self._marked = True
                end = self._mark_at
            if end > at and not (self._bytes[at] == _SET_ASIDE and self._take_up(at, end)):
                self._text(at, end, True)
            return end + len(self._mark) if unclosed else end
        elif at < self._size and self._bytes[at] == _LINE_END:
            return at + 1
        return at

    @cython.cfunc
    @cython.exceptval(check=False)
    def _number(
        self, table: cython.int, code: cython.int, start: cython.Py_ssize_t, end: cython.Py_ssize_t
    ) -> cython.int:
        """The number of a known name, given its hash and where it stands; -1 for others."""
        number: cython.int = self._slots[table + code]
        while number >= 0:
            if self._starts[number + 1] - self._starts[number] == end - start and self._is_named(number, start):
                return number
            code = (code + 1) & _MASK
            number = self._slots[table + code]
        return -1

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _is_named(self, number: cython.int, start: cython.Py_ssize_t) -> cython.bint:
        """Whether the letters of a known name stand somewhere; there is markup for all of them."""
        first: cython.Py_ssize_t = self._starts[number]
        size: cython.Py_ssize_t = self._starts[number + 1] - first
        if cython.compiled:
            return memcmp(cython.address(self._letters[first]), cython.address(self._bytes[start]), size) == 0
        return self._letters[first : first + size] == self._bytes[start : start + size]

    @cython.cfunc
    def _name_other(self, row: cython.int, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Keep the name of an element that has no number; its bits."""
        name = self._markup[start : min(end, start + _LONGEST_NAME)].decode("utf-8", "ignore")
        self._other_names[row] = name
        return _VOID if name in _OTHER_VOID else 0

    @cython.cfunc
    def _close(self) -> None:
        """The innermost open element ends."""
        row: cython.int = self._open
        if row < 0:
            return
        self._end[row] = self._elements
        self._end_text[row] = self._rows
        bits: cython.int = self._bits[self._tag[row]]
        if bits & _BREAKS:
            self._breaks = True
        if bits & _KEEPS_SPACE:
            self._preformatted = self._outer.pop()
        self._open = self._parent[row]

    @cython.cfunc
    @cython.exceptval(-1)
    def _read_attributes(self, row: cython.int, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Read ` name="value"` again and again; only the first character of a name can be an equals sign.

        Returns where the tag closes.
        """
        while at + 2 < self._size and self._bytes[at] == _BLANK:
            code: cython.int = self._bytes[at + 1] & _MASK
            equals: cython.Py_ssize_t = at + 2
            while equals < self._size and self._bytes[equals] != _EQUALS:
                code = (code * 31 + self._bytes[equals]) & _MASK
                equals += 1
            end: cython.Py_ssize_t = self._find(_QUOTE, min(equals + 2, self._size), self._size)
            number: cython.int = self._number(_OF_ATTRIBUTES, code, at + 1, equals) - _TAG_COUNT
            if number < 0:
                number = self._own_number(code, at + 1, equals)
            place: cython.int = self._attributes
            if place == len(self._name):
                self._make_room(3, 4)
            self._owner[place] = row
            self._name[place] = number
            self._value_start[place] = equals + 2
            self._value_end[place] = end
            self._attributes = place + 1
            at = end + 1
        return min(at, self._size)

    @cython.cfunc
    @cython.exceptval(-1)
    def _own_number(self, code: cython.int, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """The number of a name that is not known beforehand."""
        tries: cython.int = 0
        own: cython.int = self._own_slots[code]
        while own >= 0 and tries < _MOST_TRIES:
            if self._own_end[own] - self._own_start[own] == end - start and self._are_alike(
                self._own_start[own], start, end - start
            ):
                return own + _KNOWN_ATTRIBUTES
            code = (code + 1) & _MASK
            own = self._own_slots[code]
            tries += 1
        number: cython.int = self._attribute_numbers.setdefault(
            self._markup[start:end].decode(), len(self._attribute_numbers)
        )
        if own < 0 and number - _KNOWN_ATTRIBUTES < _MOST_OWN:
            own = number - _KNOWN_ATTRIBUTES
            self._own_slots[code] = own
            self._own_start[own] = start
            self._own_end[own] = end
        return number

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _are_alike(self, one: cython.Py_ssize_t, other: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.bint:
        """Whether the same bytes stand at two places."""
        if cython.compiled:
            return memcmp(cython.address(self._bytes[one]), cython.address(self._bytes[other]), size) == 0
        return self._bytes[one : one + size] == self._bytes[other : other + size]

    @cython.cfunc
    def _encoding(self, row: cython.int) -> str:
        """The attribute of that name of the last element so far."""
        place: cython.int
        for place in range(self._first_attribute[row], self._attributes):
            if self._name[place] == _ENCODING:
                return self._markup[self._value_start[place] : self._value_end[place]].decode()
        return ""

    @cython.cfunc
    @cython.exceptval(-1)
    def _verbatim_end(self, number: cython.int, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where the content of an element ends that is written as it is."""
        if number == _PLAINTEXT:  # nothing ends it but the end of the page, and tags in it are text
            last: cython.Py_ssize_t = self._markup.rfind(b"</plaintext>", 0, self._size)
            return self._size if last < at else last
        end: cython.Py_ssize_t = self._end_tag(number, at)
        if number == _SCRIPT and end < self._size:
            comment: cython.Py_ssize_t = self._comment_start(at, end)
            if comment < end:  # before it no tag of a script means anything, or the script would have ended there
                self._commented = True
                end = script_end(self._markup, comment, self._mark_at + len(self._mark))
        return self._size if end < at else end

    @cython.cfunc
    @cython.exceptval(check=False)
    def _end_tag(self, number: cython.int, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where the end tag of a known name stands next, the size of the markup for nowhere."""
        if not cython.compiled:
            end = self._markup.find(b"</" + TAGS[number].encode() + b">", at, self._size)
            return self._size if end < 0 else end
        after: cython.Py_ssize_t = self._starts[number + 1] - self._starts[number] + 2
        at = self._find(_LESS, at, self._size)
        while at + after < self._size:
            if self._bytes[at + 1] == _SLASH and self._bytes[at + after] == _GREATER and self._is_named(number, at + 2):
                return at
            at = self._find(_LESS, at + 1, self._size)
        return self._size

    @cython.cfunc
    @cython.exceptval(check=False)
    def _comment_start(self, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where `<!--` stands next before an end, which it is for nowhere."""
        if not cython.compiled:
            start = self._markup.find(b"<!--", at, end)
            return end if start < 0 else start
        while at + 3 < end:
            at = self._find(_BANG, at + 1, end - 2)
            if at < end - 2 and (
                self._bytes[at - 1] == _LESS and self._bytes[at + 1] == _DASH and self._bytes[at + 2] == _DASH
            ):
                return at - 1
        return end

    @cython.cfunc
    @cython.exceptval(check=False)
    def _comment_end(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where the next `-->` ends, the size of the markup for nowhere."""
        if not cython.compiled:
            end = self._markup.find(b"-->", at, self._size)
            return self._size if end < 0 else end + 3
        at = self._find(_GREATER, at + 2, self._size)
        while at < self._size and (self._bytes[at - 1] != _DASH or self._bytes[at - 2] != _DASH):
            at = self._find(_GREATER, at + 1, self._size)
        return min(at + 1, self._size)

    @cython.cfunc
    def _text(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t, verbatim: cython.bint) -> None:
        holder: cython.int = self._open
        if holder < 0:
            return
        bits: cython.int = self._bits[self._tag[holder]]
        unread: cython.bint = (bits & _UNREAD) != 0
        if bits & _IS_TITLE and self._parent[holder] >= 0:
            unread = (self._bits[self._tag[self._parent[holder]]] & _IS_HEAD) != 0
        solid: cython.Py_ssize_t = self._after_blanks(start, end)
        if solid == end and self._preformatted < 0:
            self._blank = self._blank or not unread
            return
        if unread and not self._may_be_blank(solid, end):
            self._code.append((self._rows, holder, start, end, verbatim))
            return
        data: str
        if verbatim or self._find(_AMPERSAND, solid, end) == end:
            data = self._markup[start:end].decode("utf-8")
        else:
            data = decoded(self._markup[start:end])
        if self._may_be_blank(solid, end) and data.isspace():
            if not unread:
                self._blank = True
                if self._preformatted >= 0:
                    self._blanks.append((self._preformatted, data))
        elif unread:
            self._code.append((self._rows, holder, start, end, verbatim))
        else:
            self._add_row(holder, data)

    @cython.cfunc
    def _take_up(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Note where the text is for which a number stands here; whether there is one."""
        place = self._aside.pop(self._markup[start + 1 : end], None)
        if place is None:
            return False
        self._code.append((self._rows, self._open, *place, True))
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def _after_blanks(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where something else than spaces, tabs and line ends begins, `end` for nowhere."""
        while start < end and (self._bytes[start] == _BLANK or 9 <= self._bytes[start] <= 13):
            start += 1
        return start

    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_be_blank(self, solid: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Whether a text may be blank, by its first byte that is not plainly so: an entity or a rare space may."""
        if solid == end:
            return True
        byte: cython.uchar = self._bytes[solid]
        return byte < _BLANK or byte == _AMPERSAND or byte >= _FIRST_BEYOND_ASCII

    @cython.cfunc
    def _add_row(self, holder: cython.int, data: str) -> None:
        row: cython.int = self._rows
        if row == len(self._spaced):
            self._make_room(4, 6)
        self._holder[row] = holder
        self._block[row] = 0
        if row > 0:
            self._block[row] = self._block[row - 1] + self._breaks
        self._spaced[row] = self._blank
        if self._blanks:
            self._fill_gap(row)
        self._breaks = False
        self._blank = False
        self._strings.append(data)
        self._rows = row + 1

    def _fill_gap(self, row: int) -> None:
        """White space between two rows of one preformatted element is content."""
        gap = "".join([data for element, data in self._blanks if element == self._preformatted])
        if gap and self._preformatted >= 0:
            self._gaps[row] = gap
        self._blanks.clear()

    def flat(self) -> Flat:
        """The tables, when everything is read."""
        while self._open >= 0:
            self._close()
        if self._elements == len(self._tag):
            self._make_room(0, 3)
        self._first_attribute[self._elements] = self._attributes
        elements, tag, _, attributes, texts, spaced = self._columns
        used = elements[:, : self._elements]
        parent, depth, end, first_text, end_text = used[0], used[1], used[2], used[3], used[4]
        used = attributes[:, : self._attributes]
        owner, name, value_start, value_end = used[0], used[1], used[2], used[3]
        used = texts[:, : self._rows]
        holder, block = used[0], used[1]
        first = elements[5, : self._elements + 1]
        table = AttributeTable(self._markup, first, owner, name, value_start, value_end, self._attribute_numbers)
        known = Elements(
            tag=tag[: self._elements],
            other_names=self._other_names,
            attrs=table,
            parent=parent,
            depth=depth,
            end=end,
            first_text=first_text,
            end_text=end_text,
        )
        known.__dict__["tags_held"] = self._tags_held
        return Flat(
            elements=known,
            strings=self._strings,
            parent=holder,
            block=block,
            spaced=spaced[: self._rows].view(np.bool_),
            code=Unread(self._markup, self._code),
            gaps=self._gaps,
            has_comment_in_script=self._commented,
            ended_in_script=self._marked,
            is_whole=not self._aside,
        )


def _longer(column: NDArray[Any]) -> NDArray[Any]:
    """The same numbers with room for twice as many."""
    return np.concatenate([column, np.empty_like(column)], axis=-1)
