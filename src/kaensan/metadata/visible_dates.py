"""The dates that a reader sees: in elements marked as dates, and in short lines of text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from kaensan.cached import Remembered
from kaensan.dates.date_hints import ANY_SHAPE, date_shapes
from kaensan.dates.found_dates import FoundDate, find_dates
from kaensan.metadata.date_claims import read_stated, speaks_of_change
from kaensan.metadata.evidence import Candidate
from kaensan.metadata.mark_columns import marked_elements
from kaensan.metadata.marks import Called, Marks
from kaensan.page import Page
from kaensan.page.inline import inline_text
from kaensan.page.tags import tag_id
from kaensan.page.word_search import WordSearch, words

__all__ = ["DateStyle", "copyright_year", "visible_dates"]

_CALLED = Called("published", "modified", "date", others=("time element",))
"""What the class, id or itemprop of an element with a date says, and its name."""
_TIME_ATTRIBUTES = ("datetime", "content", "title", "data-time", "data-date", "data-timestamp")
_PUBLISHED = WordSearch(
    words(
        "publi|posted|issued|created|written|release|submitted|date|"
        "erstellt|veröffentlicht|geschrieben|erschienen|gepostet|datum|fecha|écrit|mis en ligne|pubbl|опубл|julkais|"
        "เผยแพร่|วันที่|โพสต์|ตั้งกระทู้|เมื่อ|发布|發佈|投稿|公開|掲載|입력|등록|발행"
    )
)
_OTHER = WordSearch(words("join|regist|member since|mitglied seit|inscri|สมัคร|ลงทะเบียน|เข้าร่วม|born|copyright|founded"))
"""What stands before a date of publication, and before one of something else, in lower case."""
_FIRST_YEAR_OF_PAGES = "1991"
"""No page was published on the web before it, so an earlier date that is only seen is what the page is about."""
_LONGEST_LINE, _MOST_LINES, _MOST_MARKS = 200, 300, 2000
"""Characters of a line with a date, and lines and marked elements that are looked at."""
_BEFORE = 40
"""Characters before a date in which a word may say what it is the date of."""
_OPENING = 90
"""Characters at the start of a long paragraph in which a place and a day may stand before the report."""
_AFTER_DATELINE = ("–", "—", "-", ":", ")", "]", "|", "/", ".", "•", "„", "“", '"', "«", "»")
"""What parts a day before a report from the report; a day that a sentence goes on after is one that it tells of."""
_SENTENCE, _STOPS = 60, (".", "!", "?", "。", "…", "”", '"')
"""Characters besides a date from which on a line that ends so is a sentence, which tells of the day."""
_COPYRIGHT = re.compile(r"(?:©|\(c\)|copyright)[^\d]{0,20}(?:(?:19|20)\d\d\s?[-–]\s?)?((?:19|20)\d\d)(?!\d)", re.I)
_YEAR, _BEFORE_YEAR, _AFTER_YEAR = re.compile(r"(?:19|20)\d\d(?!\d)"), 40, 8
"""A year, and characters around it in which the words of the copyright and a later year stand."""
_LAST_ROWS = 60
"""Rows at the end of a page in which its copyright stands."""
_FIRSTS = ("time element", "time attribute", "date class", "date in line", "date alone", "opens a paragraph")
"""Evidence that says more of the first date that has it."""


class DateStyle(NamedTuple):
    """How the page writes dates where a date alone does not tell."""

    month_first: bool = False
    """3/4/2021 is the 4th of March"""
    thai: bool = False
    """a year of two digits is one of the Buddhist era"""


_Reader = Callable[[str], list[FoundDate]]
"""What finds the dates in a text."""


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
    rows = len(texts)
    if not rows:
        return
    find = partial(find_dates, month_first=style.month_first, thai=style.thai)
    read = Remembered(find).__getitem__  # elements share their texts
    seen = [
        sighting
        for sighting in (*_marked(marks, read), *_lines(marks, read))
        if "called other" not in sighting.evidence and (sighting.iso >= _FIRST_YEAR_OF_PAGES or not sighting.match)
    ]
    sure = claimed | {sighting.iso[:10] for sighting in seen if not sighting.match or not sighting.match.swapped}
    left = dict.fromkeys(_FIRSTS)
    for row, iso, match, evidence in seen:
        if match and match.swapped and iso[:10] not in claimed and match.swapped in sure:
            iso = match.swapped
        if not left.keys().isdisjoint(evidence):
            first = [kind for kind in left if kind in evidence]
            left = {kind: None for kind in left if kind not in first}
            evidence.update((f"first {kind}", 1.0) for kind in first)
        if row < rows:
            if not texts.visible.item(row):
                evidence["hidden"] = 1.0
            evidence.update(marks.place(row, headline))
        yield Candidate(iso, "text" if match else "time element", evidence, row)


def copyright_year(page: Page) -> list[str]:
    """The year that the page was made by, as its first day, or nothing."""
    last = " ".join([string[:200] for string in page.texts.strings[-_LAST_ROWS:]])
    spans = [(max(year.start() - _BEFORE_YEAR, 0), year.end() + _AFTER_YEAR) for year in _years(last)]
    stated = (span for span in spans if _may_state_copyright(last[slice(*span)]))
    found = [match for span in stated if (match := _COPYRIGHT.search(last, *span))]
    return [f"{max(match[1] for match in found)}-01-01"] if found else []


def _may_state_copyright(text: str) -> bool:
    """Whether the words of a copyright may be in a text; most years stand beside others."""
    lower = text.lower()
    return "copyright" in lower or "(c)" in lower or not text.isascii()


def _years(text: str) -> Iterator[re.Match[str]]:
    """The years of two centuries that a text names, which are found by their first digits in a tenth of the time."""
    for century in ("19", "20"):
        at = text.find(century)
        while at >= 0:
            if year := _YEAR.match(text, at):
                yield year
            at = text.find(century, at + 1)


def _marked(marks: Marks, read: _Reader) -> Iterator[_Sighting]:
    elements = marks.page.elements
    kinds = (marks.named | marks.properties) & _CALLED.mask
    kinds[elements.tag == tag_id("time")] |= _CALLED.bit_of["time element"]
    marked = marked_elements(elements, kinds, marks.text_size, longest=_LONGEST_LINE, most=_MOST_MARKS)
    attributes = elements.attrs.of_rows([row for row, *_ in marked], _TIME_ATTRIBUTES)
    for row, first, end, short, held, _ in marked:
        stated = _stated(attributes[row]) if row in attributes else None
        if not stated and not short:
            continue
        text = marks.line(first, end) if short else ""
        if stated:
            yield _Sighting(first, stated, None, {**_CALLED.evidence(held), "time attribute": 1.0, **_called(text)})
            continue
        for match in read(text)[:3]:
            called = _called(text[max(0, match.start - _BEFORE) : match.start])
            yield _Sighting(first, match.iso, match, {**_CALLED.evidence(held), **called})


def _stated(attributes: dict[str, str]) -> str | None:
    """The date that the first attribute with one states."""
    return next((iso for name in _TIME_ATTRIBUTES if (iso := read_stated(attributes.get(name, "")))), None)


def _lines(marks: Marks, read: _Reader) -> Iterator[_Sighting]:
    texts = marks.page.texts
    shapes = date_shapes(texts.codes, texts.start[texts.block_start], texts.block_length, _LONGEST_LINE, _OPENING)
    numbered = shapes.nonzero()[0][:_MOST_LINES]
    for block in numbered[(shapes[numbered] & ANY_SHAPE) != 0].tolist():
        first, end = texts.block_start.item(block), texts.block_start.item(block + 1)
        if texts.block_length.item(block) > _LONGEST_LINE:
            yield from _dateline(marks, first, end, read)
            continue
        text = marks.line(first, end)
        for match in read(text)[:3]:
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


def _dateline(marks: Marks, first: int, end: int, read: _Reader) -> Iterator[_Sighting]:
    """The day at the start of a paragraph, perhaps behind a place: “Oslo, 3 May 2021 – The …”."""
    stop = int(np.searchsorted(marks.text_size, marks.text_size[first] + _OPENING))
    opening = inline_text(marks.page.texts, first, min(max(stop, first + 1), end))[:_OPENING]
    for match in read(opening)[:1]:
        before = opening[: match.start]
        if len(before) <= _BEFORE and opening[match.end :].lstrip().startswith(_AFTER_DATELINE):
            yield _Sighting(first, match.iso, match, {"opens a paragraph": 1.0, **_called(before)})


def _called(before: str) -> dict[str, float]:
    """What the words before a date say it is the date of."""
    before = before.lower()
    if not before or before.isspace():
        return {}
    if "©" in before or _OTHER.is_within(before):
        return {"called other": 1.0}
    if speaks_of_change(before):
        return {"called modified": 1.0}
    return {"called published": 1.0} if _PUBLISHED.is_within(before) else {}
