"""The features of blocks and containers say of a small page what a reader can count on it."""

from __future__ import annotations

import math

import numpy as np
import pytest

import kaensan
from kaensan.methods.core.features import NAMES, Evidence, gather
from kaensan.methods.core.method import Core
from kaensan.methods.core.model import shipped_model
from kaensan.methods.core.thread_evidence import ALL_NAMES

PAGE = """<title>A headline of note</title><body>
<nav><a href=/a>First link</a><br><a href=/b>Second link</a></nav>
<main><h1>A headline of note</h1>
<div><p>twelve letter</p><p>twelve letter</p></div></main>
<footer>the end</footer>"""
NAV, NAV_TOO, TITLE, FIRST, SECOND, FOOTER = range(6)


@pytest.fixture(scope="module")
def evidence() -> Evidence:
    return gather(kaensan.parse(PAGE), shipped_model().vocabulary)


def _feature(evidence: Evidence, name: str) -> list[float]:
    values: list[float] = evidence.columns[NAMES.index(name)].tolist()
    return values


def test_every_feature_of_every_block_is_a_number(evidence: Evidence) -> None:
    assert evidence.columns.shape == (len(NAMES), 6)
    assert np.isfinite(evidence.columns).all()


def test_words_are_units_of_six_letters(evidence: Evidence) -> None:
    words = _feature(evidence, "words")
    assert words[FIRST] == pytest.approx(math.log1p(12 / 6), rel=1e-6)
    assert _feature(evidence, "prose")[NAV] == 0


def test_containers_add_up_the_blocks_inside_them(evidence: Evidence) -> None:
    assert _feature(evidence, "blocks@0")[FIRST] == pytest.approx(math.log1p(1), rel=1e-6)
    assert _feature(evidence, "blocks@1")[FIRST] == pytest.approx(math.log1p(2), rel=1e-6)
    assert _feature(evidence, "paragraphs@1")[FIRST] == 1
    assert _feature(evidence, "spread@1")[FIRST] == 0  # both paragraphs are as long
    assert _feature(evidence, "linked@0")[NAV] == 1


def test_siblings_that_look_alike_are_counted(evidence: Evidence) -> None:
    assert _feature(evidence, "alike@0")[SECOND] == pytest.approx(math.log1p(1), rel=1e-6)
    assert _feature(evidence, "like_count")[FIRST] == pytest.approx(math.log1p(2), rel=1e-6)
    assert evidence.group[FIRST] == evidence.group[SECOND] != evidence.group[TITLE]


def test_places_are_counted_within_the_container_and_the_page(evidence: Evidence) -> None:
    assert _feature(evidence, "index_in_parent")[FIRST : SECOND + 1] == [0, 1]
    assert _feature(evidence, "position")[FIRST] == 0.5
    assert _feature(evidence, "nav") == [1, 1, 0, 0, 0, 0]
    assert _feature(evidence, "in_title")[TITLE] == 1


def test_distances_to_marks_grow_block_by_block(evidence: Evidence) -> None:
    since = _feature(evidence, "since_title")
    assert since[TITLE : SECOND + 1] == pytest.approx([0, math.log1p(1), math.log1p(2)], rel=1e-6)
    assert _feature(evidence, "until_footer")[SECOND] == pytest.approx(math.log1p(1), rel=1e-6)


def test_the_main_container_is_where_most_prose_is(evidence: Evidence) -> None:
    assert _feature(evidence, "side_of_dense")[NAV] == -1
    assert _feature(evidence, "side_of_dense")[FIRST] == 0
    assert _feature(evidence, "side_of_dense")[FOOTER] == 1


def test_facts_are_the_same_for_every_block(evidence: Evidence) -> None:
    for name, fact in {"page_blocks": math.log1p(6), "page_paragraphs": math.log1p(2), "page_main": 1.0}.items():
        assert _feature(evidence, name) == pytest.approx([fact] * 6, rel=1e-6)


def _long_page() -> kaensan.Page:
    lines = (
        f"<h2>Part {at}</h2><ul><li><a href=/{at}>see part {at}</a></ul>"
        if at % 11 == 0
        else f"<p>{'word ' * (at % 17)}{at}"
        for at in range(400)
    )
    return kaensan.parse(f"<title>Part 3</title><nav>{'<a href=/>on</a><br>' * 30}</nav><main>{''.join(lines)}")


@pytest.mark.parametrize("length", [1, 25, 26, 27, 100])
def test_features_of_a_range_of_blocks_are_those_of_all_blocks(length: int) -> None:
    evidence = shipped_model().evidence(_long_page())
    whole = evidence.columns
    assert whole.shape == (len(ALL_NAMES), len(evidence.blocks))
    for first in range(0, len(evidence.blocks), length):
        end = min(first + length, len(evidence.blocks))
        some = np.full((evidence.features, end - first), np.nan, np.float32)
        evidence.fill(first, end, some)
        np.testing.assert_array_equal(some, whole[:, first:end])


def test_deciding_makes_no_matrix_of_all_features() -> None:
    labels = Core().label(_long_page())
    assert "columns" not in vars(labels.evidence.features)
