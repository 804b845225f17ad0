"""When a page was published, and when it was last changed.

Candidates come from JSON-LD, meta elements, `time` elements, elements whose class or id speaks of a date, the address
of the page, and dates in short lines of the visible text. Equal days support each other; the weights were fitted like
those of titles (see docs/explanation/metadata.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from urllib.parse import urlsplit

import numpy as np

from kaensan.metadata.dates import FoundDate, find_dates, read_date, read_timestamp
from kaensan.metadata.evidence import Candidate, choose, merge
from kaensan.metadata.marks import Marks, Words
from kaensan.page import Page
from kaensan.page.inline import inline_text
from kaensan.page.structured import kind_of
from kaensan.page.tags import tag_id

__all__ = ["PUBLISHED_WEIGHTS", "date_candidates", "find_modified", "find_published", "publishable"]

PUBLISHED_WEIGHTS: dict[str, float] = {
    # claims made for machines
    "meta published": 2.7,
    "meta date": 0.4,
    "meta modified": -0.6,
    "stated published": -0.7,
    "published of article": 0.9,
    "published of page": 0.8,
    "published of other": -0.6,
    "stated created": -0.5,
    "in address": 0.8,
    "earliest claim": 0.6,
    "before every claim": -0.6,
    "after every claim": -1.0,
    # dates in elements that are marked as such
    "time element": -0.3,
    "first time element": 0.8,
    "time attribute": -0.6,
    "first time attribute": 0.5,
    "first date class": 0.2,
    "published class": 0.4,
    "modified class": -0.6,
    # dates in the text
    "date in line": -0.4,
    "first date in line": 1.0,
    "date alone": 0.3,
    "first date alone": 0.8,
    "said published": 0.5,
    "said modified": 0.2,
    # where they stand
    "just before headline": 1.4,
    "just after headline": 2.7,
    "after headline": 1.6,
    "far after headline": -0.3,
    "in footer, aside or nav": -0.8,
    "hidden": -0.4,
}
_THRESHOLD = 0.8

_PUBLISHED_EVIDENCE = frozenset(
    {"meta published", "stated published", "in address", "said published", "published class"}
)
_MODIFIED_EVIDENCE = frozenset({"meta modified", "stated modified", "said modified", "modified class"})

_PROPERTIES = {
    "datepublished": "published",
    "dateposted": "published",
    "datecreated": "created",
    "uploaddate": "created",
    "datemodified": "modified",
    "dateupdated": "modified",
}
_META = re.compile(r"date|time|pub|issued|created|modif|updat|release|posted|revis")
_OTHER_META = re.compile(
    r"expir|valid|unavailable|event|start|end_|deadline|birth|reading|duration|zone|copyright|render|build|cache|generat"
)
_META_PUBLISHED = re.compile(r"pub|issued|release|posted")
_CLASS = Words(
    published="publi|pub-?_?date|posted|created|issued",
    modified="modif|updat|edited|revis",
    date="date|datum|fecha|time(?!line|r)|post-?_?meta|entry-?_?meta|byline|meta",
)
_TIME_ATTRIBUTES = ("datetime", "content", "title", "data-time", "data-date", "data-timestamp")
_MODIFIED = re.compile(
    r"modif|updat|revis|last-?\s?(?:edit|chang|review|mod)|edited|changed|reviewed|aktualisiert|geändert|zuletzt|stand:?\s*$|"
    r"mis à jour|màj|actuali[zs]|aggiornat|bijgewerkt|atualizad|แก้ไข|อัปเดต|อัพเดท|ปรับปรุง|更新|修改"
)
_PUBLISHED = re.compile(
    r"publi|posted|issued|created|written|release|submitted|date|erstellt|veröffentlicht|geschrieben|datum|fecha|écrit|"
    r"เผยแพร่|วันที่|โพสต์|ตั้งกระทู้|เมื่อ|发布|發佈|投稿|公開"
)
_ELSE = re.compile(r"join|regist|member since|mitglied seit|inscri|สมัคร|ลงทะเบียน|เข้าร่วม|born|copyright|©|founded")
_IN_ADDRESS = re.compile(
    r"/((?:19|20)\d\d)[/-](\d{1,2}|[a-z]{3,9})[/-](\d{1,2})(?!\d)|[/_-]((?:19|20)\d\d)[-_]?([01]\d)[-_]?([0-3]\d)(?!\d)"
)
_LONGEST_LINE, _MOST_LINES, _MOST_MARKS, _MOST_THINGS, _MOST_META = 200, 300, 2000, 500, 200
_BEFORE = 40  # characters before a date in which a word may say what it is the date of

_Seen = tuple[int, str, FoundDate | None, dict[str, float]]
"""A date that is seen: its row of `texts`, the date, how it was found in the text, the evidence."""


def find_published(candidates: list[Candidate]) -> Candidate | None:
    """When the page was published."""
    pool, threshold = publishable(candidates)
    return choose(pool, PUBLISHED_WEIGHTS, threshold)


def publishable(candidates: list[Candidate]) -> tuple[list[Candidate], float]:
    """The days that may be that of the publication, and the score one must reach.

    Where the page states a date of publication there is an answer, and no day that is only called one of changes.
    """
    if not any(_is_stated(one) for one in candidates):
        return candidates, _THRESHOLD
    return [one for one in candidates if not _is_only_modified(one)], float("-inf")


def _is_stated(one: Candidate) -> bool:
    return "meta published" in one.evidence or ("published of article" in one.evidence and "inner" not in one.evidence)


def _is_only_modified(one: Candidate) -> bool:
    return not _MODIFIED_EVIDENCE.isdisjoint(one.evidence) and _PUBLISHED_EVIDENCE.isdisjoint(one.evidence)


def find_modified(candidates: list[Candidate], published: str | None) -> Candidate | None:
    """When the page was last changed: the last day that is called one of changes, not before the publication."""
    stated = [one for one in candidates if not _MODIFIED_EVIDENCE.isdisjoint(one.evidence)]
    later = [one for one in stated if not published or one.value[:10] >= published[:10]]
    return max(later, key=lambda one: one.value, default=None)


def date_candidates(marks: Marks, headline: int, month_first: bool) -> list[Candidate]:
    """Every day the page may have been published on, a candidate each, with the evidence.

    `headline` is the row of `texts` with the title, or -1; `month_first` settles 3/4/2021 where nothing else does.
    """
    claims = [*_claims(marks.page), *_address(marks.page)]
    offered = [*claims, *_visible(marks, headline, month_first, {one.value[:10] for one in claims})]
    exact: dict[str, str] = {}
    for one in offered:
        exact[one.value[:10]] = max(exact.get(one.value[:10], ""), one.value, key=len)
    claimed = [one.value[:10] for one in claims]
    found = merge(offered, lambda value: value[:10])
    for one in found:
        one.value = exact[one.value[:10]]
        if claimed:
            one.evidence.update(_order(one.value[:10], min(claimed), max(claimed)))
    return found


def _order(day: str, first: str, last: str) -> dict[str, float]:
    if day < first:
        return {"before every claim": 1.0}
    if day > last:
        return {"after every claim": 1.0}
    return {"earliest claim": 1.0} if day == first else {}


def _claims(page: Page) -> Iterator[Candidate]:
    head = page.head
    names = (name for name in head.meta if _META.search(name) and not _OTHER_META.search(name))
    for name in islice(names, _MOST_META):
        values = head.meta[name]
        kind = "modified" if _MODIFIED.search(name) else "published" if _META_PUBLISHED.search(name) else "date"
        for value in values[:3]:
            if iso := _read(value):
                yield Candidate(iso, f"meta {name}", {f"meta {kind}": 1.0})
    for thing in head.things[:_MOST_THINGS]:
        for name, kind in _PROPERTIES.items():
            for value in thing.texts(name)[:1]:
                if iso := _read(value):
                    evidence = {f"stated {kind}": 1.0}
                    if kind == "published":
                        evidence[f"published of {kind_of(thing)}"] = 1.0
                    if thing.within and thing.within[-1] not in ("mainentity", "mainentityofpage"):
                        evidence["inner"] = 1.0
                    yield Candidate(iso, f"{thing.origin} {name}", evidence)


def _read(value: str) -> str | None:
    value = value.strip()
    return read_timestamp(value) or read_date(value[:100])


def _address(page: Page) -> Iterator[Candidate]:
    for source, address in (("url", page.url), ("canonical url", page.head.canonical)):
        try:
            path = urlsplit(address or "").path
        except ValueError:
            continue
        for found in _IN_ADDRESS.finditer(path.lower()):
            if iso := read_date("-".join(group for group in found.groups() if group)):
                yield Candidate(iso, source, {"in address": 1.0})


def _visible(marks: Marks, headline: int, month_first: bool, claimed: set[str]) -> Iterator[Candidate]:
    """The dates in elements marked as dates and in short lines of text.

    A date that can be read two ways is read the way that some other date of the page confirms.
    """
    texts = marks.page.texts
    if not len(texts):
        return
    seen = [one for one in (*_marked(marks, month_first), *_lines(marks, month_first)) if "said else" not in one[3]]
    sure = claimed | {iso[:10] for _, iso, date, _ in seen if not date or not date.swapped}
    counted: set[str] = set()
    for row, iso, date, evidence in seen:
        if date and date.swapped and iso[:10] not in claimed and date.swapped in sure:
            iso = date.swapped
        for kind in ("time element", "time attribute", "date class", "date in line", "date alone"):
            if kind in evidence and kind not in counted:
                counted.add(kind)
                evidence[f"first {kind}"] = 1.0
        if row < len(texts):
            if not texts.visible[row]:
                evidence["hidden"] = 1.0
            evidence.update(marks.place(row, headline))
        yield Candidate(iso, "text" if date else "time element", evidence, row)


def _marked(marks: Marks, month_first: bool) -> Iterator[_Seen]:
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
        stated = next((iso for name in _TIME_ATTRIBUTES if (iso := _read(attributes.get(name) or ""))), None)
        short = first < end and size[end] - size[first] <= _LONGEST_LINE
        if not stated and not short:
            continue
        text = inline_text(texts, first, end) if short else ""
        if stated:
            yield first, stated, None, {**dated[row], "time attribute": 1.0, **_said(text)}
            continue
        for found in find_dates(text, month_first)[:3]:
            yield first, found.iso, found, {**dated[row], **_said(text[max(0, found.start - _BEFORE) : found.start])}


def _lines(marks: Marks, month_first: bool) -> Iterator[_Seen]:
    texts = marks.page.texts
    digit = (texts.codes >= 0x30) & (texts.codes <= 0x39) | (texts.codes >= 0xE50) & (texts.codes <= 0xE59)
    digits = np.add.reduceat(texts.sums(digit), texts.block_start[:-1])
    for block in np.flatnonzero((digits >= 3) & (marks.block_size <= _LONGEST_LINE))[:_MOST_LINES].tolist():
        first, end = int(texts.block_start[block]), int(texts.block_start[block + 1])
        text = inline_text(texts, first, end)
        for found in find_dates(text, month_first)[:3]:
            before = text[max(0, found.start - _BEFORE) : found.start]
            if found.start < 3 and first:  # the word may stand in a block of its own
                before = f"{texts.strings[first - 1][-_BEFORE:]} {before}"
            evidence = {"date in line": 1.0, **_said(before)}
            if found.end - found.start > 0.6 * len(text):
                evidence["date alone"] = 1.0
            yield first, found.iso, found, evidence


def _said(before: str) -> dict[str, float]:
    """What the words before a date say it is the date of."""
    before = before.lower()
    for kind, pattern in (("else", _ELSE), ("modified", _MODIFIED), ("published", _PUBLISHED)):
        if pattern.search(before):
            return {f"said {kind}": 1.0}
    return {}
