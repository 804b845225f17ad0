"""The pictures show what the methods computed."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import Any
from xml.dom import minidom

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from kaensan.draw import RocCurve, RocPoint, draw_roc, draw_strips, draw_training, pictures
from kaensan.draw.histogram import runs, thinned
from kaensan.methods import Labels, load
from kaensan.methods.base import steps
from kaensan.methods.core.cause_phrases import phrase
from kaensan.methods.lstm.method import Lstm
from kaensan.methods.lstm.tokens import Label
from kaensan.page import Page, parse

HOSTILE = '<script>alert(1)</script> & "quotes" ]]> เอกสาร'
WRITTEN = HOSTILE.replace("&", "&amp;").replace("<", "&lt;")
PAGE = f"""<!doctype html>
<html><head><title>The tea garden of the north</title></head>
<body class="home page">
<div id="menu"><ul>
<li><a href="/">Home</a></li>
<li><a href="/tea">Tea</a></li>
<li><a href="/x">{WRITTEN}</a></li>
</ul></div>
<div id="main" style="width:70%">
<h1>The tea garden of the north</h1>
<p>The tea garden lies high above the valley, and in the cool season its rows are wet with mist until noon.</p>
<p>{WRITTEN} stands in the middle of a paragraph that is long enough to be kept.</p>
<p>สวนชาแห่งนี้ปลูกโดยชาวบ้านเมื่อสามสิบปีก่อน และทุกวันนี้ยังเก็บใบชาด้วยมือทุกใบในตอนเช้าของฤดูหนาว</p>
</div>
<div id="foot"><p>Copyright the garden</p><a href="/imprint">Imprint</a></div>
</body></html>"""


def network(tokens: list[str]) -> NDArray[np.float32]:
    """A stand-in for the trained network: tags are other, the rest content, the first ten words title."""
    said = np.zeros((len(tokens), 3), np.float32)
    words = [number for number, token in enumerate(tokens) if not token.startswith("<")]
    said[:, 0] = 0.5
    said[words, 1] = 1
    said[words[:10], 2] = 2
    return said


def labelled(name: str, page: Page) -> Labels:
    if name == "lstm":
        return Lstm(model=network, words=str.split).label(page)  # type: ignore[arg-type]
    return load(name).label(page)


DRAWN = {
    "core": ["chances", "causes"],
    "boards": ["groups"],
    "xpath": ["blocks", "flow"],
    "lineblock": ["line-blocks", "flow"],
    "weight": ["tree", "flow"],
    "histogram": ["histogram", "ratio", "derivative", "scatter", "flow"],
    "lstm": ["tokens", "table", "flow"],
}


def named(labels: Labels, figure: str, **known: Any) -> str:
    """One picture of a method."""
    return next(svg for name, svg in pictures(labels, **known) if name == f"{labels.method}-{figure}")


ODD_PAGES = {
    "empty": "",
    "one word": "<p>word",
    "one line": "<title>t</title>" + "<p>some words of text</p>" * 20,
    "only links": "<a href=x>link</a>" * 50,
    "no text": "<div></div>" * 20,
    "deep": "<div>" * 600 + "deep",
    "many lines": "<p>a few words of text\n" * 3000,
    "control characters": "<p>a\x01b\x0bc\x00d</p><p id='\x02'>e</p>",
}


@pytest.mark.parametrize("name", DRAWN)
def test_every_method_has_its_pictures(name: str) -> None:
    drawn = pictures(labelled(name, parse(PAGE)))
    assert [picture.name for picture in drawn] == [f"{name}-{figure}" for figure in DRAWN[name]]


@pytest.mark.parametrize("name", DRAWN)
def test_pictures_are_well_formed_and_hold_no_markup_of_the_page(name: str) -> None:
    for _, svg in pictures(labelled(name, parse(PAGE))):
        document = minidom.parseString(svg.encode())
        assert {node.tagName for node in document.getElementsByTagName("*")} <= {
            *("svg", "title", "desc", "style", "rect", "line", "circle", "polyline", "path", "text")
        }


@pytest.mark.parametrize("page", ODD_PAGES.values(), ids=ODD_PAGES.keys())
@pytest.mark.parametrize("name", DRAWN)
def test_odd_pages_are_drawn_too(name: str, page: str) -> None:
    for _, svg in pictures(labelled(name, parse(page))):
        assert minidom.parseString(svg.encode()).documentElement is not None
        assert "nan" not in re.sub("<title>.*?</title>", "", svg)


def test_the_chances_are_drawn_with_the_threshold_of_the_page() -> None:
    labels = labelled("core", parse(PAGE))
    drawn = named(labels, "chances")
    evidence = labels.evidence
    tips = re.findall(r'<rect [^>]*class="(content|other)"[^>]*><title>([.\d]+): ', drawn)
    assert [kind == "content" for kind, _ in tips] == evidence.kept.tolist()
    assert [float(chance) for _, chance in tips] == pytest.approx(evidence.chance.tolist(), abs=0.006)
    assert f"this page keeps from {evidence.threshold:.2f} on" in drawn
    assert drawn.count("threshold-line thick dashed") == 1


def test_the_closest_calls_are_drawn_with_the_causes_that_reasons_name() -> None:
    labels = labelled("core", parse(PAGE))
    drawn = named(labels, "causes")
    causes = labels.evidence.reasons.of(0).causes
    assert causes
    strongest = min(causes, key=lambda cause: -abs(cause.effect))
    assert phrase(strongest.name, strongest.fact)[:20] in unescape(drawn)


def test_the_groups_of_boards_are_drawn_best_first() -> None:
    post = "<div class=post><p>{}</p></div>"
    words = ["The kettle sings at six.", "Mine sings at seven, and whistles.", "Do they sing together?"]
    labels = labelled("boards", parse("<h1>Kettles</h1>" + "".join(map(post.format, words))))
    drawn = named(labels, "groups")
    assert drawn.count(">the posts<") == 1
    chances = [float(found) for found in re.findall(r'class="ink small"[^>]*>([.\d]+)<', drawn)]
    assert chances == sorted(chances, reverse=True)


def test_evidence_that_nobody_knows_has_no_picture() -> None:
    assert pictures(Labels("mine", np.zeros(0, np.int8), np.zeros(0, np.float32), evidence="a guess")) == []


def test_the_histogram_marks_exactly_the_selected_lines() -> None:
    labels = labelled("histogram", parse(PAGE))
    histogram = pictures(labels)[0].svg
    chosen = [
        tuple(int(number) for number in re.findall(r"\d+", tip))
        for tip in re.findall(r"<title>(lines? [^<]*) selected</title>", histogram)
    ]
    selected = {line for first, *last in chosen for line in range(first, (last[0] if last else first) + 1)}
    assert selected == set((np.flatnonzero(labels.evidence.selected) + 1).tolist())


def test_the_scatter_counts_the_lines_of_each_cluster() -> None:
    labels = labelled("histogram", parse(PAGE))
    scatter = named(labels, "scatter").partition("<desc>")[2].partition("</desc>")[0]
    counts = [int(count) for count in re.findall(r"content, (\d+) lines", scatter)]
    assert sum(counts) == len(labels.evidence.ratio)
    assert counts[0] == np.count_nonzero(~labels.evidence.selected)


def test_the_scatter_by_gold_counts_the_lines_that_should_be_content() -> None:
    page = parse(PAGE)
    labels = labelled("histogram", page)
    content = np.array(["tea garden lies" in text for text in page.texts.strings])
    assert "as the gold has them" in named(labels, "gold", content=content)
    assert "content, 1 lines" in named(labels, "gold", content=content)
    assert "histogram-gold" not in [picture.name for picture in pictures(labels)]


def test_the_raw_ratio_and_the_smoothed_one_name_their_sigma() -> None:
    labels = labelled("histogram", parse(PAGE))
    assert f"σ = {labels.evidence.sigma:.1f}" in named(labels, "ratio")
    assert f"smoothed with σ = {labels.evidence.sigma:.1f}" in named(labels, "histogram")


def test_the_derivative_keeps_its_sign() -> None:
    labels = labelled("histogram", parse(PAGE))
    assert labels.evidence.signed_slope.min() < 0 < labels.evidence.signed_slope.max()
    assert "with its sign" in named(labels, "derivative")


def test_a_flow_chart_has_the_steps_of_the_code_in_their_order() -> None:
    for name in (name for name, drawn in DRAWN.items() if "flow" in drawn):
        method = load(name)
        svg = named(labelled(name, parse(PAGE)), "flow")
        places = [svg.index(f"{step.function}()") for step in steps(method)]
        assert len(places) >= 4
        assert places == sorted(places)
        assert all(step.meaning.endswith(".") for step in steps(method))


def test_the_block_table_writes_each_anchor_ratio() -> None:
    labels = labelled("xpath", parse(PAGE))
    svg = pictures(labels)[0].svg
    for block in np.unique(labels.evidence.leaf_block).tolist():
        assert f">{labels.evidence.ar[block]:.2f}</text>" in svg
    assert "&lt;script&gt;" in svg


def test_the_line_block_table_names_the_title_keywords() -> None:
    svg = pictures(labelled("lineblock", parse(PAGE)))[0].svg
    assert "title keywords: " in svg
    assert "garden" in svg


def test_the_tree_names_the_body_and_what_it_weighs() -> None:
    labels = labelled("weight", parse(PAGE))
    svg = pictures(labels)[0].svg
    assert "div#main · the body" in svg
    assert f">{labels.evidence.weight[labels.evidence.body]:.1f}</text>" in svg
    assert "70% × " in svg


def test_the_tree_goes_down_to_the_leaves_with_their_numbers() -> None:
    labels = labelled("weight", parse(PAGE))
    subtrees = labels.evidence
    for leaf in np.flatnonzero(subtrees.leaf_subtree == subtrees.body).tolist():
        words, links, tags = (int(column[leaf]) for column in (subtrees.word_num, subtrees.link_num, subtrees.tag_num))
        assert f"{words} / ({links} + {tags}) = {subtrees.node_imp[leaf]:.1f}" in pictures(labels)[0].svg


def test_the_token_table_shows_target_network_and_answer_where_they_differ() -> None:
    labels = labelled("lstm", parse(PAGE))
    evidence = labels.evidence
    wrong = int(np.flatnonzero(evidence.system != evidence.label)[0])
    targets = ["O"] * len(evidence.label)
    targets[wrong] = "T"
    table = named(labels, "table", targets=targets)
    row = table[table.index(f">{wrong + 1}</text>") :].split("</text>")[2:5]
    letters = [cell.rpartition(">")[2] for cell in row]
    assert letters == ["T", Label(int(evidence.system[wrong])).name, Label(int(evidence.label[wrong])).name]


def test_a_network_that_knows_how_it_learned_has_a_training_curve() -> None:
    svg = draw_training([(0.9, 0.7), (0.2, 0.95), (0.05, 0.991)])
    assert "3 epochs; in the last one loss 0.0500 and accuracy 0.9910" in svg
    labels = labelled("lstm", parse(PAGE))
    learned = replace(labels, evidence=replace(labels.evidence, curve=((0.9, 0.7), (0.1, 0.99))))
    assert "loss and accuracy" in named(learned, "training")


def test_the_token_strip_tells_how_many_labels_changed() -> None:
    labels = labelled("lstm", parse(PAGE))
    evidence = labels.evidence
    changed = int(np.count_nonzero(evidence.system != evidence.label))
    assert changed > 0
    assert f"{len(evidence.label)} tokens, {changed} relabelled" in pictures(labels)[0].svg


def test_a_very_long_token_strip_stays_small_and_says_how() -> None:
    labels = labelled("lstm", parse("<p>" + "word <b>tag</b> " * 20_000))
    svg = pictures(labels)[0].svg
    assert " to a cell" in svg
    assert svg.count("<rect") < 2 * 24 * 800 + 10


def test_very_many_blocks_leave_a_note() -> None:
    page = parse("".join(f"<div><p>block {n}</p><p>of words</p></div>" for n in range(100)))
    assert "60 shorter blocks are not drawn" in pictures(labelled("xpath", page))[0].svg
    assert "lighter subtrees are not drawn" in pictures(labelled("weight", page))[0].svg


def test_the_roc_curve_marks_every_coefficient_and_its_area() -> None:
    points = [RocPoint(0, 1.0, 1.0), RocPoint(1, 0.4, 0.95), RocPoint(2, 0.1, 0.7), RocPoint(19, 0.0, 0.0)]
    svg = draw_roc([RocCurve("a page", points, 0.8875)])
    assert svg.count("<circle") == len(points)
    both = draw_roc([RocCurve("medians", points, 0.98), RocCurve("means", points, 0.88, dashed=True)])
    assert both.count("<circle") == 2 * len(points)
    assert "medians, area 0.9800" in both
    assert "means, area 0.8800" in both
    assert "c = 1: true 0.950, false 0.400" in svg
    assert "0.8875" in svg


def test_strips_show_each_method_over_the_whole_text() -> None:
    page = parse(PAGE)
    labels = [labelled(name, page) for name in DRAWN]
    svg = draw_strips(page, labels)
    assert all(f">{name}</text>" in svg for name in DRAWN)
    for one in labels:
        stretches = len(runs(one.role == 1)) + len(runs(one.role == 2))
        assert draw_strips(page, [one]).count(" texts, from: ") == stretches


@given(st.lists(st.booleans(), max_size=40))
def test_runs_cover_exactly_what_is_true(chosen: list[bool]) -> None:
    covered = [at for first, end in runs(np.array(chosen, np.bool_)) for at in range(first, end)]
    assert covered == [at for at, is_chosen in enumerate(chosen) if is_chosen]


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=200), st.integers(1, 50))
@settings(max_examples=50)
def test_thinning_keeps_the_peaks(values: list[float], most: int) -> None:
    at, top = thinned(np.array(values), most)
    assert len(at) == len(top) <= most
    assert top.max() == max(values)
