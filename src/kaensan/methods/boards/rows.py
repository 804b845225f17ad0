"""What the texts of a page look like to one who searches for posts: columns over the rows with running totals.

The lexicon holds words that authors of boards put into class, id and itemprop attributes. They are evidence among
others: every model is also trained on copies of its pages without any such names.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Context, Page
from kaensan.page.characters import COUNTED, counts
from kaensan.page.elements import Elements
from kaensan.page.tags import tag_id

__all__ = ["INNER", "LEXICON", "PLACES", "Rows", "read_rows"]

Floats = NDArray[np.float64]

LEXICON = {
    "body": "message msg post content contents body text comment reply answer entry prose markdown cooked bbwrapper "
    "bbcode userhtml userdata usertext mes quotable articlebody rtecontent richtext comtext",
    "author": "user author poster profile member avatar name username nick by userinfo postprofile creator owner",
    "date": "date time datetime posted published timestamp datepublished datecreated permalink",
    "meta": "meta info stat stats head header foot footer button buttons btn action actions control controls tool "
    "toolbar like likes vote share react reaction nav navigation menu side sidebar widget related bread breadcrumb "
    "breadcrumbs page pagination pager ad ads banner cookie modal popup login search tag tags",
    "signature": "sig signature usersig postsignature",
    "quote": "quote blockquote quotebox quotetitle cite bbcodeblock",
    "title": "title subject headline topic thread heading name",
    "list": "list items posts messages comments replies answers stream container wrapper main wrap inner",
}
"""Words in the names of elements, by what they are the name of."""

INNER = ("author", "date", "meta", "quote", "title")
"""Parts of the lexicon whose elements are looked for inside others."""

PLACES = ("NAV", "HEADER", "FOOTER", "ASIDE", "MAIN", "ARTICLE", "NOSCRIPT", "FORM", "LIST", "TABLE", "QUOTE")
"""Contexts that are counted, by their names in `Context`."""

_LONG = 160  # units (80 Latin letters) from which a text is long
_SHORT = 60  # units up to which a link may be the name of a person
_KIND = {word: number for number, words in enumerate(LEXICON.values()) for word in words.split()}
_SUBJECT = 8  # characters from which a text in the title is no coincidence
_REPLY = 8
_REPLY_MARK = re.compile(r"^[^\W\d]{1,6}\s?:\s{0,3}")
_SIGNATURE = list(LEXICON).index("signature")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORD = re.compile(r"[a-z]{2,}")

_MONTHS = (
    "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez|janv|févr|avr|juin|juil|août|déc|ene|abr|ago|dic|"
    "ม\\.ค|ก\\.พ|มี\\.ค|เม\\.ย|พ\\.ค|มิ\\.ย|ก\\.ค|ส\\.ค|ก\\.ย|ต\\.ค|พ\\.ย|ธ\\.ค|มกรา|กุมภา|มีนา|เมษา|พฤษภา|มิถุนา|กรกฎา|สิงหา|กันยา|ตุลา|"
    "พฤศจิกา|ธันวา"
)
_DATE = re.compile(
    rf"\d{{1,4}}[-/.]\d{{1,2}}[-/.]\d{{1,4}}|(?:{_MONTHS})\w{{0,8}}\.?\s{{0,3}}\d|\d\s{{0,3}}(?:{_MONTHS})"
    r"|\d\s{0,3}(?:年|월)|\d{1,2}:\d\d|\bago\b|\byesterday\b|\btoday\b|ที่แล้ว|ที่ผ่านมา|เมื่อวาน|วันนี้",
    re.I,
)
_DAYS = ("ago", "yesterday", "today", "ที่แล้ว", "ที่ผ่านมา", "เมื่อวาน", "วันนี้")
"""the words of `_DATE` that need no digit"""
_DIGIT = re.compile(r"\d")
_SHORTEST_DATE, _LONGEST_DATE = 4, 89
"""characters of a text that may be a date with a few words around it"""


class Rows:
    """Columns over the rows of a page; the sums over any range of rows are one subtraction."""

    def __init__(self, page: Page) -> None:
        texts, elements = page.texts, page.elements
        rows = len(texts)
        stripped = [text.strip() for text in texts.strings]
        self.element_names = name_kinds(elements)
        """per element which parts of the lexicon its names hold words of"""
        self.signed = elements.inherit(self.element_names[:, _SIGNATURE] > 0)[texts.parent]
        """rows in an element that is named a signature"""
        self.readable = texts.visible & ~texts.within(Context.CONTROL)
        self.postable = self.readable & ~self.signed
        """rows that may be part of the body of a post"""
        self.shown = self.postable & ~repeats_title(page.head.title, stripped)
        """the same without the subject lines of posts: what counts when groups are compared"""
        self.date = looks_like_date(page, stripped)
        """rows that say when"""
        number: dict[str, int] = {}
        self.text = np.fromiter((number.setdefault(text, len(number)) for text in stripped), np.int64, rows)
        """rows with the same text have the same number"""
        columns = self._columns(page)
        self.units = columns["units"]
        self._total = {name: np.concatenate([[0.0], np.cumsum(column)]) for name, column in columns.items()}

    def _columns(self, page: Page) -> dict[str, Floats]:
        texts, shown = page.texts, self.shown
        told = counts(texts).astype(np.float64) * shown[:, None]
        counted = {name: told[:, number] for number, name in enumerate(COUNTED)}
        units = counted["units"]
        link = texts.anchor >= 0
        often = np.bincount(self.text, minlength=1)[self.text] if len(texts) else self.text
        columns = {
            "rows": shown.astype(np.float64),
            "units": units,
            "link": units * link,
            "digits": counted["digits"],
            "stops": counted["stops"],
            "breaks": counted["breaks"],
            "capitals": counted["capitals"],
            "dates": (self.date & shown).astype(np.float64),
            "names": (link & shown & (units <= _SHORT) & (units > 2) & ~self.date).astype(np.float64),
            "repeated": units * (often > 2),
            "duplicate": units * ((often > 1) & (units >= _SHORT)),
            "long": units * ((units >= _LONG) & ~link),
            "heading": units * (texts.heading > 0),
            "control": texts.within(Context.CONTROL).astype(np.float64),
        }
        for place in PLACES:
            columns[place] = units * texts.within(Context[place])
        for number, kind in enumerate(LEXICON):
            if kind in INNER:
                inside = page.elements.inherit(self.element_names[:, number] > 0)
                columns[f"in_{kind}"] = units * inside[texts.parent]
        return columns

    def between(self, name: str, first: NDArray[np.integer], end: NDArray[np.integer]) -> Floats:
        """The sums of a column over ranges of rows."""
        total = self._total[name]
        sums: Floats = total[end] - total[first]
        return sums

    def sum(self, name: str, end: int | None = None) -> float:
        """The sum of a column over all rows, or over those before `end`."""
        return float(self._total[name][-1 if end is None else end])


def read_rows(page: Page) -> Rows:
    """The columns of a page."""
    return Rows(page)


def repeats_title(title: str, stripped: list[str]) -> NDArray[np.bool_]:
    """Rows that say what the title says, with or without an "Re:" before it."""
    return np.fromiter(
        (_SUBJECT <= len(text) <= len(title) + _REPLY and _REPLY_MARK.sub("", text) in title for text in stripped),
        np.bool_,
        len(stripped),
    )


def looks_like_date(page: Page, stripped: list[str]) -> NDArray[np.bool_]:
    """Rows that say when: short texts with a date in them, and what `time` elements hold."""
    flags = np.fromiter(
        (_SHORTEST_DATE <= len(text) <= _LONGEST_DATE and _says_when(text) for text in stripped),
        np.bool_,
        len(stripped),
    )
    timed = page.elements.tag == tag_id("time")
    if timed.any():
        flags |= page.elements.inherit(timed)[page.texts.parent]
    return flags


def _says_when(text: str) -> bool:
    """Whether a text holds a date; without a digit only words such as "yesterday" can be one, which is quickly seen."""
    if _DIGIT.search(text) is None:
        lower = text.lower()
        if not any(word in lower for word in _DAYS):
            return False
    return _DATE.search(text) is not None


def name_kinds(elements: Elements) -> Floats:
    """Per element and part of the lexicon 1 when its class, id or itemprop holds a word of that part."""
    named = [pair for attribute in ("class", "id", "itemprop") for pair in elements.having(attribute)]
    number: dict[str, int] = {}
    owner = np.fromiter((row for row, _ in named), np.int64, len(named))
    value = np.fromiter((number.setdefault(text, len(number)) for _, text in named), np.int64, len(named))
    kinds = np.zeros((len(number), len(LEXICON)))
    for text, at in number.items():
        words = _WORD.findall(f"{_CAMEL.sub(' ', text)} {text}".lower())
        kinds[at, [_KIND[word] for word in words if word in _KIND]] = 1
    table = np.zeros((len(elements), len(LEXICON)))
    known = np.flatnonzero(kinds.sum(axis=1)[value]) if len(value) else value
    np.maximum.at(table, owner[known], kinds[value[known]])
    return table
