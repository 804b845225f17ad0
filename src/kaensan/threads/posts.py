"""From the bodies of posts to posts: who wrote each, when, where it is, what it answers."""

from __future__ import annotations

import math
import re
from collections import Counter

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.frozen_records import record
from kaensan.methods.boards.model import PostModel, Scorer
from kaensan.methods.boards.ranking import Ranking
from kaensan.page import Page
from kaensan.page.inline import inline_text
from kaensan.threads.fragment import Fragment, Fragments
from kaensan.threads.marked_lines import read_marked_lines
from kaensan.threads.permalinks import find_identity, leads_to
from kaensan.threads.post_features import PostTexts, is_of_membership
from kaensan.threads.post_numbers import is_post_number
from kaensan.threads.post_records import Ancestry, Records, find_records
from kaensan.threads.quotes import Quoted, find_quotes
from kaensan.threads.replies import QuotableTexts, relate
from kaensan.threads.signed_dates import names_beside_dates
from kaensan.threads.stated_posts import stated_post
from kaensan.threads.thread import Post

__all__ = ["PagePosts", "place_posts", "read_posts", "signable", "written_beside"]

_NUMBER = re.compile(r"[+-]?\d{1,3}(?:[,.]?\d{3})*")
_POINTS = re.compile(
    r"([+-]?\d[\d,]{0,9})\s?(?:points?|likes?|votes?|upvotes?|คะแนน|ถูกใจ|โหวต|แต้ม)|(?:score|likes?|votes?|points?|คะแนน|โหวต|ถูกใจ)\s?:\s?([+-]?\d[\d,]{0,9})",
    re.I,
)
_VOTES = re.compile(r"vote|score|point|karma|like-?count|reaction-?count|upvote", re.I)
_NAME = re.compile(r"[^\W\d_]")
_COUNTED = re.compile(
    r"[+-]?\d[\d.,]{0,9}\s?[km]?\s?(?:points?|likes?|votes?|comments?|repl(?:y|ies)|answers?|views?|posts?|messages?|"
    r"followers?|คะแนน|ถูกใจ|ความคิดเห็น|ความเห็น|ตอบ|วิว)",
    re.I,
)
"""how many there are of something"""
_SUBJECT = re.compile(r"(?:re|aw|sv|fwd?|ตอบ)\s?:", re.I)
"""how the subject of a reply begins"""
_BEYOND_DOUBT = 1.0
"""log-odds of an author or a date that stands for the whole page"""
_TIME_OF_DAY = re.compile(r"\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?:\s?[ap]\.?m\.?)?", re.I)
_HARDLY = -2.0
"""log-odds from which a text may be the date of a post where the likeliest one tells no day"""
_UNSURE = -1.0
"""log-odds from which a name is believed rather than a text that links to the post itself"""
_FEWEST_ALIKE, _ALIKE = 2, 0.6
"""posts, and their share, whose authors stand alike for others to have theirs there"""
_DECORATION = " \t,:·•|»«-–—()[]"
_COUNT = re.compile(r"(?<=\w)\s?\([\d,]{1,9}\)$")
"""how much somebody has written, behind the name"""
_BRACKETS = {")": "(", "]": "["}
_CLOSING = {opening: closing for closing, opening in _BRACKETS.items()}


Floats = NDArray[np.float32]


