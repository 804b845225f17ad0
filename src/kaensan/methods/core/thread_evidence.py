"""What the thread finder knows, as evidence for every block: is it a post's own words, on a page that is a thread?

Columns that come after those of `features`, and a part of the score of the type `forum`. Looking for posts costs more
than all other evidence together, so it is done only where the words of the page make a board at all likely.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kaensan.frozen_records import record
from kaensan.methods.boards.post_places import Place
from kaensan.methods.core.blocks import Blocks
from kaensan.methods.core.class_words import PAGE_TYPES
from kaensan.methods.core.features import NAMES, Evidence, Further
from kaensan.methods.core.headline import title_block
from kaensan.methods.core.overview_pages import is_home
from kaensan.methods.core.paragraphs import are_paragraphs, make_article
from kaensan.methods.core.stated_body import STATED_NAMES, in_stated_body
from kaensan.page import Page

if TYPE_CHECKING:  # most pages are no boards
    from kaensan.methods.boards.candidates import ThreadGroup
    from kaensan.methods.boards.model import PostModel

__all__ = [
    "ALL_NAMES",
    "THREAD_NAMES",
    "BlockPlaces",
    "Surroundings",
    "ThreadRule",
    "among_posts",
    "block_places",
    "completed",
    "looks_like_thread",
    "no_thread",
    "thread_bonus",
    "thread_columns",
    "thread_gain",
]

Floats = NDArray[np.float32]

THREAD_NAMES = ("thread_odds", "thread_place", "thread_own", "thread_posts", "thread_share", "thread_size")
"""The features that the thread finder adds."""

ALL_NAMES: tuple[str, ...] = (*NAMES, *STATED_NAMES, *THREAD_NAMES)
"""The names of all features, in the order of the columns."""

_LIMIT = 6.0
"""log-odds beyond this say no more"""
_WORD_UNITS = 12
"""units of a word of six Latin letters"""
_FORUM = PAGE_TYPES.index("forum")


_LIKELY = 0.0
"""log-odds of a thread from which its posts count beyond what the forest makes of them …"""
_LIKELY_AT_BOARD = -2.0
"""… and from which they do where the page may well be a board: a list of events or links looks a little like posts"""
_MAY_WELL_BE = 0.3
"""chance of a board, by all that tells the type of the page (of 0, .3 and .5: .5 loses .005 on the forum pages of WCXB,
.3 nothing, and 0 loses one phrase in forty of the pages of `experiments.unseen`)"""
_ADDED = {Place.OWN: 3.0, Place.REPEATED: 0.5, Place.BEFORE: -3.0, Place.BETWEEN: -3.0, Place.AFTER: -3.0}
"""log-odds that a block gains by its place on a likely thread: the best of some twenty settings on the forum pages of
WCXB and on thaiboards.train, each by models that have not seen the site and by a post model that has not seen the
software (+.015 and +.050; the trial that led to it had 2 and 0 from log-odds of 0)"""
_ADDED_BY_PLACE = np.array([_ADDED[place] for place in Place], np.float32)
_UNDER_TITLE = -1.0
"""log-odds that a block gains between the title of a likely thread and its first post: often the opening post looks
unlike the others (of 0, -1, -2 and -3)"""


@record
class ThreadRule:
    """When posts are looked for, and what they say of the type of the page; learned with the forest."""

    gate: float = 0.02
    """chance of a forum, by the words of the page, from which posts are looked for"""
    weight: float = 0.5
    """how much of the log-odds of a thread is added to the score of a forum …"""
    bias: float = 0.0
    """… and what else"""

    def admits(self, types: Floats) -> bool:
        """Whether the words of a page make a board likely enough to look for posts."""
        return _chance_of_board(types) >= self.gate

    def weighed(self, types: Floats, log_odds: float) -> Floats:
        """The scores of `PAGE_TYPES` with what a thread adds to them."""
        shifted = types.copy()
        shifted[_FORUM] += self.weight * _limited(log_odds) + self.bias
        return shifted


@record
class BlockPlaces:
    """Where the blocks of a page stand relative to the posts of a group."""

    place: NDArray[np.int8]
    """a `Place` per block"""
    posts: int


def block_places(blocks: Blocks, thread: ThreadGroup) -> BlockPlaces:
    """The places of the blocks if the given group holds the posts."""
    candidates = thread.candidates
    place = candidates.places(thread.group)[blocks.row]
    return BlockPlaces(place, thread.posts)


def thread_columns(units: Floats, prose: Floats, log_odds: float, at: BlockPlaces, some: slice = slice(None)) -> Floats:
    """The features of `THREAD_NAMES` of some blocks, a row each, given the units of all and those outside links."""
    odds = _limited(log_odds)
    own = at.place == Place.OWN
    belief = max(odds, 0.0)
    inside = float(prose[own].sum())
    place = at.place[some]
    columns = np.empty((len(THREAD_NAMES), len(place)), np.float32)
    columns[0] = odds
    columns[1] = place
    columns[2] = np.where(place == Place.OWN, belief, np.where(place == Place.REPEATED, 0.0, -belief))
    columns[3] = np.log1p(at.posts)
    columns[4] = inside / max(float(prose.sum()), 1.0)
    columns[5] = np.log1p(inside / max(at.posts, 1) / _WORD_UNITS)
    return columns


@record
class Surroundings:
    """What stands around the posts of a page."""

    units: Floats
    """of every block …"""
    prose: Floats
    """… and those outside links"""
    title: int | None
    """the block with the title"""
    at_board: bool
    """whether the page says that it is a discussion"""


def thread_bonus(log_odds: float, types: Floats, at: BlockPlaces, around: Surroundings) -> Floats:
    """What the log-odds of blocks gain by their place relative to the posts of a page; nothing under an article.

    `types` are the scores of `PAGE_TYPES`.

    Long paragraphs before the first post are an article, and the posts then comments on it, however much they look like
    a thread. On a page that says it is a discussion they are the opening post. Out of fold the latter gains .006 on the
    forum pages of WCXB, nearly all of it by one page, and what stands under the title another .001 by another one.
    """
    place = at.place
    if not looks_like_thread(log_odds, types, at.posts):
        return np.zeros(len(place), np.float32)
    before = place == Place.BEFORE
    under = make_article(around.units, before & are_paragraphs(around.units, around.prose))
    if under and not around.at_board:
        return np.zeros(len(place), np.float32)
    bonus: Floats = _ADDED_BY_PLACE[place]
    if under:
        bonus[before] = 0
    elif around.title is not None:
        bonus[around.title + 1 :][before[around.title + 1 :]] = _UNDER_TITLE
    return bonus


def thread_gain(evidence: Evidence) -> Floats | None:
    """What the blocks of a page gain by its posts, None where no posts were looked for."""
    thread, blocks = evidence.thread, evidence.blocks
    if thread is None:
        return None
    around = Surroundings(blocks.units, blocks.prose, title_block(evidence), thread.stated)
    at = block_places(blocks, thread)
    return thread_bonus(thread.log_odds, evidence.types, at, around)


def among_posts(evidence: Evidence) -> NDArray[np.bool_] | None:
    """The blocks between and after the posts of a page that is more likely a thread than not, None on other pages.

    Names, dates and profiles stand there, often in lists and tables that hold the posts too: they are no part of them.
    """
    thread = evidence.thread
    if thread is None or thread.log_odds <= 0:
        return None
    place = block_places(evidence.blocks, thread).place
    among: NDArray[np.bool_] = (place == Place.BETWEEN) | (place == Place.AFTER)
    return among


def _limited(log_odds: float) -> float:
    return min(max(log_odds, -_LIMIT), _LIMIT)


def looks_like_thread(log_odds: float, types: Floats, posts: int) -> bool:
    """Whether a page is likely enough a thread for the places of its posts to count by themselves.

    A lone text is a post only where a thread is likelier than not: any page has one, and nothing repeats that could
    tell. Out of fold this gains .0017 on the forum pages of WCXB, and a page of annotated links its content.
    """
    if posts > 1 and log_odds > _LIKELY_AT_BOARD and _chance_of_board(types) > _MAY_WELL_BE:
        return True
    return log_odds > _LIKELY


def _chance_of_board(types: Floats) -> float:
    likely = np.exp(types - types[types.argmax()])
    return float(likely[_FORUM] / np.add.reduce(likely))


def no_thread(size: int) -> Floats:
    """The features of `THREAD_NAMES` on a page where no posts were looked for."""
    columns = np.zeros((len(THREAD_NAMES), size), np.float32)
    columns[0] = -_LIMIT
    return columns


def completed(evidence: Evidence, rule: ThreadRule, model: PostModel | None, page: Page) -> Evidence:
    """The evidence with the columns beyond those of `features`, and with what a thread says of the type of the page.

    `model` finds the posts, on the page as it is; the one that ships with the program unless given. The home page of a
    site is no thread: what repeats on it are teasers. Out of fold this gains .0026 on the listings of WCXB, .0025 of it
    by one page.
    """
    blocks = evidence.blocks
    stated = in_stated_body(blocks)
    looked = len(blocks) and rule.admits(evidence.types) and not is_home(page)
    thread = _find_thread(page, model) if looked else None
    if thread is None:
        further = _further(stated, lambda some: no_thread(some.stop - some.start))
        return evidence.completed(further, evidence.types, None)
    at = block_places(blocks, thread)
    further = _further(stated, lambda some: thread_columns(blocks.units, blocks.prose, thread.log_odds, at, some))
    return evidence.completed(further, rule.weighed(evidence.types, thread.log_odds), thread)


def _find_thread(page: Page, model: PostModel | None) -> ThreadGroup | None:
    from kaensan.methods.boards.candidates import likeliest_thread
    from kaensan.methods.boards.model import shipped_model

    return likeliest_thread(page, model or shipped_model())


def _further(stated: Floats, of_thread: Callable[[slice], Floats]) -> Further:
    """The features of `STATED_NAMES` and of `THREAD_NAMES`."""

    def fill(first: int, end: int, out: Floats) -> None:
        out[0] = stated[first:end]
        out[1:] = of_thread(slice(first, end))

    return Further(1 + len(THREAD_NAMES), fill)
