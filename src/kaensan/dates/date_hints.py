# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Which texts may hold a date, at one look at each letter.

Part of the kernel (see `kaensan.kernel`). Spans of texts lie in the codes, and three letters of five bits are below the
length of the table, so no index leaves its column.
"""

from __future__ import annotations

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

from kaensan.dates.first_letters import stem_table
from kaensan.dates.months import MONTHS

__all__ = [
    *("ANY_SHAPE", "MONTH", "MONTH_BETWEEN", "MONTH_FIRST", "NUMBERED", "PARTED", "WHOLE"),
    *("Digits", "date_shapes", "days_behind_months", "find_digits", "text_shapes"),
]

NUMBERED = 1
"""Three digits or more: fewer are no date."""
MONTH_BETWEEN = 2
"""The name of a month may be there between two numbers: one of their beginnings is."""
PARTED = 4
"""Two signs that are the same between three numbers, as in 3/4/2021."""
WHOLE = 8
"""Eight digits in a row."""
MONTH_FIRST = 16
"""The name of a month may be there before a day and a year."""
MONTH = MONTH_BETWEEN | MONTH_FIRST
ANY_SHAPE = MONTH | PARTED | WHOLE
"""One of which every date has; a text with a letter or digit beyond ASCII may have them all."""

_STEMS = stem_table(" ".join(sorted({name[:3] for name in MONTHS if name[:3].isascii()})))
"""how the months begin that do so with Latin letters; the others have a letter beyond ASCII"""
_FEWEST = cython.declare(cython.int, 3)
_SIGNS = cython.declare(cython.int, 2)
_RUN = cython.declare(cython.int, 8)
_BEFORE = cython.declare(cython.int, 12)  # letters and signs from the last digit before a month to its third letter
_AFTER = cython.declare(cython.int, 20)  # and from that letter to the next digit, which there must be
_DAY_AND_YEAR = cython.declare(cython.int, 5)  # digits behind a month that no number stands before
_FAR = cython.declare(cython.int, 1 << 30)  # more than any text has
_NUMBERED = cython.declare(cython.int, NUMBERED)
_MONTH = cython.declare(cython.int, MONTH)
_MONTH_DIGITS = cython.declare(cython.int, 2)  # of the number between two signs
_FIRST_DIGIT = cython.declare(cython.uint, 0x660)  # the first character beyond ASCII that is a decimal digit
_MONTH_BETWEEN = cython.declare(cython.int, MONTH_BETWEEN)
_MONTH_FIRST = cython.declare(cython.int, MONTH_FIRST)
_PARTED = cython.declare(cython.int, PARTED)
_WHOLE = cython.declare(cython.int, WHOLE)
_ANY_SHAPE = cython.declare(cython.int, ANY_SHAPE)


@cython.final
@cython.cclass
class _Look:
    """What was seen of a text so far."""

    shapes: cython.int
    digits: cython.int
    run: cython.int
    signs: cython.int
    sign: cython.uint
    signed: cython.uint
    number: cython.int
    last: cython.uint
    letters: cython.int
    glued: cython.bint
    since_digit: cython.int
    since_month: cython.int
    between: cython.bint
    before_day: cython.int
    in_rows: cython.bint
    stems: cython.const[cython.uchar][::1]

    def __init__(self, in_rows: bool) -> None:
        """`in_rows` tells whether texts are rows one after another, between which a blank may have to be thought."""
        self.in_rows = in_rows
        self.stems = memoryview(_STEMS)
        self.clear()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def clear(self) -> cython.void:
        """Start with another text."""
        self.shapes = self.digits = self.run = 0
        self.signs = 0  # between the numbers up to here that only single signs part, all the same …
        self.sign = 0  # … namely this one
        self.signed = 0  # the sign that came after a digit, where nothing but space has since
        self.number = 0  # digits of the number before it
        self.last = 0  # the last three letters, five bits each
        self.letters = 0  # of the word up to here
        self.glued = False  # whether that word follows a digit without a gap
        self.since_digit = self.since_month = _FAR  # letters and signs since then
        self.between = False  # whether a digit came near before the last month
        self.before_day = _FAR  # digits before the first that may be the day behind a month

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def see(self, code: cython.uint) -> cython.void:
        """Look at the next letter."""
        if 48 <= code <= 57:
            self._see_digit()
            return
        if self.run >= _RUN:
            self.shapes |= _WHOLE
        if code > 32:
            self.since_digit += 1
            self.since_month += 1
        if 97 <= code | 32 <= 122 and code < 0x80:
            self._see_letter(code)
        else:
            self.last = 0
            self.letters = 0
            if code >= 0x80:
                self._see_beyond(code)
            elif 45 <= code <= 47:
                self.signed = code if self.run > 0 else 0
                self.number = self.run
            elif code > 32:
                self.signed = 0
        self.run = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _see_letter(self, code: cython.uint) -> cython.void:
        if self.letters == 0:
            self.glued = self.run > 0
        self.letters += 1
        self.last = ((self.last & 0x3FF) << 5) | (code & 31)
        # A month begins a word, or follows the two letters that an ordinal number ends with.
        if self.stems[self.last] and (self.letters == 3 or (self.letters == 5 and self.glued) or self.in_rows):
            self.between = self.since_digit <= _BEFORE or (self.between and self.since_month <= _AFTER)
            self.since_month = 0
        self.signed = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _see_beyond(self, code: cython.uint) -> cython.void:
        """Look at a character beyond ASCII."""
        if not _is_neutral(code):
            self.shapes |= _any_shape(code)
            self.signed = 0
        if 0xE50 <= code <= 0xE59:  # Thai digits
            self.digits += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _see_digit(self) -> cython.void:
        if self.run == 0:
            if self.signed == 0:
                self.signs = 0
            elif self.signed == self.sign and self.number <= _MONTH_DIGITS:
                self.signs += 1
            else:
                self.signs = 1
            self.sign = self.signed
            if self.signs >= _SIGNS:
                self.shapes |= _PARTED
        if self.since_month <= _AFTER:
            if self.between:
                self.shapes |= _MONTH_BETWEEN
            self.before_day = min(self.before_day, self.digits)
        self.digits += 1
        self.run += 1
        self.last = 0
        self.letters = 0
        self.signed = 0
        self.since_digit = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def found(self) -> cython.int:
        """The shapes of the text."""
        if self.digits < _FEWEST:
            return 0
        if self.run >= _RUN:
            self.shapes |= _WHOLE
        if self.digits - self.before_day >= _DAY_AND_YEAR:
            self.shapes |= _MONTH_FIRST
        return self.shapes | _NUMBERED


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_neutral(code: cython.uint) -> cython.bint:
    """Whether a character beyond ASCII is a common sign or space: no letter, and no digit in any script."""
    if code < 0xC0:
        return code >= 0xA0
    return (
        0x2000 <= code <= 0x206F  # punctuation
        or 0x20A0 <= code <= 0x20CF  # currencies
        or code == 0x2122
        or 0x2190 <= code <= 0x2BFF  # arrows, frames and other symbols
        or 0x1F000 <= code <= 0x1FAFF  # pictures
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _any_shape(code: cython.uint) -> cython.int:
    """What a text with a letter or digit beyond ASCII may hold: before the Arabic digits there are letters only."""
    return _MONTH if code < _FIRST_DIGIT else _ANY_SHAPE


def date_shapes(
    codes: NDArray[np.uint32],
    start: NDArray[np.int64],
    length: NDArray[np.int64] | None = None,
    line: int = 0,
    opening: int = 0,
) -> NDArray[np.uint8]:
    """The shapes of dates that texts may hold, with `NUMBERED`; 0 for one with fewer digits than a date has.

    Where the lengths of the texts are given, shapes are looked for in the first `opening` characters only of one that
    is longer than a `line`.
    """
    shapes = np.zeros(len(start) - 1, np.uint8)
    if len(codes):
        if length is None:
            length = np.zeros(len(shapes), np.int64)
        _see_all(view(codes), view(start), view(length), (line, opening), view(shapes), _Look(True))
    return shapes


@cython.cfunc
def _see_all(
    codes: cython.const[cython.uint][::1],
    start: cython.const[cython.longlong][::1],
    length: cython.const[cython.longlong][::1],
    bounds: tuple[int, int],
    shapes: cython.uchar[::1],
    look: _Look,
) -> None:
    text: cython.Py_ssize_t
    line: cython.longlong = bounds[0]
    opening: cython.longlong = bounds[1]
    with cython.nogil:
        for text in range(len(shapes)):
            if _count_digits(codes, start[text], start[text + 1]) < _FEWEST:
                continue
            look.clear()
            left: cython.longlong = _FAR if length[text] <= line else opening
            _see_some(codes, start[text], start[text + 1], left, look)
            shapes[text] = cython.cast(cython.uchar, look.found() | _NUMBERED)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count_digits(
    codes: cython.const[cython.uint][::1], first: cython.longlong, end: cython.longlong
) -> cython.longlong:
    digits: cython.longlong = 0
    at: cython.longlong
    for at in range(first, end):  # without a branch, so that a processor counts several at once
        code: cython.uint = codes[at]
        digits += ((code >= 48) & (code <= 57)) | ((code >= 0xE50) & (code <= 0xE59))
    return digits


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _see_some(
    codes: cython.const[cython.uint][::1],
    first: cython.longlong,
    end: cython.longlong,
    left: cython.longlong,
    look: _Look,
) -> cython.void:
    """Look at the letters of a text until so many ASCII characters that can be seen are behind."""
    at: cython.longlong
    for at in range(first, end):
        look.see(codes[at])
        left -= (codes[at] > 32) & (codes[at] < 0x7F)
        if left == 0:
            break


def text_shapes(text: str) -> int:
    """The same for one text; any digit beyond ASCII may count.

    >>> text_shapes("3 May 2021") == NUMBERED | MONTH_BETWEEN
    True
    >>> text_shapes("12 pages"), text_shapes("1,200 pages")
    (0, 1)
    """
    look: _Look = _Look(False)
    letter: cython.Py_UCS4
    for letter in text:
        code: cython.uint = ord(letter)
        if code >= _FIRST_DIGIT and not _is_neutral(code):
            return _NUMBERED | _ANY_SHAPE
        look.see(code)
    return look.found()


def days_behind_months(text: str) -> tuple[list[tuple[int, int, int, int, int]], int]:
    """The days that follow a word and that a year follows: “May 3rd, 2021”; and where the last digit ends.

    Each with where it starts and ends, its year, its month, 0 where the word is none, and its day. Digits are ASCII.

    >>> days_behind_months("on May 3rd, 2021 at 2:05"), days_behind_months("May 3 and 2021")
    (([(3, 16, 2021, 5, 3)], 24), ([], 14))
    """
    days: list = []
    length: cython.Py_ssize_t = len(text)
    at: cython.Py_ssize_t = 0
    last: cython.Py_ssize_t = 0
    while at < length:
        if not _is_digit(text[at]):
            at += 1
            continue
        begin: cython.Py_ssize_t = at
        at = last = _digits_end(text, at)
        if at - begin <= _DAY_DIGITS:
            year: cython.Py_ssize_t = _year_behind(text, at)
            word: cython.Py_ssize_t = _word_before(text, begin) if year >= 0 else -1
            if word >= 0:
                month: int = MONTHS.get(text[word : _word_end(text, word)].lower(), 0)
                days.append(
                    (word, year + _YEAR_DIGITS, int(text[year : year + _YEAR_DIGITS]), month, int(text[begin:at]))
                )
                at = last = year + _YEAR_DIGITS
    return days, last


_DAY_DIGITS = cython.declare(cython.Py_ssize_t, 2)
_YEAR_DIGITS = cython.declare(cython.Py_ssize_t, 4)
_SHORTEST_WORD = cython.declare(cython.Py_ssize_t, 3)
_LONGEST_WORD = cython.declare(cython.Py_ssize_t, 12)  # letters of a word that may name a month
_GAP = cython.declare(cython.Py_ssize_t, 3)  # blanks and signs between the parts of a date


@cython.cfunc
@cython.exceptval(check=False)
def _is_digit(letter: cython.Py_UCS4) -> cython.bint:
    return 48 <= ord(letter) <= 57


@cython.cfunc
@cython.exceptval(check=False)
def _is_blank_or_dash(letter: cython.Py_UCS4) -> cython.bint:
    return ord(letter) == 45 or letter.isspace()


@cython.cfunc
@cython.exceptval(check=False)
def _is_of_word(letter: cython.Py_UCS4) -> cython.bint:
    """What a pattern takes for a letter: all that is of a word, but digits and the low line."""
    return letter.isalnum() and not letter.isdecimal()


@cython.cfunc
def _digits_end(text: str, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    while at < len(text) and _is_digit(text[at]):
        at += 1
    return at


@cython.cfunc
def _word_end(text: str, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    while at < len(text) and _is_of_word(text[at]):
        at += 1
    return at


@cython.cfunc
def _year_behind(text: str, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where the year behind a day starts, that ends here; -1 for none."""
    if text[at : at + 2] in ("st", "nd", "rd", "th"):
        at += 2
    most: cython.Py_ssize_t = _GAP
    if at < len(text) and text[at] == ",":
        most += 1
    start: cython.Py_ssize_t = at
    while at < len(text) and (text[at] == "," or _is_blank_or_dash(text[at])):
        at += 1
    if not 1 <= at - start <= most or _digits_end(text, at) - at != _YEAR_DIGITS:
        return -1
    return at


