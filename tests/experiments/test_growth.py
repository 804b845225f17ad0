"""How cost grows with size is measured, fitted and drawn."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import kaensan
from experiments import leaks
from experiments.growth import KINDS, main, make_page, slope
from experiments.growth_plot import draw_growth
from experiments.memory import peak_bytes, resident_bytes


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_is_as_large_as_asked_and_has_content(kind: str) -> None:
    page = make_page(kind, 50_000)
    assert 40_000 < len(page) < 60_000
    assert kaensan.extract(page, method="weight").text


def test_the_slope_tells_linear_from_quadratic() -> None:
    sizes = [1.0, 10.0, 100.0]
    assert slope(sizes, [2 * size for size in sizes]) == pytest.approx(1)
    assert slope(sizes, [size**2 for size in sizes]) == pytest.approx(2)


def test_a_run_prints_and_keeps_every_point(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--largest", "1", "--repeats", "1", "--kinds", "prose", "--out", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    kept = json.loads((tmp_path / "growth.json").read_text())
    assert len(kept["points"]) == len([line for line in printed.splitlines() if line.count("|") == 7]) - 2
    assert {point["kind"] for point in kept["points"]} == {"prose"}
    assert all(point["seconds"] > 0 for point in kept["points"])
    ElementTree.parse(tmp_path / "growth.svg")


def test_the_picture_has_a_line_for_every_kind() -> None:
    drawn = draw_growth({"one": [(1e5, 0.1, 1e6), (1e6, 1.0, 1e7)], "two": [(1e5, 0.2, 0.0), (1e6, 2.0, 3e7)]})
    assert drawn.count("<polyline") == 4
    assert "one" in drawn


def test_memory_is_read_in_bytes() -> None:
    assert 1_000_000 < resident_bytes() <= peak_bytes()


def test_the_leak_run_prints_ten_marks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "page.html").write_text("<p>A page of a few words.")
    assert leaks.main([str(tmp_path), "--pages", "20"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("\n| ") == 10
    assert "bytes a page" in printed
