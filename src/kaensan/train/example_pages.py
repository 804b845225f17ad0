"""Pages with gold, and copies of them in other clothes, turned into examples."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from kaensan.gold.coverage import block_texts
from kaensan.gold.datasets import GoldPage
from kaensan.methods.boards.candidates import find_candidates, says_board
from kaensan.methods.boards.model import Scorer
from kaensan.methods.core.blocks import Blocks
from kaensan.methods.core.class_words import KINDS, PAGE_TYPES, Vocabulary
from kaensan.methods.core.features import gather
from kaensan.methods.core.headline import title_block
from kaensan.methods.core.layout_tables import as_boxes
from kaensan.methods.core.method import situation_of
from kaensan.methods.core.overview_pages import is_home
from kaensan.methods.core.policy import of_kind
from kaensan.methods.core.stated_body import in_stated_body
from kaensan.methods.core.thread_evidence import BlockPlaces
from kaensan.page import Page, parse
from kaensan.train.examples import Example, Threads
from kaensan.train.made.articles.pages import furnished
from kaensan.train.made.articles.templates import ERAS
from kaensan.train.made.words import LANGUAGES
from kaensan.train.made_gold import ARTICLES
from kaensan.train.page_labels import Known, counted_words, known_of_copy, labels_of
from kaensan.train.rebuilt_pages import rebuilt
from kaensan.train.sites import Sites
from kaensan.train.thread_examples import is_thread, thread_example, weight_of
from kaensan.train.variants import grafted, rescripted, stripped, surrounded

__all__ = ["Context", "Grafts", "examples_of"]

_FURNISHED = (None, "article", "documentation", "service")
"""types of pages that furniture is put around: on a page that lists things it would look like what is listed"""

_NO_WORDS = Vocabulary(
    (), np.zeros((0, len(KINDS) + len(PAGE_TYPES)), np.float32), np.zeros(len(PAGE_TYPES), np.float32)
)


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
    if gold.dataset == ARTICLES:
        return
    if example := _furnished(gold, context, draw):
        yield example
    if gold.page_type not in (None, "article"):
        return
    if grafts.listings and (gold.page_type is None or draw % 5 < 2):
        markup = grafted(gold.html, grafts.listings[odd % len(grafts.listings)], first=odd % 3 == 0)
        if markup and (example := _changed(gold, markup, "listed", context, bare=odd % 2 > 0)):
            yield example
    if grafts.discussions and draw % 5 in (2, 3):
        markup = grafted(gold.html, grafts.discussions[odd % len(grafts.discussions)], first=False)
        if markup and (example := _changed(gold, markup, "discussed", context, bare=odd % 2 > 0)):
            yield example


def _rebuilt(
    gold: GoldPage, page: Page, label: NDArray[np.float32], context: Context, odd: int, draw: int
) -> Example | None:
    """A copy whose markup was made from the texts of the page; some in letters that the page itself is not shown in.

    Posts that lie beside each other may have become one there, so it does not teach what a thread is.
    """
    flat = parse(rebuilt(page, joined=odd % 2 > 0))
    known = known_of_copy(gold, page, label, flat)
    if known is None:
        return None
    if draw >= 50:
        flat = rescripted(flat, "thai" if draw < 75 else "japanese") if odd % 3 else flat
    return _example(gold, flat, "rebuilt", context, thread=None, known=known)


def _furnished(gold: GoldPage, context: Context, draw: int) -> Example | None:
    """Half of the pages of prose with made furniture above and below them, some of these without names."""
    if draw % 2 or gold.page_type not in _FURNISHED:
        return None
    language = gold.lang if gold.lang in LANGUAGES else "en"
    above, below = furnished(gold.id, language or "en", ERAS[draw % len(ERAS)])
    markup = surrounded(gold.html, above, below)
    return _changed(gold, markup, "furnished", context, bare=draw % 4 > 1) if markup else None


def _changed(gold: GoldPage, markup: bytes, variant: str, context: Context, *, bare: bool) -> Example | None:
    """The page with other markup, which is no thread."""
    page = parse(markup, gold.url)
    return _example(gold, stripped(page) if bare else page, variant, context, thread=False)


def _example(
    gold: GoldPage, page: Page, variant: str, context: Context, thread: bool | None, known: Known | None = None
) -> Example | None:
    at_board = gold.board or gold.page_type == "forum"
    evidence = gather(page if at_board else as_boxes(page) or page, _NO_WORDS)
    blocks = evidence.blocks
    if not len(blocks):
        return None
    texts = block_texts(page)
    label, size = known or labels_of(gold, texts)
    counted, block_words = counted_words(gold, texts) if variant == "page" else (None, ())
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
