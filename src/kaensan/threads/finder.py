"""Is the page a discussion, and if so, which one: from a page to its `Thread`.

Posts are looked for in the structure of the page; `kaensan.threads.likelihood` weighs whether they are a thread. What
the page says about its posts as data is a second source (`kaensan.threads.described`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter

import numpy as np

from kaensan.cached import cached_property
from kaensan.frozen_records import record
from kaensan.methods.boards.candidates import Candidates, at_a_board, declared_kind
from kaensan.methods.boards.model import PostModel, shipped_model
from kaensan.methods.boards.ranking import Ranking, rank_groups
from kaensan.methods.boards.search_limit import may_be_searched
from kaensan.methods.boards.thread_title import find_shown_title
from kaensan.page import Page
from kaensan.page.inline import inline_text
from kaensan.page.normalise import letters_of
from kaensan.threads.described import DataPost, data_posts, data_title
from kaensan.threads.flat_posts import boxes_of_flat_posts
from kaensan.threads.fragment import Fragments
from kaensan.threads.inner_heads import are_parts, cells_with_words, with_inner_heads, without_heads, without_notes
from kaensan.threads.likelihood import discussion_odds, highest_odds, is_chronicle, likelihood_of, thread_likelihood
from kaensan.threads.merge import (
    agrees,
    complete,
    described_group,
    first_signature,
    from_data,
    mostly_elsewhere,
    unseen_opening,
    with_opening,
)
from kaensan.threads.opening import add_opening
from kaensan.threads.page_numbers import page_numbers
from kaensan.threads.post_records import Ancestry, Records
from kaensan.threads.posts import PagePosts, place_posts, read_posts, signable, written_beside
from kaensan.threads.sidebars import without_sidebars
from kaensan.threads.teasers import are_teasers
from kaensan.threads.thread import Thread
from kaensan.threads.whole_bodies import whole_bodies

__all__ = ["LIKELY", "Beginning", "find_beginning", "find_thread"]

LIKELY = 0.5
"""from this likelihood on, a page is a thread"""
_UNDER_ARTICLE = 0.3
"""from this likelihood on, posts under an article are comments, whatever they are called"""
_SURE = 0.9
"""from this likelihood on, no other group is looked at"""
_FAR = 20.0
"""times that the odds of another group must be those of the best one where that is likely itself: on boards never met
and forum pages of WCXB others reach 9 times, and are parts of posts or repeat them"""
_A_NAME = 0.0
"""log-odds, even, that at least one author of a page must have; guestbooks and chats may have none"""
_NAMED = 1.0
"""per cent of elements that are named like a board's on a board"""
_HARDLY_SIGNED, _SIGNED = 0.6, 0.9
"""shares of posts with an author: a group that has fewer is not taken where another one, likely itself, has more. Of
the boards never met and the forum pages of WCXB one has such a group: paragraphs of its posts"""
_LIKELIEST, _TRIES = 12, 5
"""groups that may be tried beside the best, and how many of them are"""
_DATED = 0.5
"""share of posts beside whose bodies a date may stand from which dates are not looked for inside them"""
_MOST = 2000
"""posts of a group that is tried beside the best"""
_COMMENTS_LIKELY = 0.6
"""likelihood of a discussion from which posts that are called comments are comments"""
_COMMENTS_SCORE = 2.0
"""log-odds that a group of comments counts with: under an article it never is the best of all groups"""
_COUNTER = 6
"""characters that "128" needs, the number of comments that a list of articles shows"""
_PLAINLY_SAID = 40
"""characters of one text that are more than such a number, whatever of it is not shown"""
_CHRONICLED = 0.9
"""share of posts that a name, and a date, may stand beside for them to be read as a chronicle"""
_COMMENT_GROUPS = 3
"""groups that are called comments and are tried"""
_WRAPPED = 3
"""elements around a body that hold nothing else"""
_FEW = 3
"""posts that fill a page together"""
_OWN_SHARE, _RUNNING_SHARE = 0.4, 0.6
"""shares of all text of a page, and of its long texts, that posts which fill it hold; comments that do not are below
.35 on all pages of WCXB, boards above .4"""
_ARTICLE = 1600
"""units (800 Latin letters) of long texts that make an article"""


