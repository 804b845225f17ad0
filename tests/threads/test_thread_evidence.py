"""What a thread says about its page: its posts are the text, its first post is the author's."""

from __future__ import annotations

import pytest
from board_pages import THREAD, bulletin, thai_board

import kaensan
from kaensan import parse
from kaensan.methods.boards.candidates import Place, likeliest_thread
from kaensan.methods.boards.model import shipped_model
from kaensan.threads.finder import find_thread
from kaensan.threads.posts import _may_be_name

ARTICLE = "".join(
    f"<p>Day {day}. {'The river rose by two metres overnight and the bridge was closed. ' * 4}</p>" for day in range(8)
)


def test_the_text_of_a_board_is_its_posts() -> None:
    doc = kaensan.extract(bulletin(THREAD), "https://forum.example/threads/leaves.77/")
    assert doc.page_type == "forum"
    for said in THREAD:
        assert said.text in doc.text


def test_long_and_short_threads_are_threads() -> None:
    model = shipped_model()
    many = likeliest_thread(parse(bulletin(THREAD * 60)), model)
    few = likeliest_thread(parse(bulletin(THREAD)), model)
    assert many is not None
    assert few is not None
    assert many.log_odds > few.log_odds - 2


def test_quotes_and_what_stands_around_posts_are_not_their_own_words() -> None:
    thread = likeliest_thread(parse(bulletin(THREAD)), shipped_model())
    assert thread is not None
    places = thread.candidates.places(thread.group)
    strings = thread.candidates.ranking.page.texts.strings
    own = "\n".join(text for text, place in zip(strings, places.tolist(), strict=True) if place == Place.OWN)
    assert THREAD[0].text in own
    assert "Powered by" not in own


@pytest.mark.parametrize("label", ["ความคิดเห็นที่ 3", "Comment 12", "Post #7", "Reply 4-1", "ตอบกลับ #2"])
def test_the_number_of_a_post_is_no_author(label: str) -> None:
    assert not _may_be_name(label)


@pytest.mark.parametrize("name", ["สมชาย ใจดี", "Ann", "player1", "Commentator", "post_man"])
def test_names_are_names(name: str) -> None:
    assert _may_be_name(name)


def test_the_author_of_a_thread_is_who_opened_it() -> None:
    doc = kaensan.extract(bulletin(THREAD), "https://forum.example/threads/leaves.77/")
    assert doc.author == THREAD[0].author


def test_a_story_with_comments_is_no_board() -> None:
    comments = "".join(
        f"<li class=comment><b class=who>reader{at}</b> <time>{at + 1} May 2023</time><p>I saw it too, {at}.</p></li>"
        for at in range(6)
    )
    page = parse(f"<title>River</title><article><h1>River</h1>{ARTICLE}</article><ol class=comments>{comments}</ol>")
    thread = find_thread(page)
    assert thread is None or thread.kind == "comments"
    assert "Day 3." in kaensan.extract(page).text


def test_a_thai_board_is_a_thread() -> None:
    thread = find_thread(parse(thai_board()))
    assert thread is not None
    assert thread.kind != "comments"
