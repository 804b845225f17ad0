"""The shell knows the commands, their options and the values of those."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from kaensan.cli import main
from kaensan.cli.describe import commands
from tools import skip_without


def _script(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["completion", shell]) == 0
    return capsys.readouterr().out


def _completed(script: Path, *words: str) -> list[str]:
    """What bash offers for the last of the words."""
    line = " ".join(f"'{word}'" for word in words)
    place = f"COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; COMPREPLY=()"
    program = f"source '{script}'; {place}; _shtab_kaensan; echo \"${{COMPREPLY[@]}}\""
    shell = [skip_without("bash"), "-c", program]
    return subprocess.run(shell, capture_output=True, check=True, text=True).stdout.split()


@pytest.fixture
def bash(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "kaensan.bash"
    path.write_text(_script("bash", capsys), encoding="utf-8")
    return path


def test_bash_completes_commands(bash: Path) -> None:
    assert _completed(bash, "kaensan", "ex") == ["extract"]
    assert {"extract", "cloud", "thread"} <= set(_completed(bash, "kaensan", ""))


def test_bash_completes_options_of_the_command_at_hand(bash: Path) -> None:
    assert _completed(bash, "kaensan", "extract", "--expl") == ["--explain"]
    assert "--explain" not in _completed(bash, "kaensan", "demo", "--")


def test_bash_completes_values(bash: Path) -> None:
    assert _completed(bash, "kaensan", "extract", "--format", "mark") == ["markdown"]
    assert _completed(bash, "kaensan", "completion", "fi") == ["fish"]


def test_bash_completes_files_where_nothing_else_fits(bash: Path) -> None:
    assert _completed(bash, "kaensan", "extract", f"{bash.parent}/kaen") == [str(bash)]


@pytest.mark.parametrize("shell", ["zsh", "fish", "tcsh", "powershell"])
def test_the_other_shells_know_the_same(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    script = _script(shell, capsys)
    for command in commands():
        assert command.name.split()[0] in script
    assert "markdown" in script


def test_zsh_completes_files_where_files_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    script = _script("zsh", capsys)
    assert "_files" in script


def test_every_command_is_described() -> None:
    described = {command.name: command for command in commands()}
    extract = described["extract"]
    assert "SOURCE" in extract.usage
    output = next(argument for argument in extract.arguments if "--output" in argument.flags)
    assert output.usage == "-o, --output PATH"
    assert output.help
    assert all(command.summary for command in described.values())


def test_an_unknown_shell_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["completion", "cmd"])
    assert stopped.value.code == 2
    assert "cmd" in capsys.readouterr().err
