"""Threads: what a board page is taken apart into, whatever its layout."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from board_pages import THREAD, TITLE, Said, bulletin, long_thread, nested, questions, table_board, thai_board
from hypothesis import given, settings
from hypothesis import strategies as st

import kaensan
from kaensan import parse
from kaensan.cli import main
from kaensan.threads.finder import find_thread
from kaensan.threads.thread import Post, Thread


def thread_of(html: str | bytes, url: str | None = None) -> Thread:
    thread = find_thread(parse(html, url))
    assert thread is not None
    return thread


def who_and_what(thread: Thread) -> list[tuple[str | None, str]]:
    return [(post.author, post.text) for post in thread.posts]


SAID = [(said.author, said.text) for said in THREAD]


@pytest.mark.parametrize("layout", [bulletin, table_board], ids=["divs", "tables"])
def test_every_post_has_its_author_its_text_and_its_date(layout: Callable[[], str]) -> None:
    thread = thread_of(layout())
    assert thread.title == TITLE
    assert thread.kind == "board"
    assert who_and_what(thread) == SAID
    assert [post.date_text for post in thread.posts] == [said.date for said in THREAD]
    assert [post.date for post in thread.posts][:2] == ["2024-03-03T09:12", "2024-03-03T10:40"]


def test_posts_know_their_place_their_name_and_their_address() -> None:
    thread = thread_of(bulletin(), "https://garden.example/t/77")
    assert [post.position for post in thread.posts] == [1, 2, 3, 4, 5]
    assert [post.id for post in thread.posts] == ["4101", "4102", "4105", "4109", "4120"]
    assert thread.posts[1].url == "https://garden.example/t/77#post-4102"
    assert thread.posts[1].author_url == "https://garden.example/member/oldspade"


def test_the_opener_is_known_in_all_their_posts() -> None:
    assert [post.is_op for post in thread_of(bulletin()).posts] == [True, False, False, True, False]


def test_thai_boards_write_years_of_the_buddhist_era() -> None:
    thread = thread_of(thai_board())
    assert thread.title == "ใบมะเขือเทศเหลือง"
    assert [post.author for post in thread.posts] == ["ดาวเรือง", "ลุงจอบ", "พิมพ์", "ดาวเรือง"]
    assert thread.posts[0].date == "2024-03-03T09:10"
    assert thread.posts[0].date_text == "3 มีนาคม 2567 เวลา 09:10 น."


@pytest.mark.parametrize("encoding", ["utf-8", "cp874"])
def test_the_encoding_of_the_page_changes_nothing(encoding: str) -> None:
    assert thread_of(thai_board().encode(encoding)) == thread_of(thai_board())


def test_a_question_with_its_answers_has_votes() -> None:
    thread = thread_of(questions())
    assert thread.kind == "questions"
    assert who_and_what(thread) == SAID[:3]
    assert [post.score for post in thread.posts] == [7, 2, 3]


def test_comments_under_an_article_are_a_thread_without_the_article() -> None:
    thread = thread_of(nested())
    assert thread.kind == "comments"
    assert who_and_what(thread) == SAID
    assert "Paragraph" not in thread.text


def test_a_nested_post_answers_the_one_around_it() -> None:
    posts = thread_of(nested()).posts
    assert [post.depth for post in posts] == [0, 1, 2, 3, 4]
    assert [post.reply_to for post in posts] == [None, 1, 2, 3, 4]


def test_a_quote_names_whom_it_quotes_and_what_it_answers() -> None:
    bodies = [f"<p>{said.text}</p>" for said in THREAD]
    bodies[2] = (
        '<blockquote class="quote"><cite>oldspade wrote:</cite><p>Too much water, I would say.</p></blockquote>'
        "<p>It was the nitrogen.</p>"
    )
    post = thread_of(bulletin(bodies=bodies)).posts[2]
    assert [(quote.author, quote.text) for quote in post.quotes] == [("oldspade", "Too much water, I would say.")]
    assert post.reply_to == 2
    assert "Too much water" in post.text
    assert "> " in post.markdown


def test_a_means_of_quoting_is_no_quote() -> None:
    bodies = [
        f'<div class="js-selectToQuote"><p>{said.text}</p></div><div class="edited">Last edited in spring</div>'
        for said in THREAD
    ]
    posts = thread_of(bulletin(bodies=bodies)).posts
    assert [post.quotes for post in posts] == [()] * 5
    assert [post.own_text for post in posts] == [None] * 5


def test_what_a_post_repeats_of_this_page_is_not_its_own() -> None:
    bodies = [f"<p>{said.text}</p>" for said in THREAD]
    bodies[2] = f'<blockquote class="quote">{THREAD[1].text}</blockquote><p>It was the nitrogen.</p>'
    bodies[3] = '<blockquote class="quote">Plants speak to those who wait.</blockquote><p>So says my aunt.</p>'
    thread = thread_of(bulletin(bodies=bodies))
    assert [post.own_text for post in thread.posts] == [None, None, "It was the nitrogen.", None, None]
    assert thread.posts[3].new_text == "Plants speak to those who wait.\nSo says my aunt."
    assert thread.text.count(THREAD[1].text) == 1


def test_a_name_spoken_to_is_answered() -> None:
    posts = (*THREAD[:3], Said("Marigold", "4 March 2024 08:00", "@oldspade I will try that, thanks a lot.", 4111))
    assert thread_of(bulletin(posts)).posts[3].reply_to == 2


def test_a_signature_is_kept_apart() -> None:
    html = bulletin().replace(
        '<div class="buttons">', '<div class="signature">Grow your own, they said.</div><div class="buttons">', 2
    )
    posts = thread_of(html).posts
    assert posts[0].signature == "Grow your own, they said."
    assert "Grow your own" not in posts[0].text
    assert posts[4].signature is None


def test_markdown_keeps_lists_and_links_of_the_body() -> None:
    bodies = [f"<p>{said.text}</p>" for said in THREAD]
    bodies[1] = (
        '<p>Two things, and mind both of them well:</p><ul><li>less water</li><li><a href="/soil">soil</a></li></ul>'
    )
    post = thread_of(bulletin(bodies=bodies), "https://garden.example/t/77").posts[1]
    assert "- less water" in post.markdown
    assert "[soil](https://garden.example/soil)" in post.markdown


@pytest.mark.parametrize(
    ("extra", "url", "numbers"),
    [
        ("<div>Page 2 of 7</div>", None, (2, 7)),
        ("<div>หน้า 3 จาก 12</div>", None, (3, 12)),
        ('<div class="pagination"><b>1</b> <a href="?page=2">2</a> <a href="?page=9">9</a></div>', None, (1, 9)),
        ("", "https://garden.example/t/77?page=4", (4, None)),
        ("", "https://garden.example/t/77/page-5", (5, None)),
        ("", None, (1, None)),
    ],
)
def test_the_page_says_which_of_how_many_it_is(extra: str, url: str | None, numbers: tuple[int, int | None]) -> None:
    thread = thread_of(bulletin(extra=extra), url)
    assert (thread.page, thread.pages) == numbers


def test_on_a_later_page_nobody_is_known_to_have_opened_the_thread() -> None:
    assert not any(post.is_op for post in thread_of(bulletin(extra="<div>Page 2 of 7</div>")).posts)


# What the page says as data


def described(posts: tuple[Said, ...]) -> str:
    opening, *replies = posts
    data = {
        "@context": "https://schema.org",
        "@type": "DiscussionForumPosting",
        "headline": TITLE,
        "text": opening.text,
        "author": {"@type": "Person", "name": opening.author},
        "datePublished": "2024-03-03T09:12:00+07:00",
        "comment": [
            {
                "@type": "Comment",
                "text": said.text,
                "author": {"@type": "Person", "name": said.author},
                "datePublished": "2024-03-03T10:40:00+07:00",
                "upvoteCount": 3,
            }
            for said in replies
        ],
    }
    return f'<script type="application/ld+json">{json.dumps(data)}</script>'


def test_posts_that_are_only_data_are_found_there() -> None:
    html = f"<html><head><title>{TITLE}</title>{described(THREAD)}</head><body><div id=app></div></body></html>"
    thread = thread_of(html)
    assert who_and_what(thread) == SAID
    assert thread.posts[0].date == "2024-03-03T09:12:00+07:00"
    assert thread.posts[1].score == 3


def test_data_fills_what_the_page_does_not_show() -> None:
    html = bulletin(head=described(THREAD))
    for said in THREAD:
        html = html.replace(f'<span class="date">{said.date}</span>', "")
    assert thread_of(html).posts[0].date == "2024-03-03T09:12:00+07:00"


def test_what_the_page_shows_wins_over_data() -> None:
    wrong = tuple(Said("nobody", said.date, said.text, said.number) for said in THREAD)
    assert who_and_what(thread_of(bulletin(head=described(wrong)))) == SAID


def test_discourse_hands_its_posts_to_its_scripts() -> None:
    posts = [
        {
            "username": said.author,
            "created_at": "2024-03-03T09:12:00.000Z",
            "cooked": f"<p>{said.text}</p>",
            "post_number": number,
            "reply_to_post_number": 1 if number == 2 else None,
        }
        for number, said in enumerate(THREAD, start=1)
    ]
    state = json.dumps({"topic_77": json.dumps({"post_stream": {"posts": posts}})})
    attribute = state.replace("&", "&amp;").replace('"', "&quot;")
    thread = thread_of(f'<title>{TITLE}</title><div id="data-preloaded" data-preloaded="{attribute}"></div>')
    assert who_and_what(thread) == SAID
    assert thread.posts[1].reply_to == 1


def test_nodebb_hands_its_posts_to_its_scripts() -> None:
    posts = [
        {"content": f"<p>{said.text}</p>", "user": {"username": said.author}, "timestampISO": "2024-03-03T09:12:00Z",
         "pid": said.number, "votes": 2, "index": number}
        for number, said in enumerate(THREAD)
    ]  # fmt: skip
    script = f'<script id="ajaxify-data" type="application/json">{json.dumps({"posts": posts})}</script>'
    thread = thread_of(f"<title>{TITLE}</title>{script}<div id=content></div>")
    assert who_and_what(thread) == SAID
    assert {post.score for post in thread.posts} == {2}


def test_questions_that_nobody_asked_are_no_thread() -> None:
    data = {
        "@type": "FAQPage",
        "mainEntity": [
            {"@type": "Question", "name": f"Question {number}?", "text": f"Question {number}?",
             "acceptedAnswer": {"@type": "Answer", "text": f"Answer number {number}, at some length."}}
            for number in range(4)
        ],
    }  # fmt: skip
    assert (
        find_thread(parse(f'<title>Shop</title><script type="application/ld+json">{json.dumps(data)}</script>')) is None
    )


# Bad input

ARTICLE = (
    "<title>On soil - The Garden Magazine</title><article><h1>On soil</h1>"
    + "".join(
        f"<p>Paragraph {number}: soil is what is left of rock and leaves after a long time, and it is worth looking at "
        "before anything is planted, because most of what goes wrong in a garden goes wrong there.</p>"
        for number in range(9)
    )
    + "</article>"
)


@pytest.mark.parametrize(
    "html",
    ["", "no markup at all", ARTICLE, "<title>Topic</title><p>This topic was deleted.</p>", b"%PDF-1.7", b"\xff\xfe"],
)
def test_a_page_without_posts_has_no_thread(html: str | bytes) -> None:
    assert find_thread(parse(html)) is None
    document = kaensan.extract(html, method="histogram")
    assert document.thread is None
    assert document.posts == ()


def test_a_post_in_another_encoding_than_its_page_harms_no_other() -> None:
    first, last = thai_board().replace("<head>", '<head><meta charset="utf-8">').split("น่าจะรดน้ำมากเกินไปครับ")
    mixed = first.encode() + "น่าจะรดน้ำมากเกินไปครับ".encode("cp874") + last.encode()
    posts, clean = thread_of(mixed).posts, thread_of(thai_board()).posts
    assert [post.author for post in posts] == [post.author for post in clean]
    assert [posts[at].text for at in (0, 2, 3)] == [clean[at].text for at in (0, 2, 3)]
    assert posts[1].text.endswith("ปล่อยให้ดินแห้งบ้าง")


def test_one_post_is_a_thread_where_the_address_is_a_boards() -> None:
    assert who_and_what(thread_of(bulletin(THREAD[:1]), "https://garden.example/forum/t/77")) == SAID[:1]


def test_a_thousand_posts_are_all_found() -> None:
    many = long_thread(1000)
    thread = thread_of(bulletin(many))
    assert [post.text for post in thread.posts] == [said.text for said in many]
    assert [post.author for post in thread.posts] == [said.author for said in many]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, len(bulletin())))
def test_a_page_cut_off_anywhere_gives_posts_or_none(length: int) -> None:
    thread = find_thread(parse(bulletin()[:length]))
    for post in thread.posts if thread else ():
        assert isinstance(post, Post)
        assert post.markdown is not None


def test_a_page_cut_off_in_a_post_keeps_the_posts_before() -> None:
    html = bulletin()
    cut = html[: html.index("Any news?") + 4]
    assert who_and_what(thread_of(cut))[:4] == SAID[:4]


def test_a_document_has_its_thread() -> None:
    document = kaensan.extract(bulletin(), method="histogram")
    assert [post.author for post in document.posts] == [said.author for said in THREAD]


# Output


def test_a_thread_is_plain_data() -> None:
    data = json.loads(thread_of(bulletin()).to_json())
    assert data["title"] == TITLE
    assert data["posts"][0]["author"] == "Marigold"
    assert set(data["posts"][0]) >= {"position", "id", "date", "date_text", "text", "markdown", "quotes", "reply_to"}


def test_json_ld_follows_schema_org() -> None:
    data = thread_of(bulletin(), "https://garden.example/t/77").to_jsonld()
    assert data["@context"] == "https://schema.org"
    assert (data["@type"], data["headline"], data["commentCount"]) == ("DiscussionForumPosting", TITLE, 4)
    assert data["author"]["name"] == "Marigold"
    assert [comment["text"] for comment in data["comment"]] == [said.text for said in THREAD[1:]]


def test_json_ld_of_questions_is_a_page_of_questions() -> None:
    data = thread_of(questions()).to_jsonld()
    assert (data["@type"], data["mainEntity"]["@type"]) == ("QAPage", "Question")
    assert len(data["mainEntity"]["suggestedAnswer"]) == 2


@pytest.mark.parametrize("form", ["json", "jsonld", "text", "markdown"])
def test_the_command_writes_every_format(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "board.html"
    file.write_text(bulletin(), "utf-8")
    assert main(["thread", str(file), "--format", form]) == 0
    written = capsys.readouterr().out
    assert "Let the soil dry out" in written
    assert "oldspade" in written


def test_the_command_says_when_there_is_no_thread(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board, article = tmp_path / "board.html", tmp_path / "article.html"
    board.write_text(bulletin(), "utf-8")
    article.write_text(ARTICLE, "utf-8")
    out = tmp_path / "threads.jsonl"
    assert main(["thread", str(article), str(board), "-o", str(out)]) == 1
    assert "no thread was found" in capsys.readouterr().err
    assert [json.loads(line)["file"] for line in out.read_text("utf-8").splitlines()] == [str(board)]


def test_the_command_wants_one_page_with_an_address(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["thread", str(tmp_path), str(tmp_path), "--url", "https://x.example/"]) == 2
    assert "--url" in capsys.readouterr().err


# Opening posts that stand apart

OPENED = (
    '<div class="lead"><h1>Yellow leaves on tomatoes</h1><div class="by">by <a class="username" '
    'href="/member/marigold">Marigold</a> <span class="date">3 March 2024 09:12</span></div><div class="story">'
    "<p>{text}</p></div></div>"
)


def opened_apart(text: str) -> str:
    """A board that shows the opening post in a box of its own."""
    return bulletin(THREAD[1:]).replace(f'<h1 class="topic-title">{TITLE}</h1>', OPENED.format(text=text))


def test_an_opening_post_in_other_markup_comes_first() -> None:
    thread = thread_of(opened_apart(THREAD[0].text))
    assert who_and_what(thread) == SAID
    assert [post.is_op for post in thread.posts] == [True, False, False, True, False]
    assert thread.posts[0].date == "2024-03-03T09:12"


def test_a_long_text_with_a_byline_over_comments_is_an_article() -> None:
    thread = thread_of(opened_apart("</p><p>".join([THREAD[0].text] * 20)).replace('"post', '"comment'))
    assert thread.kind == "comments"
    assert who_and_what(thread) == SAID[1:]


def test_a_long_text_over_replies_opens_the_thread_where_the_address_is_a_boards() -> None:
    thread = thread_of(opened_apart("</p><p>".join([THREAD[0].text] * 20)), "https://garden.example/forum/t/77")
    assert thread.kind == "board"
    assert len(thread.posts) == 5


def test_an_opening_post_that_only_data_holds_comes_first() -> None:
    thread = thread_of(bulletin(THREAD[1:], head=described(THREAD[:1])))
    assert who_and_what(thread) == SAID
    assert [post.position for post in thread.posts] == [1, 2, 3, 4, 5]
    assert [post.is_op for post in thread.posts] == [True, False, False, True, False]


def test_an_opening_post_that_the_page_shows_is_not_told_twice() -> None:
    assert who_and_what(thread_of(bulletin(head=described(THREAD[:1])))) == SAID
