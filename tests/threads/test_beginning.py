"""How a thread begins is told without reading all of it, and as the whole thread tells it."""

from __future__ import annotations

import json
from collections.abc import Callable

import board_pages
import forum_engines
import pytest

from kaensan import parse
from kaensan.methods.boards.model import PostModel, shipped_model
from kaensan.methods.boards.ranking import Ranking, rank_groups
from kaensan.threads import finder
from kaensan.threads.finder import Beginning, find_beginning, find_thread
from kaensan.threads.post_records import Records
from kaensan.threads.posts import PagePosts, read_posts

_PAGES: list[Callable[..., str]] = [
    *(board_pages.bulletin, board_pages.table_board, board_pages.questions, board_pages.nested, board_pages.thai_board),
    *(forum_engines.phpbb, forum_engines.vbulletin, forum_engines.xenforo, forum_engines.discourse),
    *(forum_engines.nodebb, forum_engines.smf, forum_engines.stack_exchange, forum_engines.old_comments),
    *(forum_engines.wordpress, forum_engines.pantip),
]


def _beginning(markup: str) -> tuple[Beginning | None, Beginning | None]:
    """How the thread begins by the short way, and by the whole thread."""
    page = parse(markup, "https://board.example/topic/31")
    ranking = rank_groups(page, shipped_model().body)
    thread = find_thread(page, ranking=ranking)
    if thread is None or thread.kind == "comments":
        return find_beginning(ranking), None
    first = thread.posts[0]
    return find_beginning(ranking), Beginning(thread.title, first.author, first.date, thread.page)


@pytest.mark.parametrize("page", _PAGES, ids=lambda page: page.__name__)
def test_a_thread_begins_as_its_first_post_does(page: Callable[[], str]) -> None:
    short, whole = _beginning(page())
    assert short == whole


def test_a_thread_of_very_many_posts_begins_as_its_first_post_does() -> None:
    short, whole = _beginning(board_pages.bulletin(board_pages.long_thread(2000)))
    assert short is not None
    assert short == whole


def test_posts_that_several_questions_are_asked_of_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[tuple[int, ...]] = []

    def reading(ranking: Ranking, records: Records, model: PostModel) -> PagePosts:
        read.append(tuple(records.bodies))
        return read_posts(ranking, records, model)

    monkeypatch.setattr(finder, "read_posts", reading)
    monkeypatch.setattr(finder._Search, "likelihood", lambda *_: 0.0)  # so that they may be a chronicle, or comments
    find_beginning(rank_groups(parse(board_pages.bulletin(board_pages.long_thread(30))), shipped_model().body))
    assert read
    assert len(set(read)) == len(read)


def test_most_of_these_pages_have_a_beginning_with_author_and_date() -> None:
    found = [_beginning(page())[0] for page in _PAGES]
    assert sum(begins is not None and bool(begins.author and begins.date) for begins in found) > len(found) // 2


def test_an_opening_post_that_only_data_holds_is_the_beginning() -> None:
    asked = "Which of the old apple trees in the lower garden should be cut back before the frost comes?"
    data = {
        "@type": "DiscussionForumPosting",
        "text": asked,
        "author": {"@type": "Person", "name": "Gardener Lise"},
        "datePublished": "2021-10-02T08:15:00+00:00",
        "comment": [
            {"@type": "Comment", "text": said.text, "author": {"name": said.author}}
            for said in board_pages.THREAD  # the page shows these
        ],
    }
    script = f'<script type="application/ld+json">{json.dumps(data)}</script>'
    short, whole = _beginning(board_pages.bulletin().replace("</head>", f"{script}</head>"))
    assert short == whole
    assert short is not None
    assert short.author == "Gardener Lise"
