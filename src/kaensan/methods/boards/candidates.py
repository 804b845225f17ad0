"""Is the page a thread, and which group holds its posts: the best groups of a page, weighed as threads.

The ranking says which group is the likeliest of its page; a page without any discussion has a likeliest group too. A
second forest tells threads from other pages by the features of the group, by how it compares with the next ones, and
by what the page says of itself: its address, the names of its elements, its schema.org types. It was trained on boards
of software that the ranking had not met, and on pages of all other kinds, comments under articles among them.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.frozen_records import record
from kaensan.methods.boards.chronology import CHRONOLOGY, chronology
from kaensan.methods.boards.feature_table import FeatureTable
from kaensan.methods.boards.group_features import NAMES
from kaensan.methods.boards.model import PostModel, Scorer
from kaensan.methods.boards.place_rows import place_rows
from kaensan.methods.boards.ranking import Ranking, rank_groups
from kaensan.methods.boards.rows import PART_BITS
from kaensan.methods.boards.search_limit import may_be_searched
from kaensan.methods.boards.teaser_signs import TEASER_SIGNS, teaser_signs
from kaensan.page import Context, Page
from kaensan.page.elements import Elements
from kaensan.page.telling_names import BOARD, REPLIES

__all__ = [
    "Candidates",
    "ThreadGroup",
    "at_a_board",
    "declared_kind",
    "find_candidates",
    "likeliest_thread",
    "named_comment",
    "named_comments",
    "page_evidence",
    "says_board",
    "stated_odds",
]

Floats = NDArray[np.float64]

_MOST = 6
"""groups that are weighed: on training pages the right one is among the first six wherever it is found at all"""
_MOST_NAMED = 5.0
"""per cent of elements named like a board's: more say no more"""
_MANY = 25
"""a longer thread is weighed as if it had this many posts: how long it is says nothing for or against it"""
_GROWING = slice(NAMES.index("page_units"), NAMES.index("page_elements") + 1)
"""logarithms that grow with the number of posts"""
_SIZE = NAMES.index("size")
_RANKED = ("rank", "rank_score", "rank_lead", "called_comment")
_SAID = (
    *("board_names", "comment_names", "declared_board", "declared_questions", "declared_other", "board_address"),
    "board_host",
)
_NAMES = (*NAMES, *_RANKED, *_SAID, *TEASER_SIGNS, *CHRONOLOGY)
"""the features of a candidate, in the order of their rows"""
_STATED = slice(len(NAMES) + len(_RANKED), len(NAMES) + len(_RANKED) + len(_SAID))
_TEASERS = slice(_STATED.stop, _STATED.stop + len(TEASER_SIGNS))
_TIMES = slice(_TEASERS.stop, len(_NAMES))
_REPEATED = 60
"""units (30 Latin letters) from which a text that was said before is a repetition, not a coincidence"""
_QUOTE = int(Context.QUOTE)
_COMMENT_NAME = re.compile(r"comment|disqus|repl(?:y|ies)|ความเห็น|ความคิดเห็น", re.I)
_NAMES_AROUND = 4
"""elements around another whose names count as its own"""
_BOARD_NAME = re.compile(r"forum|thread|topic|discuss|question|answer|board|commu|กระทู้|viewtopic", re.I)
_BOARD_ADDRESS = re.compile(
    r"forum|thread|topic|discuss|question|answer|board|commu|กระทู้|viewtopic|comments/|/[td]/|/talk/|(?:^|/)post/\d|"
    r"g(?:uest|äste|aeste)?-?b(?:oo|u)(?:k|ch)|livre-?d-?or|สมุดเยี่ยม",
    re.I,
)
_BOARD_HOST = re.compile(r"forum|board|commun|discuss|talk|answer|ask|stack|overflow|reddit|pantip", re.I)
_FORUM_HOST = "forum"
"""in the name of a host that is nothing but a board: of WCXB's other pages and of the sets of articles none has it"""
_EVEN = 0.0
"""log-odds, even, that a page is at least a thread with if it says that it is a discussion"""


