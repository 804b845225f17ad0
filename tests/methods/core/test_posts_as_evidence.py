"""What the posts of a page say for and against its blocks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from kaensan.many import extract_page
from kaensan.methods.boards.candidates import likeliest_thread, says_board, stated_odds
from kaensan.methods.boards.model import PostModel, shipped_model
from kaensan.methods.boards.post_places import Place
from kaensan.methods.core.class_words import PAGE_TYPES
from kaensan.methods.core.method import Core
from kaensan.methods.core.thread_evidence import BlockPlaces, Surroundings, thread_bonus
from kaensan.page import Page, parse
from kaensan.train.made.boards.pages import make_pages
from kaensan.train.made.boards.templates import read_templates

PLACES = np.array([Place.BEFORE, Place.BEFORE, Place.BEFORE, Place.OWN, Place.BETWEEN, Place.OWN, Place.AFTER], np.int8)
A_BOARD, AN_ARTICLE = (
    np.array([3.0 * (name == wanted) for name in PAGE_TYPES], np.float32) for wanted in ("forum", "article")
)
"""scores of types of pages"""
LONG, SHORT = 2000, 40
"""units of a text that is an article by itself, and of a line"""
DISCUSSION = (
    '<script type="application/ld+json">{"@type": "DiscussionForumPosting", "headline": "Reeds"}</script>'
    + "<div class=a><p>The reeds by the weir were cut on Monday, and nobody had asked for it.</div>" * 2
)
QUESTIONS = DISCUSSION.replace("DiscussionForumPosting", "QAPage")


def bonus(
    opening: int,
    title: int | None,
    *,
    stated: bool,
    log_odds: float = 2.0,
    types: NDArray[np.float32] = AN_ARTICLE,
    posts: int = 2,
) -> list[float]:
    units = np.array([SHORT, SHORT, opening, LONG, SHORT, LONG, SHORT], np.float32)
    around = Surroundings(units, units, title, stated)
    gains: list[float] = thread_bonus(log_odds, types, BlockPlaces(PLACES, posts), around).tolist()
    return gains


def test_what_may_be_posts_counts_only_where_the_page_is_likely_a_board() -> None:
    assert any(bonus(SHORT, None, stated=False, log_odds=-1.0, types=A_BOARD))
    assert not any(bonus(SHORT, None, stated=False, log_odds=-1.0))
    assert not any(bonus(SHORT, None, stated=False, log_odds=-3.0, types=A_BOARD))


def test_a_lone_post_counts_only_where_a_thread_is_likelier_than_not() -> None:
    assert any(bonus(SHORT, None, stated=False, log_odds=1.0, types=A_BOARD, posts=1))
    assert not any(bonus(SHORT, None, stated=False, log_odds=-1.0, types=A_BOARD, posts=1))


def test_long_paragraphs_before_the_posts_are_an_article_unless_the_page_says_it_is_a_discussion() -> None:
    assert bonus(LONG, 1, stated=False) == [0.0] * 7
    opened = bonus(LONG, 1, stated=True)
    assert opened[2] == 0
    assert opened[3] == opened[5] == 3
    assert opened[4] == opened[6] == -3


def test_what_stands_between_the_title_and_the_first_post_may_be_the_opening_one() -> None:
    gains = bonus(SHORT, 1, stated=True)
    assert gains[0] == gains[1] == -3
    assert gains[2] == -1
    assert bonus(SHORT, None, stated=True)[:3] == [-3.0] * 3


def test_posts_of_an_unlikely_thread_gain_nothing() -> None:
    assert bonus(SHORT, 1, stated=True, log_odds=-3.0) == [0.0] * 7


@pytest.mark.parametrize(
    ("page", "address", "stated"),
    [
        (DISCUSSION, "https://www.example.org/reeds", True),
        (QUESTIONS, "https://www.example.org/questions/1", True),
        (QUESTIONS, "https://www.example.org/services", False),
        ("<p>Reeds", "https://www.ReedForum.example/beginners/1-reeds.html", True),
        ("<p>Reeds", "https://www.example.org/forum-of-ideas", False),
    ],
)
def test_a_page_says_that_it_is_a_discussion(page: str, address: str, stated: bool) -> None:
    assert says_board(parse(page, address)) is stated


def test_a_page_that_says_it_is_a_discussion_is_at_least_evenly_likely_one() -> None:
    assert stated_odds(-4.0, stated=True) == 0
    assert stated_odds(1.5, stated=True) == 1.5
    assert stated_odds(-4.0, stated=False) == -4
    doubting = replace(shipped_model(), thread=_doubt)  # type: ignore[arg-type]
    assert _odds(parse(DISCUSSION, "https://www.example.org/reeds"), doubting) == 0
    assert _odds(parse(DISCUSSION.partition("</script>")[2], "https://www.example.org/reeds"), doubting) == -4


def _doubt(
    features: dict[str, np.ndarray[tuple[int], np.dtype[np.float64]]],
) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    return np.full(len(features["rank"]), -4.0, np.float32)


def _odds(page: Page, model: PostModel) -> float:
    thread = likeliest_thread(page, model)
    assert thread is not None
    return thread.log_odds


def test_names_and_dates_of_posts_are_no_list_that_is_kept_whole() -> None:
    """Boards of tables hold the posts and what stands beside them in rows that look alike."""
    template = next(each for each in read_templates() if each.name == "vbulletin3-legacy-top")
    for made in make_pages(template, 3, 7):
        lines = extract_page(made.page, Core()).text.split("\n")
        assert not set(lines) & {post.author for post in made.posts}
