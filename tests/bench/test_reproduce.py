"""The papers' figures beside ours, on a folder of small pages."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from reference_pages import MENU, record, write_dataset

from kaensan.bench.reproduce import COEFFICIENTS, reproduce
from kaensan.cli import main
from kaensan.gold.metrics import Diff, area_under

SENTENCE = "This is a long sentence of the article that has many words and no links at all in it."
THAI = "ข้อความภาษาไทยที่ยาวพอสมควรเพื่อให้วิธีต่างๆ เห็นว่าเป็นเนื้อหาหลักของหน้าเว็บนี้"
ENGLISH_SETS = ("cleaneval.dev", "l3s-gn1.dev", "scrapinghub-aeb.dev", "dragnet.dev")
THAI_SETS = ("cleaneval-zh.dev", "thai-news.dev", "jp-news.dev", "thaiboards.test")


def article(sentence: str) -> str:
    paragraphs = "\n".join(f"<p>{sentence}</p>" for _ in range(6))
    return f"<title>An article</title>\n<body>\n{MENU}\n<div>\n{paragraphs}\n</div>\n<p><a href=/x>More</a></p>\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ENGLISH_SETS:
        text = "\n".join([SENTENCE] * 6)
        write_dataset(tmp_path, name, [record(name, str(at), html=article(SENTENCE), text=text) for at in range(2)])
    for name in THAI_SETS:
        text = "\n".join([THAI] * 6)
        write_dataset(tmp_path, name, [record(name, "0", html=article(THAI), text=text, lang="th")])
    return tmp_path


def test_every_paper_has_its_section(folder: Path) -> None:
    text = reproduce(folder).text
    headings = [line for line in text.splitlines() if line.startswith("###")]
    assert [heading.split(",")[0].split(" on ")[0] for heading in headings] == [
        "### histogram",
        "### histogram",
        "### histogram",
        "### lineblock",
        "### xpath",
        "### weight",
        "### lstm",
    ]


def test_the_second_table_has_three_clusterings_in_two_modes(folder: Path) -> None:
    text = reproduce(folder).text
    for clusterer in ("em", "kmeans", "farthest-first"):
        for assign in ("distance", "density"):
            assert f"| {clusterer} | {assign} | accuracy |" in text


def test_the_roc_curve_has_a_point_per_coefficient(folder: Path) -> None:
    curve = reproduce(folder).text.partition("ROC over")[2].partition("###")[0]
    assert [line.split("|")[1].strip() for line in curve.splitlines() if line.startswith("| ")][2:] == [
        str(c) for c in COEFFICIENTS
    ]


def test_a_plain_article_is_right_by_weight_and_whole_by_the_length_measure(folder: Path) -> None:
    text = reproduce(folder).text
    assert "| l3s-gn1 | 2 | 100.00 (100.00) | 100.00 (100.00) | 100.00 (100.00) | 100.00 | 100.00 | 100.00 |" in text
    assert "| thai-news | 1 | 100.00 (100.00) | 100.00 (100.00) | 100.00 (100.00) |" in text


def test_the_command_prints_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = folder / "out"
    assert main(["bench", "reproduce", "--data", str(folder), "--sample", "1", "--out", str(out)]) == 0
    assert "### histogram, Table 1 (1 pages of CleanEval)" in capsys.readouterr().out
    assert (out / "reproduction.md").read_text(encoding="utf-8").startswith("### histogram, Table 1")
    assert ElementTree.parse(out / "histogram-roc.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_diffs_of_pages_add_up() -> None:
    total = Diff(1, 2, 3, 4) + Diff(4, 3, 2, 1)
    assert (total.precision, total.recall, total.accuracy, total.fall_out) == (0.5, 0.5, 0.5, 0.5)


def test_the_area_is_that_of_trapezia_whatever_the_order_of_points() -> None:
    assert area_under([(0.5, 0.9), (0.1, 0.6)]) == pytest.approx(0.03 + 0.3 + 0.475)
