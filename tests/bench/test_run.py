"""The whole run: systems × datasets, summed up and written."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from fake_systems import fake

from kaensan.bench.html_report import to_html
from kaensan.bench.measure import Outcome
from kaensan.bench.report import put_into, to_markdown, write
from kaensan.bench.run import Plan, run, sample
from kaensan.bench.summary import Summary, interval, summarise
from kaensan.bench.systems import method
from kaensan.bench.timing import RESILIPARSE, slope, time_pages
from kaensan.bench.worker import BARE_PARSE, OWN_PARSE
from kaensan.cli import main
from kaensan.errors import InputError, UsageError
from kaensan.gold import datasets
from reference_pages import html_of, record, write_dataset, write_folder

ALL = ("small.dev", "snips.dev", "thai.test")
FAKES = (fake("everything"), fake("paragraphs"))
NAMES = ["everything", "paragraphs"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = write_folder(tmp_path_factory.mktemp("data"))
    write_dataset(made, "bad.dev", [record("bad.dev", "p", html=html_of("POISON"), text="POISON")])
    lone = record("mixed.dev", "a", html=html_of("A must."), **{"with": ["A must", "gone"]})
    write_dataset(made, "mixed.dev", [lone, record("mixed.dev", "b", text="Plain.", title="A page")])
    return made


@pytest.fixture(scope="module")
def outcomes(folder: Path) -> list[Outcome]:
    return run(Plan(folder, (*ALL, "bad.dev", "mixed.dev"), FAKES, jobs=2))


@pytest.fixture(scope="module")
def summary(outcomes: list[Outcome]) -> Summary:
    return summarise(outcomes, systems=NAMES, command="kaensan bench --data <DIR>")


def test_a_plan_without_systems_is_wrong_usage(folder: Path) -> None:
    with pytest.raises(UsageError, match="nothing to run"):
        Plan(folder, ALL, ())


def test_every_system_is_measured_on_every_page(outcomes: list[Outcome]) -> None:
    assert len(outcomes) == 2 * (3 + 1 + 2 + 1 + 2)
    good = [outcome for outcome in outcomes if outcome.dataset in ALL]
    assert all(outcome.scores.f1 == 1.0 for outcome in good if outcome.system == "paragraphs")
    assert all(outcome.scores.precision < 1.0 for outcome in good if outcome.system == "everything")


def test_a_page_that_fails_is_named_and_stops_nothing(summary: Summary) -> None:
    assert [(each.system, each.page, each.error) for each in summary.failures] == [
        ("everything", "bad/p", "RuntimeError: poisoned")
    ]
    text = to_markdown(summary)
    assert "failed: everything on bad/p: RuntimeError: poisoned" in text
    assert ".000 ±.000, 1 failed" in text
    assert summary.loads["everything"].failed == 1


def test_a_sample_is_the_same_every_time_and_grows_by_adding(folder: Path) -> None:
    pages = list(datasets.load(folder, "small"))
    one, two = sample(pages, 1, seed=3), sample(reversed(pages), 2, seed=3)
    assert {page.id for page in one} < {page.id for page in two}
    assert sample(pages, 9, seed=3) == pages


def test_rows_stand_for_datasets_page_types_and_languages(summary: Summary) -> None:
    assert [(row.group, row.name, row.pages, row.unit) for row in summary.rows] == [
        ("dataset", "bad.dev", 1, "words"),
        ("dataset", "mixed.dev", 1, "words"),
        ("dataset", "small.dev", 3, "words"),
        ("dataset", "snips.dev", 1, "snippets"),
        ("dataset", "thai.test", 2, "trigrams"),
        ("type", "small.dev article", 2, "words"),
        ("type", "small.dev forum", 1, "words"),
        ("language", "en", 5, "words"),
        ("language", "th", 2, "trigrams"),
    ]


def test_a_page_without_gold_text_among_others_counts_for_snippets_only(summary: Summary) -> None:
    row = next(row for row in summary.rows if row.name == "mixed.dev")
    assert (row.pages, row.unjudged) == (1, 1)
    assert (row.cells["paragraphs"].f1, row.cells["paragraphs"].must) == (1.0, 0.5)
    assert "mixed.dev: 1 pages without gold text" in to_markdown(summary)


def test_metadata_is_judged_for_systems_that_return_any(summary: Summary) -> None:
    (row,) = summary.fields
    assert (row.dataset, row.field, row.pages) == ("mixed.dev", "title", 1)
    assert row.shares == {"everything": None, "paragraphs": 1.0}


def test_the_interval_holds_the_mean_and_depends_on_the_seed_alone() -> None:
    values = np.linspace(0, 1, 50)
    low, high = interval(values, seed=1)
    assert low < values.mean() < high
    assert interval(values, seed=1) == (low, high)
    assert interval(np.ones(5), seed=1) == (1.0, 1.0)


class PageText(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.cells: list[str] = []
        self.outside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.outside += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_data(self, data: str) -> None:
        self.cells.append(data)


def test_the_report_is_written_as_markdown_json_and_a_page_that_needs_nothing_else(
    tmp_path: Path, outcomes: list[Outcome], summary: Summary
) -> None:
    files = write(summary, outcomes, tmp_path / "out" / "deep", "http://studio.test/")
    assert [path.name for path in files] == ["bench.md", "bench.json", "bench.html"]
    assert "thai.test (2, trigrams)" in files[0].read_text(encoding="utf-8")
    kept = json.loads(files[1].read_text(encoding="utf-8"))
    assert len(kept["pages"]) == 9
    assert kept["pages"][0]["systems"]["everything"]["error"] == "RuntimeError: poisoned"
    page = PageText()
    page.feed(files[2].read_text(encoding="utf-8"))
    assert page.outside == []
    assert "1.000 ±.000" in page.cells
    assert "kaensan bench --data <DIR>" in page.cells
    assert any("http://studio.test/" in cell for cell in page.cells)


def test_the_tables_go_into_a_document_at_its_marks(tmp_path: Path, summary: Summary) -> None:
    path = tmp_path / "peers.md"
    path.write_text("Before.\n<!-- bench -->\nstale figures\n<!-- /bench -->\nAfter.\n", encoding="utf-8")
    put_into(path, summary)
    put_into(path, summary)
    text = path.read_text(encoding="utf-8")
    assert text.startswith("Before.\n<!-- bench -->\n\n`kaensan bench --data <DIR>`")
    assert text.endswith("<!-- /bench -->\nAfter.\n")
    assert text.count("## Overview") == 1
    assert "stale figures" not in text
    (tmp_path / "bare.md").write_text("no marks")
    with pytest.raises(UsageError, match="has no place for the tables"):
        put_into(tmp_path / "bare.md", summary)
    with pytest.raises(InputError, match="cannot be read"):
        put_into(tmp_path / "missing.md", summary)


def test_markup_in_names_and_addresses_stays_text_in_the_report(tmp_path: Path) -> None:
    hostile = "</script><script>alert(1)</script>"
    write_dataset(tmp_path, "a.dev", [record("a.dev", hostile, text="Plain.", url=f"https://a.test/{hostile}")])
    outcomes = run(Plan(tmp_path, ("a.dev",), FAKES[1:], jobs=1))
    assert hostile not in to_html(summarise(outcomes, systems=["paragraphs"], command=hostile), outcomes)


def test_times_are_ratios_within_one_run(folder: Path) -> None:
    timings = time_pages(datasets.load(folder, "small"), [fake("paragraphs"), method("weight")], repeats=1)
    by_name = {timing.name: timing for timing in timings}
    assert {BARE_PARSE, OWN_PARSE, RESILIPARSE, "paragraphs", "weight"} <= set(by_name)
    assert {"weight, page parsed", "weight, own work"} <= set(by_name)
    assert by_name[BARE_PARSE].to_parse == by_name[RESILIPARSE].to_resiliparse == 1.0
    assert len(by_name["weight"].points) == 3


def test_the_slope_tells_linear_growth_from_quadratic() -> None:
    sizes = np.array([1000, 2000, 4000])
    assert slope(sizes, sizes / 1e6) == pytest.approx(1.0)
    assert slope(sizes, (sizes / 1e6) ** 2) == pytest.approx(2.0)
    assert slope(sizes[:2], sizes[:2] / 1e6) is None


def test_the_command_prints_the_table_and_keeps_its_answers(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = folder / "out"
    asked = ["bench", "--data", str(folder), "--datasets", "small", "--methods", "weight", "--peers", "turbohtml"]
    assert main([*asked, "--jobs", "1", "--out", str(out), "--time", "1"]) == 0
    printed = capsys.readouterr()
    assert "small.dev (3)" in printed.out
    assert "| weight, page parsed" in printed.out
    assert printed.err.startswith("written: ")  # no progress where nobody watches a terminal
    assert {path.name for path in out.iterdir()} >= {"answers.sqlite", "bench.html", "bench.json", "bench.md"}
    assert main([*asked, "--jobs", "1", "--out", str(out), "--time", "1"]) == 0
    assert capsys.readouterr().out == printed.out


def test_the_command_writes_one_page(folder: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["bench", "page", "bad/p", "--data", str(folder)]) == 0
    assert capfdbinary.readouterr().out == html_of("POISON").encode()
    assert main(["bench", "page", "bad/q", "--data", str(folder)]) == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--datasets", "wiki"], "there is no dataset 'wiki'"),
        (["--methods", "magic"], "there is no method 'magic'"),
        (["--sample", "0"], "--sample takes a number of pages from 1"),
        (["--jobs", "0"], "--jobs takes a number of processes from 1"),
        (["--limit", "0"], "--limit takes seconds above 0"),
    ],
)
def test_wrong_usage_is_told_in_one_sentence(
    folder: Path, options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "--data", str(folder), "--methods", "weight", *options]) in (1, 2)
    assert message in capsys.readouterr().err
