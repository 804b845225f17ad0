"""Pages with gold, turned into rows to learn from."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from kaensan.gold.coverage import block_texts, coverage, snippet_labels
from kaensan.gold.datasets import GoldPage
from kaensan.gold.metrics import trigrams, units, words
from kaensan.methods.boards.candidates import find_candidates, says_board, stated_odds
from kaensan.methods.boards.model import Scorer
from kaensan.methods.core.blocks import LEVELS, Blocks
from kaensan.methods.core.choice import Situation
from kaensan.methods.core.class_words import (
    KINDS,
    PAGE_TYPES,
    AttributeWords,
    Vocabulary,
    path_sums,
)
from kaensan.methods.core.features import NAMES, gather
from kaensan.methods.core.headline import title_block
from kaensan.methods.core.layout_tables import as_boxes
from kaensan.methods.core.method import situation_of
from kaensan.methods.core.overview_pages import is_home
from kaensan.methods.core.policy import of_kind
from kaensan.methods.core.stated_body import STATED_NAMES, in_stated_body
from kaensan.methods.core.thread_evidence import (
    THREAD_NAMES,
    BlockPlaces,
    Surroundings,
    ThreadRule,
    no_thread,
    thread_bonus,
    thread_columns,
)
from kaensan.page import Page, parse
from kaensan.train.made_gold import ARTICLES, marked_labels
from kaensan.train.rebuilt_pages import carried_labels, rebuilt
from kaensan.train.sites import Sites
from kaensan.train.thread_examples import ThreadExample, is_thread, thread_example, weight_of
from kaensan.train.variants import grafted, rescripted, stripped

__all__ = ["NAMED", "PLAIN", "Context", "Example", "Grafts", "examples_of", "with_rule", "with_thread"]

NAMED = (
    *(f"{name}@{level}" for level in range(LEVELS) for name in ("token", "path")),
    *(f"path_{name}" for name in KINDS),
    *(f"type_{name}" for name in PAGE_TYPES),
    *THREAD_NAMES,
)
"""The features that depend on the vocabulary: it also decides whether posts are looked for."""
_NAMED = {name: at for at, name in enumerate(NAMED)}
PLAIN = (*NAMES, *STATED_NAMES)
"""The features that are computed once for a page; those of `NAMED` among them are empty until a vocabulary is known."""
_PLACE = {name: at for at, name in enumerate(PLAIN)}

_PART = 0.5
"""share of a block's words from which it belongs to a known part of the content"""

_NO_WORDS = Vocabulary(
    (), np.zeros((0, len(KINDS) + len(PAGE_TYPES)), np.float32), np.zeros(len(PAGE_TYPES), np.float32)
)


@dataclass(frozen=True)
class Threads:
    """The candidates for the posts of a page."""

    example: ThreadExample
    places: tuple[BlockPlaces, ...]
    """where the blocks stand, candidate by candidate"""
    known: bool
    """whether somebody knows if the page is a thread"""
    stated: bool
    """whether the page says that it is a discussion"""


@dataclass(frozen=True)
class ChosenThread:
    """The likeliest thread of a page, in the words of a post model that has not seen its site."""

    log_odds: float
    columns: NDArray[np.float32]
    """the features of `THREAD_NAMES`"""
    place: NDArray[np.int8]
    """a `Place` per block"""
    rule: ThreadRule = field(default_factory=ThreadRule)


