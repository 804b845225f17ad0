"""What repeats on the pages of a site is template: menus, boxes of links, disclaimers, cookie notes.

A table counts on how many pages each fingerprint stands (its document frequency). The table is bounded: when it is
full, what stood on the fewest pages is forgotten and the floor rises to what was forgotten, as in lossy counting
(Manku & Motwani 2002), so that a count is never too high, and too low by no more than the floor.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Context, Page
from kaensan.page.tags import BLOCK, TAGS, family
from kaensan.sites.fingerprint import Fingerprints, fingerprints, first_parent

__all__ = ["FEWEST", "Repeats", "Template", "TemplateOptions", "learn_template"]

FEWEST = 3
"""Pages that it takes: what stands on two may be a quotation."""

_BATCH = 64
_LABELS = family("h1 h2 h3 h4 h5 h6 th dt caption legend summary figcaption")


@dataclass(frozen=True)
class TemplateOptions:
    """When a repeated block is template."""

    often: float = 0.8
    """on more than this share of the pages, wherever it stands"""
    seldom: float = 0.1
    """on this share of the pages, among blocks that repeat as well"""
    around: float = 0.6
    """the share of the text around it, and of the text in elements like its own, that has to repeat then"""
    reach: int = 4
    """how many blocks before and after are around it"""
    entries: int = 1 << 18
    """fingerprints that are remembered at most"""
    pages: int = 1 << 17
    """pages that are remembered as counted at most"""


@dataclass(frozen=True)
class Repeats:
    """How the blocks of one page repeat on its site."""

    pages: int
    frequency: NDArray[np.int64]
    """for every block the number of pages that four fifths of it stand on at least"""
    template: NDArray[np.bool_]
    fingerprint: NDArray[np.uint64]
    """of every block the first"""

    def reason(self, block: int) -> str:
        """Why a block is template, in words."""
        return (
            f"template: the same text on {self.frequency[block]} of {self.pages} pages of this site "
            f"(fingerprint {int(self.fingerprint[block]):016x})"
        )


@dataclass
class Template:
    """The fingerprints of a site with their document frequencies."""

    options: TemplateOptions = field(default_factory=TemplateOptions)
    pages: int = 0
    floor: int = 0
    """counts may be too low by this much"""
    keys: NDArray[np.uint64] = field(default_factory=lambda: np.zeros(0, np.uint64))
    """sorted"""
    counts: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    seen: dict[int, None] = field(default_factory=dict)
    """the pages that were counted, oldest first"""
    _missed: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    _waiting: list[NDArray[np.uint64]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._missed = np.zeros(len(self.keys), np.int32)

    def add(self, page: Page) -> bool:
        """Count a page; False when it was counted before, by its address or, without one, by its text."""
        found = fingerprints(page)
        number = _page_number(page, found)
        if number in self.seen:
            return False
        self._remember(number)
        self._waiting.append(np.unique(found.value))
        self.pages += 1
        if len(self._waiting) >= _BATCH:
            self.settle()
        return True

    def settle(self) -> None:
        """Work the pages that wait into the table."""
        if not self._waiting:
            return
        new, times = np.unique(np.concatenate(self._waiting), return_counts=True)
        self._waiting = []
        keys = np.concatenate([self.keys, new])
        order = np.argsort(keys, kind="stable")
        keys = keys[order]
        counts = np.concatenate([self.counts, times.astype(np.int32)])[order]
        missed = np.concatenate([self._missed, np.full(len(new), self.floor, np.int32)])[order]
        first = np.flatnonzero(np.diff(keys, prepend=keys[:1] ^ np.uint64(1)) != 0)
        self.keys = keys[first]
        self.counts = np.add.reduceat(counts, first)
        self._missed = missed[first]  # the sort is stable: the older entry comes first
        while len(self.keys) > self.options.entries:
            self._forget()

    def _forget(self) -> None:
        upper = self.counts + self._missed
        self.floor = max(self.floor + 1, int(np.partition(upper, len(upper) // 2)[len(upper) // 2]))
        kept = upper > self.floor
        self.keys, self.counts, self._missed = self.keys[kept], self.counts[kept], self._missed[kept]

    def _remember(self, number: int) -> None:
        self.seen[number] = None
        if len(self.seen) > self.options.pages:
            self.seen = dict.fromkeys(list(self.seen)[self.options.pages // 2 :])

    def frequency(self, value: NDArray[np.uint64]) -> NDArray[np.int64]:
        """The number of pages that each fingerprint was counted on."""
        self.settle()
        if not len(self.keys):
            return np.zeros(len(value), np.int64)
        at = np.minimum(np.searchsorted(self.keys, value), len(self.keys) - 1)
        return np.where(self.keys[at] == value, self.counts[at], 0).astype(np.int64)

    def repeats(self, page: Page) -> Repeats:
        """Which blocks of a page are template. With fewer than three pages counted, none is."""
        found = fingerprints(page)
        frequency, first = _per_block(found, self.frequency(found.value))
        if self.pages < FEWEST:
            return Repeats(self.pages, frequency, np.zeros(len(frequency), np.bool_), first)
        options = self.options
        often = frequency >= max(FEWEST, math.floor(options.often * self.pages) + 1)
        seldom = frequency >= max(FEWEST, math.ceil(options.seldom * self.pages))
        near = _around(seldom, found.letters, options.reach) >= options.around
        template = often | (seldom & near & (_alike(page, seldom, found.letters) >= options.around))
        return Repeats(self.pages, frequency, template & (found.letters > 0), first)

    def removed(
        self, page: Page, kept: NDArray[np.bool_], sure: NDArray[np.bool_] | None = None
    ) -> tuple[NDArray[np.bool_], Repeats]:
        """The rows of `kept` that are template, and how the page repeats; `sure` are rows that stay in any case.

        A heading, or another label, that repeats on every page stays where what follows it is kept and does not
        repeat: “Ingredients” belongs to the recipe.
        """
        repeats = self.repeats(page)
        texts = page.texts
        if not len(texts):
            return np.zeros(0, np.bool_), repeats
        kept_block = np.bincount(texts.block[kept], minlength=texts.blocks) > 0
        elements = page.elements
        label = elements.inherit(_LABELS[elements.tag])[first_parent(texts)] | (
            (texts.context[texts.block_start[:-1]] & int(Context.HEADING)) != 0
        )
        unique = kept_block & ~repeats.template & ~label
        introduces = label & (_next(unique) < _next(kept_block & repeats.template & ~label))
        removed: NDArray[np.bool_] = kept & (repeats.template & ~introduces)[texts.block]
        return removed if sure is None else removed & ~sure, repeats


def learn_template(pages: Iterable[Page], options: TemplateOptions | None = None) -> Template:
    """The template of a site, from its pages; they are read one after another and not kept."""
    template = Template(options or TemplateOptions())
    for page in pages:
        template.add(page)
    template.settle()
    return template


def _page_number(page: Page, found: Fingerprints) -> int:
    """A page by its address, or by its text."""
    from hashlib import blake2b

    key = page.url.encode("utf-8", "replace") if page.url else found.value.tobytes()
    return int.from_bytes(blake2b(key, digest_size=8).digest(), "little")


def _per_block(found: Fingerprints, frequency: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """For every block the frequency that four fifths of its fingerprints reach, and its first fingerprint."""
    blocks = len(found.letters)
    count = np.bincount(found.block, minlength=blocks)
    order = np.lexsort((frequency, found.block))
    start = np.concatenate([[0], np.cumsum(count)[:-1]]).astype(np.int64)
    has = count > 0
    reached = np.zeros(blocks, np.int64)
    reached[has] = frequency[order][start[has] + count[has] // 5]
    first = np.zeros(blocks, np.uint64)
    first[has] = found.value[start[has]]
    return reached, first


def _around(repeated: NDArray[np.bool_], letters: NDArray[np.int64], reach: int) -> NDArray[np.float64]:
    """The share of the text near each block, itself left out, that repeats."""
    at = np.arange(len(letters))
    first, end = np.maximum(at - reach, 0), np.minimum(at + reach + 1, len(letters))
    total = np.concatenate([[0], np.cumsum(letters)])
    same = np.concatenate([[0], np.cumsum(letters * repeated)])
    near = total[end] - total[first] - letters
    share: NDArray[np.float64] = (same[end] - same[first] - letters * repeated) / np.maximum(near, 1)
    return share


def _alike(page: Page, repeated: NDArray[np.bool_], letters: NDArray[np.int64]) -> NDArray[np.float64]:
    """The share of the text in elements of the same tag and class, itself left out, that repeats; 1 where it is alone.

    A short answer that many threads hold stands among answers that do not repeat, a link of a menu among links that do.
    """
    elements = page.elements
    number: dict[str, int] = {}
    look = np.zeros(len(elements), np.int64)
    for row, value in elements.having("class"):
        look[row] = number.setdefault(value, len(number) + 1)
    look = look * len(TAGS) + elements.tag
    at = elements.nearest(BLOCK[elements.tag])[first_parent(page.texts)]
    outer = np.maximum(elements.parent[at], 0)
    _, group = np.unique(look[at] * (int(look.max(initial=0)) + 1) + look[outer], return_inverse=True)
    total = np.bincount(group, letters)[group] - letters
    same = np.bincount(group, letters * repeated)[group] - letters * repeated
    share: NDArray[np.float64] = np.where(total > 0, same / np.maximum(total, 1), 1.0)
    return share


def _next(marked: NDArray[np.bool_]) -> NDArray[np.int64]:
    """For every block the next one after it that is marked; a number past the end for none."""
    after = np.full(len(marked) + 1, len(marked), np.int64)
    after[:-1][marked] = np.flatnonzero(marked)
    after = np.minimum.accumulate(after[::-1])[::-1]
    return after[1:]
