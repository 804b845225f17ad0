"""Boards written by hand, which give the words of a post no element of their own."""

from __future__ import annotations

import pytest

from kaensan import parse
from kaensan.threads.finder import find_thread
from kaensan.threads.thread import Thread

_SAID = [
    (
        "marta",
        "3 May 2023, 10:12",
        "I replaced the pump last spring and the noise was gone at once, so look there first.",
    ),
    (
        "oldpipe",
        "3 May 2023, 11:40",
        "Did you bleed the radiators? Air in the pipes sounds exactly like a failing pump.",
    ),
    (
        "marta",
        "3 May 2023, 18:05",
        "Bled them twice. The noise moves with the speed setting, so I am sure it is the pump.",
    ),
    ("K. Lindqvist", "4 May 2023, 07:31", "Then change it. Mine took an hour with two spanners and a bucket below."),
    (
        "marta",
        "5 May 2023, 20:02",
        "Thank you all, ordered one this morning. I will report when the house is quiet again.",
    ),
]
_SHAPES = {
    "lines": lambda name, when, words: f"<div class=msg><b>{name}</b> {when}<br>{words}</div>",
    "spans": lambda name, when, words: f"<div class=msg><a href=/u/9>{name}</a> <span>{when}</span> {words}</div>",
    "paragraphs": lambda name, when, words: f"<div class=msg><p><b>{name}</b> wrote on {when}:</p><p>{words}</p></div>",
    "head and words": lambda name, when, words: f"<p><b>{name}</b>, {when}</p><p>{words}</p><hr>",
    "terms": lambda name, when, words: f"<dt>{name} ({when})</dt><dd>{words}</dd>",
    "cells": lambda name, when, words: f"<table><tr><td><b>{name}</b><br>Member<td>{when}<hr>{words}</table>",
    "signed below": lambda name, when, words: f"<li>{words}<br><i>-- {name}, {when}</i></li>",
    "articles": lambda name, when, words: f"<article><header><h3>{name}</h3>{when}</header>{words}</article>",
}


def _thread(shape: str) -> Thread:
    posts = "".join(_SHAPES[shape](*said) for said in _SAID)
    top = "<a href=/>Home</a> <a href=/new>New posts</a> <a href=/login>Log in</a><h1>Noisy boiler pump</h1>"
    page = f"<title>Noisy boiler pump</title><body><div id=nav>{top}</div><div>{posts}</div><p>Powered by PipeTalk</p>"
    thread = find_thread(parse(page, "https://board.example/t/99"))
    assert thread is not None
    return thread


@pytest.mark.parametrize("shape", _SHAPES)
def test_words_authors_and_dates_are_told_apart(shape: str) -> None:
    thread = _thread(shape)
    assert [post.text for post in thread.posts] == [words for _, _, words in _SAID]
    assert [post.author for post in thread.posts] == [name for name, _, _ in _SAID]
    assert [post.date for post in thread.posts][::4] == ["2023-05-03T10:12", "2023-05-05T20:02"]


def test_the_markup_of_a_post_has_no_head_either() -> None:
    opening = _thread("lines").posts[0]
    assert "marta" not in opening.markdown
    assert "I replaced the pump" in opening.markdown
