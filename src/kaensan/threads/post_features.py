"""What is known about the short texts of a post: which one says who wrote it, which one when?

A row of numbers per text that stands in a record outside its body: what it looks like, how it is named, where it stands
between the start of the record and the body, and how the texts in the same place of the other posts compare: labels are
the same in every post, names and dates are not, and dates go up.
"""

from __future__ import annotations

import re
from datetime import date

import numpy as np
from numpy.typing import NDArray

from kaensan.metadata.dates import read_date
from kaensan.methods.boards.rows import LEXICON, Rows
from kaensan.page import Page
from kaensan.page.tags import family
from kaensan.threads.post_records import Records

__all__ = ["PostTexts"]

Floats = NDArray[np.float64]

_PROFILE = re.compile(
    r"user|member|profile|author|people|u=\d|/u/|/@|/~|mid=|uid|player|account|poster|contact|\bu\b", re.I
)
_YEAR = re.compile(r"\b(?:19|20|25)\d\d\b|\d[/.-]\d\d\b")
_NUMERIC = re.compile(r"(?<![\d/-])(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d\d)(?![\d/-])")
_HALF_DAY = re.compile(r"\d\s?[ap]\.?m\b", re.I)
_CLOCK = re.compile(r"\d{1,2}[:.]\d\d")
_RELATIVE = re.compile(r"\bago\b|yesterday|today|ที่แล้ว|เมื่อวาน|วันนี้|ที่ผ่านมา|\bvor\b|hace\b", re.I)
_LABEL = re.compile(r"[:：]\s*$")
_JOINED = re.compile(r"join|regist|since|สมัคร|ลงทะเบียน|เข้าร่วม|เป็นสมาชิก|เมื่อปี|edit|แก้ไข|last|ล่าสุด", re.I)
_LONGEST = 160
_SOME = 8
_DATE_ATTRIBUTES = frozenset({"datetime", "title", "content", "data-time", "data-datetime"})
_TAGS = {
    "link": family("a"),
    "strong": family("b strong"),
    "heading": family("h1 h2 h3 h4 h5 h6"),
    "time": family("time"),
    "inline": family("span bdi font i em small cite abbr"),
    "term": family("dt"),
    "detail": family("dd li"),
    "cell": family("td th"),
    "block": family("div p header footer section address"),
}


class PostTexts:
    """The texts of all posts that may be an author or a date, with their features."""

    def __init__(self, page: Page, rows: Rows, records: Records, looked: list[NDArray[np.int64]]) -> None:
        texts = page.texts
        around = np.flatnonzero((records.owner >= 0) & ~records.body & rows.readable)
        short = (0 < len(texts.strings[row].strip()) <= _LONGEST for row in around.tolist())
        self.row = around[np.fromiter(short, np.bool_, len(around))]
        self.post = records.owner[self.row]
        self.text = [" ".join(texts.strings[row].split()) for row in self.row.tolist()]
        self.dated = rows.date[self.row]
        month_first = _month_first([text for text, dated in zip(self.text, self.dated.tolist(), strict=True) if dated])
        self.iso = [
            _iso(page, row, text, month_first) if dated else None
            for row, text, dated in zip(self.row.tolist(), self.text, self.dated.tolist(), strict=True)
        ]
        self.columns = self._features(page, rows, records, looked)

    def __len__(self) -> int:
        return len(self.row)

    def matrix(self, names: list[str]) -> NDArray[np.float32]:
        """The named features, a column each."""
        if not len(self):
            return np.zeros((0, len(names)), np.float32)
        return np.stack([self.columns[name] for name in names], axis=1).astype(np.float32)

    def _features(self, page: Page, rows: Rows, records: Records, looked: list[NDArray[np.int64]]) -> dict[str, Floats]:
        return {
            **_shape(page, self.row, self.text, rows),
            **_naming(page, self.row, rows),
            **_position(page, self, records),
            **_alignment(page, self, len(records), looked),
        }


