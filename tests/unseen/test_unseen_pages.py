"""The program on pages that nobody trained on: floors a little below what it reaches."""

from __future__ import annotations

from experiments.unseen import Reader, measure_boards, measure_pages


def test_posts_of_boards_that_nobody_trained_on_are_found() -> None:
    found = measure_boards(Reader())
    assert (found["threads"], found["posts"]) == (59, 340)
    assert found["text"] >= 0.7 * found["posts"]
    assert found["author"] >= 0.6 * found["posts"]
    assert found["title"] >= 0.83 * found["threads"]
    assert found["called"] <= found["others"] / 3


def test_content_of_pages_that_nobody_trained_on_is_found() -> None:
    found = measure_pages(Reader())
    assert found["pages"] == 94
    assert found["found"] >= 0.9 * found["must"]
    assert found["in"] <= 0.08 * found["not"]
