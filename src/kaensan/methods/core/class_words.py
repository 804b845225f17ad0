"""What authors call their elements: words in class, id, role and itemprop attributes, and the tags themselves.

Each word has learned weights; the words of an element add up to its scores, the scores of the elements around a text
to the scores of its path. There are several scores because one name means different things on different pages, a
`comment` being noise under an article and the matter itself on a board. The same words, with those of the address and
of the page's own claims, also tell what type of page it is.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import chain, repeat
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.frozen_records import record
from kaensan.methods.core.facts import STEP_WORDS
from kaensan.methods.core.measures import add_told
from kaensan.methods.core.naming import Names, WordTable, element_scores, word_table, words_of
from kaensan.page import Page
from kaensan.page.attributes import unescaped
from kaensan.page.elements import Elements
from kaensan.page.tags import TAGS

__all__ = [
    "KINDS",
    "PAGE_TYPES",
    "AttributeWords",
    "Vocabulary",
    "attribute_words",
    "page_words",
    "path_sums",
]

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

KINDS = ("prose", "talk", "goods")
"""Kinds of pages on which a word is scored apart: pages of prose, boards, and pages that list or sell things."""

PAGE_TYPES = ("article", "collection", "documentation", "forum", "listing", "product", "service")

_PLAIN = re.compile(r"[a-z]+")
_TYPE = re.compile(r'"@type"\s*+:\s*+(?:\[\s*+)?"([A-Za-z]{2,40})"')
_MOST = 200_000
_NO_STEPS = np.zeros(len(STEP_WORDS), np.int32)


@record
class AttributeWords:
    """The words in the naming attributes of a page, each distinct attribute value read once."""

    values: list[str]
    words: list[str]
    value: Ints
    """the number of the attribute value that each word is from"""
    owner: Ints
    """the elements that have a value …"""
    has: Ints
    """… and the number of the value each of them has, classes first"""
    classes: int
    """how many of them are classes"""


def attribute_words(names: Names) -> AttributeWords:
    """The names of a page with their words spelled out."""
    cut = [words_of(value) for value in names.named.values]
    value_of = np.repeat(np.arange(len(cut), dtype=np.int32), np.fromiter(map(len, cut), np.int32, len(cut)))
    values = [unescaped(value.decode("utf-8", "ignore")) for value in names.named.values]
    named = names.named
    return AttributeWords(values, list(chain.from_iterable(cut)), value_of, named.owner, named.value, names.classes)


def page_words(page: Page) -> set[str]:
    """The words of a page's address and of its claims about itself that tell its type."""
    words: set[str] = set()
    if page.url:
        address = unquote(page.url.lower()).partition("://")[2]
        words |= {"u:" + word for word in _PLAIN.findall(address[:300])}
        path = address.partition("/")[2].partition("?")[0].strip("/")
        words.add(f"u:depth{min(path.count('/') + bool(path), 4)}")
        words.add(f"u:hyphens{min(path.rpartition('/')[2].count('-'), 5)}")
    for name in ("og:type", "generator"):
        for text in page.head.meta.get(name, ())[:2]:
            words |= {f"{name}:{word}" for word in _PLAIN.findall(text.lower()[:60])}
    for text in page.head.json_ld_texts:
        words |= {"j:" + kind.lower() for kind in _TYPE.findall(text[:_MOST])}
    return words


@record
class Vocabulary:
    """Words with their learned weights."""

    words: tuple[str, ...]
    weight: Floats
    """a row per word: its score on each of `KINDS`, then its part in every one of `PAGE_TYPES`"""
    bias: Floats
    """where the sums for `PAGE_TYPES` start"""

    @cached_property
    def _number(self) -> dict[str, int]:
        return dict(zip(self.words, range(len(self.words)), strict=True))

    @cached_property
    def _tags(self) -> Floats:
        """The scores of the tags themselves."""
        return self._scores[self._numbers([f"<{name}>" for name in TAGS])]

    @cached_property
    def _scores(self) -> Floats:
        """What each word says of its element, with a row of zeros at the end for unknown words."""
        return np.vstack([self.weight[:, : len(KINDS)], np.zeros((1, len(KINDS)), np.float32)])

    def _numbers(self, words: Collection[str]) -> Ints:
        """The numbers of words; unknown ones have the number after the last."""
        return np.fromiter(map(self._number.get, words, repeat(len(self.words))), np.int32, len(words))

    @cached_property
    def table(self) -> WordTable:
        """The words that names are looked up in."""
        return word_table(self._number, self._scores)

    def scores(self, elements: Elements, names: Names) -> tuple[Floats, Floats]:
        """The scores of every element and of its path, a column per name in `KINDS`."""
        return element_scores(names, self._tags, elements.tag, elements.parent)

    def element_scores(self, tag: NDArray[np.int16], named: AttributeWords) -> Floats:
        """The scores of every element, given the tags of all, a column per name in `KINDS`."""
        scores = self._tags[tag]
        if not len(named.owner):
            return scores
        weight = self._scores[self._numbers(named.words)]
        values = int(named.has.max()) + 1
        for column in range(len(KINDS)):
            per_value = np.bincount(named.value, weight[:, column], values)
            scores[:, column] += np.bincount(named.owner, per_value[named.has], len(tag))
        return scores

    def type_scores(self, words: set[str]) -> Floats:
        """How much the words of a page speak for each of `PAGE_TYPES`."""
        return self.page_type_scores(words, _NO_STEPS, np.zeros(len(self.words) // 8 + 1, np.uint64))

    def page_type_scores(self, claims: set[str], steps: Ints, told: NDArray[np.uint64]) -> Floats:
        """The same, where the words are the claims of a page, those of its facts, and those `told` by its names."""
        numbers = self._numbers(claims)
        spoken: Floats = self.bias + add_told(self.weight, len(KINDS), self._of_facts, steps, numbers, told)
        return spoken

    @cached_property
    def _of_facts(self) -> Ints:
        """For every fact the numbers of the words that it says, step by step."""
        return np.array([self._numbers(words) for words in STEP_WORDS])


def path_sums(end: Ints, value: Floats) -> Floats:
    """For every element the sum of the values of itself and the elements around it, column by column.

    `end` is where the subtree of each element ends.
    """
    change = np.zeros((len(end) + 1, value.shape[1]), np.float64)
    change[:-1] += value
    for column in range(value.shape[1]):
        change[:, column] -= np.bincount(end, value[:, column], len(end) + 1)
    return np.cumsum(change, axis=0)[:-1].astype(np.float32)
