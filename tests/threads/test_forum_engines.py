"""Threads of the common board programs, each by the markup that it writes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import forum_engines as engines
import pytest
from forum_engines import ANSWER, LAST, OPENING, REPLY, TITLE

from kaensan import parse
from kaensan.threads.finder import find_thread
from kaensan.threads.thread import Thread


def thread_of(page: Callable[[], str], url: str = "https://harbour.example/t/77") -> Thread:
    thread = find_thread(parse(page(), url))
    assert thread is not None
    return thread


ALL = [getattr(engines, name) for name in engines.__all__ if name not in ("pantip", "wordpress", "stack_exchange")]


@pytest.mark.parametrize("page", ALL, ids=lambda page: page.__name__)
def test_title_authors_and_dates_are_found(page: Callable[[], str]) -> None:
    thread = thread_of(page)
    assert thread.title == TITLE
    assert thread.kind == "board"
    dates = [(post.date or "")[:16] for post in thread.posts[:4]]
    assert [date[:10] for date in dates[:3]] == ["2024-03-03", "2024-03-03", "2024-03-04"]
    assert [date[11:] for date in dates] == ["09:12", "11:40", "07:31", "20:02"]
    assert [post.author for post in thread.posts][::2][:2] == ["Wanda", "Wanda"]


@pytest.mark.parametrize("page", ALL, ids=lambda page: page.__name__)
def test_what_each_post_adds_is_its_text_without_the_quote(page: Callable[[], str]) -> None:
    posts = thread_of(page).posts
    assert [post.new_text for post in posts][:4] == [OPENING, ANSWER, REPLY, LAST]
    assert posts[1].text.endswith(ANSWER)


@pytest.mark.parametrize("page", [engines.phpbb, engines.vbulletin, engines.xenforo, engines.smf])
def test_a_quote_names_its_author_and_is_answered(page: Callable[[], str]) -> None:
    posts = thread_of(page).posts
    assert [(quote.author, quote.text) for quote in posts[1].quotes] == [("Wanda", OPENING)]
    assert posts[1].reply_to == 1
    assert not any(post.quotes for post in (posts[0], *posts[2:]))


@pytest.mark.parametrize(
    ("page", "numbers"),
    [(engines.phpbb, (2, 3)), (engines.vbulletin, (1, 2)), (engines.xenforo, (1, 3)), (engines.smf, (1, 2))],
)
def test_the_pages_of_the_thread_are_counted(page: Callable[[], str], numbers: tuple[int, int]) -> None:
    thread = thread_of(page)
    assert (thread.page, thread.pages) == numbers


@pytest.mark.parametrize(
    ("page", "name", "address"),
    [
        (engines.phpbb, "305", "https://harbour.example/t/77#p305"),
        (engines.vbulletin, "5102", "https://harbour.example/t/showpost.php?p=5102&postcount=2"),
        (engines.xenforo, "7002", "https://harbour.example/threads/night-ferry.99/post-7002"),
        (engines.nodebb, "502", "https://harbour.example/post/502"),
        (engines.smf, "802", "https://harbour.example/t/index.php?topic=12.msg802#msg802"),
        (engines.stack_exchange, "611", "https://harbour.example/a/611"),
        (engines.old_comments, "k2b22", "https://harbour.example/r/boats/comments/x1/night/k2b22/"),
    ],
)
def test_a_post_has_a_name_and_an_address(page: Callable[[], str], name: str, address: str) -> None:
    post = thread_of(page).posts[1]
    assert (post.id, post.url) == (name, address)


@pytest.mark.parametrize("page", [engines.phpbb, engines.xenforo, engines.smf])
def test_signatures_are_kept_apart(page: Callable[[], str]) -> None:
    posts = thread_of(page).posts
    assert posts[1].signature == "Wind is free."
    assert posts[0].signature is None
    assert "Wind" not in posts[1].text


def test_numeric_dates_are_read_in_the_order_that_fits_all_of_them() -> None:
    assert [post.date_text for post in thread_of(engines.vbulletin).posts][2:] == [
        "03-04-2024, 07:31 AM",
        "03-14-2024, 08:02 PM",
    ]
    assert [post.date for post in thread_of(engines.vbulletin).posts][2:] == ["2024-03-04T07:31", "2024-03-14T20:02"]


@pytest.mark.parametrize(
    ("page", "scores"),
    [
        (engines.stack_exchange, [12, 31, -1]),
        (engines.nodebb, [4, 2, 0, 1]),
        (engines.discourse, [1, 2, 3, 4]),
        (engines.old_comments, [None, 14, 5, 2, 1]),
    ],
)
def test_votes_are_read(page: Callable[[], str], scores: list[int | None]) -> None:
    assert [post.score for post in thread_of(page).posts] == scores


@pytest.mark.parametrize(
    ("page", "answered"),
    [
        (engines.discourse, [None, 1, 2, 3]),
        (engines.nodebb, [None, None, 2, None]),
        (engines.old_comments, [None, None, 2, 3, None]),
    ],
)
def test_replies_know_what_they_answer(page: Callable[[], str], answered: list[int | None]) -> None:
    assert [post.reply_to for post in thread_of(page).posts] == answered


def test_nested_remarks_have_a_depth() -> None:
    assert [post.depth for post in thread_of(engines.old_comments).posts] == [0, 0, 1, 2, 0]


def test_the_one_who_asked_is_known() -> None:
    assert [post.is_op for post in thread_of(engines.xenforo).posts] == [True, False, True, False]
    assert not any(post.is_op for post in thread_of(engines.phpbb).posts)  # page 2: the opener is not on it


def test_a_question_and_its_answers() -> None:
    thread = thread_of(engines.stack_exchange)
    assert (thread.kind, thread.title) == ("questions", TITLE)
    assert [(post.author, post.text) for post in thread.posts] == [("Wanda", OPENING), ("salty", ANSWER), ("bo", LAST)]


def test_comments_under_an_article_leave_the_article_out() -> None:
    thread = thread_of(engines.wordpress, "https://ferry.example/rope/")
    assert (thread.kind, thread.title) == ("comments", "Bring a rope")
    assert [post.author for post in thread.posts] == ["Lena", "Salty", "Bo"]
    assert [(post.depth, post.reply_to) for post in thread.posts] == [(0, None), (1, 1), (0, None)]
    assert not any(post.is_op for post in thread.posts)
    assert "lorries roll in first" not in thread.text


def test_thai_remarks_are_numbered_under_each_other() -> None:
    thread = thread_of(engines.pantip)
    assert thread.title == "เรือนอนไปเกาะ เอาจักรยานขึ้นได้ไหม"
    assert [post.author for post in thread.posts] == ["แพรว", "ลุงเชือก", "แพรว", "โบ"]
    assert [post.date for post in thread.posts][:2] == ["2024-03-03T09:12", "2024-03-03T11:40"]
    assert thread.posts[0].date_text == "3 มีนาคม 2567 เวลา 09:12 น."
    assert [post.reply_to for post in thread.posts] == [None, None, 2, None]
    assert [post.is_op for post in thread.posts] == [True, False, True, False]


# schema.org: which properties each type has, of those that are written.
_THING = {"@type", "@id", "url", "identifier", "name"}
_WORK = _THING | {"headline", "position", "author", "datePublished", "text", "interactionStatistic", "commentCount"}
_WORK |= {"comment"}
PROPERTIES = {
    "DiscussionForumPosting": _WORK | {"pagination"},
    "Article": _WORK | {"pagination"},
    "QAPage": _THING | {"mainEntity"},
    "Question": _WORK | {"answerCount", "suggestedAnswer", "upvoteCount", "parentItem"},
    "Answer": _WORK | {"upvoteCount", "parentItem"},
    "Comment": _WORK | {"upvoteCount", "parentItem"},
    "Person": _THING,
    "InteractionCounter": _THING | {"interactionType", "userInteractionCount"},
}


def check_shape(node: dict[str, Any]) -> None:
    if set(node) == {"@id"}:
        return
    assert set(node) <= PROPERTIES[node["@type"]], node
    for value in node.values():
        for inner in value if isinstance(value, list) else [value]:
            assert inner is not None
            if isinstance(inner, dict):
                check_shape(inner)


@pytest.mark.parametrize("name", engines.__all__)
def test_json_ld_uses_the_terms_of_schema_org(name: str) -> None:
    thread = thread_of(getattr(engines, name))
    data = thread.to_jsonld()
    assert data.pop("@context") == "https://schema.org"
    check_shape(data)
    main = data.get("mainEntity", data)
    told = [main, *main.get("comment", []), *main.get("suggestedAnswer", [])]
    assert [one["text"] for one in told if "text" in one] == [post.text for post in thread.posts]
    names = {one["@id"] for one in told if "@id" in one}
    assert {one["parentItem"]["@id"] for one in told if "parentItem" in one} <= names
