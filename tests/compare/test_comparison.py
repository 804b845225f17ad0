"""Several methods on one page: agreement, alignment and what is left out."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaensan.compare import Comparison, compare
from kaensan.compare.comparison import agreement
from kaensan.compare.report_page import aligned_blocks
from kaensan.errors import UsageError
from kaensan.methods import Labels, Method, Role, load, names
from kaensan.page import Page, parse

PAGE = parse("<p>four</p><p>sixsix</p><p>be <b>bold</b> now</p>")


def keeping(page: Page, *rows: int, title: int | None = None, name: str = "some") -> Labels:
    role = np.zeros(len(page.texts), np.int8)
    role[list(rows)] = Role.CONTENT
    if title is not None:
        role[title] = Role.TITLE
    return Labels(name, role, role.astype(np.float32))


def test_agreement_counts_characters_that_both_keep() -> None:
    shares = agreement(PAGE, [keeping(PAGE, 0), keeping(PAGE, 0, 1), keeping(PAGE, 1)])
    assert shares[0, 1] == pytest.approx(2 * 4 / (4 + 10))
    assert shares[0, 2] == 0
    assert shares[1, 2] == pytest.approx(2 * 6 / (10 + 6))


def test_methods_that_keep_nothing_agree_with_each_other_only() -> None:
    shares = agreement(PAGE, [keeping(PAGE), keeping(PAGE), keeping(PAGE, 0)])
    assert shares.tolist() == [[1, 1, 0], [1, 1, 0], [0, 0, 1]]


@given(st.lists(st.sets(st.integers(0, 4)), min_size=1, max_size=5))
def test_agreement_is_mutual_and_whole_with_oneself(kept: list[set[int]]) -> None:
    shares = agreement(PAGE, [keeping(PAGE, *rows) for rows in kept])
    assert np.allclose(shares, shares.T)
    assert np.allclose(np.diag(shares), 1)
    assert ((shares >= 0) & (shares <= 1 + 1e-12)).all()


def test_texts_are_aligned_block_by_block() -> None:
    one, other = keeping(PAGE, 0, 2, 3, 4), keeping(PAGE, 2, title=0)
    assert aligned_blocks(PAGE, [one, other]) == [
        [("four", False), ("four", True)],
        [("be bold now", False), ("be", False)],
    ]


def test_a_block_that_nobody_keeps_is_not_shown() -> None:
    assert aligned_blocks(PAGE, [keeping(PAGE)]) == []


def test_all_methods_run_unless_told_which() -> None:
    comparison = compare(PAGE)
    assert {*comparison.methods, *(one.method for one in comparison.missing)} == set(names())
    assert compare(PAGE, ["xpath", "weight"]).methods == ["xpath", "weight"]


def test_an_unknown_method_is_named_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match=r"no method 'magic'; choose one of core, xpath"):
        compare(PAGE, ["magic"])


class Broken:
    """A method without its model."""

    name = "broken"

    def label(self, page: Page) -> Labels:
        raise UsageError("the model is missing")


def _break(monkeypatch: pytest.MonkeyPatch, *broken: str) -> None:
    def load_or_break(name: str) -> Method:
        return Broken() if name in broken else load(name)

    monkeypatch.setattr("kaensan.compare.comparison.load", load_or_break)


def test_a_method_that_cannot_run_is_left_out_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    _break(monkeypatch, "weight")
    comparison = compare(PAGE)
    assert "weight" not in comparison.methods
    assert "the model is missing" in [one.why for one in comparison.missing]


def test_a_method_asked_for_by_name_must_run(monkeypatch: pytest.MonkeyPatch) -> None:
    _break(monkeypatch, "weight")
    with pytest.raises(UsageError, match="the model is missing"):
        compare(PAGE, ["weight"])


def test_no_method_at_all_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    _break(monkeypatch, *names())
    with pytest.raises(UsageError, match="no method can run here"):
        compare(PAGE)


def test_without_gold_there_are_no_measures() -> None:
    comparison: Comparison = compare(PAGE, ["xpath"])
    assert comparison.measures == [[]]
    assert comparison.roc is None
    assert comparison.f1(0) == 0


def test_gold_is_measured_with_nothing_installed_beyond_the_base() -> None:
    code = (
        "import sys\n"
        "for name in ('rapidfuzz', 'zstandard', 'trafilatura', 'onnxruntime'): sys.modules[name] = None\n"
        "from kaensan.compare import compare\n"
        "from kaensan.page import parse\n"
        "page = parse('<p>A long enough sentence of the story, that is all.</p>')\n"
        "found = compare(page, ['xpath', 'histogram'], gold='A long enough sentence of the story, that is all.')\n"
        "print(found.f1(0), found.roc is not None)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "1.0 True\n"
