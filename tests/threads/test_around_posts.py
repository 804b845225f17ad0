"""What boards put into and beside the elements of posts, though nobody wrote it."""

from __future__ import annotations

import pytest

from kaensan import parse
from kaensan.threads.finder import find_thread
from kaensan.threads.thread import Thread

SAID = (
    ("hinge", "The left door rubs at the bottom since it rained, and only in the morning before the sun gets there."),
    ("planer", "Wait a dry week before you take anything off, wood gives back what it took."),
    ("hinge", "It did, thank you. Down to a hair now, and I will oil the edge so that it stays so."),
    ("old_oak", "Wax holds longer than oil on an edge, and does not stain the floor."),
)


def post(number: int, name: str, words: str, ending: str = "") -> str:
    when = f'<time datetime="2024-03-0{number + 1}">{number + 1} March 2024</time>'
    head = f'<div class=head><a class=user href="/u/{name}">{name}</a> {when}</div>'
    return f"<div class=comment id=c{number}>{head}<div class=text><p>{words}</p>{ending}</div></div>"


def thread(posts: str, beside: str = "") -> Thread:
    page = f"<title>Rubbing door</title><body>{beside}<div id=main><h1>Rubbing door</h1>{posts}</div>"
    found = find_thread(parse(page, "https://forum.example/t/7"))
    assert found is not None
    return found


@pytest.mark.parametrize(
    "ending",
    [
        "<p><a href=/reply>reply</a></p>",
        "<p><a href=#>Report</a> · <a href=#>Quote</a></p><p>{number} likes</p>",
        "<div><button>x</button><span>Permalink</span></div>",
    ],
)
def test_lines_that_all_posts_end_with_are_no_words_of_theirs(ending: str) -> None:
    posts = "".join(post(at, *said, ending.format(number=at)) for at, said in enumerate(SAID))
    assert [one.text for one in thread(posts).posts] == [words for _, words in SAID]


def test_lines_that_some_posts_end_with_stay() -> None:
    posts = "".join(post(at, *said, "<p>Cheers</p>" if at % 2 else "") for at, said in enumerate(SAID))
    assert [one.text.endswith("\nCheers") for one in thread(posts).posts] == [False, True, False, True]


def test_words_are_left_of_posts_that_say_the_same() -> None:
    posts = "".join(post(at, name, "Thank you very much!") for at, (name, _) in enumerate(SAID))
    assert [one.text for one in thread(posts).posts] == ["Thank you very much!"] * len(SAID)


@pytest.mark.parametrize(
    "sidebar", ["<div class=side>{}</div>", "<aside>{}</aside>", '<div id="right-sidebar">{}</div>']
)
def test_rules_in_a_sidebar_are_no_post(sidebar: str) -> None:
    rules = (
        "<div class=comment><div class=text><p>Be kind. No shops, no politics, and a picture says more.</p></div></div>"
    )
    posts = "".join(post(at, *said) for at, said in enumerate(SAID))
    assert [one.author for one in thread(posts, sidebar.format(rules)).posts] == [name for name, _ in SAID]


def test_posts_that_all_stand_in_what_is_called_a_sidebar_are_posts() -> None:
    posts = "".join(post(at, *said) for at, said in enumerate(SAID))
    assert len(thread(f"<div class=with-sidebar><div class=sidebar>{posts}</div></div>").posts) == len(SAID)


def test_the_moment_of_a_quote_is_no_part_of_the_name() -> None:
    cite = "<cite><span> (17-02-2024, 08:14 PM)</span>hinge Wrote: </cite>"
    quoting = f"<blockquote class=quote>{cite}{SAID[0][1]}</blockquote>"
    posts = post(0, *SAID[0]) + post(1, SAID[1][0], quoting + SAID[1][1]) + post(2, *SAID[2])
    [quote] = thread(posts).posts[1].quotes
    assert quote.author == "hinge"


def test_lines_with_the_sign_of_mails_are_quotes_of_what_was_said_before() -> None:
    quoting = f"<p>&gt; {SAID[0][1]}<br>&gt; and it squeaks</p>"
    posts = post(0, *SAID[0]) + post(1, SAID[1][0], f"{SAID[1][1]}", quoting + "<p>Grease it.</p>") + post(2, *SAID[2])
    answer = thread(posts).posts[1]
    assert [quote.text for quote in answer.quotes] == [f"{SAID[0][1]} and it squeaks"]
    assert answer.text.endswith("Grease it.")