@record
class Candidates:
    """The best groups of a page with what speaks for and against each being the posts of a thread."""

    ranking: Ranking
    groups: list[int]
    """best first"""

    @cached_property
    def stated(self) -> dict[str, float]:
        """What the page says of itself, whichever its posts are."""
        return page_evidence(self.ranking.page, self._names)

    @cached_property
    def _names(self) -> _Names:
        """What the names of elements hold."""
        return _read_names(self.ranking.page.elements)

    @cached_property
    def called_comment(self) -> NDArray[np.bool_]:
        """Per group of the page, candidate or not, whether its first member is named a comment."""
        groups = self.ranking.groups
        return named_comments(self.ranking.page, self._names)[groups.members[groups.start[:-1]]]

    @cached_property
    def features(self) -> FeatureTable:
        """A value per candidate, by name."""
        ranking, groups, names = self.ranking, np.array(self.groups, np.intp), _NAMES
        score = ranking.score[groups].astype(np.float64)
        count = ranking.groups.size[groups]
        values = np.empty((len(names), len(groups)))
        ranking.features.table.take(groups, axis=1, out=values[: len(NAMES)], mode="clip")
        values[_SIZE] = np.log1p(np.minimum(count, _MANY))
        values[_GROWING] = np.maximum(values[_GROWING] - np.log(np.maximum(count / _MANY, 1)), 0)
        ranks, scores, leads, called = values[len(NAMES) : len(NAMES) + len(_RANKED)]
        ranks[:] = np.arange(len(score))
        scores[:] = score
        leads[:] = score - np.append(score[1:], score[-1:])
        called[:] = self.called_comment[groups]
        values[_STATED] = np.array(list(self.stated.values()))[:, None]
        members = [ranking.groups[group] for group in self.groups]
        values[_TEASERS] = teaser_signs(ranking.page, ranking.rows, members)
        values[_TIMES] = chronology(ranking.page, ranking.rows, members)
        return FeatureTable(names, values)

    def places(self, group: int) -> NDArray[np.int8]:
        """The `Place` of every row, if the members of this group are the bodies of the posts."""
        return self._places_of_best if group == self.groups[0] else self._places(group)

    @cached_property
    def _places_of_best(self) -> NDArray[np.int8]:
        """The places by the group that most ask about, and more than once."""
        return self._places(self.groups[0])

    def _places(self, group: int) -> NDArray[np.int8]:
        page, rows = self.ranking.page, self.ranking.rows
        elements = page.elements
        return place_rows(
            (elements.first_text, elements.end_text),
            self.ranking.groups[group],
            rows.postable,
            (rows.named_around, PART_BITS["quote"], page.texts.context, _QUOTE),
            (rows.text, rows.units, _REPEATED),
        )


@record
class ThreadGroup:
    """The likeliest posts of a page: its best group, which holds bodies most exactly, and how likely it is a thread."""

    candidates: Candidates
    group: int
    log_odds: float
    """that the page is a thread: the most that any of the candidates says"""
    kind: str | None
    """what the page declares itself, see `declared_kind`"""
    stated: bool
    """whether the page says that it is a discussion, see `says_board`"""

    @property
    def posts(self) -> int:
        """How many members the group has."""
        return len(self.candidates.ranking.groups[self.group])


def find_candidates(page: Page, scorer: Scorer) -> Candidates:
    """The groups of a page that are worth weighing."""
    ranking = rank_groups(page, scorer)
    return Candidates(ranking, ranking.order[:_MOST].tolist())


def likeliest_thread(page: Page, model: PostModel) -> ThreadGroup | None:
    """The likeliest posts of a page and how likely they are a thread; None without text, or for too large a page."""
    if not may_be_searched(page):
        return None
    candidates = find_candidates(page, model.body)
    if not candidates.groups:
        return None
    stated = says_board(page)
    odds = stated_odds(float(model.thread(candidates.features).max()), stated)
    return ThreadGroup(candidates, candidates.groups[0], odds, declared_kind(page), stated)


def stated_odds(log_odds: float, stated: bool) -> float:
    """The log-odds of a thread, at least even where the page says that it is a discussion.

    Out of fold this gains .0078 on the forum pages of WCXB, .007 of it by one page, and changes nothing on thaiboards.
    """
    return max(log_odds, _EVEN) if stated else log_odds


