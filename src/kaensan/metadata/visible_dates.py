"""The dates that a reader sees: in elements marked as dates, and in short lines of text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from kaensan.metadata.date_claims import read_stated, speaks_of_change
from kaensan.metadata.dates import FoundDate, find_dates
from kaensan.metadata.evidence import Candidate
from kaensan.metadata.marks import Marks, Words
from kaensan.page import Page
from kaensan.page.inline import inline_text
from kaensan.page.tags import tag_id

__all__ = ["DateStyle", "copyright_year", "visible_dates"]

_CLASS = Words(
    published="publi|pub-?_?date|posted|created|issued",
    modified="modif|updat|edited|revis",
    date="date|datum|fecha|time(?!line|r)|post-?_?meta|entry-?_?meta|byline|meta",
)
_TIME_ATTRIBUTES = ("datetime", "content", "title", "data-time", "data-date", "data-timestamp")
_PUBLISHED = re.compile(
    r"publi|posted|issued|created|written|release|submitted|date|erstellt|veröffentlicht|geschrieben|datum|fecha|écrit|"
    r"เผยแพร่|วันที่|โพสต์|ตั้งกระทู้|เมื่อ|发布|發佈|投稿|公開|입력"
)
_OTHER = re.compile(r"join|regist|member since|mitglied seit|inscri|สมัคร|ลงทะเบียน|เข้าร่วม|born|copyright|©|founded")
_FIRST_YEAR_OF_PAGES = "1991"
"""No page was published on the web before it, so an earlier date that is only seen is what the page is about."""
_LONGEST_LINE, _MOST_LINES, _MOST_MARKS = 200, 300, 2000
"""Characters of a line with a date, and lines and marked elements that are looked at."""
_BEFORE = 40
"""Characters before a date in which a word may say what it is the date of."""
_SENTENCE, _STOPS = 60, (".", "!", "?", "。", "…", "”", '"')
"""Characters besides a date from which on a line that ends so is a sentence, which tells of the day."""
_COPYRIGHT = re.compile(r"(?:©|\(c\)|copyright)[^\d]{0,20}(?:(?:19|20)\d\d\s?[-–]\s?)?((?:19|20)\d\d)(?!\d)", re.I)
_LAST_ROWS = 60
"""Rows at the end of a page in which its copyright stands."""
_FIRSTS = ("time element", "time attribute", "date class", "date in line", "date alone")
"""Evidence that says more of the first date that has it."""


class DateStyle(NamedTuple):
    """How the page writes dates where a date alone does not tell."""

    month_first: bool = False
    """3/4/2021 is the 4th of March"""
    thai: bool = False
    """a year of two digits is one of the Buddhist era"""


class _Sighting(NamedTuple):
    """A date that is seen."""

    row: int
    """its row of `texts`"""
    iso: str
    match: FoundDate | None
    """how it was found in the text, None for one that an attribute states"""
    evidence: dict[str, float]


def visible_dates(marks: Marks, headline: int, style: DateStyle, claimed: set[str]) -> Iterator[Candidate]:
    """The dates that are seen; `claimed` are the days that the page states.

    A date that can be read two ways is read the way that some other date of the page confirms.
    """
    texts = marks.page.texts
    if not len(texts):
        return
    seen = [
        sighting
        for sighting in (*_marked(marks, style), *_lines(marks, style))
        if "called other" not in sighting.evidence and (sighting.iso >= _FIRST_YEAR_OF_PAGES or not sighting.match)
    ]
    sure = claimed | {sighting.iso[:10] for sighting in seen if not sighting.match or not sighting.match.swapped}
    counted: set[str] = set()
    for row, iso, match, evidence in seen:
        if match and match.swapped and iso[:10] not in claimed and match.swapped in sure:
            iso = match.swapped
        for kind in _FIRSTS:
            if kind in evidence and kind not in counted:
                counted.add(kind)
                evidence[f"first {kind}"] = 1.0
        if row < len(texts):
            if not texts.visible[row]:
                evidence["hidden"] = 1.0
            evidence.update(marks.place(row, headline))
        yield Candidate(iso, "text" if match else "time element", evidence, row)


def copyright_year(page: Page) -> list[str]:
    """The year that the page was made by, as its first day, or nothing."""
    last = " ".join(string[:200] for string in page.texts.strings[-_LAST_ROWS:])
    return [f"{max(years)}-01-01"] if (years := _COPYRIGHT.findall(last)) else []


def _marked(marks: Marks, style: DateStyle) -> Iterator[_Sighting]:
    elements, texts, size = marks.page.elements, marks.page.texts, marks.text_size
    dated: dict[int, dict[str, float]] = {}
    for attribute in ("class", "id", "itemprop"):
        for row, kind in marks.find(attribute, _CLASS):
            dated.setdefault(row, {})[f"{kind} class"] = 1.0
    for row in np.flatnonzero(elements.tag == tag_id("time")).tolist():
        dated.setdefault(row, {})["time element"] = 1.0
    for row in sorted(dated)[:_MOST_MARKS]:
        first, end = int(elements.first_text[row]), int(elements.end_text[row])
        attributes = dict(elements.attrs[row])
        stated = next((iso for name in _TIME_ATTRIBUTES if (iso := read_stated(attributes.get(name) or ""))), None)
        short = first < end and size[end] - size[first] <= _LONGEST_LINE
        if not stated and not short:
            continue
        text = inline_text(texts, first, end) if short else ""
        if stated:
            yield _Sighting(first, stated, None, {**dated[row], "time attribute": 1.0, **_called(text)})
            continue
        for match in find_dates(text, style.month_first, thai=style.thai)[:3]:
            called = _called(text[max(0, match.start - _BEFORE) : match.start])
            yield _Sighting(first, match.iso, match, {**dated[row], **called})


def _lines(marks: Marks, style: DateStyle) -> Iterator[_Sighting]:
    texts = marks.page.texts
    digit = (texts.codes >= 0x30) & (texts.codes <= 0x39) | (texts.codes >= 0xE50) & (texts.codes <= 0xE59)
    digits = np.add.reduceat(texts.sums(digit), texts.block_start[:-1])
    for block in np.flatnonzero((digits >= 3) & (marks.block_size <= _LONGEST_LINE))[:_MOST_LINES].tolist():
        first, end = int(texts.block_start[block]), int(texts.block_start[block + 1])
        text = inline_text(texts, first, end)
        for match in find_dates(text, style.month_first, thai=style.thai)[:3]:
            before = text[max(0, match.start - _BEFORE) : match.start]
            if match.start < 3 and first:  # the word may stand in a block of its own
                before = f"{texts.strings[first - 1][-_BEFORE:]} {before}"
            evidence = {"date in line": 1.0, **_called(before)}
            rest = len(text) - (match.end - match.start)
            if rest < 0.4 * len(text):
                evidence["date alone"] = 1.0
            elif rest > _SENTENCE and text.endswith(_STOPS):
                evidence["in a sentence"] = 1.0
            yield _Sighting(first, match.iso, match, evidence)


def _called(before: str) -> dict[str, float]:
    """What the words before a date say it is the date of."""
    before = before.lower()
    if _OTHER.search(before):
        return {"called other": 1.0}
    if speaks_of_change(before):
        return {"called modified": 1.0}
    return {"called published": 1.0} if _PUBLISHED.search(before) else {}