def _month_first(dates: list[str]) -> bool:
    """Whether the numeric dates of a page name the month first, as far as they tell together."""
    pairs = [(int(found[1]), int(found[2])) for date in dates if (found := _NUMERIC.search(date))]
    if any(first > 12 for first, _ in pairs):
        return False
    halves = all(_HALF_DAY.search(date) for date in dates if _NUMERIC.search(date))
    return any(second > 12 for _, second in pairs) or bool(pairs and halves)


def _iso(page: Page, row: int, text: str, month_first: bool) -> str | None:
    """The date of a text: that of an attribute that says it more exactly, unless they are days apart."""
    shown = read_date(text, month_first)
    element = int(page.texts.parent[row])
    for _ in range(2):
        for name, value in page.elements.attrs[element]:
            if name in _DATE_ATTRIBUTES and value:
                told = read_date(value)
                if told:
                    return told if shown is None or _days_apart(told, shown) <= 1 else shown
        element = int(page.elements.parent[element])
        if element < 0:
            break
    return shown


def _days_apart(one: str, other: str) -> int:
    return abs((date.fromisoformat(one[:10]) - date.fromisoformat(other[:10])).days)


def _shape(page: Page, row: NDArray[np.int64], text: list[str], rows: Rows) -> dict[str, Floats]:
    def flag(pattern: re.Pattern[str]) -> Floats:
        return np.fromiter((bool(pattern.search(one)) for one in text), np.float64, len(text))

    length = np.fromiter(map(len, text), np.float64, len(text))
    letters = np.fromiter((sum(map(str.isalpha, one)) for one in text), np.float64, len(text))
    digits = np.fromiter((sum(map(str.isdigit, one)) for one in text), np.float64, len(text))
    before = np.maximum(row - 1, 0)
    previous = [page.texts.strings[at] for at in before.tolist()]
    return {
        "length": np.log1p(length),
        "letters": letters / np.maximum(length, 1),
        "digits": digits / np.maximum(length, 1),
        "words": np.fromiter((len(one.split()) for one in text), np.float64, len(text)),
        "dated": rows.date[row].astype(np.float64),
        "year": flag(_YEAR),
        "clock": flag(_CLOCK),
        "relative": flag(_RELATIVE),
        "label": flag(_LABEL),
        "joined": flag(_JOINED),
        "joined_before": np.fromiter((bool(_JOINED.search(one)) for one in previous), np.float64, len(text)),
        "label_before": np.fromiter((bool(_LABEL.search(one)) for one in previous), np.float64, len(text)),
        "dated_before": rows.date[before].astype(np.float64),
        "dated_after": rows.date[np.minimum(row + 1, len(page.texts) - 1)].astype(np.float64),
    }


def _naming(page: Page, row: NDArray[np.int64], rows: Rows) -> dict[str, Floats]:
    elements = page.elements
    own = page.texts.parent[row]
    one_up = np.maximum(elements.parent[own], 0)
    two_up = np.maximum(elements.parent[one_up], 0)
    anchor = page.texts.anchor[row]
    href = ["" if at < 0 else elements.get(at, "href") for at in anchor.tolist()]
    columns = {
        "anchor": (anchor >= 0).astype(np.float64),
        "profile": np.fromiter((bool(_PROFILE.search(address)) for address in href), np.float64, len(href)),
        "fragment": np.fromiter(("#" in address for address in href), np.float64, len(href)),
    }
    for name, tags in _TAGS.items():
        columns[f"tag_{name}"] = tags[elements.tag[own]].astype(np.float64)
        columns[f"above_{name}"] = np.maximum(tags[elements.tag[one_up]], tags[elements.tag[two_up]]).astype(np.float64)
    for number, name in enumerate(LEXICON):
        columns[f"name_{name}"] = rows.element_names[own, number]
        columns[f"above_name_{name}"] = np.maximum(
            rows.element_names[one_up, number], rows.element_names[two_up, number]
        )
    return columns