def says_board(page: Page) -> bool:
    """Whether a page says that it is a discussion, by its schema.org types or by the name of its host.

    Pages of questions and answers by a business use the types of one, too, so these count at the address of a board.
    """
    kind = declared_kind(page)
    return kind == "board" or _FORUM_HOST in _address(page)[0].lower() or (kind == "questions" and at_a_board(page))


def declared_kind(page: Page) -> str | None:
    """`questions`, `board` or `comments`, by the schema.org types on the page; None where they say nothing."""
    types = page.head.types
    if "qapage" in types or ("answer" in types and "faqpage" not in types):
        return "questions"
    if types & {"discussionforumposting", "socialmediaposting"}:
        return "board"
    if any(name.endswith("article") or name in ("blogposting", "recipe", "videoobject", "product") for name in types):
        return "comments"
    return None


def at_a_board(page: Page) -> bool:
    """Whether the address of the page is that of a board."""
    host, path = _address(page)
    return bool(_BOARD_HOST.search(host) or _BOARD_ADDRESS.search(path))


def page_evidence(page: Page, names: _Names | None = None) -> dict[str, float]:
    """What the page says of itself, whichever its posts are."""
    host, path = _address(page)
    kind = declared_kind(page)
    share = 100 / max(len(page.elements), 1)
    names = names or _read_names(page.elements)
    told = (
        min(share * _occurrences(names.board, page.elements), _MOST_NAMED),
        min(share * _occurrences(names.comment, page.elements), _MOST_NAMED),
        *(kind == "board", kind == "questions", kind == "comments"),
        *(_BOARD_ADDRESS.search(path) is not None, _BOARD_HOST.search(host) is not None),
    )
    return {name: float(value) for name, value in zip(_SAID, told, strict=True)}


class _Names(NamedTuple):
    """How often the distinct names of elements hold words of boards, and of comments."""

    board: NDArray[np.int64]
    comment: NDArray[np.int64]


def _read_names(elements: Elements) -> _Names:
    """Look through the names; one of the stems is in every name of Latin letters that a pattern occurs in."""
    held = elements.telling & (BOARD | REPLIES)
    names = _Names(np.zeros(len(held), np.int64), np.zeros(len(held), np.int64))
    for number in np.flatnonzero(held).tolist():
        text, kinds = elements.name_text(number), int(held[number])
        if kinds & BOARD:
            names.board[number] = len(_BOARD_NAME.findall(text))
        if kinds & REPLIES:
            names.comment[number] = len(_COMMENT_NAME.findall(text))
    return names


def _occurrences(often: NDArray[np.int64], elements: Elements) -> int:
    """How often a pattern occurs in the classes and ids of all elements, given how often in each distinct name."""
    if not often.any():
        return 0
    named = elements.named
    return int(often[named.value[: named.start[2]]].sum())


def _address(page: Page) -> tuple[str, str]:
    """The host of the page, and the rest of its address."""
    try:
        parts = urlsplit(page.url or page.head.canonical or "")
    except ValueError:
        return "", ""
    return parts.netloc, f"{parts.path}?{parts.query}"


def named_comment(page: Page, element: int) -> bool:
    """Whether an element or one of the four around it is named a comment."""
    for _ in range(1 + _NAMES_AROUND):
        attributes = dict(page.elements.attrs[element])
        if any(_COMMENT_NAME.search(attributes.get(name) or "") for name in ("class", "id", "itemprop")):
            return True
        element = int(page.elements.parent[element])
        if element < 0:
            break
    return False


def named_comments(page: Page, names: _Names | None = None) -> NDArray[np.bool_]:
    """`named_comment` for every element at once."""
    elements = page.elements
    values = elements.named
    named = np.zeros(len(elements) + 1, np.bool_)  # the last stands for what is above the root
    often = (names or _read_names(elements)).comment
    if not often.any():
        return named[:-1]
    held = often[values.value] > 0
    held[values.start[2] : values.start[3]] = False  # roles are no names
    named[values.owner[held]] = True
    if named.any():
        for _ in range(_NAMES_AROUND):
            named[:-1] |= named[elements.parent]
    return named[:-1]
