"""The load measurement on small pages, with a stand-in for wrk; its figures decide nothing here."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from experiments import load
from kaensan.errors import UsageError

STAND_IN = """#!{python}
import json, sys, time
from pathlib import Path
from urllib.request import Request, urlopen
script, address = Path(sys.argv[-2]), sys.argv[-1]
assert "wrk.format" in script.read_text()
page = (script.parent / "0.html").read_bytes()
statuses, began = {{}}, time.time()
while time.time() - began < 2.5:
    with urlopen(Request(address + "v1/extract", page, {{"Content-Type": "text/html"}})) as answer:
        statuses[str(answer.status)] = statuses.get(str(answer.status), 0) + 1
times = dict.fromkeys(("p50", "p90", "p99", "max"), 1.0)
errors = dict.fromkeys(("connect", "read", "write", "timeout"), 0)
print("RESULT " + json.dumps({{"statuses": statuses, "seconds": time.time() - began, **errors, **times}}))
"""


def test_the_service_is_measured_beside_the_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "wrk"
    program.write_text(STAND_IN.format(python=sys.executable))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert load.main(["--seconds", "1", "--clients", "1", "--workers", "1", "--kill"]) == 0
    printed = capsys.readouterr().out
    for line in ("library", "service", "share", "latency", "answers", "memory"):
        assert f"\n{line}" in printed
    assert "others: none" in printed
    assert "killed    1 workers" in printed


def test_without_wrk_the_measurement_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="install wrk"):
        load.main(["--seconds", "1", "--workers", "1"])