@record
class _Search:
    """A page in which posts are looked for."""

    ranking: Ranking
    described: list[DataPost]
    model: PostModel
    declared: str | None
    """what kind of discussion the page declares itself to be"""

    @property
    def page(self) -> Page:
        return self.ranking.page

    @cached_property
    def candidates(self) -> Candidates:
        """The likeliest groups."""
        return Candidates(self.ranking, self.ranking.order[:_LIKELIEST].tolist())

    @property
    def stated(self) -> dict[str, float]:
        """What the page says of itself."""
        return self.candidates.stated

    @cached_property
    def candidate_odds(self) -> dict[int, float]:
        """The log-odds of the likeliest groups that each is the posts of a thread."""
        groups = self.candidates.groups
        odds = self.model.thread(self.candidates.features) if groups else ()
        return dict(zip(groups, map(float, odds), strict=True))

    @cached_property
    def _ancestry(self) -> Ancestry:
        """What is around the elements of the page."""
        return Ancestry(self.page.elements, self.ranking.looked)

    @cached_property
    def _dates(self) -> int:
        """How many texts of the page look like a date."""
        return int(np.count_nonzero(self.ranking.rows.date & self.ranking.rows.readable))

    def place(self, group: int) -> Records:
        """Where the posts of a group begin and end."""
        records = self._placed.get(group)
        if records is None:
            records = self._placed[group] = self._place(group)
        return records

    @cached_property
    def _placed(self) -> dict[int, Records]:
        return {}

    def _place(self, group: int) -> Records:
        members = without_sidebars(self.page.elements, self.ranking.members(group))
        members = cells_with_words(self.ranking, without_heads(self.ranking, members))
        return self.place_in(whole_bodies(self.ranking, members) if len(members) > 1 else members)

    def place_in(self, bodies: list[int]) -> Records:
        """Where the posts with the given bodies begin and end, and what of their bodies is the head of a post."""
        return self.with_heads(self.records(bodies))

    def records(self, bodies: list[int]) -> Records:
        """Where the posts with the given bodies begin and end."""
        return place_posts(self.ranking, bodies, self._ancestry)

    def with_heads(self, records: Records) -> Records:
        """The same with what of their bodies is the head of a post, or a note on it."""
        if float(written_beside(self.ranking, records).mean()) < _DATED:
            records = with_inner_heads(self.ranking, records)
        return without_notes(self.ranking, records)

    def read(self, records: Records) -> PagePosts:
        """The posts of some records."""
        return read_posts(self.ranking, records, self.model)

    def read_group(self, group: int) -> PagePosts:
        """The posts of a group; several questions are asked of the best one, and groups may hold the same bodies."""
        records = self.place(group)
        bodies = tuple(records.bodies)
        posts = self._read.get(bodies)
        if posts is None:
            posts = self._read[bodies] = self.read(records)
        return posts

    @cached_property
    def _read(self) -> dict[tuple[int, ...], PagePosts]:
        return {}

    def read_likely(self, group: int, likely: float) -> PagePosts | None:
        """The posts of a group; None where they could not make the page a thread that likely."""
        most = min(self._dates / len(self.ranking.groups[group]), 1.0)
        if not self._may_reach(group, likely, 1.0, most):
            return None
        shares = self.shares(self.place(group))
        return self.read_group(group) if self._may_reach(group, likely, *shares) else None

    def shares(self, records: Records) -> tuple[float, float]:
        """The shares of posts beside which a name, and a date, may stand."""
        named, dated = signable(self.ranking, records)
        return float(named.mean()), float(dated.mean())

    def likelihood(self, group: int, posts: PagePosts) -> float:
        """How likely the posts of a group make the page a thread."""
        score = float(self.ranking.score[group])
        odds = discussion_odds(self.stated, posts, score, self.declared)
        likely = self._joint(group, odds)
        chronicle = self._at_board and len(posts) >= _FEW and is_chronicle(posts)
        return max(likely, likelihood_of(odds)) if chronicle else likely

    def _may_reach(self, group: int, likely: float, named: float, dated: float) -> bool:
        """Whether the posts of a group, which are not read for it, could make the page a thread that likely.

        `named` and `dated` are the shares of them beside which a name, or a date, may stand.
        """
        count, score = len(self.ranking.groups[group]), float(self.ranking.score[group])
        highest = highest_odds(self.stated, count, score, self.declared, named=named, dated=dated)
        reached = self._joint(group, highest)
        return (max(reached, likelihood_of(highest)) if self._at_board else reached) >= likely

    def _joint(self, group: int, discussion: float) -> float:
        if len(self.ranking.groups[group]) == 1 and self._named_like_a_board:
            return likelihood_of(discussion)  # nothing repeats on a page of one post, so the group says nothing
        return thread_likelihood(discussion, self.candidate_odds.get(group, min(self.candidate_odds.values())))

    @cached_property
    def _at_board(self) -> bool:
        """Whether the page stands at the address of a board: a chronicle there is a thread, whatever else is."""
        return at_a_board(self.page)

    @cached_property
    def _named_like_a_board(self) -> bool:
        """Whether the names of elements or the address of the page are those of a board."""
        stated = self.stated
        return stated["board_names"] >= _NAMED or bool(stated["board_address"] or stated["board_host"])


