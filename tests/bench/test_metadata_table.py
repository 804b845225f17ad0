"""The table of metadata against gold."""

from __future__ import annotations

from pathlib import Path

import pytest

from kaensan.bench.metadata import System, compare, in_fitted_half, main, to_markdown
from kaensan.gold.datasets import load
from kaensan.gold.fields import gold_of, is_right
from reference_pages import record, write_dataset


@pytest.mark.parametrize(
    ("field", "gold", "answer", "right"),
    [
        ("title", "The “Best” – bridge", 'the "best" -  Bridge', True),
        ("title", "The bridge", "The bridge!", False),
        ("title", "นำ\u0e49", "น้ำ", True),
        ("title", "The bridge", None, False),
        ("author", "By Ann Lee and Bo Ek", "Bo Ek; Ann Lee", True),
        ("author", "Ann Lee", "Ann Lee; Bo Ek", False),
        ("date", "2021-05-03", "2021-05-03T10:00:00+07:00", True),
        ("date", "2021-05-03", "2021-05-04", False),
        ("language", "en-US", "en", True),
    ],
)
def test_what_counts_as_right(field: str, gold: str, answer: str | None, right: bool) -> None:
    assert is_right(field, gold, answer) is right


def folder(tmp_path: Path) -> Path:
    html = "<title>A bridge | River</title><h1>A bridge</h1><p class=byline>By Ann Lee</p><p>May 3, 2021</p>"
    pages = [
        record("small.dev", "0", html=html, title="A bridge", author="Ann Lee", date="2021-05-03"),
        record("small.dev", "1", html=html, title="A bridge", author="Bo Ek", date="2021-05"),
    ]
    write_dataset(tmp_path, "small.dev", pages)
    write_dataset(tmp_path, "bare.dev", [record("bare.dev", "0", text="No gold fields.")])
    return tmp_path


def test_fields_are_scored_where_there_is_gold(tmp_path: Path) -> None:
    systems: dict[str, System] = {
        "kaensan": lambda html, url: {"title": "A bridge", "author": "Ann Lee", "date": "2021-05-03"},
        "silent": lambda html, url: {},
    }
    scores = {score.field: score for score in compare(folder(tmp_path), ["small.dev", "bare.dev"], systems)}
    assert set(scores) == {"title", "author", "date"}
    assert scores["title"].right == {"kaensan": 2, "silent": 0}
    assert scores["author"].right == {"kaensan": 1, "silent": 0}
    assert (scores["date"].pages, scores["date"].without, scores["date"].answered) == (
        1,
        1,
        {"kaensan": 1, "silent": 0},
    )
    halves = scores["title"].halves
    assert sum(count for _, count in halves.values()) == 2
    assert "| small.dev | author | 2 | 0.500 |" in to_markdown(scores.values())


def test_a_month_is_no_day(tmp_path: Path) -> None:
    assert [gold_of(page)["date"] for page in load(folder(tmp_path), "small.dev")] == ["2021-05-03", None]


def test_the_halves_depend_on_the_page_alone() -> None:
    halves = [in_fitted_half(f"small/{number}") for number in range(200)]
    assert halves == [in_fitted_half(f"small/{number}") for number in range(200)]
    assert 60 < sum(halves) < 140


def test_the_command_prints_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data", str(folder(tmp_path)), "--method", "histogram"]) == 0
    printed = capsys.readouterr().out
    assert "| small.dev | title | 2 | 1.000 |" in printed
    assert "| small.dev | date | 1 | 1.000 |" in printed
