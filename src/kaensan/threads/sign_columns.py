# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The loops that fill the features of the short texts beside posts, see `post_features`.

Part of the kernel (see `kaensan.kernel`). A feature is a row of `out`, a text a column. Rows, elements, posts, numbers
of texts and numbers of places are below the lengths of their columns by construction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from kaensan.page.word_search import WordSearch

__all__ = ["SOME", "are_labels", "fill_equal", "fill_kinds", "fill_places", "fill_shapes", "fill_stands", "which_speak"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]

SOME = 8
"""so many equal texts, or texts in one place, are many"""
_SOME = cython.declare(cython.int, SOME)


def fill_shapes(texts: list[str], out: Floats) -> list[int]:
    """Of every text its length, the shares of letters and of digits, its words, and whether it ends like a label.

    The numbers of the texts with digits are returned.
    """
    length: cython.double[::1] = view(out[0])
    letters: cython.double[::1] = view(out[1])
    digits: cython.double[::1] = view(out[2])
    words: cython.double[::1] = view(out[3])
    label: cython.double[::1] = view(out[4])
    numbered: list = []
    at: cython.Py_ssize_t
    text: str
    for at in range(len(texts)):
        text = texts[at]
        alphas: cython.Py_ssize_t = 0
        numerals: cython.Py_ssize_t = 0
        blanks: cython.Py_ssize_t = 0
        letter: cython.Py_UCS4 = " "
        for letter in text:
            if letter == " ":
                blanks += 1
            elif letter.isalpha():
                alphas += 1
            if letter.isdigit():
                numerals += 1
        size: cython.double = len(text)
        length[at] = size
        size = size if size > 1 else 1.0
        letters[at] = alphas / size
        digits[at] = numerals / size
        words[at] = blanks + 1
        label[at] = letter == ":" or letter == "："
        if numerals:
            numbered.append(at)
    return numbered


def which_speak(texts: list[str], latin: WordSearch, of_any: WordSearch, plain: dict[int, int]) -> list[bool]:
    """Which of some texts hold a word, whatever its case: one of `latin` where a text is of ASCII characters alone.

    `plain` are the letters to take for others.
    """
    found: list = []
    text: str
    for text in texts:
        if text.isascii():
            found.append(latin.is_within(text.lower()))
        else:
            found.append(of_any.is_within(text.translate(plain).lower()))
    return found


def are_labels(texts: list[str]) -> list[bool]:
    """Which of some texts end with a colon.

    >>> are_labels(["Posted by: ", "Posted: today"])
    [True, False]
    """
    found: list = []
    text: str
    for text in texts:
        end: cython.Py_ssize_t = len(text)
        while end > 0 and text[end - 1].isspace():
            end -= 1
        found.append(end > 0 and (text[end - 1] == ":" or text[end - 1] == "："))
    return found


def fill_kinds(
    own: Ints,
    elements: tuple[NDArray[np.int16], Ints, Ints],
    families: NDArray[np.uint8],
    parts: int,
    out: Floats,
) -> None:
    """Of every text the family of the element around it, and of the two above that; then parts of names alike.

    `elements` are their tags, the kinds of words in their names, and their parents; `families` has a row per family, a
    column per tag.
    """
    tag, kinds, parent = elements
    if len(own):
        _fill_kinds(view(own), view(tag), view(kinds), view(parent), view(families), parts, view(out))


@cython.cfunc
def _fill_kinds(
    own: cython.const[cython.int][::1],
    tag: cython.const[cython.short][::1],
    kinds: cython.const[cython.int][::1],
    parent: cython.const[cython.int][::1],
    families: cython.const[cython.uchar][:, ::1],
    parts: cython.int,
    out: cython.double[:, ::1],
) -> None:
    at: cython.Py_ssize_t
    one: cython.Py_ssize_t
    two: cython.Py_ssize_t
    family: cython.Py_ssize_t
    part: cython.int
    many: cython.Py_ssize_t = families.shape[0]
    with cython.nogil:
        for at in range(len(own)):
            one = parent[own[at]]
            one = one if one > 0 else 0
            two = parent[one]
            two = two if two > 0 else 0
            for family in range(many):
                out[family, at] = families[family, tag[own[at]]]
                out[many + family, at] = families[family, tag[one]] | families[family, tag[two]]
            for part in range(parts):
                out[2 * many + part, at] = (kinds[own[at]] >> part) & 1
                out[2 * many + parts + part, at] = ((kinds[one] | kinds[two]) >> part) & 1


def fill_stands(
    row: Longs, post: Ints, bounds: Ints, depth: Ints, rows: tuple[NDArray[np.bool_], NDArray[np.bool_]], out: Floats
) -> None:
    """Of every text whether it stands before the words of its post and how far from them, how far behind the start of
    its post, how deep, whether it leads the post, and whether the texts before, it itself and those behind hold a date.

    `bounds` are per post its first row, the first of its words, that behind them, and the depth of the element around
    them; `rows` are which rows of the page lead a post, and which hold a date.
    """
    lead, date = rows
    if len(row):
        _fill_stands(
            view(row), view(post), view(bounds), view(depth), view(lead.view(np.uint8)), view(date.view(np.uint8)),
            view(out),
        )  # fmt: skip