def find_thread(
    page: Page, model: PostModel | None = None, ranking: Ranking | None = None, bodies: Sequence[int] = ()
) -> Thread | None:
    """The discussion of a page, None where there is none.

    `ranking` is the model's, where it is known already; `bodies` are the elements that hold the posts, in the order of
    the page, where somebody knows them. In a page of very many elements none are looked for.
    """
    if not bodies and not may_be_searched(page):
        return None
    model = model or shipped_model()
    search = _Search(ranking or rank_groups(page, model.body), data_posts(page), model, declared_kind(page))
    shown: PagePosts | None
    if bodies:
        shown, kind = _known_posts(search, bodies), search.declared or "board"
    else:
        search, shown, kind = _found_posts(search)
        shown = shown and _without_blanks(search, shown)
    posts = complete(shown, search.described) if shown else ()
    if not bodies and mostly_elsewhere([post.text for post in posts], search.described):
        posts, kind = from_data(search.described), search.declared or "board"
        places: list[int] = []
    else:
        places = shown.records.bodies if shown else []
    if not posts:
        return None
    number, count = page_numbers(page)
    if number == 1 and kind != "comments":
        posts = with_opening(posts, search.described)
    if number > 1 or kind == "comments":
        posts = tuple(replace(post, is_op=False) for post in posts)
    return Thread(
        title=_title(search.ranking, places),
        posts=posts,
        url=page.head.canonical or page.url,
        kind=kind,
        page=number,
        pages=count,
    )


@record
class Beginning:
    """How a thread begins: its title, and who wrote its first post on this page when."""

    title: str | None
    author: str | None
    date: str | None
    page: int
    """the number of this page of the thread"""


def find_beginning(ranking: Ranking) -> Beginning | None:
    """How the thread of a page begins, as `find_thread` would say; None where there is none, or only comments.

    `ranking` is that of the shipped model.
    """
    page = ranking.page
    search = _Search(ranking, data_posts(page), shipped_model(), declared_kind(page))
    search, shown, kind = _found_posts(search)
    ranking = search.ranking
    if shown is not None and (search.described or shown.unsigned(0) or _begins_with_titles(shown)):
        shown = _without_blanks(search, shown)
    if search.described and mostly_elsewhere(shown.texts if shown else (), search.described):
        first = from_data(search.described)[:1]
        if not first or search.declared == "comments":
            return None
        return Beginning(_title(ranking, []), first[0].author, first[0].date, page_numbers(page)[0])
    if shown is None or kind == "comments":
        return None
    title, number = _title(ranking, shown.records.bodies), page_numbers(page)[0]
    opening = unseen_opening(shown.texts, search.described) if number == 1 and search.described else None
    if opening is not None:
        return Beginning(title, opening.author, opening.date, number)
    return Beginning(title, *first_signature(shown, search.described), number)


def _known_posts(search: _Search, bodies: Sequence[int]) -> PagePosts:
    """The posts in some elements; where no text beside any of them looks like an author, they have none."""
    posts = read_posts(search.ranking, place_posts(search.ranking, list(bodies)), search.model)
    named = float(posts.author_score.max()) >= _A_NAME
    return posts if named else replace(posts, author=[-1] * len(posts))


def _found_posts(search: _Search) -> tuple[_Search, PagePosts | None, str]:
    """The posts of a page and what kind of discussion they are, with the search that found them: posts may stand side
    by side, without anything around each."""
    shown, kind = _shown_posts(search)
    if search.described or (shown is not None and not _stand_side_by_side(search.page, shown)):
        return search, shown, kind
    found = boxes_of_flat_posts(search.page, search.ranking.rows)
    if found is None:
        return search, shown, kind
    page, boxes = found
    among = _Search(rank_groups(page, search.model.body), [], search.model, search.declared)
    posts = among.read(among.place_in(boxes))
    if shown is not None:
        return (among, posts, kind) if _go_on(posts, shown) else (search, shown, kind)
    if kind != "comments" and is_chronicle(posts) and _fill_the_page(among, posts) and not are_teasers(posts):
        return among, posts, kind
    shown, kind_among = _shown_posts(among)
    return (among, shown, kind_among) if shown is not None and kind_among != "comments" else (search, None, kind)


