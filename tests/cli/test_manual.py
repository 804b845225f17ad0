"""The manual page says what the program says."""

from __future__ import annotations

import pytest

import kaensan
from kaensan.cli import main
from kaensan.cli.describe import Argument, Command, commands
from kaensan.cli.manual import manual_page


def test_the_page_has_every_command_and_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manual"]) == 0
    page = capsys.readouterr().out
    assert page.startswith(f'.TH KAENSAN 1 "" "kaensan {kaensan.__version__}"')
    for command in commands():
        assert f".SS kaensan {command.name}".replace("-", r"\-") in page
        for argument in command.arguments:
            assert argument.usage.replace("-", r"\-") in page


def test_nothing_in_a_help_text_is_taken_for_a_request() -> None:
    command = Command("odd", "odd", "kaensan odd", (Argument(("-x",), "", ".TH \\fB -- 'quoted'"),))
    lines = manual_page([command]).splitlines()
    assert r"\&.TH \efB \-\- 'quoted'" in lines


def test_the_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--version"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out.startswith(f"kaensan {kaensan.__version__} (")