@dataclass(frozen=True)
class Example:
    """One page, or a variant of it, as numbers."""

    id: str
    dataset: str
    site: str
    fold: int
    variant: str
    partial: bool
    """only a part of the content is known"""
    page_type: str | None
    columns: NDArray[np.float32]
    """the features, a row per name of `PLAIN`"""
    label: NDArray[np.float32]
    """share of each block that is content; NaN where nobody knows"""
    size: NDArray[np.int32]
    """words of each block"""
    units: NDArray[np.float32]
    """length of each block …"""
    prose: NDArray[np.float32]
    """… and of what is no link"""
    title: int | None
    """the block with the title of the page"""
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
    threads: Threads | None = None
    thread: ChosenThread | None = None
    """known once the thread models are trained"""

    def types(self, vocabulary: Vocabulary) -> NDArray[np.float32]:
        """The scores of `PAGE_TYPES`; a thread speaks only where the words of the page make one possible."""
        types = vocabulary.type_scores(set(self.told))
        thread = self.thread
        return thread.rule.weighed(types, thread.log_odds) if thread and thread.rule.admits(types) else types

    def thread_odds(self, vocabulary: Vocabulary) -> float | None:
        """How likely the page is a thread, None where no posts are looked for."""
        thread = self.thread
        if thread is None or not thread.rule.admits(vocabulary.type_scores(set(self.told))):
            return None
        return thread.log_odds

    def thread_bonus(self, vocabulary: Vocabulary) -> NDArray[np.float32]:
        """What the log-odds of the blocks gain by the thread of the page."""
        odds = self.thread_odds(vocabulary)
        if self.thread is None or self.threads is None or odds is None:
            return np.zeros(len(self.label), np.float32)
        around = Surroundings(self.units, self.prose, self.title, self.threads.stated)
        return thread_bonus(odds, self.thread.place, around)

    def with_vocabulary(self, vocabulary: Vocabulary) -> NDArray[np.float32]:
        """The features of `NAMED`, a row each."""
        own = vocabulary.element_scores(self.tag, self.attributes)
        path = path_sums(self.end, own)
        columns = []
        for level in range(LEVELS):
            columns += [own[self.chain[:, level], 0], path[self.chain[:, level], 0]]
        columns += [*path[self.block_parent].T]
        columns += [np.full(len(self.label), score, np.float32) for score in self.types(vocabulary)]
        looked = self.thread is not None and self.thread_odds(vocabulary) is not None
        columns += [*(self.thread.columns if looked and self.thread else no_thread(len(self.label)))]
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


@dataclass(frozen=True)
class Grafts:
    """Pages whose bodies are put beside articles, to learn that they are no part of them."""

    listings: Sequence[bytes] = ()
    discussions: Sequence[bytes] = ()


@dataclass(frozen=True)
class Context:
    """What the examples of all pages have in common."""

    sites: Sites = field(default_factory=Sites)
    bodies: tuple[Scorer, ...] = ()
    """the forests that rank groups, each without a fold"""
    grafts: Grafts | None = None


def examples_of(gold: GoldPage, context: Context | None = None) -> Iterator[Example]:
    """The page and, with grafts, its variants; which ones depends on the page's id alone."""
    context = context or Context()
    grafts = context.grafts
    page = parse(gold.html, gold.url)
    thread = is_thread(gold, page) if context.bodies else None
    base = _example(gold, page, "page", context, thread)
    if base is None:
        return
    yield base
    if grafts is None:
        return
    known = (base.label, base.size)
    if bare := _example(gold, stripped(page), "stripped", context, thread, known):
        yield bare
    if (gold.text is None and gold.dataset != ARTICLES) or gold.board:
        return
    draw = zlib.crc32((gold.id + "v").encode()) % 100
    odd = zlib.crc32(gold.id.encode())
    if draw < 50:
        script = "thai" if draw < 25 else "japanese"
        other = rescripted(stripped(page) if odd % 2 else page, script)
        if example := _example(gold, other, script, context, thread, known):
            yield example
    if example := _rebuilt(gold, page, base.label, context, odd, draw):
        yield example
    if gold.page_type not in (None, "article") or gold.dataset == ARTICLES:
        return
    if grafts.listings and (gold.page_type is None or draw % 5 < 2):
        markup = grafted(gold.html, grafts.listings[odd % len(grafts.listings)], first=odd % 3 == 0)
        yield from _grafted(gold, markup, "listed", context, bare=odd % 2 > 0)
    if grafts.discussions and draw % 5 in (2, 3):
        markup = grafted(gold.html, grafts.discussions[odd % len(grafts.discussions)], first=False)
        yield from _grafted(gold, markup, "discussed", context, bare=odd % 2 > 0)


def _rebuilt(
    gold: GoldPage, page: Page, label: NDArray[np.float32], context: Context, odd: int, draw: int
) -> Example | None:
    """A copy whose markup was made from the texts of the page; some in letters that the page itself is not shown in.

    Posts that lie beside each other may have become one there, so it does not teach what a thread is.
    """
    flat = parse(rebuilt(page, joined=odd % 2 > 0))
    known = _known_of_copy(gold, page, label, flat)
    if known is None:
        return None
    if draw >= 50:
        flat = rescripted(flat, "thai" if draw < 75 else "japanese") if odd % 3 else flat
    return _example(gold, flat, "rebuilt", context, thread=None, known=known)


