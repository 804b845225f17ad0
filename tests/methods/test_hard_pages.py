"""No page, however bad, stops a method; each row gets a role, a score and a reason."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kaensan.errors import UsageError
from kaensan.methods import Labels, Role, load
from kaensan.methods.histogram import Histogram, HistogramOptions
from kaensan.page import Page, parse

METHODS = ["xpath", "lineblock", "weight", "histogram"]
SENTENCE = "Words of a sentence that is long enough to be the text of a page, all of it in one go. "

_pieces = st.sampled_from(
    [
        *[
            "<p>",
            "</p>",
            "<div style='display:none'>",
            "</div>",
            "<a href=x>",
            "</a>",
            "<table>",
            "<tr>",
            "<td width=3>",
        ],
        *["<title>", "</title>", "<h1>", "</h1>", "<script>", "</script>", "<!--", "-->", "<a title='", "\n", "\n\n"],
        *["<form>", "</form>", "<svg><title>", "<noscript>", "<select><option>", "<body>", "<frameset>", "</html>"],
        *["word ", "ภาษาไทย", "漢字", "&amp;", "&nbsp;", "© ", "<", ">", '"', "\x00", "\U0001f600", SENTENCE],
    ]
)


def checked(method: str, page: Page) -> Labels:
    labels = load(method).label(page)
    rows = len(page.texts)
    assert labels.method == method
    assert len(labels.role) == len(labels.score) == rows
    assert set(labels.role.tolist()) <= {int(role) for role in Role}
    assert np.isfinite(labels.score).all()
    assert ((labels.score >= 0) & (labels.score <= 1)).all()
    for row in (0, rows // 2, rows - 1):
        if 0 <= row < rows:
            assert labels.reason(row)
    return labels


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "markup",
    ["", " ", "\n", "<", "<p>", "<html></html>", "<!-- only a comment -->", "<script>1</script>", "<frameset><frame>"],
)
def test_a_page_without_text_has_no_labels(method: str, markup: str) -> None:
    page = parse(markup)
    if len(page.texts) == 0:
        assert checked(method, page).kept.tolist() == []
    else:  # a lone `<` is text
        assert page.texts.strings == ["<"]
        checked(method, page)


@pytest.mark.parametrize("method", ["xpath", "lineblock", "weight"])
@pytest.mark.parametrize("markup", ["{0}", "<p>{0}", "{0}<title>after</title>", "<p>{0}\n\n</p>"])
def test_without_title_or_body_the_text_is_still_content(method: str, markup: str) -> None:
    assert checked(method, parse(markup.format(SENTENCE))).kept[0]


@pytest.mark.parametrize("method", METHODS)
def test_a_page_of_links_only_has_no_content_but_to_the_histogram(method: str) -> None:
    page = parse("".join(f"<p><a href={n}>{SENTENCE}</a></p>" for n in range(20)))
    assert checked(method, page).kept.any() == (method == "histogram")  # which does not look at links


@pytest.mark.parametrize("method", METHODS)
def test_a_page_in_one_line_keeps_its_story(method: str) -> None:
    menu = "".join(f"<li><a href={n}>Menu</a></li>" for n in range(300))
    story = "".join(f"<p>{SENTENCE * 3}</p>" for _ in range(6))
    page = parse(f"<title>t</title><body><ul>{menu}</ul><div>{story}</div><div><ul>{menu}</ul></div>")
    kept = checked(method, page).kept
    assert kept[300:306].all()
    assert kept[306:].sum() < 100


@pytest.mark.parametrize("method", METHODS)
def test_deep_nesting_is_no_harm(method: str) -> None:
    checked(method, parse("<div>" * 20_000 + SENTENCE + "</div>" * 20_000 + f"<p>{SENTENCE}"))


def test_a_page_of_twenty_megabytes_is_labelled() -> None:
    page = parse(("<p>" + SENTENCE * 115 + "</p>\n") * 2000)
    assert len(page.source) > 20_000_000
    for method in METHODS:
        assert checked(method, page).kept.any()


@pytest.mark.parametrize("method", METHODS)
@given(st.lists(_pieces, max_size=40).map("".join))
@settings(max_examples=40)
def test_any_markup_is_labelled(method: str, markup: str) -> None:
    checked(method, parse(markup))


@pytest.mark.parametrize("clusterer", ["farthest-first", "kmeans", "em"])
@pytest.mark.parametrize("assign", ["density", "distance"])
@given(markup=st.lists(_pieces, max_size=20).map("".join))
@settings(max_examples=10)
def test_any_markup_can_be_clustered(clusterer: Any, assign: Any, markup: str) -> None:
    page = parse(markup)
    labels = Histogram(HistogramOptions(clusterer=clusterer, assign=assign)).label(page)
    assert len(labels.role) == len(page.texts)


def _steps(method: str, markup: str) -> int:
    """How many functions, Python's and C's, labelling takes."""
    page = parse(markup)
    count = 0

    def tally(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    chosen = load(method)
    chosen.label(parse(markup))
    sys.setprofile(tally)
    try:
        chosen.label(page)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "pattern",
    [
        "<p>a</p>\n",
        "<h1>t</h1>",
        "<a href='x>y ",
        "<!-- ",
        "<script>a",
        "<div width=3>x",
        "<b><table>x</b><tr>y",
        "&amp;",
    ],
)
def test_steps_grow_in_proportion_to_the_page(method: str, pattern: str) -> None:
    title = "<title>t of the a</title>"
    assert _steps(method, title + pattern * 2000) <= 2.2 * _steps(method, title + pattern * 1000) + 50


def test_an_unknown_method_lists_the_known_ones() -> None:
    with pytest.raises(UsageError, match=r"xpath, lineblock, .*weight, histogram"):
        load("magic")
