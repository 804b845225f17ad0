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
    "cells in a row": lambda name, when, words: f"<tr><td>{name}<td>{words}<td>{when}</tr>",
    "numbered": lambda name, when, words: (
        f"<div class=c><b>ความคิดเห็นที่ 7</b><br>{words}<br>จากคุณ : <b>{name}</b> - [ {when} ]</div>"
    ),
    "machine": lambda name, when, words: f"<div class=reply>{words}<div>{name} [61.19.22.xxx] {when}</div></div>",
    "headings": lambda name, when, words: f"<h4>#7 {name} – {when}</h4><div>{words}</div>",
    "articles": lambda name, when, words: f"<article><header><h3>{name}</h3>{when}</header>{words}</article>",
}


def _thread(shape: str) -> Thread:
    posts = "".join(_SHAPES[shape](*said) for said in _SAID)
    top = "<a href=/>Home</a> <a href=/new>New posts</a> <a href=/login>Log in</a><h1>Noisy boiler pump</h1>"
    held = f"<table>{posts}</table>" if posts.startswith("<tr") else f"<div>{posts}</div>"
    page = f"<title>Noisy boiler pump</title><body><div id=nav>{top}</div>{held}<p>Powered by PipeTalk</p>"
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


def test_the_parts_of_a_lone_post_are_one_post() -> None:
    page = """<title>Night ferry</title><body><div class=navbar><a href=/>Forum</a> <a href=/board/4>Boats</a></div>
      <table class=tborder id=post720><tr><td class=thead>17 August 2016, 22:23<td class=thead>#<a href=/post/720>1</a>
      <tr><td class=alt2><div id=postmenu_720>lemon21</div><div class=smallfont>Member</div>
      <div class=smallfont>Posts: 49</div><td class=alt1 id=td_post_720><div class=smallfont><b>Night ferry</b></div>
      <hr><div id=post_message_720>Does anybody take a bicycle on the night ferry? The company says it is free, at the
      pier they want money for it, and I would like to know before I ride two hundred kilometres.</div></table>
      <div class=smallfont>Powered by a board</div>"""
    thread = find_thread(parse(page, "https://forum.example/showthread.php?t=720"))
    assert thread is not None
    assert [(post.author, (post.date or "")[:10]) for post in thread.posts] == [("lemon21", "2016-08-17")]