@record
class PagePosts:
    """The posts of a page: who signed each and when, with how sure that is; their texts are read when asked for.

    Most groups that are tried turn out to be no thread, so that their texts never matter.
    """

    ranking: Ranking
    records: Records
    signs: PostTexts
    """the short texts around the bodies, among which authors and dates are"""
    author: list[int]
    """per post which of them is the author, -1 for none"""
    date: list[int]
    author_score: Floats
    """per post, as log-odds; -inf where no text could be the author"""
    date_score: Floats

    def __len__(self) -> int:
        return len(self.author)

    def date_of(self, number: int) -> str | None:
        """When a post was written, in ISO 8601."""
        when = self.date[number]
        return self.signs.iso[when] if when >= 0 else None

    def date_text_of(self, number: int) -> str | None:
        """The same as the page writes it."""
        when = self.date[number]
        return (self.signs.text[when].strip(_DECORATION) or None) if when >= 0 else None

    def dates_around(self, number: int) -> list[str]:
        """All moments that stand around the body of a post, in ISO 8601."""
        return self._dates.get(number, [])

    @cached_property
    def _dates(self) -> dict[int, list[str]]:
        dates: dict[int, list[str]] = {}
        for post, iso in zip(self.signs.post.tolist(), self.signs.iso, strict=True):
            if iso:
                dates.setdefault(post, []).append(iso)
        return dates

    @cached_property
    def _beside_dates(self) -> list[str | None]:
        """The name that stands in one text with the date of each post, where most posts have no other author."""
        if 2 * sum(author >= 0 for author in self.author) > len(self):
            return [None] * len(self)
        return names_beside_dates([self.signs.text[when] if when >= 0 else "" for when in self.date])

    @cached_property
    def _fragments(self) -> Fragments:
        return Fragments(self.ranking.page, self.ranking.rows.postable)

    @cached_property
    def _signatures(self) -> NDArray[np.bool_]:
        """The rows of the page that stand in elements named a signature."""
        rows = self.ranking.rows
        return rows.inside("signature") & rows.readable

    @cached_property
    def texts(self) -> list[str]:
        """What each post says."""
        return self._fragments.texts(self.records.bodies, [*self.records.heads, *self.records.feet])

    @cached_property
    def posts(self) -> tuple[Post, ...]:
        """The posts, whole."""
        page, rows, records = self.ranking.page, self.ranking.rows, self.records
        fragments, shown = self._fragments, self.texts
        quotable = QuotableTexts(shown, page.budget.steps("quotes"))
        quoted = [
            tuple(
                part
                for part in find_quotes(page, rows, body)
                if part.sure or quotable.quoted_by(part.quote, number) is not None
            )
            for number, body in enumerate(records.bodies)
        ]
        own = _own_texts(fragments, records, quoted, quotable)
        for number, text in enumerate(shown):
            marked = read_marked_lines(own.get(number, text))
            if marked and (
                not marked.quotes or any(quotable.quoted_by(one, number) is not None for one in marked.quotes)
            ):
                own[number] = marked.own
                quoted[number] += tuple(Quoted(quote, -1, -1) for quote in marked.quotes if not quoted[number])
        posts = [
            self._post(number, shown[number], own.get(number), quoted[number], fragments) for number in range(len(self))
        ]
        return tuple(relate(page, records, posts, quotable))

    def author_and_date(self, number: int) -> tuple[str | None, str | None, str | None]:
        """Who wrote a post, the address of the name, and when it was written, in ISO 8601."""
        page = self.ranking.page
        author, author_url = _author(page, self.signs, self.author[number])
        if beside := self._beside_dates[number]:
            author, author_url = beside, None
        named, when = stated_post(page, self.records, number)
        if named and named != author and self.author_score[number] < _BEYOND_DOUBT and _may_be_name(named):
            author, author_url = named, None
        return author, author_url, self.date_of(number) or when

    def unsigned(self, number: int) -> bool:
        """Whether neither a name nor a date beside a post says who wrote it, or when."""
        return self.author[number] < 0 and self.date[number] < 0

    def _post(
        self, number: int, text: str, own_text: str | None, quoted: tuple[Quoted, ...], fragments: Fragments
    ) -> Post:
        page, records = self.ranking.page, self.records
        author, author_url, date = self.author_and_date(number)
        name, url = find_identity(page, records, number)
        used = (self.author[number], self.date[number])
        return Post(
            position=number + 1,
            text=text,
            own_text=own_text,
            author=author,
            author_url=author_url,
            date=date,
            date_text=self.date_text_of(number),
            id=name,
            url=url,
            quotes=tuple(part.quote for part in quoted),
            score=_score(page, records, number),
            signature=_signature(page, self._signatures, records, number, self.signs, used),
            body=Fragment(fragments, records.bodies[number], records.beside_words(number)),
        )


def place_posts(ranking: Ranking, bodies: list[int], ancestry: Ancestry | None = None) -> Records:
    """Where the posts with the given bodies begin and end."""
    return find_records(ranking.page, bodies, ranking.looked, ancestry)


def read_posts(ranking: Ranking, records: Records, model: PostModel) -> PagePosts:
    """The posts of some records."""
    signs = PostTexts(ranking.page, ranking.rows, records, ranking.looked)
    author, author_score, date, date_score = _signed(ranking, records, signs, model)
    return PagePosts(ranking, records, signs, author, date, author_score, date_score)