@cython.cfunc
def _word_before(text: str, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where the word before a day starts, that starts here; -1 for none."""
    end: cython.Py_ssize_t = at
    while at > 0 and _is_blank_or_dash(text[at - 1]):
        at -= 1
    if not 1 <= end - at <= _GAP:
        return -1
    if at > 0 and text[at - 1] == ".":
        at -= 1
    end = at
    while at > 0 and _is_of_word(text[at - 1]):
        at -= 1
    return at if _SHORTEST_WORD <= end - at <= _LONGEST_WORD else -1


class Digits(NamedTuple):
    """Where the digits of a text stand, in whatever script."""

    first: int
    end: int
    """one past the last"""
    longest: int
    """digits of the longest row of them"""


def find_digits(text: str) -> Digits:
    """The first and the last digit of a text, and how many stand in a row; nothing is found at its end.

    >>> find_digits("on 3 May 2021."), find_digits("none")
    (Digits(first=3, end=13, longest=4), Digits(first=4, end=4, longest=0))
    """
    first: cython.Py_ssize_t = len(text)
    end: cython.Py_ssize_t = len(text)
    longest: cython.Py_ssize_t = 0
    run: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t
    for at in range(len(text)):
        letter: cython.Py_UCS4 = text[at]
        if 48 <= ord(letter) <= 57 or (ord(letter) >= 0x80 and letter.isdecimal()):
            run += 1
            longest = max(longest, run)
            first = min(first, at)
            end = at + 1
        else:
            run = 0
    return Digits(first, end, longest)