def _position(page: Page, texts: PostTexts, records: Records) -> dict[str, Floats]:
    elements = page.elements
    bodies, roots = np.array(records.bodies), np.array(records.roots)
    begin, end = elements.first_text[bodies][texts.post], elements.end_text[bodies][texts.post]
    start = elements.first_text[roots][texts.post]
    row = texts.row
    distance = np.where(row < begin, begin - row, row - end + 1)
    order = np.arange(len(row)) - np.searchsorted(
        texts.post * (len(page.texts) + 1) + row, texts.post * (len(page.texts) + 1)
    )
    return {
        "before": (row < begin).astype(np.float64),
        "distance": np.log1p(np.maximum(distance, 0)),
        "from_start": np.log1p(np.maximum(row - start, 0)),
        "order": np.log1p(np.maximum(order, 0)),
        "lead": records.lead[row].astype(np.float64),
        "posts": np.full(len(row), np.log1p(len(records))),
        "depth": (elements.depth[page.texts.parent[row]] - elements.depth[bodies][texts.post]).astype(np.float64),
    }


def _alignment(page: Page, texts: PostTexts, posts: int, looked: list[NDArray[np.int64]]) -> dict[str, Floats]:
    """How a text compares with the texts in the same place of other posts, and with equal texts anywhere."""
    count = len(texts)
    number: dict[str, int] = {}
    said = np.fromiter((number.setdefault(text, len(number)) for text in texts.text), np.int64, count)
    columns: dict[str, Floats] = {
        "said_posts": _distinct_pairs(said, texts.post) / posts,
        "said_here": _counts(said * posts + texts.post),
        "said_page": np.log1p(np.minimum(_counts(said), _SOME)),
    }
    parent = page.texts.parent[texts.row]
    for name, look in (("own", looked[0]), ("near", looked[3])):
        _, place = np.unique(look[parent], return_inverse=True)
        in_posts = _distinct_pairs(place, texts.post)
        columns[f"{name}_posts"] = in_posts / posts
        columns[f"{name}_times"] = _counts(place) / np.maximum(in_posts, 1)
        some = np.clip(_counts(place), 1, _SOME)  # a long thread between two people has two names, and they are names
        columns[f"{name}_distinct"] = np.minimum(_distinct_pairs(place, said), some) / some
        columns[f"{name}_rising"] = _rising(place, texts.iso)
        columns[f"{name}_first"] = _first(place, texts.post)
    return columns


def _counts(keys: NDArray[np.int64]) -> Floats:
    _, inverse, count = np.unique(keys, return_inverse=True, return_counts=True)
    return count[inverse].astype(np.float64)


def _distinct_pairs(keys: NDArray[np.int64], others: NDArray[np.integer]) -> Floats:
    """For every row how many different others its key occurs with."""
    if not len(keys):
        return np.zeros(0)
    pairs = np.unique(np.stack([keys, others.astype(np.int64)], axis=1), axis=0)
    result: Floats = np.bincount(pairs[:, 0], minlength=int(keys.max()) + 1)[keys].astype(np.float64)
    return result


def _first(place: NDArray[np.int64], post: NDArray[np.integer]) -> Floats:
    """Whether a row is the first of its place in its post."""
    _, first = np.unique(np.stack([place, post.astype(np.int64)], axis=1), axis=0, return_index=True)
    flags = np.zeros(len(place))
    flags[first] = 1
    return flags


def _rising(place: NDArray[np.int64], iso: list[str | None]) -> Floats:
    """The share of neighbouring dates in the same place that do not go back in time; -1 without two dates."""
    last: dict[int, str] = {}
    up: dict[int, int] = {}
    steps: dict[int, int] = {}
    for where, when in zip(place.tolist(), iso, strict=True):
        if when is None:
            continue
        if where in last:
            steps[where] = steps.get(where, 0) + 1
            up[where] = up.get(where, 0) + (when[:16] >= last[where][:16])
        last[where] = when
    return np.fromiter((up[at] / steps[at] if at in steps else -1.0 for at in place.tolist()), np.float64, len(place))
