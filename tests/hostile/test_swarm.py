"""Fuzzing without a fuzzer finds what is there to be found, and both kernels give the same bytes."""

from __future__ import annotations

import itertools
import os
import signal
from pathlib import Path

import pytest

import same_bytes
import swarm
from targets import TARGETS, Target


def test_the_same_seed_gives_the_same_inputs_within_their_bound() -> None:
    made = list(itertools.islice(swarm.inputs(3, 500), 300))
    assert made == list(itertools.islice(swarm.inputs(3, 500), 300))
    assert made != list(itertools.islice(swarm.inputs(4, 500), 300))
    assert max(map(len, made)) <= 500
    assert len(set(made)) > 200


def _only(monkeypatch: pytest.MonkeyPatch, target: Target) -> None:
    for name in list(TARGETS):
        monkeypatch.delitem(TARGETS, name)
    monkeypatch.setitem(TARGETS, target.name, target)


def test_an_exception_is_written_down_with_its_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def attempt(data: bytes) -> None:
        if len(data) % 3 == 0:
            raise ZeroDivisionError("by three")

    _only(monkeypatch, Target("made", attempt))
    assert swarm.main(["--executions", "40", "--seconds", "60", "--out", str(tmp_path)]) == 1
    (found,) = (tmp_path / "found").glob("*.bin")
    assert len(found.read_bytes()) % 3 == 0
    assert "1 findings, 0 processes died" in capsys.readouterr().out


def test_an_input_that_kills_its_process_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = next(swarm.inputs(1, 2048))

    def attempt(data: bytes) -> None:
        if data == first:
            os.kill(os.getpid(), signal.SIGKILL)

    _only(monkeypatch, Target("made", attempt))
    assert swarm.main(["--executions", "5", "--seconds", "60", "--out", str(tmp_path)]) == 1
    assert (tmp_path / "found" / "death-0.bin").read_bytes() == first
    assert "1 processes died" in capsys.readouterr().out


def test_both_kernels_give_the_same_bytes(capsys: pytest.CaptureFixture[str]) -> None:
    assert same_bytes.main(["--inputs", "15", "--seed", "5"]) == 0
    assert "15 inputs compared, 0 with other bytes" in capsys.readouterr().out
