"""Pages with gold, turned into rows to learn from."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from kaensan.gold.coverage import block_texts, coverage, snippet_labels
from kaensan.gold.datasets import GoldPage
from kaensan.gold.metrics import trigrams, words
from kaensan.methods.core.blocks import LEVELS
from kaensan.methods.core.choice import Situation
from kaensan.methods.core.class_words import (
    KINDS,
    PAGE_TYPES,
    AttributeWords,
    Vocabulary,
    path_sums,
)
from kaensan.methods.core.features import NAMES, gather
from kaensan.methods.core.method import situation_of
from kaensan.methods.core.policy import of_kind
from kaensan.page import Page, parse
from kaensan.train.variants import grafted, rescripted, stripped

__all__ = ["FOLDS", "NAMED", "Example", "Grafts", "examples_of", "fold_of", "site_of"]

FOLDS = 5
NAMED = (
    *(f"{name}@{level}" for level in range(LEVELS) for name in ("token", "path")),
    *(f"path_{name}" for name in KINDS),
    *(f"type_{name}" for name in PAGE_TYPES),
)
"""The features that depend on the vocabulary."""
_NAMED = {name: at for at, name in enumerate(NAMED)}
_PLACE = {name: at for at, name in enumerate(NAMES)}

_NO_WORDS = Vocabulary(
    (), np.zeros((0, len(KINDS) + len(PAGE_TYPES)), np.float32), np.zeros(len(PAGE_TYPES), np.float32)
)


@dataclass(frozen=True)
class Example:
    """One page, or a variant of it, as numbers."""

    id: str
    dataset: str
    site: str
    fold: int
    variant: str
    page_type: str | None
    columns: NDArray[np.float32]
    """the features, a row per name of `NAMES`; those of `NAMED` are empty until a vocabulary is known"""
    label: NDArray[np.float32]
    """share of each block that is content; NaN where nobody knows"""
    size: NDArray[np.int32]
    """words of each block"""
    situation: Situation
    """with types that say nothing yet"""
    comments: NDArray[np.bool_]
    attributes: AttributeWords
    told: frozenset[str]
    """the words that tell the type of the page"""
    tag: NDArray[np.int16]
    end: NDArray[np.int32]
    block_parent: NDArray[np.int32]
    chain: NDArray[np.int32]
    """elements outwards from each block"""
    gold: NDArray[np.int32] | None
    """how often each word of the page's word list is in the gold"""
    block_words: tuple[NDArray[np.int32], ...]
    """numbers of the words of each block"""

    def with_vocabulary(self, vocabulary: Vocabulary) -> NDArray[np.float32]:
        """The features of `NAMED`, a row each."""
        own = vocabulary.element_scores(self.tag, self.attributes)
        path = path_sums(self.end, own)
        columns = []
        for level in range(LEVELS):
            columns += [own[self.chain[:, level], 0], path[self.chain[:, level], 0]]
        columns += [*path[self.block_parent].T]
        columns += [np.full(len(self.label), score, np.float32) for score in vocabulary.type_scores(set(self.told))]
        return np.stack(columns).astype(np.float32)

    def features(self, vocabulary: Vocabulary, wanted: Sequence[str]) -> NDArray[np.float32]:
        """The named features, a row each, with what the vocabulary says of the names on the page."""
        spoken = self.with_vocabulary(vocabulary)
        return np.stack([spoken[_NAMED[name]] if name in _NAMED else self.columns[_PLACE[name]] for name in wanted])

    def f1(self, kept: NDArray[np.bool_]) -> float:
        """The F1 of keeping these blocks."""
        if self.gold is None:
            return float("nan")
        chosen = [self.block_words[block] for block in np.flatnonzero(kept).tolist()]
        if not chosen:
            return float(not self.gold.any())
        count = np.bincount(np.concatenate(chosen), minlength=len(self.gold))
        return float(2 * np.minimum(count, self.gold).sum() / max(count.sum() + self.gold.sum(), 1))


