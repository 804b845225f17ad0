"""The papers' figures beside ours, on a folder of small pages."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from kaensan.bench.papers.weninger_hsu import COEFFICIENTS
from kaensan.bench.reproduce import reproduce
from kaensan.cli import main
from kaensan.gold.metrics import Diff, area_under
from reference_pages import MENU, record, write_dataset

SENTENCE = "This is a long sentence of the article that has many words and no links at all in it."
THAI = "ข้อความภาษาไทยที่ยาวพอสมควรเพื่อให้วิธีต่างๆ เห็นว่าเป็นเนื้อหาหลักของหน้าเว็บนี้"
ENGLISH_SETS = ("cleaneval.dev", "l3s-gn1.dev", "scrapinghub-aeb.dev", "dragnet.dev")
THAI_SETS = ("cleaneval-zh.dev", "thai-news.dev", "jp-news.dev", "thaiboards.test", "thaiboards.train")
SITE = "https://portal.example/story/{}"


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
    pages = [
        record(
            "cleanportaleval.dev",
            str(at),
            html=article(f"{SENTENCE} Number {at}.").replace("<div>", "<div class=story>"),
            text="\n".join([f"{SENTENCE} Number {at}."] * 6),
            url=SITE.format(at),
        )
        for at in range(6)
    ]
    write_dataset(tmp_path, "cleanportaleval.dev", pages)
    return tmp_path


def section(folder: Path, heading: str) -> list[list[str]]:
    """The cells of the first table under a heading, without its head."""
    text = reproduce(folder).text.partition(f"### {heading}\n\n")[2].partition("###")[0].partition("\n\n")[0]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines()[2:]]


def test_every_paper_has_its_sections(folder: Path) -> None:
    text = reproduce(folder).text
    headings = [line.removeprefix("### ") for line in text.splitlines() if line.startswith("###")]
    assert headings == [
        "histogram, how much of a page is content",
        "histogram, Table 1",
        "histogram, Table 2",
        "histogram, ROC over the threshold coefficient",
        "lineblock, size and right pages",
        "xpath, length measure",
        "xpath, noise and precision by length",
        "xpath, with several pages of a site",
        "weight, right pages",
        "weight, as the paper's tables count",
        "weight, the whole system",
        "lstm, Table I: tokens",
        "lstm, token accuracy",
        "lstm, token accuracy by board",
    ]


def test_the_histogram_is_measured_on_pages_with_much_content_and_with_little(folder: Path) -> None:
    shares = section(folder, "histogram, how much of a page is content")
    assert [row[0] for row in shares] == ["cleaneval", "dragnet", "l3s-gn1"]
    assert all(50 < float(row[2].split()[0]) < 100 for row in shares)


def test_the_second_table_has_three_clusterings_in_two_modes(folder: Path) -> None:
    rows = {tuple(row[:4]) for row in section(folder, "histogram, Table 2")}
    for clusterer in ("em", "kmeans", "farthest-first"):
        for assign in ("distance", "density"):
            assert ("dragnet", clusterer, assign, "accuracy") in rows


def test_the_roc_curve_has_a_point_per_coefficient_and_an_area_by_medians_and_means(folder: Path) -> None:
    assert [len(row) for row in section(folder, "histogram, ROC over the threshold coefficient")] == [4, 4, 4]
    curve = reproduce(folder).text.partition("ROC over")[2].partition("###")[0].split("\n\n")[2]
    assert [line.split("|")[1].strip() for line in curve.splitlines()][2:] == [str(c) for c in COEFFICIENTS]


def test_a_perfect_extractor_stands_beside_lineblock(folder: Path) -> None:
    perfect = [row for row in section(folder, "lineblock, size and right pages") if row[2] == "the gold text itself"]
    assert len(perfect) == 3
    assert all(row[5:] == ["100.00 (100.00)"] * 3 + ["100.00"] * 4 for row in perfect)


def test_a_plain_article_is_right_by_weight_and_whole_by_the_length_measure(folder: Path) -> None:
    whole = ["100.00 (100.00)"] * 3
    assert ["l3s-gn1", "2", *whole, *["100.00"] * 4] in section(folder, "weight, right pages")
    assert ["l3s-gn1", "100.00", "0.00", "0.00", "100.00", "0"] in section(
        folder, "weight, as the paper's tables count"
    )
    lengths = next(row for row in section(folder, "xpath, length measure") if row[0] == "thai-news")
    assert lengths[3] == "100.00 (100.00)"
    assert float(lengths[2].split()[0]) > 99  # the link below the article stays


def test_the_whole_system_of_wang_and_liu_uses_rules_of_a_site_first(folder: Path) -> None:
    systems = [row[2] for row in section(folder, "weight, the whole system")]
    assert systems == [
        "weight alone",
        "rules from its own labels first",
        "rules from labelled pages first (6 pages by rule)",
    ]


def test_the_command_prints_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = folder / "out"
    assert main(["bench", "reproduce", "--data", str(folder), "--sample", "1", "--out", str(out)]) == 0
    assert "| cleaneval | 1 | precision |" in capsys.readouterr().out
    assert (out / "reproduction.md").read_text(encoding="utf-8").startswith("### histogram, how much")
    assert ElementTree.parse(out / "histogram-roc.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_diffs_of_pages_add_up() -> None:
    total = Diff(1, 2, 3, 4) + Diff(4, 3, 2, 1)
    assert (total.precision, total.recall, total.accuracy, total.fall_out) == (0.5, 0.5, 0.5, 0.5)


def test_the_area_is_that_of_trapezia_whatever_the_order_of_points() -> None:
    assert area_under([(0.5, 0.9), (0.1, 0.6)]) == pytest.approx(0.03 + 0.3 + 0.475)
