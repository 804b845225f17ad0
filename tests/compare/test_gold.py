"""Every measure of the papers, on one page."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from kaensan.compare.against_gold import COEFFICIENTS, read_gold
from kaensan.document import Document
from kaensan.gold import metrics
from kaensan.methods import Labels, load
from kaensan.methods.lstm.method import Lstm
from kaensan.page import Page, parse

GOLD = "The first long sentence of the article is here.\nThe second long sentence of it stands below."
HTML = (
    "<title>News</title>\n<body>\n<ul>\n<li><a href=a>Home</a>\n<li><a href=b>Sport</a>\n</ul>\n<div>\n"
    + "".join(f"<p>{line}</p>\n" for line in GOLD.split("\n"))
    + "</div>\n<div><a href=c>Imprint</a></div>\n</body>"
)
PAGE = parse(HTML)


def everything(page: Page) -> Labels:
    role = np.ones(len(page.texts), np.int8)
    return Labels("everything", role, role.astype(np.float32))


def values(labels: Labels, gold: str = GOLD) -> dict[str, float | None]:
    measures = read_gold(PAGE, gold).measure(labels, Document(PAGE, labels).text)
    return {measure.name: measure.value for measure in measures}


def test_the_measures_are_those_of_the_bench() -> None:
    text = Document(PAGE, everything(PAGE)).text
    found = values(everything(PAGE))
    assert found["words F1"] == metrics.word_f1(text, GOLD).f1
    assert found["trigrams F1"] == metrics.trigram_f1(text, GOLD).f1
    assert found["ROUGE-L"] == metrics.rouge_l(text, GOLD)
    assert found["length precision"] == metrics.length_score(text, GOLD).precision
    assert found["LCS recall"] == metrics.subsequence_score(text, GOLD).recall == 1
    assert found["diff accuracy"] == metrics.word_diff(text, GOLD, text).accuracy


def test_a_perfect_extraction_is_perfect_in_every_measure() -> None:
    role = np.array([text.startswith("The ") for text in PAGE.texts.strings], np.int8)
    found = values(Labels("perfect", role, role.astype(np.float32)))
    assert set(found.values()) == {1.0}


def test_gold_is_normalised_like_the_page() -> None:
    assert read_gold(PAGE, "น\u0e33\u0e49 cafe\u0301\n").text == "น้ำ café"


def test_text_without_spaces_is_known_by_its_characters() -> None:
    assert read_gold(PAGE, "ภาษาไทยไม่มีช่องว่างระหว่างคำ").unspaced
    assert not read_gold(PAGE, GOLD).unspaced


def test_every_measure_says_what_it_counts() -> None:
    measures = read_gold(PAGE, GOLD).measure(everything(PAGE), GOLD)
    assert all(measure.meaning for measure in measures)
    assert len({measure.name for measure in measures}) == len(measures)


def test_the_roc_curve_runs_over_all_coefficients_of_the_paper() -> None:
    roc = read_gold(PAGE, GOLD).roc(load("histogram").label(PAGE))
    assert roc is not None
    assert [point.coefficient for point in roc.points] == list(COEFFICIENTS) == list(range(20))
    assert roc.points[0].recall == 1
    recalls = [point.recall for point in roc.points]
    assert recalls == sorted(recalls, reverse=True)
    assert 0 <= roc.area <= 1


def test_methods_without_that_threshold_have_no_roc_curve() -> None:
    assert read_gold(PAGE, GOLD).roc(everything(PAGE)) is None


def test_the_page_itself_with_marks_is_gold_for_tokens_too() -> None:
    marked = HTML.replace("<div>\n<p>", "<<<C>>><div>\n<p>").replace("</div>\n<div>", "</div><<</C>>>\n<div>")
    gold = read_gold(PAGE, marked)
    assert gold.text == GOLD
    assert gold.labels is not None

    def network(tokens: object) -> NDArray[np.float32]:
        assert gold.labels is not None
        return np.eye(3, dtype=np.float32)[["OCT".index(label) for label in gold.labels]]

    said = Lstm(model=network).label(PAGE)
    measures = {measure.name: measure.value for measure in gold.measure(said, Document(PAGE, said).text)}
    assert measures["token accuracy"] == pytest.approx(1)
    others = {measure.name: measure.value for measure in gold.measure(everything(PAGE), GOLD)}
    assert others["token accuracy"] is None