def _known_of_copy(gold: GoldPage, page: Page, label: NDArray[np.float32], flat: Page) -> Known | None:
    texts = block_texts(flat)
    if gold.text is not None:
        return _labels(gold, texts)
    carried = carried_labels(page, label, flat)
    return None if carried is None else (carried, _sizes(texts))


def _grafted(gold: GoldPage, markup: bytes | None, variant: str, context: Context, *, bare: bool) -> Iterator[Example]:
    if markup:
        page = parse(markup, gold.url)
        if example := _example(gold, stripped(page) if bare else page, variant, context, thread=False):
            yield example


Known = tuple[NDArray[np.float32], NDArray[np.int32]]
"""label and size of every block"""


def _example(
    gold: GoldPage, page: Page, variant: str, context: Context, thread: bool | None, known: Known | None = None
) -> Example | None:
    at_board = gold.board or gold.page_type == "forum"
    evidence = gather(page if at_board else as_boxes(page) or page, _NO_WORDS)
    blocks = evidence.blocks
    if not len(blocks):
        return None
    texts = block_texts(page)
    label, size = known or _labels(gold, texts)
    counted, block_words = _counted(gold, texts) if variant == "page" else (None, ())
    return Example(
        id=gold.id,
        dataset=gold.dataset,
        site=context.sites.site(gold),
        fold=context.sites.fold(gold),
        variant=variant,
        partial=gold.text is None and bool(gold.extra.get("part")),
        page_type=gold.page_type,
        columns=np.vstack([evidence.columns, in_stated_body(blocks)]),
        label=label,
        size=size,
        units=blocks.units,
        prose=blocks.prose,
        title=title_block(evidence),
        situation=situation_of(evidence),
        comments=of_kind("comments", evidence),
        attributes=evidence.attributes,
        told=evidence.told,
        tag=blocks.page.elements.tag,
        end=page.elements.end,
        block_parent=blocks.parent,
        chain=blocks.containers.element[blocks.chain],
        gold=counted,
        block_words=block_words,
        threads=_threads(gold, page, blocks, context, thread, (label, size)),
    )


def _labels(gold: GoldPage, texts: list[str]) -> Known:
    """How much of each block is content, and its words: from the whole gold text, a part of it, or snippets."""
    if gold.text is not None:
        return coverage(texts, gold.text)
    marked = marked_labels(gold)
    if marked is not None:
        return marked, _sizes(texts)
    if part := gold.extra.get("part"):
        share, size = coverage(texts, part)
        return np.where(share >= _PART, share, np.nan).astype(np.float32), size
    label = snippet_labels(texts, list(gold.must), list(gold.must_not))
    return label, _sizes(texts)


def _sizes(texts: list[str]) -> NDArray[np.int32]:
    return np.array([len(units(text)) for text in texts], np.int32)


def _threads(
    gold: GoldPage, page: Page, blocks: Blocks, context: Context, thread: bool | None, labels: Known
) -> Threads | None:
    """The candidates for posts, ranked by a forest that has not seen the site."""
    if not context.bodies or is_home(page):
        return None
    fold = context.sites.software_fold(gold)
    candidates = find_candidates(page, context.bodies[fold])
    if not candidates.groups:
        return None
    label, size = labels if thread else (None, None)
    example = thread_example(candidates, fold, label, size, weight_of(gold))
    groups = candidates.ranking.groups
    places = tuple(BlockPlaces(candidates.places(at)[blocks.row], len(groups[at])) for at in candidates.groups)
    return Threads(example, places, known=thread is not None, stated=says_board(page))


def with_thread(example: Example, scorers: Sequence[Scorer]) -> Example:
    """The example with its likeliest thread, by the forest that has not seen its software."""
    if example.threads is None or not scorers:
        return example
    odds = scorers[example.threads.example.fold](example.threads.example.features)
    log_odds, best = stated_odds(float(odds.max()), example.threads.stated), example.threads.places[0]
    columns = thread_columns(example.units, example.prose, log_odds, best)
    return replace(example, thread=ChosenThread(log_odds, columns, best.place))


def with_rule(example: Example, rule: ThreadRule) -> Example:
    """The example with the rule by which its thread counts."""
    return replace(example, thread=replace(example.thread, rule=rule)) if example.thread else example


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
