"""From the log-odds of every block to the blocks that are kept: the set with the highest expected F1."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.frozen_records import record
from kaensan.methods.core.class_words import PAGE_TYPES
from kaensan.methods.core.deciding import Asked, agreed_odds, best_prefix, opposing_odds, weigh

__all__ = [
    *("Decision", "Situation", "agree", "choose", "decide", "settle", "settle_terms"),
]

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]

_AN_ARTICLE, _A_COLLECTION = PAGE_TYPES.index("article"), PAGE_TYPES.index("collection")
_A_LISTING, _A_PRODUCT = PAGE_TYPES.index("listing"), PAGE_TYPES.index("product")
_GROUP = 0.5
"""how far a block moves towards the mean of the blocks that look like it"""
_NEARBY = 0.2
"""how far it moves towards the mean of its container"""
_NOTHING = 0.15
"""pages whose best choice promises less than this F1 may have no main content"""
_HARDLY_ANYTHING = 0.1
"""as are those where it promises less than this once the type of the page has had its say"""
_ENOUGH_OF_ALL = 2 * _NOTHING
"""F1 that all blocks of a page promise together from which the best choice promises more than that, however sums are
rounded"""
_LINKED = 0.8
"""blocks with a greater share of link text are nothing but links"""
_ARTICLE = 0.6
"""pages that are more likely than this to be an article have their comments left out …"""
_ENOUGH = 2
"""… if at least this many words outside the comments are expected to be content: a post may be shorter than what is
said under it"""


@record
class _Demands:
    """What is asked of the blocks of a page that is certainly of a type."""

    sharper: float
    """how much sharper the decision is"""
    more: float
    """how much more log-odds a block needs"""
    links: float
    """how much more still, if it is nothing but links"""


_NAMED = _Demands(sharper=1.5, more=0.75, links=0.0)
"""of an article"""
_BARE = _Demands(sharper=2.0, more=1.25, links=3.0)
"""of an article on a page whose markup has no names"""
_LISTED = _Demands(sharper=1.0, more=-0.3, links=-1.5)
"""of a page that lists things: what it lists are links (of .1, .3 and .5, with links 1, 1.5 and 2, the highest gain on
the listings and the collections of WCXB out of fold)"""
_PRODUCT = _Demands(sharper=1.0, more=0.5, links=0.0)
"""of a product: what its page shows besides are other products (of .5 and 1)"""


@record
class Situation:
    """What the decision about a page needs to know besides the log-odds."""

    size: Floats
    """words of every block"""
    linked: Floats
    """share of every block that is link text"""
    group: NDArray[np.int64]
    """blocks that look alike"""
    container: NDArray[np.int32]
    types: Floats
    """the scores of `PAGE_TYPES`, of which article is the first"""
    named: bool
    """the markup has names"""
    thread: float | None = None
    """log-odds that the page is a thread, None where no posts were looked for"""

    @cached_property
    def chances(self) -> list[float]:
        """How likely the page is of each of `PAGE_TYPES`, from their scores."""
        likely = np.exp(self.types - self.types[self.likeliest])
        chances: list[float] = (likely / np.add.reduce(likely)).tolist()
        return chances

    @cached_property
    def likeliest(self) -> int:
        """The number of the likeliest of `PAGE_TYPES`."""
        return int(self.types.argmax())

    @cached_property
    def article_chance(self) -> float:
        """How likely the page is an article."""
        return self.chances[_AN_ARTICLE]

    @property
    def lists_things(self) -> bool:
        """Whether the page likeliest is a listing or a collection."""
        return self.likeliest in (_A_LISTING, _A_COLLECTION)

    @cached_property
    def is_article(self) -> bool:
        """Whether the page is likely enough an article, and no thread, for its comments to be left out."""
        return self.article_chance >= _ARTICLE and (self.thread is None or self.thread < 0)


@record
class Decision:
    """What is kept of a page."""

    chance: Floats
    """that each block is content"""
    kept: Bools
    promise: float
    """the F-measure to expect"""
    extra: Bools
    """comments that are left out because they stand under an article"""
    alike: Floats
    """the log-odds after blocks that look alike agreed …"""
    agreed: Floats
    """… and after those of one container did"""
    guessed: bool = False
    """so little is expected of the choice that the page may have no main content"""


def decide(log_odds: Floats, page: Situation, never: Bools, comments: Bools, beta: float = 1.0) -> Decision:
    """Decide about every block but those that are `never` kept; `comments` are the blocks that readers wrote."""
    alike, agreed = agree(log_odds, page.size, page.group, page.container)
    chance, hope = powers = opposing_odds(agreed, page.linked, _asked(page))
    np.exp(powers, out=powers)
    weighed, extra = weigh(powers, page.size, never, comments, _ENOUGH if page.is_article else np.inf)
    kept, promise = choose(chance, page.size, beta)
    enough = 2 * weighed.found >= _ENOUGH_OF_ALL * (weighed.words + weighed.found)
    guessed = promise < _HARDLY_ANYTHING or (not enough and choose(hope, page.size)[1] < _NOTHING)
    return Decision(chance, kept, promise, extra, alike, agreed, guessed)


def agree(
    log_odds: Floats, size: Floats, group: NDArray[np.int64], container: NDArray[np.int32]
) -> tuple[Floats, Floats]:
    """Let blocks that look alike, and then blocks of one container, agree: each moves towards the mean of its kind.

    Both steps are given: the log-odds after the first, and after both.
    """
    return agreed_odds(log_odds, size, group, container, (_GROUP, _NEARBY))


def settle(log_odds: Floats, page: Situation) -> Floats:
    """Ask for more on an article, and decide it more sharply: there, text is either the article or it is not.

    Without names in the markup less is known of every block, so more still is asked. Less is asked on pages that list
    things, above all of links, and more on those that sell one. Out of fold the latter two gain .012 on the listings of
    WCXB, .013 on its collections and .010 on its products; that pages which are likeliest articles are left alone takes
    .005 of the first back, and keeps lists of links out of articles of other sources.
    """
    odds: Floats = -opposing_odds(log_odds, page.linked, _asked(page))[0]
    return odds


def settle_terms(page: Situation) -> tuple[float, Floats]:
    """How much sharper the decision about a page is, and how much log-odds every block needs."""
    asked = _asked(page)
    return asked.sharper, (asked.more + asked.links * (page.linked > asked.linked)).astype(np.float32)


def _asked(page: Situation) -> Asked:
    """What is asked of the blocks of a page, by its type."""
    chances = page.chances
    likely_article = max(chances) == chances[_AN_ARTICLE]  # the links around an article are no part of it
    prose = _NAMED if page.named else _BARE
    article, product = chances[_AN_ARTICLE] ** 2, chances[_A_PRODUCT] ** 2
    listed = 0.0 if likely_article else chances[_A_LISTING] + chances[_A_COLLECTION]
    sharper = (prose.sharper - 1) * article + (_LISTED.sharper - 1) * listed + (_PRODUCT.sharper - 1) * product
    more = prose.more * article + _LISTED.more * listed + _PRODUCT.more * product
    links = prose.links * article + _LISTED.links * listed + _PRODUCT.links * product
    return Asked(1 + sharper, more, links, _LINKED)


def choose(chance: Floats, size: Floats, beta: float = 1.0) -> tuple[Bools, float]:
    """The blocks to keep and the F-measure to expect of them; `beta` above 1 leans to recall, below to precision.

    Blocks are taken in the order of their chance for as long as that raises the expectation.
    """
    kept = np.zeros(len(chance), np.bool_)
    if not len(chance):
        return kept, 0.0
    order = (-chance).argsort(kind="stable")
    return kept, best_prefix(chance, size, order, beta * beta, kept)
