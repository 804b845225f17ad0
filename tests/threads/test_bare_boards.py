"""Boards whose posts hardly anything holds: side by side, in cells without names, in numbered classes."""

from __future__ import annotations

import pytest

from kaensan import parse
from kaensan.methods.boards.model import shipped_model
from kaensan.methods.boards.ranking import rank_groups
from kaensan.threads.finder import find_beginning, find_thread
from kaensan.threads.marked_lines import read_marked_lines
from kaensan.threads.thread import Post

_SAID = (
    ("Ann Miller", "3 May 2004, 10:12", "The gate squeaks again, although I oiled both of its hinges only a week ago."),
    ("oskar", "3 May 2004, 11:40", "Oil attracts dust. Use graphite, it stays dry and lasts for a whole winter."),
    (
        "Ann Miller",
        "4 May 2004, 09:27",
        "Graphite it is then. Where do people buy that nowadays, in a shop for artists?",
    ),
    ("Tamsin W", "4 May 2004, 16:29", "Rub a soft pencil on the pin, that is all the graphite that a hinge will need."),
)
_ADDRESS = "http://www.gates.example/talk/t0320.html"


def _page(posts: str) -> str:
    return f"<title>Squeaking gate - Gate talk</title><body><h1>Squeaking gate</h1><p><a href=/>All</a></p>{posts}"


def _posts(posts: str) -> list[tuple[str | None, str, str]]:
    thread = find_thread(parse(_page(posts), _ADDRESS))
    assert thread is not None
    return [(post.author, (post.date or "")[:16], _own(post)) for post in thread.posts]


def _own(post: Post) -> str:
    return post.text if post.own_text is None else post.own_text


_FOUND = [(name, f"2004-05-0{when[0]}T{when[-5:]}", words) for name, when, words in _SAID]
"""author, moment and words of the posts"""


@pytest.mark.parametrize(
    "layout",
    [
        "<h4>{0} <small>{1}</small></h4><p>{2}</p>",
        "<h3><b>{0}</b>, {1}</h3>{2}<br>",
    ],
    ids=["headings and paragraphs", "headings and bare words"],
)
def test_posts_side_by_side_are_told_by_what_parts_them(layout: str) -> None:
    assert _posts("".join(layout.format(*said) for said in _SAID)) == _FOUND


def test_a_post_of_several_paragraphs_side_by_side_is_one() -> None:
    parts = "".join(
        f"<h4>{name} <small>{when}</small></h4><p>{words}</p><p>{words[:9]}!</p>" for name, when, words in _SAID
    )
    assert [words for _, _, words in _posts(parts)] == [f"{words}\n{words[:9]}!" for _, _, words in _SAID]


def test_a_thread_of_posts_side_by_side_begins_as_it_is_found() -> None:
    page = parse(_page("".join(f"<h4>{name} <small>{when}</small></h4><p>{words}</p>" for name, when, words in _SAID)))
    beginning = find_beginning(rank_groups(page, shipped_model().body))
    assert beginning is not None
    assert (beginning.author, beginning.date) == ("Ann Miller", "2004-05-03T10:12")


def test_numbers_in_classes_tell_the_parts_of_posts_apart() -> None:
    posts = "".join(
        f"<div class=k1><div class=k2>{words}</div><div class=k3>by <span class=k4>{name}</span> [ {when} ]</div></div>"
        for name, when, words in _SAID
    )
    assert _posts(f"<div class=k0>read 82 times</div>{posts}<div class=k5>Write an answer</div>") == _FOUND


def test_what_stands_beside_the_first_paragraph_of_a_post_is_part_of_it() -> None:
    posts = "".join(
        f"<div class=post><div class=head><a href=/u/{number}>{name}</a> <time>{when}</time></div>"
        f"<div class=prose><p>{words}</p>{'<ol><li>Oil.<li>Wait.</ol>' * (number == 1)}</div></div>"
        for number, (name, when, words) in enumerate(_SAID)
    )
    assert [words for _, _, words in _posts(posts)][1] == f"{_SAID[1][2]}\nOil.\nWait."


def test_a_line_that_says_whose_words_it_goes_on_with_is_a_quote() -> None:
    (_, _, first), (_, _, second) = _SAID[0], _SAID[1]
    posts = "".join(
        f"<div class=post><b>{name}</b> <i>{when}</i><div class=words>"
        f"{f'<p>Ann Miller wrote: {first}</p>' * (number == 1)}<p>{words}</p></div></div>"
        for number, (name, when, words) in enumerate(_SAID)
    )
    assert _posts(posts)[1][2] == second


@pytest.mark.parametrize(
    ("text", "own", "quoted"),
    [
        ("> Is it dry?\nYes.", "Yes.", ["Is it dry?"]),
        ("Ann wrote:\n\n> Is it dry?\n> > Or wet?\n\nDry.\n\n-- \nBob", "Dry.\n", ["Is it dry? Or wet?"]),
        ("Dry.\n--\nBob", "Dry.", []),
    ],
)
def test_lines_of_mails_are_whose_they_are(text: str, own: str, quoted: list[str]) -> None:
    lines = read_marked_lines(text)
    assert lines is not None
    assert (lines.own.strip("\n"), [quote.text for quote in lines.quotes]) == (own.strip("\n"), quoted)


def test_a_text_without_marks_is_left_alone() -> None:
    assert read_marked_lines("if a > b:\n  print(a)\n-----") is None
