"""Posts in the markup and posts described as data: how the two are brought together.

Data does not decide: it fills what the visible page leaves open, and stands in where the markup holds no posts at all.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import replace

from kaensan.methods.boards.ranking import Ranking
from kaensan.threads.described import DataPost, text_key
from kaensan.threads.fragment import Fragment
from kaensan.threads.post_features import days_apart
from kaensan.threads.posts import PagePosts
from kaensan.threads.thread import Post

__all__ = [
    "agrees",
    "complete",
    "described_group",
    "first_signature",
    "from_data",
    "mostly_elsewhere",
    "unseen_opening",
    "with_opening",
]

_DOUBTFUL = 0.0
"""log-odds below which what data says about author or date is believed instead"""
_UNLIKELY = -4.0
"""log-odds below which data is believed even where the page shows no such date"""
_LIKELIEST = 40
_FEWEST = 0.75
_ROWS = 20
"""rows that hold the start of a post"""
_SHORTEST = 12
"""letters from which a text is no coincidence"""


def agrees(read: PagePosts, described: list[DataPost]) -> bool:
    """Whether most of the posts that were found are posts by what data says, and a thread was opened there."""
    if len(read) < 2 or not any(data.opening for data in described):
        return False
    keys = {data.key for data in described}
    return 2 * sum(text_key(text) in keys for text in read.texts) > len(read)


def described_group(ranking: Ranking, described: list[DataPost]) -> int | None:
    """The likeliest group that holds about as many posts as data describes, and most of the same; None for none."""
    keys = {data.key for data in described}
    if len(keys) < 2 or not any(data.opening for data in described):
        return None
    page, elements = ranking.page, ranking.page.elements
    for group in ranking.order[:_LIKELIEST].tolist():
        members = ranking.groups[group]
        if not _FEWEST * len(keys) <= len(members) <= len(keys) / _FEWEST:
            continue
        rows = zip(elements.first_text[members].tolist(), elements.end_text[members].tolist(), strict=True)
        starts = {text_key(" ".join(page.texts.strings[first : min(end, first + _ROWS)])) for first, end in rows}
        if len(starts & keys) >= _FEWEST * len(keys):
            return int(group)
    return None


def complete(read: PagePosts, described: list[DataPost]) -> tuple[Post, ...]:
    """The posts with what data knows and the page shows badly or not at all."""
    waiting: dict[str, deque[DataPost]] = defaultdict(deque)
    for offered in described:
        waiting[offered.key].append(offered)
    completed: list[Post] = []
    matched: list[DataPost | None] = []
    for number, post in enumerate(read.posts):
        queue = waiting.get(text_key(post.text))
        matched.append(queue.popleft() if queue else None)
        data = matched[-1]
        if data is None:
            completed.append(post)
            continue
        author, when = _signed(read, number, post.author, post.date, data)
        completed.append(
            replace(
                post,
                author=author,
                author_url=post.author_url if author == post.author else None,
                date=when,
                date_text=post.date_text if when == post.date else None,
                id=data.id or post.id,
                url=post.url or data.url,
                score=data.score if post.score is None else post.score,
            )
        )
    return _answering(completed, matched)


def first_signature(read: PagePosts, described: list[DataPost]) -> tuple[str | None, str | None]:
    """Author and date of the first post, as `complete` gives them."""
    author, _, when = read.author_and_date(0)
    if not described:
        return author, when
    key = text_key(read.texts[0])
    data = next((offered for offered in described if offered.key == key), None)
    return _signed(read, 0, author, when, data) if data else (author, when)


def _signed(
    read: PagePosts, number: int, author: str | None, when: str | None, data: DataPost
) -> tuple[str | None, str | None]:
    """Author and date of a post that was found with these, and what data says of it."""
    if data.author and read.author_score[number] < _DOUBTFUL and not _begins_with(data.author, author):
        author = data.author
    if data.date and (when is None or _is_better(read, number, data.date)):
        when = data.date
    return author, when


def _begins_with(stated: str, shown: str | None) -> bool:
    """Whether a name that data states is the one that is shown with more behind it, such as points."""
    return bool(shown) and stated.startswith(f"{shown} ")


def _is_better(read: PagePosts, number: int, stated: str) -> bool:
    """Whether the date that data states is believed instead of the one that was found."""
    score = read.date_score[number]
    return bool(score < _UNLIKELY or (score < _DOUBTFUL and _shows(read, number, stated)))


def _shows(read: PagePosts, number: int, stated: str) -> bool:
    """Whether a post shows the day that data states, or the one before or after: data that the page contradicts
    everywhere was left behind by another.
    """
    return any(days_apart(stated, shown) <= 1 for shown in read.dates_around(number))


def _answering(posts: list[Post], matched: list[DataPost | None]) -> tuple[Post, ...]:
    """The posts with what data says they answer."""
    place = {data.id: number for number, data in enumerate(matched, start=1) if data and data.id}
    return tuple(
        replace(post, reply_to=place[data.answers]) if data and data.answers in place else post
        for post, data in zip(posts, matched, strict=True)
    )


def mostly_elsewhere(texts: Sequence[str], described: list[DataPost]) -> bool:
    """Whether data describes posts that were mostly not found in the page, of which these are the texts."""
    shown = {text_key(text) for text in texts}
    missing = sum(data.key not in shown for data in described)
    signed = sum(data.author is not None for data in described)
    return (
        missing > len(described) // 2
        and len(described) >= len(texts)
        and 2 * signed >= len(described)
        and any(data.opening for data in described)
    )


def unseen_opening(texts: Sequence[str], described: list[DataPost]) -> DataPost | None:
    """The post that opened the thread, where only data holds it and none of these texts does."""
    opening = next((data for data in described if data.opening), None)
    key = text_key(opening.text) if opening else ""
    if opening is None or len(key) < _SHORTEST or any(key in text_key(text, whole=True) for text in texts):
        return None
    return opening


def with_opening(posts: tuple[Post, ...], described: list[DataPost]) -> tuple[Post, ...]:
    """The posts with the one that opened the thread before them, where only data holds it."""
    opening = unseen_opening([post.text for post in posts], described)
    if opening is None:
        return posts
    later = (
        replace(
            post,
            position=post.position + 1,
            reply_to=post.reply_to + 1 if post.reply_to else None,
            is_op=opening.author is not None and post.author == opening.author,
        )
        for post in posts
    )
    return (replace(from_data([opening])[0], position=1, is_op=True), *later)


def from_data(described: list[DataPost]) -> tuple[Post, ...]:
    """Posts that are known from data alone."""
    described = [data for data in described if data.text]
    place = {data.id: number for number, data in enumerate(described, start=1) if data.id}
    opener = described[0].author if described else None
    return tuple(
        Post(
            position=number,
            text=data.text,
            author=data.author,
            date=data.date,
            id=data.id,
            url=data.url,
            score=data.score,
            reply_to=place.get(data.answers) if data.answers else None,
            is_op=number == 1 or (opener is not None and data.author == opener),
            body=Fragment.of(data.body) if data.body else None,
        )
        for number, data in enumerate(described, start=1)
    )
