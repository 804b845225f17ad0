# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Which texts say when: dates and words such as "yesterday" in plain letters, found without a regular expression.

Part of the kernel (see `kaensan.kernel`). Texts lie within the characters, and a letter that is looked up in the table
of stems has five bits.
"""

from __future__ import annotations

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

__all__ = ["ASK", "says_when"]

Longs = NDArray[np.int64]

ASK = 2
"""A text of which only a regular expression can tell whether it says when."""

_YES = cython.declare(cython.int, 1)
_ASK = cython.declare(cython.int, ASK)
_SHORTEST = cython.declare(cython.int, 4)  # characters of a text that may be a date …
_LONGEST = cython.declare(cython.int, 89)  # … with a few words around it
_LONGEST_WORD = cython.declare(cython.int, 11)  # characters of "yesterday" in any language
_AGO = cython.declare(cython.uint, 1 << 10 | 7 << 5 | 15)  # as the last three letters, five bits each
_DAY = cython.declare(cython.uint, 4 << 10 | 1 << 5 | 25)
_JAN = cython.declare(cython.uint, 10 << 10 | 1 << 5 | 14)
_JUI = cython.declare(cython.uint, 10 << 10 | 21 << 5 | 9)
_V, _L, _N = cython.declare(cython.uint, 22), cython.declare(cython.uint, 12), cython.declare(cython.uint, 14)
_TODAY, _YESTERDAY = (np.frombuffer(word.encode("utf-32-le"), np.uint32) for word in ("today", "yesterday"))


def says_when(codes: NDArray[np.uint32], begin: Longs, end: Longs, stems: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Per text 1 where it is short and holds a date or a word such as "yesterday", `ASK` where it may, and 0.

    Given are the characters of the page and where the texts begin and end in them, without white space around them.
    A date has digits apart by signs, or the name of a month beside a digit; `stems` are the first three letters of
    those of Latin letters (1), and three letters of other dates and days, which only patterns know (2). Of the scripts
    after Latin, Greek and Cyrillic only Han, kana and Hangul are known to have no further digits and words.
    """
    told = np.zeros(len(begin), np.uint8)
    if len(codes):
        _say_when(
            view(codes),
            view(begin),
            view(end),
            view(stems),
            view(_TODAY),
            view(_YESTERDAY),
            view(told),
        )
    return told


