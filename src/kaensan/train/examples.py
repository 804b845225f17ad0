"""Pages with gold, turned into rows to learn from."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from kaensan.bench.datasets import GoldPage
from kaensan.bench.metrics import trigrams, words
from kaensan.model.blocks import LEVELS
from kaensan.model.features import gather
from kaensan.model.tokens import (
    KINDS,
    PAGE_TYPES,
    SCORES,
    AttributeWords,
    Vocabulary,
    attribute_words,
    near_and_far,
    page_words,
    path_sums,
)
from kaensan.page import Page, parse
from kaensan.train.gold import block_texts, coverage, snippet_labels
from kaensan.train.variants import grafted, rescripted, stripped

__all__ = ["FOLDS", "NAMED", "Example", "examples_of", "fold_of", "site_of"]

FOLDS = 5
NAMED = (
    *(f"{name}@{level}" for level in range(LEVELS) for name in ("token", "path")),
    *(f"path_{name}" for name in (*SCORES, *KINDS)),
    *(f"type_{name}" for name in PAGE_TYPES),
)
"""The features that depend on the vocabulary."""

_NO_WORDS = Vocabulary(
    (), np.zeros((0, len(SCORES) + len(PAGE_TYPES)), np.float32), np.zeros(len(PAGE_TYPES), np.float32)
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
    names: tuple[str, ...]
    matrix: NDArray[np.float32]
    """the features; those of `NAMED` are empty until a vocabulary is known"""
    label: NDArray[np.float32]
    """share of each block that is content; NaN where nobody knows"""
    size: NDArray[np.int32]
    """words of each block"""
    units: NDArray[np.float32]
    group: NDArray[np.int64]
    container: NDArray[np.int32]
    named: AttributeWords
    page_words: frozenset[str]
    tag: NDArray[np.int16]
    parent: NDArray[np.int32]
    end: NDArray[np.int32]
    block_parent: NDArray[np.int32]
    chain: NDArray[np.int32]
    """elements outwards from each block"""
    gold: NDArray[np.int32] | None
    """how often each word of the page's word list is in the gold"""
    block_words: tuple[NDArray[np.int32], ...]
    """numbers of the words of each block"""

    def with_vocabulary(self, vocabulary: Vocabulary) -> NDArray[np.float32]:
        """The columns of `NAMED`, in that order."""
        own = vocabulary.element_scores(self.tag, self.named)
        path = path_sums(self.end, own)
        far = len(KINDS)
        columns = []
        for level in range(LEVELS):
            columns += [own[self.chain[:, level], far], path[self.chain[:, level], far]]
        spoken = near_and_far(self.parent, own, path, self.block_parent)
        columns += [*spoken.T, *(spoken[:, :far] + spoken[:, far:]).T]
        types = vocabulary.type_scores(set(self.page_words))
        columns += [np.full(len(self.label), score, np.float32) for score in types]
        return np.stack(columns, axis=1).astype(np.float32)

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


def examples_of(gold: GoldPage, listings: Sequence[bytes] = (), *, vary: bool = True) -> Iterator[Example]:
    """The page and, with `vary`, its variants; which ones depends on the page's id alone."""
    page = parse(gold.html, gold.url)
    base = _example(gold, page, "page")
    if base is None:
        return
    yield base
    if not vary:
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
    if listings and gold.page_type in (None, "article") and (gold.page_type is None or draw % 5 < 2):
        markup = grafted(gold.html, listings[odd % len(listings)], first=odd % 3 == 0)
        if markup:
            beside = parse(markup, gold.url)
            if example := _example(gold, stripped(beside) if odd % 2 else beside, "grafted"):
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
    named = attribute_words(page.elements)
    return Example(
        id=gold.id,
        dataset=gold.dataset,
        site=site_of(gold),
        fold=fold_of(site_of(gold)),
        variant=variant,
        page_type=gold.page_type,
        names=evidence.names,
        matrix=evidence.matrix,
        label=label,
        size=size,
        units=blocks.units,
        group=evidence.group,
        container=blocks.container,
        named=named,
        page_words=frozenset(page_words(page, named)),
        tag=page.elements.tag,
        parent=page.elements.parent,
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
