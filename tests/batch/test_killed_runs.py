"""A run that is killed at random moments and started again ends as if nobody had disturbed it."""

from __future__ import annotations

import subprocess
import sys


def test_killed_runs_lose_nothing_and_double_nothing() -> None:
    command = [sys.executable, "-m", "experiments.crashes", "--runs", "4", "--seed", "5"]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout
    counts = dict(line.rsplit(": ", 1) for line in told.splitlines())
    assert int(counts["killed"]) >= 4
    assert int(counts["outputs compared"]) >= 3
    assert (counts["files that differ"], counts["runs that were not resumed"]) == ("0", "0"), told