@cython.cfunc
def _say_when(
    codes: cython.const[cython.uint][::1],
    begin: cython.const[cython.longlong][::1],
    end: cython.const[cython.longlong][::1],
    stems: cython.const[cython.uchar][::1],
    today: cython.const[cython.uint][::1],
    yesterday: cython.const[cython.uint][::1],
    told: cython.uchar[::1],
) -> None:
    row: cython.Py_ssize_t
    with cython.nogil:
        for row in range(len(told)):
            first: cython.Py_ssize_t = begin[row]
            stop: cython.Py_ssize_t = end[row]
            if stop - first <= _LONGEST_WORD and _may_be_day(codes, first, stop, stems):
                told[row] = _ASK
            if not _SHORTEST <= stop - first <= _LONGEST or not _may_say_when(codes, first, stop, stems):
                continue
            if not _is_plain(codes, first, stop):
                told[row] = _ASK
            elif _has_date(codes, first, stop, stems, today, yesterday):
                told[row] = _YES
            elif _holds_other(codes, first, stop, stems):
                told[row] = _ASK


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _may_be_day(
    codes: cython.const[cython.uint][::1],
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    stems: cython.const[cython.uchar][::1],
) -> cython.bint:
    """Whether a short text may be a word such as "gestern": by its first letters, or any that are not Latin."""
    at: cython.Py_ssize_t
    last: cython.uint = 0
    for at in range(first, end):
        code: cython.uint = codes[at]
        if code >= 0xC0:
            return end - first > 1
        if at - first < 3:
            last = ((last & 0x3FF) << 5) | (code & 31)
    return end - first > 2 and (stems[last] & 2) != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _holds_other(
    codes: cython.const[cython.uint][::1],
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    stems: cython.const[cython.uchar][::1],
) -> cython.bint:
    """Whether a text holds three letters of the words by which dates are told that only patterns know."""
    at: cython.Py_ssize_t
    last: cython.uint = 0  # the last three letters, five bits each
    for at in range(first, end):
        code: cython.uint = codes[at]
        if not 97 <= code | 32 <= 122:
            last = 0
            continue
        last = ((last & 0x3FF) << 5) | (code & 31)
        if stems[last] & 2:
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _may_say_when(
    codes: cython.const[cython.uint][::1],
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    stems: cython.const[cython.uchar][::1],
) -> cython.bint:
    """Whether a text may hold a date or a word such as "yesterday", judged roughly by what it holds beside a digit."""
    at: cython.Py_ssize_t
    digits: cython.bint = False
    telling: cython.bint = False  # beside a digit
    after_digit: cython.bint = False
    last: cython.uint = 0  # the last three letters, five bits each
    for at in range(first, end):
        code: cython.uint = codes[at]
        if code >= 0x80:
            last = 0
            after_digit = False
            telling = True
            if code >= 0x660 and not (0x2000 <= code < 0xA600 or 0xAC00 <= code < 0xD7A4):
                return True
        elif 48 <= code <= 57:
            digits = True
            after_digit = True
            last = 0
        elif 97 <= code | 32 <= 122:
            after_digit = False
            last = ((last & 0x3FF) << 5) | (code & 31)
            if stems[last]:
                telling = True
            if last == _AGO or last == _DAY:  # noqa: SIM109 (a tuple would be made per letter)
                return True
        else:
            last = 0
            if after_digit and 45 <= code <= 58:  # one of - . / and :, digits apart
                telling = True
            after_digit = False
    return digits and telling


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_plain(codes: cython.const[cython.uint][::1], first: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Whether a text is of ASCII characters, and of others that are known to be no part of a word."""
    while first < end and (codes[first] < 0x80 or _is_sign(codes[first])):
        first += 1
    return first == end


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_sign(code: cython.uint) -> cython.bint:
    """Whether a character is a no-break space, a sign of money or rights, a dash, a quotation mark or a dot."""
    return 0xA0 <= code <= 0xA9 or 0x2010 <= code < 0x2028 or code == 0xAE or code == 0xB7 or code == 0x20AC


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_space(code: cython.uint) -> cython.bint:
    return code == 32 or 9 <= code <= 13 or 28 <= code <= 31 or code == 0xA0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_digit(code: cython.uint) -> cython.bint:
    return 48 <= code <= 57


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_wordly(code: cython.uint) -> cython.bint:
    """Whether a character is a letter, a digit or an underscore."""
    return 97 <= code | 32 <= 122 or 48 <= code <= 57 or code == 95


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _has_date(
    codes: cython.const[cython.uint][::1],
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    stems: cython.const[cython.uchar][::1],
    today: cython.const[cython.uint][::1],
    yesterday: cython.const[cython.uint][::1],
) -> cython.bint:
    """Whether a plain text holds a date, exactly as the regular expression `rows.DATE` finds it."""
    at: cython.Py_ssize_t
    last: cython.uint = 0  # the last three letters, five bits each
    for at in range(first, end):
        code: cython.uint = codes[at]
        if not 97 <= code | 32 <= 122:
            last = 0
            if _is_digit(code) and _starts_numbers(codes, at, end):
                return True
            continue
        last = ((last & 0x3FF) << 5) | (code & 31)
        if stems[last] & 1 and _names_month(codes, first, at, end, last):
            return True
        if last == _AGO and _is_alone(codes, first, at - 2, at + 1, end):
            return True
        if last == _DAY and (_ends_word(codes, first, at, end, today) or _ends_word(codes, first, at, end, yesterday)):
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _starts_numbers(
    codes: cython.const[cython.uint][::1], at: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.bint:
    """Whether a digit is the last of a number with a time or the rest of a date after it: 9:30, 1-2-03, 1.12.3."""
    if at + 3 >= end or not _is_digit(codes[at + 2]):
        return False
    sign: cython.uint = codes[at + 1]
    if sign == 58:
        return _is_digit(codes[at + 3])
    if not 45 <= sign <= 47:
        return False
    after: cython.Py_ssize_t = at + 4 if _is_digit(codes[at + 3]) else at + 3
    return after + 1 < end and 45 <= codes[after] <= 47 and _is_digit(codes[after + 1])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _names_month(
    codes: cython.const[cython.uint][::1],
    first: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    stem: cython.uint,
) -> cython.bint:
    """Whether a stem whose last letter is `at` begins the name of a month, with a digit before or after it."""
    fourth: cython.uint = 0
    if at + 1 < end and 97 <= codes[at + 1] | 32 <= 122:
        fourth = codes[at + 1] & 31
    if stem == _JUI:
        if fourth != _N and fourth != _L:
            return False
        return _after_digit(codes, first, at - 2) or _leads_to_digit(codes, at + 2, end)
    if _after_digit(codes, first, at - 2) or _leads_to_digit(codes, at + 1, end):
        return True
    return stem == _JAN and fourth == _V and _leads_to_digit(codes, at + 2, end)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _after_digit(codes: cython.const[cython.uint][::1], first: cython.Py_ssize_t, at: cython.Py_ssize_t) -> cython.bint:
    """Whether a digit and at most three spaces come before `at`."""
    spaces: cython.int = 0
    at -= 1
    while at >= first and spaces < 3 and _is_space(codes[at]):
        at -= 1
        spaces += 1
    return at >= first and _is_digit(codes[at])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _leads_to_digit(
    codes: cython.const[cython.uint][::1], at: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.bint:
    """Whether from `at` on come at most eight letters, perhaps a stop, at most three spaces, and a digit."""
    count: cython.int = 0
    while at < end and _is_wordly(codes[at]):
        if _is_digit(codes[at]):
            return True
        at += 1
        count += 1
        if count > 8:
            return False
    if at < end and codes[at] == 46:
        at += 1
    count = 0
    while at < end and count < 3 and _is_space(codes[at]):
        at += 1
        count += 1
    return at < end and _is_digit(codes[at])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_alone(
    codes: cython.const[cython.uint][::1],
    first: cython.Py_ssize_t,
    begin: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
) -> cython.bint:
    """Whether some letters of a text are a whole word."""
    if begin > first and _is_wordly(codes[begin - 1]):
        return False
    return stop >= end or not _is_wordly(codes[stop])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _ends_word(
    codes: cython.const[cython.uint][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    word: cython.const[cython.uint][::1],
) -> cython.bint:
    """Whether the letter `last` of a text ends a word, and this one."""
    begin: cython.Py_ssize_t = last + 1 - len(word)
    at: cython.Py_ssize_t
    if begin < first:
        return False
    for at in range(len(word)):
        if codes[begin + at] | 32 != word[at]:
            return False
    return _is_alone(codes, first, begin, last + 1, end)
