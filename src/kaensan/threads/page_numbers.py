"""Which page of how many: from addresses, from texts such as "Page 2 of 7", and from rows of page links."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlsplit

import numpy as np

from kaensan.page import Page
from kaensan.page.safe_readers import read_whole_number
from kaensan.page.stems import stem_table
from kaensan.threads.permalinks import has_part

__all__ = ["page_numbers"]

_OF = re.compile(
    r"(?:page|seite|página|pagina|หน้า(?:ที่)?|頁|ページ)\s{0,3}(\d{1,6})\s{0,3}(?:of|von|de|di|จาก(?:ทั้งหมด)?|/|ของ|ใน)\s{0,3}(\d{1,6})",
    re.I,
)
_PAGE_WORDS = ("page", "seite", "página", "pagina", "หน้า", "頁", "ページ")
"""one of which `_OF` begins with"""
_AMBIGUOUS = "ſıİ"
"""letters that patterns take for others, though lower case leaves them"""
_PATH = re.compile(r"(?:^|[/-])(?:page|p|seite|หน้า)[-/]?(\d{1,6})(?:\.html?)?/?$", re.I)
_PARAMETERS = ("page", "pagenumber", "pg", "paged")
_NAMED = re.compile(r"pag(?:e|ing|in|ination|er)|nav", re.I)
_NAMED_STEMS = stem_table(["pag", "nav"])
_OFFSET = re.compile(r"(?:start|offset|st|from|first)[=/-]\d+|topic[=,]\d+\.\d+", re.I)
_MOST = 100_000
_DIGITS = len(str(_MOST))
_LONGEST = 400


def page_numbers(page: Page) -> tuple[int, int | None]:
    """The number of this page and the number of pages; 1 and None where nothing tells."""
    said = _told(page)
    if said:
        return said
    current, last = _linked(page)
    return current or _addressed(page.url or page.head.canonical) or 1, last


def _told(page: Page) -> tuple[int, int] | None:
    texts = page.texts
    for block in _short_blocks_with(page, _PAGE_WORDS):
        first, end = int(texts.block_start[block]), int(texts.block_start[block + 1])
        if found := _OF.search(" ".join(" ".join(texts.strings[first:end]).split())):
            number, count = int(found[1]), int(found[2])
            if 1 <= number <= count <= _MOST:
                return number, count
    return None


def _short_blocks_with(page: Page, words: tuple[str, ...]) -> list[int]:
    """The short blocks that hold one of some words, in order; all of them where lower case says little of letters."""
    texts = page.texts
    short = np.diff(texts.start[texts.block_start]) <= _LONGEST
    rows = short[texts.block].nonzero()[0]
    strings = [texts.strings[row] for row in rows.tolist()]
    together = "\n".join(strings)
    lower = together.lower()
    if len(lower) != len(together) or any(letter in together for letter in _AMBIGUOUS):
        return short.nonzero()[0].tolist()
    found: list[int] = []
    for word in words:
        at = lower.find(word)
        while at >= 0:
            found.append(at)
            at = lower.find(word, at + 1)
    if not found:
        return []
    ends = np.cumsum([len(text) + 1 for text in strings])  # a line end stands after each of them
    blocks: list[int] = np.unique(texts.block[rows[np.searchsorted(ends, found, side="right")]]).tolist()
    return blocks


def _linked(page: Page) -> tuple[int | None, int | None]:
    """The numbers in an element that is named like a row of page links: the one that is no link is this page."""
    elements, texts = page.elements, page.texts
    second: tuple[int, int] | None = None  # where this page is a link like the others, only marked
    for row in [*_named(page, "class"), *_named(page, "aria-label")]:
        first, end = int(elements.first_text[row]), int(elements.end_text[row])
        if not 2 <= end - first <= 40:
            continue
        shown = {at: read_whole_number(texts.strings[at], _DIGITS) for at in range(first, end)}
        numbers = {at: number for at, number in shown.items() if number is not None}
        plain = [number for at, number in numbers.items() if texts.anchor[at] < 0]
        linked = [number for at, number in numbers.items() if texts.anchor[at] >= 0]
        if not linked or max(linked) > _MOST or len(numbers) < 2 or not _lead_to_pages(page, numbers):
            continue
        marked = [number for at, number in numbers.items() if _is_current(page, int(texts.parent[at]))]
        if plain and 1 in numbers.values():
            return plain[0], max(numbers.values())
        if marked and 1 in numbers.values():
            second = second or (marked[0], max(numbers.values()))
    return second or (None, None)


def _named(page: Page, attribute: str) -> list[int]:
    """The elements with an attribute that speaks of pages, in document order."""
    held = page.elements.with_stems(attribute, _NAMED_STEMS)
    return sorted(row for value, rows in held if _NAMED.search(value) for row in rows)


def _lead_to_pages(page: Page, numbers: dict[int, int]) -> bool:
    """Whether most of the linked numbers lead to a page of that number, or to a place that far into the thread."""
    anchors = {int(page.texts.anchor[at]): number for at, number in numbers.items() if page.texts.anchor[at] >= 0}
    right = 0
    for anchor, number in anchors.items():
        address = page.elements.get(anchor, "href")
        right += has_part(address, str(number)) or bool(_OFFSET.search(address)) or number == 1
    return 2 * right >= len(anchors)


def _is_current(page: Page, element: int) -> bool:
    elements = page.elements
    for _ in range(3):
        attributes = dict(elements.attrs[element])
        words = set(re.split(r"[\s_-]+", (attributes.get("class") or "").lower()))
        if attributes.get("aria-current") or words & {"current", "active", "selected"}:
            return True
        element = int(elements.parent[element])
        if element < 0:
            break
    return False


def _addressed(url: str | None) -> int | None:
    """The page number in an address."""
    try:
        parts = urlsplit(url or "")
        parameters = {name.lower(): value for name, value in parse_qsl(parts.query)}
    except ValueError:
        return None
    numbers = [parameters[name] for name in _PARAMETERS if name in parameters]
    numbers += [found[1] for found in [_PATH.search(parts.path)] if found]
    read = (read_whole_number(number, _DIGITS) for number in numbers)
    return next((number for number in read if number and number < _MOST), None)