def signable(ranking: Ranking, records: Records) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Per post whether any text beside its body may be its author, and whether any may be its date."""
    rows = ranking.rows
    around = (records.owner >= 0) & ~records.body & rows.readable
    named, dated = np.zeros(len(records), np.bool_), np.zeros(len(records), np.bool_)
    named[records.owner[around & ~rows.date]] = True
    dated[records.owner[around & rows.date]] = True
    return named, dated


def written_beside(ranking: Ranking, records: Records) -> NDArray[np.bool_]:
    """Per post whether a date beside its body may be when it was written, not when its author joined the board."""
    rows, strings = ranking.rows, ranking.page.texts.strings
    dated = ((records.owner >= 0) & ~records.body & rows.readable & rows.date).nonzero()[0].tolist()
    written = np.zeros(len(records), np.bool_)
    for row in dated:
        post = int(records.owner[row])
        if not written[post] and not is_of_membership(strings[row]) and not is_of_membership(strings[max(row - 1, 0)]):
            written[post] = True
    return written


def _own_texts(
    fragments: Fragments, records: Records, quoted: list[tuple[Quoted, ...]], texts: QuotableTexts
) -> dict[int, str]:
    """The texts of bodies without the quotes of posts before them, by number; a body without such quotes has none."""
    left_out = {
        number: [(part.first, part.end) for part in parts if texts.quoted_by(part.quote, number) is not None]
        for number, parts in enumerate(quoted)
    }
    numbers = [number for number, ranges in left_out.items() if ranges]
    without = [*records.heads, *records.feet, *(span for number in numbers for span in left_out[number])]
    bodies = [records.bodies[number] for number in numbers]
    return dict(zip(numbers, fragments.texts(bodies, without), strict=True))


def _signed(
    ranking: Ranking, records: Records, texts: PostTexts, model: PostModel
) -> tuple[list[int], Floats, list[int], Floats]:
    """For every post the texts that are its author and its date, -1 for none, each with its log-odds."""
    named = np.fromiter(map(_may_be_name, texts.distinct), np.bool_, len(texts.distinct))[texts.said]
    titles = (ranking.rows.postable & ~ranking.rows.shown)[texts.row]
    names, posts = ~texts.dated & named & ~titles, len(records)
    score = _scores(texts, model.author, names)
    author, author_score = _best(texts, score, names, posts)
    if subjects := _subjects(ranking.page, records, texts, author):
        names[subjects] = False
        other, other_score = _best(texts, score, names, posts)
        for post in {int(texts.post[at]) for at in subjects}:
            if other_score[post] > _UNSURE:
                author[post], author_score[post] = other[post], other_score[post]
    _align(texts, author, author_score, score, names)
    scores = _scores(texts, model.date, texts.dated)
    date, date_score = _best(texts, scores, texts.dated, posts)
    _tell_days(texts, date, date_score, scores)
    return author, author_score, date, date_score


def _tell_days(texts: PostTexts, date: list[int], date_score: Floats, scores: Floats) -> None:
    """Where the date of a post is but a time of day, take the best text beside it that tells the day."""
    blank = {post for post, at in enumerate(date) if at >= 0 and _TIME_OF_DAY.fullmatch(texts.text[at])}
    if not blank:
        return
    told = texts.dated & np.fromiter((iso is not None for iso in texts.iso), np.bool_, len(texts)) & (scores > _HARDLY)
    other, other_score = _best(texts, scores, told, len(date))
    for post in blank:
        if other[post] >= 0:
            date[post], date_score[post] = other[post], other_score[post]


def _align(texts: PostTexts, author: list[int], author_score: Floats, score: Floats, names: NDArray[np.bool_]) -> None:
    """Take the author of a post, where it is doubtful, from where most others have theirs, if it has a text there."""
    looks = texts.look
    usual = Counter(int(looks[at]) for at in author if at >= 0)
    look, count = usual.most_common(1)[0] if usual else (-1, 0)
    if count < _FEWEST_ALIKE or count < _ALIKE * len(author) or count == len(author):
        return
    doubtful = author_score < _BEYOND_DOUBT
    elsewhere = {post for post, at in enumerate(author) if doubtful[post] and (at < 0 or looks[at] != look)}
    for at in (names & (looks == look)).nonzero()[0].tolist():
        post = int(texts.post[at])
        if post in elsewhere and (author[post] < 0 or looks[author[post]] != look or score[at] > author_score[post]):
            author[post], author_score[post] = at, score[at]


def _subjects(page: Page, records: Records, texts: PostTexts, author: list[int]) -> list[int]:
    """Those of the texts that were taken for authors which link to the very post: what a post is about, as a rule."""
    anchor = {at: int(page.texts.anchor[texts.row[at]]) for at in author if at >= 0}
    linked = {at: element for at, element in anchor.items() if element >= 0}
    held = page.elements.attrs.of_rows(list(linked.values()), ("href",))
    return [
        at
        for at, element in linked.items()
        if leads_to(page, records, int(texts.post[at]), held.get(element, {}).get("href", ""))
    ]


def _may_be_name(text: str) -> bool:
    """Whether a text may name a person: it has letters, and is no "Comment 3", no "3 comments" and no "Re: …"."""
    if len(text) < 2 or not _NAME.search(text):
        return False
    return not is_post_number(text) and not _COUNTED.fullmatch(text) and not _SUBJECT.match(text)


def _scores(texts: PostTexts, scorer: Scorer, among: NDArray[np.bool_]) -> Floats:
    """The scores of some texts, which are all that matter; those of the others are below any."""
    scores = np.full(len(texts), -np.inf, np.float32)
    some = among.nonzero()[0]
    if len(some):
        scores[some] = scorer(texts.columns, some)
    return scores


def _best(texts: PostTexts, scores: Floats, among: NDArray[np.bool_], posts: int) -> tuple[list[int], Floats]:
    """For every post the best of some of its texts, -1 for none, and how good that is."""
    best, most = [-1] * posts, [-math.inf] * posts
    some = among.nonzero()[0]
    for at, post, score in zip(some.tolist(), texts.post[some].tolist(), scores[some].tolist(), strict=True):
        if score > most[post]:
            best[post], most[post] = at, score
    return best, np.array(most, np.float32)


def _author(page: Page, texts: PostTexts, author: int) -> tuple[str | None, str | None]:
    """The name of the author and the address it links to."""
    if author < 0:
        return None, None
    anchor = int(page.texts.anchor[texts.row[author]])
    address = page.elements.get(anchor, "href") if anchor >= 0 else ""
    linked = bool(address) and not address.startswith(("#", "javascript:"))
    return _plain_name(texts.text[author]), page.head.absolute(address) if linked else None


def _plain_name(text: str) -> str:
    """A name without what decorates it.

    >>> _plain_name("» Ann,"), _plain_name("[Ann]"), _plain_name("Ann (she/her)"), _plain_name("Ann(157)")
    ('Ann', 'Ann', 'Ann (she/her)', 'Ann')
    >>> _plain_name("[ABC] Ann"), _plain_name("(Ann")
    ('[ABC] Ann', 'Ann')
    """
    text = _COUNT.sub("", text)
    name = text.strip(_DECORATION) or text
    begin = text.find(name)
    before, after = text[max(begin - 1, 0) : begin], text[begin + len(name) :][:1]
    if after in _BRACKETS and name.count(_BRACKETS[after]) > name.count(after):
        name = f"{name}{after}"
    closing = _CLOSING.get(before, "")
    return f"{before}{name}" if closing and name.count(closing) > name.count(before) else name


def _signature(
    page: Page, named: NDArray[np.bool_], records: Records, number: int, texts: PostTexts, used: tuple[int, int]
) -> str | None:
    """The rows of the post that are named its signature, unless author or date are in it."""
    around = records.around(number)
    signed = around[named[around]]
    if not len(signed) or {int(texts.row[at]) for at in used if at >= 0} & set(signed.tolist()):
        return None
    first, end = int(signed[0]), int(signed[-1]) + 1
    return inline_text(page.texts, first, end) or None


def _score(page: Page, records: Records, number: int) -> int | None:
    """Votes, likes or points: a number in an element that is named so, or with a word that says so."""
    elements, texts = page.elements, page.texts
    for row in records.around(number).tolist():
        text = texts.strings[row].strip()
        if len(text) > 24 or not any(map(str.isdigit, text)):
            continue
        if points := _POINTS.fullmatch(text):
            return int((points[1] or points[2]).replace(",", ""))
        element = int(texts.parent[row])
        names = f"{elements.get(element, 'class')} {elements.get(element, 'itemprop')} {elements.get(element, 'id')}"
        if _NUMBER.fullmatch(text) and _VOTES.search(names):
            return int(re.sub(r"[,.]", "", text))
    return None
