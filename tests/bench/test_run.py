"""The whole run: systems × datasets, summed up and written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import fake_methods
import numpy as np
import pytest
from reference_pages import html_of, record, write_dataset, write_folder

from kaensan.bench import datasets
from kaensan.bench.report import to_html, to_markdown, write
from kaensan.bench.run import Plan, run, sample
from kaensan.bench.summary import interval, summarise
from kaensan.bench.systems import System, choose
from kaensan.bench.timing import BARE_PARSE, RESILIPARSE, time_pages
from kaensan.cli import main
from kaensan.errors import UsageError

ALL = ("small.dev", "snips.dev", "thai.test")
FAKES = (System("everything", "method"), System("paragraphs", "method"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    return write_folder(tmp_path / "data")


@pytest.fixture(autouse=True)
def fakes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield from fake_methods.register(monkeypatch)


def test_a_method_without_its_model_is_left_out_with_the_reason() -> None:
    systems, skipped = choose(None, ["all-text"])
    assert [system.name for system in systems] == ["everything", "paragraphs", "all-text"]
    assert [(each.name, each.why) for each in skipped] == [("untrained", "there is no model for this method")]


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UsageError, match="no method 'magic'; choose one of everything, paragraphs"):
        choose(["magic"], [])
    with pytest.raises(UsageError, match="no peer 'magic'; choose one of trafilatura"):
        choose([], ["magic"])


def test_a_plan_without_systems_is_wrong_usage(folder: Path) -> None:
    with pytest.raises(UsageError, match="nothing to run"):
        Plan(folder, ALL, ())


def test_every_system_is_measured_on_every_page(folder: Path) -> None:
    outcomes = run(Plan(folder, ALL, FAKES, jobs=1))
    assert len(outcomes) == 2 * (3 + 1 + 2)
    assert all(outcome.f1 == 1.0 for outcome in outcomes if outcome.system == "paragraphs")
    assert all(outcome.precision < 1.0 for outcome in outcomes if outcome.system == "everything")


def test_peers_run_in_processes_as_they_do_in_one(folder: Path) -> None:
    peers = (System("all-text", "peer"), System("turbohtml", "peer"))
    assert run(Plan(folder, ALL, peers, jobs=2)) == run(Plan(folder, ALL, peers, jobs=1))


def test_a_page_that_fails_is_named_and_stops_nothing(folder: Path) -> None:
    write_dataset(folder, "bad.dev", [record("bad.dev", "p", html=html_of("POISON"), text="POISON")])
    outcomes = run(Plan(folder, ("bad.dev", "small.dev"), FAKES, jobs=1))
    summary = summarise(outcomes, systems=["everything", "paragraphs"])
    assert [(each.system, each.page, each.error) for each in summary.failures] == [
        ("everything", "bad/p", "RuntimeError: poisoned")
    ]
    text = to_markdown(summary)
    assert "failed: everything on bad/p: RuntimeError: poisoned" in text
    assert ".000 (.000–.000), 1 failed" in text
    assert {row.dataset for row in summary.rows} == {"bad.dev", "small.dev"}


def test_a_sample_is_the_same_every_time_and_grows_by_adding(folder: Path) -> None:
    pages = list(datasets.load(folder, "small"))
    one, two = sample(pages, 1, seed=3), sample(reversed(pages), 2, seed=3)
    assert {page.id for page in one} < {page.id for page in two}
    assert sample(pages, 9, seed=3) == pages


def test_rows_stand_for_datasets_and_for_page_types(folder: Path) -> None:
    summary = summarise(run(Plan(folder, ALL, FAKES, jobs=1)), systems=["everything", "paragraphs"])
    assert [(row.dataset, row.page_type, row.pages, row.unit) for row in summary.rows] == [
        ("small.dev", None, 3, "words"),
        ("snips.dev", None, 1, "snippets"),
        ("thai.test", None, 2, "trigrams"),
        ("small.dev", "article", 2, "words"),
        ("small.dev", "forum", 1, "words"),
    ]


def test_a_page_without_gold_text_among_others_counts_for_snippets_only(folder: Path) -> None:
    lone = record("mixed.dev", "a", html=html_of("A must."), **{"with": ["A must", "gone"]})
    write_dataset(folder, "mixed.dev", [lone, record("mixed.dev", "b", text="Plain.")])
    summary = summarise(run(Plan(folder, ("mixed.dev",), FAKES[1:], jobs=1)), systems=["paragraphs"])
    (row,) = summary.rows
    assert (row.pages, row.unjudged, row.unit) == (1, 1, "words")
    assert (row.cells["paragraphs"].f1, row.cells["paragraphs"].snippets) == (1.0, 0.5)
    assert "mixed.dev: 1 pages without gold text" in to_markdown(summary)


def test_the_interval_holds_the_mean_and_depends_on_the_seed_alone() -> None:
    values = np.linspace(0, 1, 50)
    low, high = interval(values, seed=1)
    assert low < values.mean() < high
    assert interval(values, seed=1) == (low, high)
    assert interval(np.ones(5), seed=1) == (1.0, 1.0)


class TableText(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.cells: list[str] = []
        self.outside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.outside += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_data(self, data: str) -> None:
        self.cells.append(data)


def test_the_report_is_written_as_markdown_json_and_a_page_that_needs_nothing_else(folder: Path) -> None:
    outcomes = run(Plan(folder, ALL, FAKES, jobs=1))
    summary = summarise(outcomes, systems=["everything", "paragraphs"], command="kaensan bench --data <DIR>")
    files = write(summary, outcomes, folder / "out" / "deep")
    assert [path.name for path in files] == ["bench.md", "bench.json", "bench.html"]
    assert "| thai.test | 2 | trigrams |" in files[0].read_text(encoding="utf-8")
    record = json.loads(files[1].read_text(encoding="utf-8"))
    assert len(record["pages"]) == 12
    assert record["rows"][0]["cells"]["paragraphs"]["f1"] == 1.0
    page = TableText()
    page.feed(to_html(summary))
    assert page.outside == []
    assert "1.000 (1.000–1.000)" in page.cells
    assert "kaensan bench --data <DIR>" in page.cells


def test_times_are_ratios_within_one_run(folder: Path) -> None:
    timings = time_pages(datasets.load(folder, "small"), FAKES, repeats=1)
    by_task = {timing.task: timing for timing in timings}
    assert list(by_task)[:3] == [BARE_PARSE, "kaensan parse", RESILIPARSE]
    assert {"everything", "everything, page parsed", "paragraphs"} <= set(by_task)
    assert by_task[BARE_PARSE].to_parse == by_task[RESILIPARSE].to_resiliparse == 1.0


def test_the_command_prints_the_table_and_names_what_it_left_out(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = folder.parent / "out"
    status = main(
        ["bench", "--data", str(folder), "--datasets", "small", "--jobs", "1", "--out", str(out), "--time", "1"]
    )
    printed = capsys.readouterr()
    assert status == 0
    assert "| small.dev | 3 | words |" in printed.out
    assert "| everything, page parsed |" in printed.out
    assert "untrained did not run: there is no model for this method" in printed.out
    assert "3/3" in printed.err
    assert (out / "bench.html").exists()


def test_the_command_tells_of_failed_pages_by_its_status(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_dataset(folder, "bad.dev", [record("bad.dev", "p", html=html_of("POISON"), text="POISON")])
    out = folder.parent / "out"
    assert main(["bench", "--data", str(folder), "--datasets", "bad", "--jobs", "1", "--out", str(out)]) == 1
    assert "failed: everything on bad/p" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--datasets", "wiki"], "there is no dataset 'wiki'"),
        (["--methods", "magic"], "there is no method 'magic'"),
        (["--sample", "0"], "--sample takes a number of pages from 1"),
        (["--jobs", "0"], "--jobs takes a number of processes from 1"),
    ],
)
def test_wrong_usage_is_told_in_one_sentence(
    folder: Path, options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "--data", str(folder), *options]) in (1, 2)
    assert message in capsys.readouterr().err
