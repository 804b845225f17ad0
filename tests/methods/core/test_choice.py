"""How much to keep."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kaensan.methods.core.choice import Situation, agree, choose, decide, settle
from kaensan.methods.core.method import _prose


def floats(*numbers: float) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    return np.array(numbers, np.float32)


def test_sure_blocks_are_kept_and_hopeless_ones_are_not() -> None:
    kept, promise = choose(floats(0.95, 0.02, 0.9), floats(50, 50, 50))
    assert kept.tolist() == [True, False, True]
    assert 0.9 < promise < 1


def test_a_doubtful_block_is_kept_when_little_else_is_known() -> None:
    alone, _ = choose(floats(0.4, 0.01), floats(50, 50))
    beside, _ = choose(floats(0.4, 0.99), floats(50, 500))
    assert alone[0]
    assert not beside[0]


def test_leaning_to_recall_keeps_more_than_leaning_to_precision() -> None:
    chance, size = floats(0.9, 0.5, 0.3, 0.1), floats(10, 10, 10, 10)
    amounts = [int(choose(chance, size, beta)[0].sum()) for beta in (0.5, 1.0, 2.0)]
    assert amounts == sorted(amounts)
    assert amounts[0] < amounts[-1]


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0.2, 100)), min_size=1, max_size=12))
def test_no_threshold_promises_more(blocks: list[tuple[float, float]]) -> None:
    chance, size = floats(*(c for c, _ in blocks)), floats(*(s for _, s in blocks))
    _, promise = choose(chance, size)
    total = float((chance * size).sum())
    for threshold in chance:
        taken = chance >= threshold
        expected = 2 * float((chance * size)[taken].sum()) / max(float(size[taken].sum()) + total, 1e-9)
        assert expected <= promise + 1e-4


def test_blocks_that_look_alike_move_together() -> None:
    _, settled = agree(
        floats(4, -4, 4, 0), floats(1, 1, 1, 1), np.array([0, 0, 0, 1]), np.array([0, 1, 2, 3], np.int32)
    )
    assert settled[1] > -4
    assert settled[0] < 4
    assert settled[3] == 0


ARTICLE, LISTING = floats(9, 0, 0, 0, 0, 0, 0), floats(0, 0, 0, 0, 9, 0, 0)
NOBODY = np.zeros(3, np.bool_)


def situation(
    blocks: int,
    types: np.ndarray[tuple[int], np.dtype[np.float32]] = LISTING,
    *,
    named: bool = True,
    linked: np.ndarray[tuple[int], np.dtype[np.float32]] | None = None,
) -> Situation:
    """A page of blocks of fifty words, each of its own look and container."""
    each = np.arange(blocks)
    return Situation(
        size=np.full(blocks, 50, np.float32),
        linked=np.zeros(blocks, np.float32) if linked is None else linked,
        group=each,
        container=each.astype(np.int32),
        types=types,
        named=named,
    )


PRODUCT, SERVICE = floats(0, 0, 0, 0, 0, 9, 0), floats(0, 0, 0, 0, 0, 0, 9)


def test_links_are_what_a_listing_lists() -> None:
    linked = floats(0, 1)
    doubtful = floats(-0.5, -0.5)
    plain, link = settle(doubtful, situation(2, LISTING, linked=linked))
    assert link > plain > settle(doubtful, situation(2, SERVICE, linked=linked))[0]


def test_a_guess_about_a_listing_counts_the_words_of_its_links() -> None:
    kept, links = np.array([True, False]), floats(1, 0)
    collection, article = floats(0, 9, 0, 0, 0, 0, 0), floats(9, 0, 0, 0, 0, 0, 0)
    words = [_prose(kept, situation(2, types, linked=links)) for types in (LISTING, collection, article, SERVICE)]
    assert words == [50, 50, 0, 0]


def test_links_around_a_likely_article_are_not_what_it_lists() -> None:
    """Even where it may be a listing: the likelier type decides."""
    doubtful, linked = floats(-0.5, -0.5), floats(0, 1)
    article, listing = floats(0.4, -9, -9, -9, 0, -9, -9), floats(0, -9, -9, -9, 0.4, -9, -9)
    plain, link = settle(doubtful, situation(2, article, linked=linked))
    assert link == plain
    plain, link = settle(doubtful, situation(2, listing, linked=linked))
    assert link > plain


def test_more_is_asked_of_a_page_that_sells_a_thing() -> None:
    doubtful = floats(0.3)
    assert settle(doubtful, situation(1, PRODUCT)) < settle(doubtful, situation(1, SERVICE))


def test_an_article_is_decided_more_strictly_than_a_service() -> None:
    doubtful = floats(0.3, -0.3)
    strict, lax = (settle(doubtful, situation(2, types)) for types in (ARTICLE, SERVICE))
    assert (strict < lax).all()
    assert np.allclose(lax, doubtful, atol=0.01)


def test_links_count_less_on_an_article_whose_markup_has_no_names() -> None:
    bare = situation(2, ARTICLE, named=False, linked=floats(1, 0))
    settled = settle(floats(1, 1), bare)
    assert settled[0] < settled[1] < 1


def test_the_choice_of_a_page_that_promises_nothing_is_a_guess() -> None:
    assert decide(floats(-5, -4, -5), situation(3), NOBODY, NOBODY).guessed
    assert not decide(floats(5, -4, -5), situation(3), NOBODY, NOBODY).guessed


def test_comments_under_an_article_are_left_out() -> None:
    comments = np.array([False, True, True])
    decision = decide(floats(3, 2, 2), situation(3, ARTICLE), NOBODY, comments)
    assert decision.kept.tolist() == [True, False, False]
    assert decision.extra.tolist() == comments.tolist()


def test_comments_that_are_the_page_are_kept() -> None:
    comments = np.array([False, True, True])
    board = decide(floats(3, 2, 2), situation(3), NOBODY, comments)
    alone = decide(floats(-6, 2, 2), situation(3, ARTICLE), NOBODY, comments)
    assert board.kept.tolist() == [True, True, True]
    assert alone.kept.tolist() == [False, True, True]


def test_what_is_never_kept_is_not_kept_however_likely() -> None:
    decision = decide(floats(5, 3), situation(2), np.array([True, False]), NOBODY[:2])
    assert decision.kept.tolist() == [False, True]
