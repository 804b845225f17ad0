"""The commands that need no page, and what the frame does for all."""

from __future__ import annotations

import os
import sys

import pytest

import kaensan
from kaensan.__main__ import run
from kaensan.cli import main
from kaensan.cli.style import Style, shorten
from kaensan.demo import read_demo_page


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"kaensan {kaensan.__version__} (")


@pytest.mark.parametrize("arguments", [[], ["nonsense"], ["extract"], ["extract", "--nonsense", "x"]])
def test_wrong_usage_is_status_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: kaensan" in capsys.readouterr().err


def test_an_interrupted_command_ends_as_the_shell_expects(monkeypatch: pytest.MonkeyPatch) -> None:
    from kaensan.cli import methods

    def interrupted(args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(methods, "run", interrupted)
    assert main(["methods"]) == 130


def test_methods_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["methods"]) == 0
    listed = capsys.readouterr().out
    assert listed.count("(default)") == 1
    assert all(line in listed for line in kaensan.method_names())


def test_the_demo_shows_the_story_and_what_is_known_about_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--method", "xpath"]) == 0
    shown = capsys.readouterr().out
    assert "| ชาวชุมชนคลองบางมะเดื่อช่วยกันดัดแปลง" in shown
    assert "date" in shown
    assert "2024-10-12" in shown
    assert "| ท่าน้ำ | เวลา | กิจกรรม |" in shown


def test_the_demo_page_can_be_had_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--page"]) == 0
    assert capsys.readouterr().out == read_demo_page().decode() + "\n"


def test_colour_is_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert Style(io.StringIO())("x", "bold") == "x"
    assert Style(Terminal())("x", "bold", "red") == "\x1b[1;31mx\x1b[0m"
    monkeypatch.setenv("NO_COLOR", "1")
    assert Style(Terminal())("x", "bold") == "x"


def test_lines_are_cut_to_columns_not_characters() -> None:
    assert shorten("ที่นี่ที่นั่น", 5) == "ที่นี่ที่นั่น"
    assert shorten("ที่นี่ที่นั่น", 4) == "ที่นี่ที่…"
    assert shorten("漢字", 3) == "漢…"


def test_commands_start_no_threads_for_products_of_matrices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "2")  # whatever it is, it is put back after the test
    monkeypatch.delenv("OPENBLAS_NUM_THREADS")
    monkeypatch.setattr("kaensan.__main__.signal.signal", lambda *_: None)  # this process goes on
    for arguments, threads in ((["train", "--help"], None), (["methods"], "1")):
        monkeypatch.setattr(sys, "argv", ["kaensan", *arguments])
        with pytest.raises(SystemExit):
            run()
        assert os.environ.get("OPENBLAS_NUM_THREADS") == threads
