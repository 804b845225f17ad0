"""What a thread says about its page: its posts are the text, its first post is the author's."""

from __future__ import annotations

import pytest
from board_pages import THREAD, bulletin, long_thread, thai_board

import kaensan
from kaensan import parse
from kaensan.methods.boards import search_limit
from kaensan.methods.boards.candidates import (
    declared_kind,
    likeliest_thread,
    named_comment,
    named_comments,
    page_evidence,
)
from kaensan.methods.boards.model import shipped_model
from kaensan.methods.boards.post_places import Place
from kaensan.methods.boards.ranking import rank_groups
from kaensan.threads import finder
from kaensan.threads.finder import find_thread
from kaensan.threads.likelihood import discussion_odds, highest_odds
from kaensan.threads.post_features import is_of_membership
from kaensan.threads.posts import _may_be_name, place_posts, read_posts, signable

ARTICLE = "".join(
    f"<p>Day {day}. {'The river rose by two metres overnight and the bridge was closed. ' * 4}</p>" for day in range(8)
)


def test_the_text_of_a_board_is_its_posts() -> None:
    doc = kaensan.extract(bulletin(THREAD), "https://forum.example/threads/leaves.77/")
    assert doc.page_type == "forum"
    for said in THREAD:
        assert said.text in doc.text


def test_long_and_short_threads_are_threads() -> None:
    for posts in (THREAD, long_thread(300)):
        thread = find_thread(parse(bulletin(posts)))
        assert thread is not None
        assert len(thread.posts) == len(posts)


def test_quotes_and_what_stands_around_posts_are_not_their_own_words() -> None:
    thread = likeliest_thread(parse(bulletin(THREAD)), shipped_model())
    assert thread is not None
    places = thread.candidates.places(thread.group)
    strings = thread.candidates.ranking.page.texts.strings
    own = "\n".join(text for text, place in zip(strings, places.tolist(), strict=True) if place == Place.OWN)
    assert THREAD[0].text in own
    assert "Powered by" not in own


@pytest.mark.parametrize(
    "label", ["ความคิดเห็นที่ 3", "Comment 12", "Post #7", "Reply 4-1", "ตอบกลับ #2", "Re:", "RE: Ferry"]
)
def test_the_number_and_the_subject_of_a_post_are_no_author(label: str) -> None:
    assert not _may_be_name(label)


@pytest.mark.parametrize("name", ["สมชาย ใจดี", "Ann", "player1", "Commentator", "post_man"])
def test_names_are_names(name: str) -> None:
    assert _may_be_name(name)


@pytest.mark.parametrize(
    ("text", "speaks"),
    [("Regıstered ก", True), ("ſince 2019 ก", True), ("เป็นสมาชิก 3 ปี", True), ("LAST EDİT", True), ("ตอบกลับ", False)],
)
def test_texts_of_any_script_speak_of_membership(text: str, speaks: bool) -> None:
    assert is_of_membership(text) is speaks


def _titled_posts() -> str:
    """A thread whose posts are titled; the title of a post links to the post."""
    said = [
        (
            "Ropes wear out",
            "harbour.hand",
            "Every rope that rubs on a bollard is gone by spring, I am told.",
        ),
        (
            "Chain is louder",
            "deckie",
            "We changed to chain and nobody in the forward cabins has slept since.",
        ),
        (
            "Leather sleeves",
            "old salt",
            "Leather sleeves cost little and the ropes inside them last six years.",
        ),
        (
            "Nylon stretches",
            "knotty",
            "Nylon stretches so far that the gangway was in the water twice in a gale.",
        ),
    ]
    posts = "".join(
        f'<li id="tree_{number}" class="comment full"><div id="comment_{number}" class="cw"><div class="title"><h4>'
        f'<a href="/comments.pl?sid=9&amp;cid={number}">{title}</a> <span class="score">(Score:2)</span></h4></div>'
        f'<div class="details"><span class="by">by <a href="/~{name}">{name}</a></span> <span>on Friday January 12, '
        f'2024 @11:5{number % 10}AM (<a href="/comments.pl?sid=9&amp;cid={number}">#{number}</a>)</span></div></div>'
        f'<div id="comment_body_{number}">{words}</div></li>'
        for number, (title, name, words) in enumerate(said, 64151)
    )
    return f"<title>Mooring</title><h1>Mooring</h1><ul id=commentlisting>{posts}</ul>"


def test_what_links_to_its_own_post_is_no_author_where_another_name_stands_by() -> None:
    thread = find_thread(parse(_titled_posts(), "https://boats.example/story/9"))
    assert thread is not None
    assert [post.author for post in thread.posts] == ["harbour.hand", "deckie", "old salt", "knotty"]