@cython.cfunc
def _fill_stands(
    row: cython.const[cython.longlong][::1],
    post: cython.const[cython.int][::1],
    bounds: cython.const[cython.int][:, ::1],
    depth: cython.const[cython.int][::1],
    lead: cython.const[cython.uchar][::1],
    date: cython.const[cython.uchar][::1],
    out: cython.double[:, ::1],
) -> None:
    at: cython.Py_ssize_t
    place: cython.Py_ssize_t
    last: cython.Py_ssize_t = len(date) - 1
    distance: cython.Py_ssize_t
    since: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(row)):
            place = row[at]
            is_before: cython.bint = place < bounds[1, post[at]]
            distance = bounds[1, post[at]] - place if is_before else place - bounds[2, post[at]] + 1
            since = place - bounds[0, post[at]]
            out[0, at] = is_before
            out[1, at] = distance if distance > 0 else 0
            out[2, at] = since if since > 0 else 0
            out[3, at] = depth[at] - bounds[3, post[at]]
            out[4, at] = lead[place]
            out[5, at] = date[place - 1 if place > 0 else 0]
            out[6, at] = date[place]
            out[7, at] = date[place + 1 if place < last else last]


def fill_equal(said: Longs, distinct: int, post: Ints, posts: int, out: Floats) -> None:
    """Of every text the share of the posts that have an equal one, how many its own post has, and the page, up to
    `SOME`; `said` is a number below `distinct` for each, alike for equal ones.
    """
    if len(said):
        order, start = _sorted(said, distinct)
        _fill_equal(view(order), view(start), view(post), view(np.full((2, posts), -1, np.int32)), view(out))


@cython.cfunc
def _fill_equal(
    order: cython.const[cython.int][::1],
    start: cython.const[cython.int][::1],
    post: cython.const[cython.int][::1],
    last: cython.int[:, ::1],
    out: cython.double[:, ::1],
) -> None:
    """`last` has for every post the text that it was last met with, and how often."""
    number: cython.Py_ssize_t
    at: cython.Py_ssize_t
    place: cython.Py_ssize_t
    posts: cython.double = last.shape[1]
    with cython.nogil:
        for number in range(len(start) - 1):
            different: cython.int = 0
            times: cython.int = start[number + 1] - start[number]
            for at in range(start[number], start[number + 1]):
                place = post[order[at]]
                if last[0, place] != number:
                    last[0, place] = number
                    last[1, place] = 0
                    different += 1
                last[1, place] += 1
            for at in range(start[number], start[number + 1]):
                place = order[at]
                out[0, place] = different / posts
                out[1, place] = last[1, post[place]]
                out[2, place] = times if times < _SOME else _SOME


def fill_places(
    place: Longs, places: int, post: Ints, posts: int, said: Longs, distinct: int, rising: Floats, out: Floats
) -> None:
    """Of every text the share of the posts that have one in its place, how many each of them has, the share of
    different ones among them, up to `SOME`, what `rising` says of the place, and whether it is the first of its post.

    `place` is a number below `places` for each text, `said` one below `distinct`.
    """
    if len(place):
        order, start = _sorted(place, places)
        met = np.full(posts, -1, np.int32), np.full(distinct, -1, np.int32)
        _fill_places(
            view(order), view(start), view(post), view(said), view(rising), view(met[0]), view(met[1]), view(out)
        )


@cython.cfunc
def _fill_places(
    order: cython.const[cython.int][::1],
    start: cython.const[cython.int][::1],
    post: cython.const[cython.int][::1],
    said: cython.const[cython.longlong][::1],
    rising: cython.const[cython.double][::1],
    posts_met: cython.int[::1],
    said_met: cython.int[::1],
    out: cython.double[:, ::1],
) -> None:
    """`posts_met` and `said_met` have the place in which a post, or a text, was met last."""
    number: cython.Py_ssize_t
    at: cython.Py_ssize_t
    row: cython.Py_ssize_t
    posts: cython.double = len(posts_met)
    with cython.nogil:
        for number in range(len(start) - 1):
            different: cython.int = 0
            in_posts: cython.int = 0
            times: cython.int = start[number + 1] - start[number]
            for at in range(start[number], start[number + 1]):
                row = order[at]
                if said_met[said[row]] != number:
                    said_met[said[row]] = number
                    different += 1
                out[4, row] = 0.0
                if posts_met[post[row]] != number:
                    posts_met[post[row]] = number
                    in_posts += 1
                    out[4, row] = 1.0
            some: cython.double = times if times < _SOME else _SOME
            for at in range(start[number], start[number + 1]):
                row = order[at]
                out[0, row] = in_posts / posts
                out[1, row] = cython.cast(cython.double, times) / in_posts
                out[2, row] = (different if different < some else some) / some
                out[3, row] = rising[number]


@cython.cfunc
def _sorted(numbers: Longs, many: int) -> tuple[Ints, Ints]:
    """The places of numbers below some bound in the order of the numbers, and where those of each number begin."""
    order, start = np.empty(len(numbers), np.int32), np.zeros(many + 1, np.int32)
    _sort(view(numbers), view(order), view(start))
    return order, start


@cython.cfunc
def _sort(numbers: cython.const[cython.longlong][::1], order: cython.int[::1], start: cython.int[::1]) -> None:
    at: cython.Py_ssize_t
    number: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(numbers)):
            start[numbers[at] + 1] += 1
        for at in range(1, len(start)):
            start[at] += start[at - 1]
        for at in range(len(numbers)):
            number = numbers[at]
            order[start[number]] = at
            start[number] += 1
        for at in range(len(start) - 1, 0, -1):
            start[at] = start[at - 1]
        start[0] = 0
