"""`kaensan compare` on the command line."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from xml.dom import minidom

import pytest

from kaensan.cli import main
from kaensan.errors import UsageError
from kaensan.methods import Method, load

HTML = """<title>The tea garden</title>
<ul>
<li><a href="/">Home</a></li>
<li><a href="/x">News</a></li>
</ul>
<h1>The tea garden</h1>
<p>The tea garden lies high above the valley, and its rows are wet with mist until noon.</p>
<p>Its tea is picked by hand, leaf by leaf, in the first hours of the morning.</p>
<p>Copyright the garden</p>
<p><a href="/imprint">Imprint</a></p>
"""
METHODS = ["--methods", "xpath", "weight", "histogram"]


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "tea.html"
    path.write_text(HTML, encoding="utf-8")
    return path


def test_a_report_is_written_beside_a_summary(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", str(page), *METHODS]) == 0
    report = Path("tea.compare.html").read_text(encoding="utf-8")
    assert report.startswith("<!doctype html>")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["method", "characters", "of", "page", "agreement"]
    assert [line.split()[0] for line in lines[1:4]] == METHODS[1:]
    assert lines[-1] == "The report is in tea.compare.html"


def test_gold_adds_the_measures(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("gold.txt").write_text("The tea garden lies high above the valley", encoding="utf-8")
    assert main(["compare", str(page), *METHODS, "--gold", "gold.txt", "-o", "deep/er/report.html"]) == 0
    assert "Measures against the gold text" in Path("deep/er/report.html").read_text(encoding="utf-8")
    assert capsys.readouterr().out.splitlines()[0].endswith("F1")


def test_pictures_become_files_of_their_own(page: Path) -> None:
    Path("gold.txt").write_text("The tea garden", encoding="utf-8")
    assert main(["compare", str(page), *METHODS, "--gold", "gold.txt", "--pictures", "drawn"]) == 0
    drawn = {path.name for path in Path("drawn").iterdir()}
    assert {"methods.svg", "histogram-roc.svg", "weight-tree.svg", "xpath-blocks.svg"} <= drawn
    for path in Path("drawn").iterdir():
        assert minidom.parseString(path.read_bytes()).documentElement is not None


def test_standard_input_and_output(
    page: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(HTML.encode())))
    assert main(["compare", "-", *METHODS, "-o", "-"]) == 0
    assert capsys.readouterr().out.startswith("<!doctype html>")


def test_a_missing_page_is_named(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "no-such-page.html"]) == 1
    assert capsys.readouterr().err == "kaensan: no-such-page.html cannot be read: No such file or directory\n"


def test_a_missing_gold_file_is_named(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", str(page), "--gold", "no-gold.txt"]) == 1
    assert "no-gold.txt cannot be read" in capsys.readouterr().err


def test_an_unknown_method_is_wrong_usage(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", str(page), "--methods", "magic"]) == 2
    assert "there is no method 'magic'" in capsys.readouterr().err


def test_a_place_that_cannot_be_written_is_named(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", str(page), *METHODS, "-o", f"{page}/report.html"]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_methods_left_out_are_told(
    page: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def load_all_but_one(name: str) -> Method:
        if name == "weight":
            raise UsageError("it is away")
        return load(name)

    monkeypatch.setattr("kaensan.compare.comparison.load", load_all_but_one)
    assert main(["compare", str(page)]) == 0
    assert "kaensan: weight was left out: it is away" in capsys.readouterr().err
