"""Oblivious trees as a table look-up."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest

from kaensan.methods.core.forest import Forest
from kaensan.methods.core.model import CoreModel, shipped_model
from kaensan.methods.core.thread_evidence import ALL_NAMES, ThreadRule
from kaensan.page import parse

STORY = """<title>Bridges of the north</title><nav><a href=/>Home</a> <a href=/b>Bridges</a></nav>
<article><h1>Bridges of the north</h1>{}<ul><li>One<li>Two <b>and more</b></ul></article>
<div>Between<p>inside</p>and after<table><tr><td>1<td>2</table></div><footer>Imprint</footer>"""
SOME = "".join(f"<p>Paragraph {number} tells of stone, of steel and of rope.</p>" for number in range(5))
MANY = "".join(f"<div><p>Word {number}</p><span>by <a href=/{number}>name</a></span></div>" for number in range(600))


def slow(forest: Forest, row: np.ndarray[tuple[int], np.dtype[np.float32]]) -> float:
    """The same by walking every tree."""
    total = forest.bias
    for tree in range(forest.trees):
        place = 0
        for level in range(8):
            question = 8 * tree + level
            place |= int(row[forest.feature[question]] > forest.border[question]) << level
        total += float(forest.leaf[256 * tree + place])
    return total


def random_forest(trees: int, columns: int) -> Forest:
    random = np.random.default_rng(4)
    return Forest(
        feature=random.integers(0, columns, 8 * trees).astype(np.int32),
        border=random.normal(size=8 * trees).astype(np.float32),
        leaf=random.normal(size=256 * trees).astype(np.float32),
        bias=0.5,
    )


def test_a_forest_gives_what_walking_its_trees_gives() -> None:
    forest = random_forest(trees=7, columns=5)
    rows = np.random.default_rng(1).normal(size=(50, 5)).astype(np.float32)
    assert np.allclose(forest(rows.T), [slow(forest, row) for row in rows], atol=1e-4)


def test_long_pages_are_done_in_parts_with_the_same_result() -> None:
    forest = random_forest(trees=3, columns=4)
    rows = np.random.default_rng(2).normal(size=(5000, 4)).astype(np.float32)
    whole = forest(rows.T)
    assert whole.shape == (5000,)
    assert np.array_equal(whole[4000:4010], forest(rows[4000:4010].T))


def test_no_rows_give_no_answers() -> None:
    assert random_forest(2, 3)(np.zeros((3, 0), np.float32)).shape == (0,)


def model_of(forest: Forest, names: tuple[str, ...]) -> CoreModel:
    """A model with a forest of its own, that looks for no posts."""
    return replace(shipped_model(), columns=names, forest=forest, rule=ThreadRule(gate=2))


@pytest.mark.parametrize("paragraphs", ["", SOME, MANY])
def test_blocks_of_a_page_get_the_sums_of_their_features(paragraphs: str) -> None:
    forest = random_forest(trees=23, columns=len(ALL_NAMES))
    model = model_of(forest, ALL_NAMES)
    evidence = model.evidence(parse(STORY.format(paragraphs)))
    assert np.array_equal(model.log_odds(evidence), forest(evidence.columns))


@pytest.mark.parametrize("paragraphs", range(1, 133, 11))
def test_any_number_of_blocks_gets_its_sums(paragraphs: int) -> None:
    forest = random_forest(trees=6, columns=len(ALL_NAMES))
    model = model_of(forest, ALL_NAMES)
    evidence = model.evidence(parse("".join(f"<p>Word {number} of {paragraphs}.</p>" for number in range(paragraphs))))
    assert len(evidence.blocks) == paragraphs
    assert np.array_equal(model.log_odds(evidence), forest(evidence.columns))


@pytest.mark.parametrize("names", [("words@0", "depth@6"), ("words", "thread_size"), ("page_linked", "type_article")])
def test_a_forest_may_ask_about_containers_blocks_or_the_page_only(names: tuple[str, ...]) -> None:
    forest = random_forest(trees=5, columns=len(names))
    model = model_of(forest, names)
    evidence = model.evidence(parse(STORY.format(SOME)))
    assert np.array_equal(model.log_odds(evidence), forest(evidence.columns[[ALL_NAMES.index(name) for name in names]]))


def test_what_was_asked_of_one_page_says_nothing_of_the_next() -> None:
    model = shipped_model()
    pages = [parse(STORY.format(text)) for text in (SOME, MANY)]
    alone = [replace(model).log_odds(model.evidence(page)).tolist() for page in pages]
    assert [model.log_odds(model.evidence(page)).tolist() for page in [*pages, *pages]] == [*alone, *alone]


def test_a_model_that_was_asked_can_be_pickled() -> None:
    page = parse("<p>Some words of a page.</p>")
    model = replace(shipped_model())
    asked = model.log_odds(model.evidence(page))
    copy = pickle.loads(pickle.dumps(model))
    assert copy.log_odds(copy.evidence(page)).tolist() == asked.tolist()
