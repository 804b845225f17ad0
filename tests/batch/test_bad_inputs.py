"""Inputs that are damaged or change while a run is away cost nothing but themselves, and every run can be ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from experiments import bad_inputs
from kaensan.batch.sources import warc


@pytest.fixture(autouse=True)
def _usual_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warc, "PAGES_A_PART", warc.PAGES_A_PART)  # put back after the test


def test_damaged_inputs_cost_no_page_of_another(tmp_path: Path) -> None:
    told = bad_inputs.damaged_inputs(tmp_path, workers=1)
    assert told["damaged inputs"] == len(bad_inputs.DAMAGED) >= 35
    assert told["pages of the whole archive lost or doubled"] == 0
    assert told["failed"] >= 10


def test_what_changes_between_two_runs_is_told_and_can_be_mended(tmp_path: Path) -> None:
    told = bad_inputs.changed_inputs(tmp_path)
    assert told["changes between runs"] == len(bad_inputs.CHANGES) >= 12
    assert told["changes after which pages were lost or doubled"] == 0
    assert told["changes that were not told as expected"] == 0


def test_of_four_runs_in_one_folder_one_is_done(tmp_path: Path) -> None:
    told = bad_inputs.four_at_once(tmp_path)
    assert told["of four runs at once, done"] >= 1
    assert told["pages lost or doubled by four at once"] == 0