def _go_on(posts: PagePosts, shown: PagePosts) -> bool:
    """Whether posts begin with the words of others, one by one, and some of them go on."""
    pairs = list(zip(map(letters_of, posts.texts), map(letters_of, shown.texts), strict=False))
    return (
        len(posts) == len(shown)
        and all(map(str.startswith, *zip(*pairs, strict=True)))
        and any(len(one) > len(other) for one, other in pairs)
    )


def _stand_side_by_side(page: Page, posts: PagePosts) -> bool:
    """Whether the bodies of posts, with what holds nothing else, stand in one element: each may be but the first
    paragraph of its post."""
    elements, around = page.elements, np.array(posts.records.bodies)
    for _ in range(_WRAPPED):
        above = elements.parent[around]
        same = (elements.first_text[above] == elements.first_text[around]) & (
            elements.end_text[above] == elements.end_text[around]
        )
        around = np.where(same, above, around)
    return len(set(elements.parent[around].tolist())) == 1 < len(posts)


def _shown_posts(search: _Search) -> tuple[PagePosts | None, str]:
    """The posts in the markup of the page, and what kind of discussion they are."""
    kind = search.declared
    if not len(search.ranking):
        return None, kind or "board"
    posts, likely = _likeliest(search)
    if posts is not None and kind is None and are_teasers(posts):
        posts = None
    article = posts is not None and _after_an_article(search, posts)
    if posts is None or likely < (_UNDER_ARTICLE if article else LIKELY):
        if chronicle := _chronicle(search):
            return chronicle, kind or "board"
        posts = _comments(search)
        if posts is None:
            return None, kind or "board"
        if not _fill_the_page(search, posts):
            return posts, "comments"
        if kind is None and are_teasers(posts):
            return None, "board"
        article = False
        kind = "questions" if kind == "questions" else "board"
    if kind == "questions":
        return posts, kind
    opened: PagePosts | None = None
    if kind == "board" or (kind is None and (not article or at_a_board(search.page))):
        opened = add_opening(search.ranking, posts, search.model, search.records, search.with_heads)
    if (
        opened is None
        and article
        and not (_fill_the_page(search, posts) or (kind == "board" and any(data.opening for data in search.described)))
    ):
        kind = "comments"
    return opened or posts, kind or "board"


def _without_blanks(search: _Search, posts: PagePosts) -> PagePosts:
    """The posts without those of which nothing is known: no word, no author, no date. Where most have a date, words
    without a likely author and a date are none either: what stands around the posts may look like them."""
    dated = 2 * sum(date >= 0 for date in posts.date) > len(posts)
    named = (np.array(posts.author) >= 0) & (posts.author_score >= (_A_NAME if dated else -math.inf))
    signed = zip(posts.records.bodies, posts.texts, named.tolist(), posts.date, strict=True)
    known = [body for body, text, author, date in signed if author or date >= 0 or (text and not dated)]
    if _begins_with_titles(posts):
        known = [body for body in known if body != posts.records.bodies[0]]
    if len(known) in (0, len(posts)):
        return posts
    return search.read(search.place_in(known))


def _begins_with_titles(posts: PagePosts) -> bool:
    """Whether the first of many posts is a short text without a date and all others have one: the titles of columns."""
    dated = [date >= 0 for date in posts.date]
    return len(dated) > _FEW and not dated[0] and all(dated[1:]) and len(posts.texts[0]) <= _PLAINLY_SAID


def _likeliest(search: _Search) -> tuple[PagePosts | None, float]:
    """The posts of the group that data confirms, or of the likeliest of the best groups, and how likely they are.

    Posts are read only where they may be a thread; None where no group may be.
    """
    chosen, likely = _likeliest_of_all(search)
    if chosen is None or likely < LIKELY or _signed(chosen) >= _HARDLY_SIGNED or agrees(chosen, search.described):
        return chosen, likely
    return _likeliest_signed(search) or (chosen, likely)


def _signed(posts: PagePosts) -> float:
    """The share of posts with an author."""
    return sum(author >= 0 for author in posts.author) / len(posts)


def _likeliest_signed(search: _Search) -> tuple[PagePosts, float] | None:
    """The posts of the likeliest group that are nearly all signed, where they are a thread."""
    ranking, found = search.ranking, []
    for group in search.candidate_odds:
        posts = search.read_likely(group, LIKELY) if 1 < len(ranking.groups[group]) <= _MOST else None
        if posts is not None and _signed(posts) >= _SIGNED:
            found.append((posts, search.likelihood(group, posts)))
    best = max(found, key=itemgetter(1), default=None)
    return best if best and best[1] >= LIKELY else None