def site_of(gold: GoldPage) -> str:
    """The site a page is from, so that pages of one site stay in one fold."""
    if gold.board:
        return f"board:{gold.board}"
    host = urlsplit(gold.url or "").hostname or ""
    labels = host.split(".")
    short = len(labels) >= 3 and len(labels[-2]) <= 3 and len(labels[-1]) == 2
    return ".".join(labels[-3 if short else -2 :]) or gold.id


def fold_of(site: str) -> int:
    return zlib.crc32(site.encode()) % FOLDS


@dataclass(frozen=True)
class Grafts:
    """Pages whose bodies are put beside articles, to learn that they are no part of them."""

    listings: Sequence[bytes] = ()
    discussions: Sequence[bytes] = ()


def examples_of(gold: GoldPage, grafts: Grafts | None = None) -> Iterator[Example]:
    """The page and, with `grafts`, its variants; which ones depends on the page's id alone."""
    page = parse(gold.html, gold.url)
    base = _example(gold, page, "page")
    if base is None:
        return
    yield base
    if grafts is None:
        return
    known = (base.label, base.size)
    if bare := _example(gold, stripped(page), "stripped", known):
        yield bare
    if gold.text is None or gold.board:
        return
    draw = zlib.crc32((gold.id + "v").encode()) % 100
    odd = zlib.crc32(gold.id.encode())
    if draw < 50:
        script = "thai" if draw < 25 else "japanese"
        other = rescripted(stripped(page) if odd % 2 else page, script)
        if example := _example(gold, other, script, known):
            yield example
    if gold.page_type not in (None, "article"):
        return
    if grafts.listings and (gold.page_type is None or draw % 5 < 2):
        markup = grafted(gold.html, grafts.listings[odd % len(grafts.listings)], first=odd % 3 == 0)
        yield from _grafted(gold, markup, "listed", bare=odd % 2 > 0)
    if grafts.discussions and draw % 5 in (2, 3):
        markup = grafted(gold.html, grafts.discussions[odd % len(grafts.discussions)], first=False)
        yield from _grafted(gold, markup, "discussed", bare=odd % 2 > 0)


def _grafted(gold: GoldPage, markup: bytes | None, variant: str, *, bare: bool) -> Iterator[Example]:
    if markup:
        page = parse(markup, gold.url)
        if example := _example(gold, stripped(page) if bare else page, variant):
            yield example


def _example(
    gold: GoldPage, page: Page, variant: str, known: tuple[NDArray[np.float32], NDArray[np.int32]] | None = None
) -> Example | None:
    evidence = gather(page, _NO_WORDS)
    blocks = evidence.blocks
    if not len(blocks):
        return None
    texts = block_texts(page)
    if known:
        label, size = known
    elif gold.text is not None:
        label, size = coverage(texts, gold.text)
    else:
        label = snippet_labels(texts, list(gold.must), list(gold.must_not))
        size = np.array([len(words(text)) for text in texts], np.int32)
    counted, block_words = _counted(gold, texts) if variant == "page" else (None, ())
    return Example(
        id=gold.id,
        dataset=gold.dataset,
        site=site_of(gold),
        fold=fold_of(site_of(gold)),
        variant=variant,
        page_type=gold.page_type,
        columns=evidence.columns,
        label=label,
        size=size,
        situation=situation_of(evidence),
        comments=of_kind("comments", evidence),
        attributes=evidence.attributes,
        told=evidence.told,
        tag=page.elements.tag,
        end=page.elements.end,
        block_parent=blocks.parent,
        chain=blocks.containers.element[blocks.chain],
        gold=counted,
        block_words=block_words,
    )


def _counted(gold: GoldPage, texts: Iterable[str]) -> tuple[NDArray[np.int32] | None, tuple[NDArray[np.int32], ...]]:
    """The words of blocks and gold by number."""
    if gold.text is None:
        return None, ()
    cut = words if gold.spaced else trigrams
    number: dict[str, int] = {}
    block_words = tuple(
        np.array([number.setdefault(word, len(number)) for word in cut(text)], np.int32) for text in texts
    )
    wanted = Counter(cut(gold.text))
    for word in wanted:
        number.setdefault(word, len(number))
    counted = np.zeros(len(number), np.int32)
    for word, count in wanted.items():
        counted[number[word]] = count
    return counted, block_words
