"""The program on pages that nobody trained on: floors a little below what it reaches."""

from __future__ import annotations

import json

import pytest

import kaensan
from experiments.unseen import FOLDER, Reader, measure_boards, measure_pages


def test_posts_of_boards_that_nobody_trained_on_are_found() -> None:
    found = measure_boards(Reader())
    assert (found["threads"], found["posts"]) == (84, 505)
    assert found["text"] >= 0.82 * found["posts"]
    assert found["author"] >= 0.78 * found["posts"]
    assert found["title"] >= 0.85 * found["threads"]
    assert found["called"] <= found["others"] / 5


def test_content_of_pages_that_nobody_trained_on_is_found() -> None:
    found = measure_pages(Reader())
    assert found["pages"] == 126
    assert found["found"] >= 0.93 * found["must"]
    assert found["in"] <= 0.05 * found["not"]


@pytest.mark.parametrize("number", ["67", "33"], ids=["far likelier answers", "signed replies"])
def test_whole_posts_are_taken_and_not_the_paragraphs_of_some(number: str) -> None:
    board = FOLDER / "boards" / f"{number}.html"
    gold = json.loads(board.with_suffix(".json").read_text("utf-8"))
    thread = kaensan.extract(board.read_bytes(), url=gold["url"]).thread
    assert thread is not None
    assert [post.author for post in thread.posts] == [post["author"] for post in gold["posts"]]
