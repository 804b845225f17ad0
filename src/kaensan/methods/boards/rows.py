"""What the texts of a page look like to one who searches for posts: columns over the rows with running totals.

The lexicon holds words that authors of boards put into class, id and itemprop attributes. They are evidence among
others: every model is also trained on copies of its pages without any such names.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from kaensan.dates.first_letters import stem_table
from kaensan.methods.boards.date_words import DAY_WORDS, FURTHER, FURTHER_STEMS
from kaensan.methods.boards.plain_dates import ASK, says_when
from kaensan.methods.boards.post_widgets import in_post_widgets
from kaensan.methods.boards.row_columns import (
    StrippedTexts,
    element_kinds,
    fill_totals,
    may_repeat,
    strip_texts,
    word_kinds,
    word_table,
)
from kaensan.page import Context, Page
from kaensan.page.characters import COUNTED, counts
from kaensan.page.climbing import flow_down
from kaensan.page.consent_dialogs import in_consent_dialogs
from kaensan.page.elements import Elements
from kaensan.page.tags import tag_id

__all__ = ["COLUMNS", "DATE", "INNER", "LEXICON", "PART_BITS", "PLACES", "STEMS", "Rows", "read_rows"]

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
    "quote": "quote quoted blockquote quotebox quotetitle quotetop quotemain quoteheader quotecontent quotebody "
    "quotetext cite citation bbcodeblock",
    "title": "title subject headline topic thread heading name",
    "list": "list items posts messages comments replies answers stream container wrapper main wrap inner",
}
"""Words in the names of elements, by what they are the name of."""

INNER = ("author", "date", "meta", "quote", "title")
"""Parts of the lexicon whose elements are looked for inside others."""

PLACES = ("NAV", "HEADER", "FOOTER", "ASIDE", "MAIN", "ARTICLE", "NOSCRIPT", "FORM", "LIST", "TABLE", "QUOTE")
"""Contexts that are counted, by their names in `Context`."""

COLUMNS = (
    *("rows", "units", "link", "digits", "stops", "breaks", "capitals", "dates", "names", "repeated", "duplicate"),
    *("long", "heading", "control", *PLACES, *(f"in_{kind}" for kind in INNER)),
)
"""What is counted of every row, always in whole numbers: units, but for `rows`, `dates`, `names` and `control`."""

PART_BITS = {name: 1 << number for number, name in enumerate(LEXICON)}
"""The bit of each part of the lexicon."""

_AT = {name: number for number, name in enumerate(COLUMNS)}
_COUNTED_AT = np.array([COUNTED.index(name) for name in ("units", "digits", "stops", "breaks", "capitals")], np.int32)
_BITS = (
    int(Context.CONTROL),
    np.array([Context[place] for place in PLACES], np.int32),
    np.array([PART_BITS[kind] for kind in INNER], np.int32),
)
_SHORT = 60  # units up to which a link may be the name of a person
_LONG = 160  # units (80 Latin letters) from which a text is long
_WORDS = word_table({word: PART_BITS[name] for name, words in LEXICON.items() for word in words.split()})
"""the part of the lexicon that a word is in, as a bit; the last one counts"""
_WORD = re.compile(r"[a-z]{2,}")
_CONTROL = Context.CONTROL
_TIME = tag_id("time")
_TIMED = 1 << len(LEXICON)
"""the bit of what stands in a `time` element, beside those of the lexicon"""
_SUBJECT = 8  # characters from which a text in the title is no coincidence
_REPLY = 8
_REPLY_MARK = re.compile(r"^[^\W\d]{1,6}\s?:\s{0,3}")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")

_MONTHS = (
    "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez|janv|févr|avr|juin|juil|août|déc|ene|abr|ago|dic|"
    "ม\\.ค|ก\\.พ|มี\\.ค|เม\\.ย|พ\\.ค|มิ\\.ย|ก\\.ค|ส\\.ค|ก\\.ย|ต\\.ค|พ\\.ย|ธ\\.ค|มกรา|กุมภา|มีนา|เมษา|พฤษภา|มิถุนา|กรกฎา|สิงหา|กันยา|ตุลา|"
    "พฤศจิกา|ธันวา"
)
STEMS = stem_table("jan feb mar apr may jun jul aug sep oct nov dec mai okt dez avr jui ene abr ago dic")
"""how the months of `_MONTHS` begin that have no letters but Latin ones, and what other dates hold"""
STEMS |= stem_table(FURTHER_STEMS) << 1
DATE = re.compile(
    rf"\d{{1,4}}[-/.]\d{{1,2}}[-/.]\d{{1,4}}|(?:{_MONTHS})\w{{0,8}}\.?\s{{0,3}}\d|\d\s{{0,3}}(?:{_MONTHS})"
    r"|\d\s{0,3}(?:年|월)|\d{1,2}:\d\d|\bago\b|\byesterday\b|\btoday\b|ที่แล้ว|ที่ผ่านมา|เมื่อวาน|วันนี้"
    rf"|{FURTHER}",
    re.I,
)
_DAYS = ("ago", "yesterday", "today", "ที่แล้ว", "ที่ผ่านมา", "เมื่อวาน", "วันนี้")
"""the words of `DATE` that need no digit"""
_DIGIT = re.compile(r"\d")
_LOWER_DATE = re.compile(DATE.pattern)
"""`DATE` in small letters, which is found several times faster"""
_AMBIGUOUS = "ſıİ"
"""letters that patterns take for others, though lower case leaves them"""


class Rows:
    """Columns over the rows of a page; the sums over any range of rows are one subtraction."""

    def __init__(self, page: Page) -> None:
        texts, elements = page.texts, page.elements
        stripped = strip_texts(texts.codes, texts.start, texts.solid_table)
        self.kinds = name_kinds(elements)
        """per element the parts of the lexicon that its names hold words of, a bit each"""
        around = self.kinds | (elements.tag == _TIME) * np.int32(_TIMED)
        flow_down(elements.parent, around)
        self.named_around = around[texts.parent]
        """per row the parts of the lexicon that names around it hold words of, a bit each, and one for `time`"""
        self.readable = texts.visible & ~texts.within(_CONTROL)
        consent = in_consent_dialogs(page)
        if consent is not None:
            self.readable &= ~consent[texts.parent]
        self.postable = self.readable & ~self.inside("signature")
        widgets = in_post_widgets(page)
        if widgets is not None:
            self.postable &= ~widgets[texts.parent]
        """rows that may be part of the body of a post"""
        self.shown = self.postable & ~repeats_title(page, stripped)
        """the same without the subject lines of posts: what counts when groups are compared"""
        self.date = says_date(page, stripped) | ((self.named_around & _TIMED) != 0)
        """rows that say when: short texts with a date in them, and what `time` elements hold"""
        self.text = stripped.number
        """rows with the same text have the same number"""
        self.totals, self.units = fill_totals(
            *(counts(texts), _COUNTED_AT, self.text, texts.context, texts.anchor, texts.heading, self.date, self.shown),
            *(self.named_around, _BITS, _SHORT, _LONG),
        )

    def inside(self, part: str) -> NDArray[np.bool_]:
        """Which rows stand in an element with a name of this part of the lexicon."""
        found: NDArray[np.bool_] = (self.named_around & PART_BITS[part]) != 0
        return found

    def between(self, name: str, first: NDArray[np.integer], end: NDArray[np.integer]) -> Floats:
        """The sums of a column over ranges of rows."""
        total = self.totals[:, _AT[name]]
        sums: Floats = (total[end] - total[first]).astype(np.float64)
        return sums

    def sum(self, name: str, end: int | None = None) -> float:
        """The sum of a column over all rows, or over those before `end`."""
        return float(self.totals[-1 if end is None else end, _AT[name]])


def read_rows(page: Page) -> Rows:
    """The columns of a page."""
    return Rows(page)


def repeats_title(page: Page, stripped: StrippedTexts) -> NDArray[np.bool_]:
    """Rows that say what the title says, with or without an "Re:" before it."""
    title, strings = page.head.title, page.texts.strings
    repeated = np.zeros(len(strings), np.bool_)
    for row in may_repeat(page.texts.codes, stripped, title, _SUBJECT, len(title) + _REPLY).tolist():
        text = strings[row].strip()
        repeated[row] = (_REPLY_MARK.sub("", text) if ":" in text else text) in title
    return repeated


def says_date(page: Page, stripped: StrippedTexts) -> NDArray[np.bool_]:
    """Rows that say when: short texts with a date in them."""
    told = says_when(page.texts.codes, stripped.begin, stripped.end, STEMS)
    flags: NDArray[np.bool_] = told != 0
    asked = (told == ASK).nonzero()[0]
    answers: dict[int, bool] = {}  # pages say the same beside every post
    for row, number in zip(asked.tolist(), stripped.number[asked].tolist(), strict=True):
        if number not in answers:
            answers[number] = _says_when(page.texts.strings[row].strip())
        flags[row] = answers[number]
    return flags


def _says_when(text: str) -> bool:
    """Whether a text holds a date; without a digit only words such as "yesterday" can be one, which is quickly seen."""
    lower = text.lower()
    if _DIGIT.search(text) is None and not any(word in lower for word in _DAYS):
        return lower in DAY_WORDS
    if any(letter in text for letter in _AMBIGUOUS):
        return DATE.search(text) is not None
    return _LOWER_DATE.search(lower) is not None


def name_kinds(elements: Elements) -> NDArray[np.int32]:
    """Per element the parts of the lexicon that its class, id and itemprop hold words of, a bit each."""
    named = elements.named
    bits = word_kinds(_WORDS, named.markup, named.begin, named.end)
    for number in np.flatnonzero(bits < 0).tolist():
        bits[number] = _kind_bits(elements.name_text(number))
    both = PART_BITS["signature"] | PART_BITS["body"]
    for number in np.flatnonzero((bits & both) == both).tolist():
        if any(_kind_bits(name) & both == PART_BITS["body"] for name in elements.name_text(number).split()):
            bits[number] &= ~PART_BITS["signature"]  # one of its names is that of a body, another speaks of signatures
    return element_kinds(bits, named.owner, named.value, (named.start[2], named.start[3]), len(elements))


def _kind_bits(name: str) -> int:
    """The parts of the lexicon that a name of any script holds words of, a bit each."""
    plain = " ".join(_WORD.findall(f"{name.lower()} {_CAMEL.sub(' ', name).lower()}")).encode()
    return int(word_kinds(_WORDS, plain, np.zeros(1, np.int32), np.array([len(plain)], np.int32))[0])
