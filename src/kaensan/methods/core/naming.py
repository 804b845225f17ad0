# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The words in the class, id, role and itemprop attributes of a page, looked up in the vocabulary.

Part of the kernel (see `kaensan.kernel`). A word is a run of small letters, with a capital before it or not, or a run
of capitals: `postBody` and `post-body` are the same two words. Each distinct attribute value is cut once.

Positions in a value are below its length, slots are taken modulo the size of their table, and rows of elements and
values are those that `named_values` gave out.
"""

from __future__ import annotations

import re
from itertools import repeat
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

if cython.compiled:
    from cython.cimports.kaensan.page.views import view
else:
    from kaensan.page.views import view

from kaensan.page.attributes import unescaped
from kaensan.page.elements import Elements
from kaensan.page.named_values import NamedValues

__all__ = ["Names", "WordTable", "element_scores", "read_names", "word_table", "words_of"]

_SHORT = cython.declare(cython.Py_ssize_t, 7)  # letters of a word that are its key; the first byte of it is free then
_IS_LONG = cython.declare(cython.ulonglong, 0xFF00000000000000)  # the first byte of the keys of longer words
_MIX = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)  # spreads keys: 2⁶⁴ divided by the golden ratio
_WRAP = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_AMPERSAND = cython.declare(cython.int, ord("&"))  # the sign of what the parser escapes …
_NO_SIGN = cython.declare(cython.int, -1)  # … and no sign: no byte of a text
_LONGEST = 500  # characters of a value that a pattern is looked for in
_KINDS = 3  # scores of a word


class WordTable(NamedTuple):
    """Words of a vocabulary by their letters: a table with open addressing, at most half full."""

    slots: NDArray[np.uint64]
    """the key of a word, see `_key`, and its number, in the slot that the key points to, or in the next free one; a key
    of 0 for none"""
    letters: bytes
    """all words in a row"""
    start: NDArray[np.int32]
    """where each begins, and where the last one ends"""
    score: NDArray[np.float64]
    """a row per word: what it says of its element, and its number in the vocabulary as a word that tells the type of a
    page, -1 for none"""
    size: int
    """how many words the vocabulary has"""


def word_table(words: dict[str, int], score: NDArray[np.float32]) -> WordTable:
    """The table of the plain words of a vocabulary, `c:` before them or not."""
    own = [word for word in words if word.isalpha() and word.isascii()]
    telling = {word[2:]: number for word, number in words.items() if word.startswith("c:")}
    plain = list(dict.fromkeys([*own, *(word for word in telling if word.isalpha() and word.isascii())]))
    slots = np.zeros((1 << (2 * len(plain) + 1).bit_length(), 2), np.uint64)
    letters = "".join(plain).encode()
    start = np.zeros(len(plain) + 1, np.int32)
    np.cumsum(np.fromiter(map(len, plain), np.int32, len(plain)), out=start[1:])
    _fill_slots(view(slots), letters, view(start))
    unknown = len(score)
    number = np.fromiter(map(words.get, plain, repeat(unknown)), np.int64, len(plain))
    said = np.empty((len(plain), _KINDS + 1))
    said[:, :_KINDS] = np.vstack([score, np.zeros((1, _KINDS), np.float32)])[number]
    said[:, _KINDS] = np.fromiter(map(telling.get, plain, repeat(-1)), np.int32, len(plain))
    return WordTable(slots, letters, start, said, len(words))


@cython.cfunc
def _fill_slots(slots: cython.ulonglong[:, ::1], letters: bytes, start: cython.const[cython.int][::1]) -> None:
    """Put every word where `_NameReader._look_up` will look for it."""
    mask: cython.Py_ssize_t = len(slots) - 1
    word: cython.Py_ssize_t
    for word in range(len(start) - 1):
        key: cython.ulonglong = _key(letters, start[word], start[word + 1])
        slot: cython.Py_ssize_t = _slot(key, mask)
        while slots[slot, 0] != 0:
            slot = (slot + 1) & mask
        slots[slot, 0] = key
        slots[slot, 1] = word


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _key(letters: cython.p_char, first: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.ulonglong:
    """A number for a word, in letters of either case: its letters themselves where these fit, else rarely another's."""
    key: cython.ulonglong = 0
    at: cython.Py_ssize_t
    if end - first <= _SHORT:
        for at in range(first, end):
            key = key << 8 | (letters[at] | 32)
        return key
    for at in range(first, end):
        key = ((key ^ (letters[at] | 32)) * _MIX) & _WRAP
    return key | _IS_LONG


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _slot(key: cython.ulonglong, mask: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where to look for a key first."""
    return cython.cast(cython.Py_ssize_t, ((key * _MIX) & _WRAP) >> 32) & mask


class Names(NamedTuple):
    """What the names of a page's elements say."""

    named: NamedValues
    """the values themselves, classes first"""
    score: NDArray[np.float64]
    """the sum of the scores of its words, a row per value"""
    told: NDArray[np.uint64]
    """a byte for every word of the vocabulary, in whole eights: 1 for those that tell the type of the page"""
    words: int
    """how many words there are, known or not"""

    def elements(self, pattern: re.Pattern[str], numbers: NDArray[np.intp], size: int) -> NDArray[np.bool_] | None:
        """Which of `size` elements have a value that the pattern is found in, one of those with the given numbers.

        None where no element has.
        """
        if not len(numbers):
            return None
        named = self.named
        hit = np.zeros(len(named), np.bool_)
        for number in numbers.tolist():
            value = named.markup[named.begin[number] : named.end[number]]
            hit[number] = pattern.search(unescaped(value.decode("utf-8", "ignore"))[:_LONGEST]) is not None
        if not hit.any():
            return None
        marked = np.zeros(size, np.bool_)
        marked[named.owner[hit[named.value]]] = True
        return marked

    @property
    def classes(self) -> int:
        """How many elements have a class."""
        return self.named.start[1]


def read_names(elements: Elements, table: WordTable) -> Names:
    """Cut the names of all elements into words and look these up."""
    named = elements.named
    per_value = np.zeros((len(named), _KINDS))
    told = np.zeros(table.size // 8 + 1, np.uint64)
    reader = _NameReader(table, per_value, told.view(np.uint8))
    reader.read(named.markup, view(named.begin), view(named.end))
    return Names(named, per_value, told, reader.words())


def element_scores(
    names: Names, tag_score: NDArray[np.float32], tag: NDArray[np.int16], parent: NDArray[np.int32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The scores of every element, of its tag and its names, and their sums over itself and the elements around it."""
    own, path = np.empty((len(tag), _KINDS), np.float32), np.empty((len(tag), _KINDS), np.float32)
    sums = np.zeros((len(tag), _KINDS))
    named = names.named
    _add_up(view(named.owner), view(named.value), view(names.score), view(sums))
    _add_down(
        view(tag_score),
        view(tag),
        view(parent),
        view(sums),
        view(own),
        view(path),
    )
    return own, path


@cython.cfunc
def _add_up(
    owner: cython.int[::1], value: cython.int[::1], per_value: cython.double[:, ::1], score: cython.double[:, ::1]
) -> None:
    at: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(owner)):
            score[owner[at], 0] += per_value[value[at], 0]
            score[owner[at], 1] += per_value[value[at], 1]
            score[owner[at], 2] += per_value[value[at], 2]


@cython.cfunc
def _add_down(
    tag_score: cython.const[cython.float][:, ::1],
    tag: cython.const[cython.short][::1],
    parent: cython.const[cython.int][::1],
    sums: cython.double[:, ::1],
    own: cython.float[:, ::1],
    path: cython.float[:, ::1],
) -> None:
    """Turn the scores of names into those of elements, and then into sums along paths, parents first."""
    row: cython.Py_ssize_t
    kind: cython.Py_ssize_t
    with cython.nogil:
        for row in range(len(tag)):
            around: cython.Py_ssize_t = parent[row]
            for kind in range(3):
                own[row, kind] = tag_score[tag[row], kind] + sums[row, kind]
            if around < 0:
                for kind in range(3):
                    sums[row, kind] = own[row, kind]
            else:
                for kind in range(3):
                    sums[row, kind] = own[row, kind] + sums[around, kind]
            for kind in range(3):
                path[row, kind] = sums[row, kind]


def words_of(text: bytes) -> list[str]:
    """The words of an attribute value as it stands in the markup, in lower case.

    >>> words_of(b"postBody HTML-comment2 x")
    ['post', 'body', 'html', 'comment', 'x']
    """
    text = _plain(text)
    letters: cython.p_char = text
    size: cython.Py_ssize_t = len(text)
    words = []
    first: cython.Py_ssize_t = _word_start(letters, 0, size)
    while first < size:
        end: cython.Py_ssize_t = _word_end(letters, first, size)
        words.append(text[first:end].decode().lower())
        first = _word_start(letters, end, size)
    return words


def _plain(text: bytes) -> bytes:
    return unescaped(text.decode("utf-8", "ignore")).encode() if b"&" in text else text


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _word_start(letters: cython.p_char, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where the next word begins, the length of the text for none; a single capital is no word."""
    while at < size:
        if 97 <= letters[at] <= 122:
            return at
        if 65 <= letters[at] <= 90 and at + 1 < size and (65 <= letters[at + 1] <= 90 or 97 <= letters[at + 1] <= 122):
            return at
        at += 1
    return size


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _word_end(letters: cython.p_char, first: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where a word ends: with its small letters, or with its capitals where it has more than one."""
    at: cython.Py_ssize_t = first + 1
    if 65 <= letters[first] <= 90 and at < size and 65 <= letters[at] <= 90:
        while at < size and 65 <= letters[at] <= 90:
            at += 1
        return at
    while at < size and 97 <= letters[at] <= 122:
        at += 1
    return at


@cython.final
@cython.cclass
class _NameReader:
    """Adds up the scores of the words of values, and marks those that tell the type of a page."""

    _sums: cython.double[:, ::1]
    _told: cython.uchar[::1]
    _words: cython.Py_ssize_t
    _slots: cython.const[cython.ulonglong][:, ::1]
    _letters: bytes
    _start: cython.const[cython.int][::1]
    _score: cython.const[cython.double][:, ::1]
    _mask: cython.Py_ssize_t

    def __init__(self, table: WordTable, sums: NDArray[np.float64], told: NDArray[np.uint8]) -> None:
        self._sums = view(sums)
        self._told = view(told)
        self._words = 0
        self._slots, self._letters, self._start = view(table.slots), table.letters, view(table.start)
        self._score = view(table.score)
        self._mask = len(table.slots) - 1

    def read(self, markup: bytes, begin: cython.int[::1], end: cython.int[::1]) -> None:
        """Add up the words of each value, given where they stand in the markup."""
        number: cython.Py_ssize_t
        for number in range(len(begin)):
            first: cython.Py_ssize_t = begin[number]
            last: cython.Py_ssize_t = end[number]
            if not self._add_words(markup, first, last, number, _AMPERSAND):
                plain: bytes = _plain(markup[first:last])
                self._add_words(plain, 0, len(plain), number, _NO_SIGN)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _add_words(
        self,
        letters: cython.p_char,
        at: cython.Py_ssize_t,
        size: cython.Py_ssize_t,
        number: cython.Py_ssize_t,
        escape: cython.int,
    ) -> cython.bint:
        """Add up the scores of the words of a value, which ends at `size`; whether there is no sign of an escape.

        A word is found, and its key made as `_key` has it, at one look at each letter.
        """
        prose: cython.double = 0.0
        talk: cython.double = 0.0
        goods: cython.double = 0.0
        words: cython.Py_ssize_t = 0
        while at < size:
            letter: cython.int = letters[at]
            if not 97 <= letter <= 122:
                if letter == escape:
                    return False
                if not 65 <= letter <= 90 or at + 1 == size or not 97 <= letters[at + 1] | 32 <= 122:
                    at += 1
                    continue
            lowest: cython.int = 97
            if letter < 97 and letters[at + 1] < 97:  # a run of capitals
                lowest = 65
            first: cython.Py_ssize_t = at
            key: cython.ulonglong = letter | 32
            mixed: cython.ulonglong = (key * _MIX) & _WRAP
            at += 1
            while at < size and lowest <= letters[at] <= lowest + 25:
                letter = letters[at] | 32
                key = (key << 8 | letter) & _WRAP
                mixed = ((mixed ^ letter) * _MIX) & _WRAP
                at += 1
            words += 1
            word: cython.Py_ssize_t = self._look_up(
                key if at - first <= _SHORT else mixed | _IS_LONG, letters, first, at
            )
            if word >= 0:
                prose += self._score[word, 0]
                talk += self._score[word, 1]
                goods += self._score[word, 2]
                if self._score[word, 3] >= 0:
                    self._told[cython.cast(cython.Py_ssize_t, self._score[word, 3])] = 1
        self._words += words
        self._sums[number, 0] = prose
        self._sums[number, 1] = talk
        self._sums[number, 2] = goods
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def _look_up(
        self, key: cython.ulonglong, letters: cython.p_char, first: cython.Py_ssize_t, end: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """The number of a word, given its key, letters of either case alike; -1 where it is not known."""
        slot: cython.Py_ssize_t = _slot(key, self._mask)
        while self._slots[slot, 0] != 0:
            if self._slots[slot, 0] == key:
                word: cython.Py_ssize_t = self._slots[slot, 1]
                if end - first <= _SHORT or self._is(word, letters, first, end):
                    return word
            slot = (slot + 1) & self._mask
        return -1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is(
        self, word: cython.Py_ssize_t, letters: cython.p_char, first: cython.Py_ssize_t, end: cython.Py_ssize_t
    ) -> cython.bint:
        """Whether a word has these letters, of either case."""
        known: cython.p_char = self._letters
        start: cython.Py_ssize_t = self._start[word]
        if self._start[word + 1] - start != end - first:
            return False
        at: cython.Py_ssize_t = 0
        while at < end - first and known[start + at] == (letters[first + at] | 32):
            at += 1
        return at == end - first

    def words(self) -> int:
        """How many words were cut."""
        return self._words