def _likeliest_of_all(search: _Search) -> tuple[PagePosts | None, float]:
    """The posts of the best group, or of another one that is likelier, whether they are signed or not."""
    ranking = search.ranking
    confirmed = described_group(ranking, search.described)
    best = int(ranking.order[0]) if confirmed is None else confirmed
    likely, margin = 0.0, 1.0
    chosen = search.read_group(best) if search.described else search.read_likely(best, _UNDER_ARTICLE)
    if chosen is not None:
        if agrees(chosen, search.described):
            return chosen, 1.0
        likely = search.likelihood(best, chosen)
        if likely >= _SURE:
            return chosen, likely
        margin = _FAR if likely >= LIKELY and len(chosen) > 1 else 1.0
    others = [group for group in search.candidate_odds if group != best and 1 < len(ranking.groups[group]) <= _MOST]
    for group in others[:_TRIES]:
        least = max(_UNDER_ARTICLE, likely * margin / (1 - likely + likely * margin))
        posts = search.read_likely(group, least)
        if posts is not None:
            other = search.likelihood(group, posts)
            if other >= least:
                alone = are_parts(ranking, posts.records.bodies, ranking.members(best))
                chosen, likely, margin = search.read_group(best) if alone else posts, other, 1.0
    return chosen, likely


def _after_an_article(search: _Search, posts: PagePosts) -> bool:
    """Whether much running text stands before the first post."""
    first = int(search.page.elements.first_text[posts.records.roots[0]])
    return search.ranking.rows.sum("long", first) >= _ARTICLE


def _fill_the_page(search: _Search, posts: PagePosts) -> bool:
    """Whether posts that are called comments are most of what a page says, with nothing before them that they are
    comments on; a page that declares itself an article is believed unless it stands at the address of a board."""
    page, rows = search.page, search.ranking.rows
    elements, count = page.elements, len(page.texts)
    at_board = at_a_board(page)
    if len(posts) < _FEW or ((_after_an_article(search, posts) or search.declared == "comments") and not at_board):
        return False
    bodies = posts.records.bodies
    begin, end = elements.first_text[bodies], elements.end_text[bodies]
    own = float(rows.between("units", begin, end).sum())
    running = float(rows.between("long", begin, end).sum())
    before = rows.sum("units", int(elements.first_text[posts.records.roots[0]]))
    return (
        own >= _OWN_SHARE * rows.sum("units", count)
        and running >= _RUNNING_SHARE * rows.sum("long", count)
        and before <= own / 2
    )


def _chronicle(search: _Search) -> PagePosts | None:
    """The posts of the best group where they fill the page, each is signed, and their times of day go up.

    So read plain boards, of which neither names nor addresses say that they are boards.
    """
    best = int(search.ranking.order[0])
    if search.declared == "comments" or len(search.ranking.groups[best]) < _FEW:
        return None
    if min(search.shares(search.place(best))) < _CHRONICLED:
        return None
    posts = search.read_group(best)
    return posts if is_chronicle(posts) and _fill_the_page(search, posts) else None


def _title(ranking: Ranking, bodies: list[int]) -> str | None:
    page = ranking.page
    shown = find_shown_title(page, ranking.rows, bodies)
    if shown.element < 0:
        return data_title(page)
    return inline_text(page.texts, shown.first, shown.end) or None


def _comments(search: _Search) -> PagePosts | None:
    """Comments under something else: a group of several members that is named so and reads like a discussion."""
    ranking = search.ranking
    named = search.candidates.called_comment & (ranking.groups.size > 1)
    tried = 0
    for group in ranking.order[named[ranking.order]].tolist():
        if not _says_something(ranking, search.place(group)):
            continue
        posts = _read_comments(search, group)
        if posts is not None:
            return posts
        tried += 1
        if tried == _COMMENT_GROUPS:
            break
    return None


def _says_something(ranking: Ranking, records: Records) -> bool:
    """Whether any post says more than a number; a long text tells that at one look."""
    rows = ranking.rows
    if bool((records.body & rows.postable & (ranking.page.texts.length > _PLAINLY_SAID)).any()):
        return True
    return any(len(text) > _COUNTER for text in Fragments(ranking.page, rows.postable).texts(records.bodies))


def _read_comments(search: _Search, group: int) -> PagePosts | None:
    """The posts of a group where they read like a discussion; most cannot by what stands beside them."""
    records, score = search.place(group), max(float(search.ranking.score[group]), _COMMENTS_SCORE)
    named, dated = search.shares(records)
    highest = highest_odds(search.stated, len(records), score, "board", named=named, dated=dated)
    if likelihood_of(highest) < _COMMENTS_LIKELY:
        return None
    posts = search.read_group(group)
    return posts if likelihood_of(discussion_odds(search.stated, posts, score, "board")) >= _COMMENTS_LIKELY else None