def _unsigned_posts() -> str:
    """A thread whose authors and dates are in attributes, for a script to show; a button ends it instead of a post."""
    said = [
        ("rowan", "2026-03-04T23:03:50+0000", "Which pan do you use for eggs? Mine has lost its coating after a year."),
        ("sorrel", "2026-03-05T07:10:02+0000", "Carbon steel, and I have never looked back. It takes a month of care."),
        ("yarrow", "2026-03-05T08:44:31+0000", "Cast iron from my grandmother, older than both of us taken together."),
        (
            "rowan",
            "2026-03-05T09:00:00+0000",
            "Thank you both, I will look for steel at the market on Saturday morning.",
        ),
    ]
    posts = "".join(
        f'<x-comment author="{name}" created="{when}" id="c{at}99"><div class="md body">{words}</div></x-comment>'
        for at, (name, when, words) in enumerate(said, 1)
    )
    empty = '<x-comment id="c999"><div class="md body"><button>Reply</button></div></x-comment>'
    return f"<title>Pans</title><h1>Pans</h1><div class=comments>{posts}{empty}</div>"


def test_authors_and_dates_that_only_attributes_say_are_known_and_blanks_are_no_posts() -> None:
    thread = find_thread(parse(_unsigned_posts(), "https://forum.example/r/pans/comments/77/"))
    assert thread is not None
    assert [post.author for post in thread.posts] == ["rowan", "sorrel", "yarrow", "rowan"]
    assert [(post.date or "")[:16] for post in thread.posts][::3] == ["2026-03-04T23:03", "2026-03-05T09:00"]


@pytest.mark.parametrize("said", ["author", 'author=""', f'author="{"x" * 5000}"', 'created="soon"'])
def test_attributes_that_state_nothing_are_no_authors_and_dates(said: str) -> None:
    html = _unsigned_posts()
    for name in ("rowan", "sorrel", "yarrow"):
        html = html.replace(f'author="{name}"', said)
    thread = find_thread(parse(html, "https://forum.example/r/pans/comments/77/"))
    assert thread is not None
    assert {post.author for post in thread.posts} == {None}


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


@pytest.mark.parametrize("html", [bulletin(THREAD), thai_board(), f"<article>{ARTICLE}</article>"])
def test_no_posts_are_likelier_a_discussion_than_their_group_may_be(html: str) -> None:
    page, model = parse(html), shipped_model()
    ranking, stated, kind = rank_groups(page, model.body), page_evidence(page), declared_kind(page)
    for group in ranking.order.tolist():
        records, score = place_posts(ranking, ranking.members(group)), float(ranking.score[group])
        posts = read_posts(ranking, records, model)
        named, dated = (float(share.mean()) for share in signable(ranking, records))
        tight = highest_odds(stated, len(posts), score, kind, named=named, dated=dated)
        assert discussion_odds(stated, posts, score, kind) <= tight
        assert tight <= highest_odds(stated, len(posts), score, kind)


def test_posts_that_cannot_be_a_thread_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    monkeypatch.setattr(finder, "read_posts", lambda ranking, records, model: read.append(len(records)))
    assert find_thread(parse(f"<h1>The river</h1><article>{ARTICLE}</article>")) is None
    assert read == []


def test_comments_without_names_and_dates_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finder, "read_posts", lambda ranking, records, model: pytest.fail("read"))
    comments = "".join(f"<li class=comment>{'So it was said. ' * (3 + number)}</li>" for number in range(4))
    assert find_thread(parse(f"<h1>The river</h1><article>{ARTICLE}</article><ul>{comments}</ul>")) is None


def test_a_ranking_that_is_known_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    doc = kaensan.extract(bulletin(THREAD), "https://forum.example/threads/leaves.77/")
    expected = find_thread(doc.page)
    monkeypatch.setattr(finder, "rank_groups", lambda page, scorer: pytest.fail("ranked again"))
    assert expected is not None
    assert [post.text for post in doc.posts] == [post.text for post in expected.posts]


def test_comments_are_named_by_an_element_or_one_of_four_around_it() -> None:
    page = parse(
        "<div class='Comments'><ol><li><div><div><p>deep<b>deeper</b></p></div></div></li></ol></div>"
        "<div id=disqus_thread><p>a</p></div><p itemprop=reply>b</p><p class='ความเห็น'>c</p><p class=post>d</p>"
    )
    assert named_comments(page).tolist() == [named_comment(page, row) for row in range(len(page.elements))]
    assert named_comments(page).sum() == 9


def test_no_posts_are_looked_for_in_a_page_of_very_many_elements(monkeypatch: pytest.MonkeyPatch) -> None:
    html, address = bulletin(THREAD), "https://forum.example/threads/leaves.77/"
    monkeypatch.setattr(search_limit, "MOST_ELEMENTS", len(parse(html).elements))
    document = kaensan.extract(html, address)
    assert document.thread is not None
    assert not document.warnings
    monkeypatch.setattr(search_limit, "MOST_ELEMENTS", len(parse(html).elements) - 1)
    document = kaensan.extract(html, address)
    assert document.thread is None
    assert [warning for warning in document.warnings if "no posts were looked for" in warning]
    assert find_thread(document.page, bodies=[1]) is not None
