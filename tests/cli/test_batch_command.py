"""`kaensan batch` from the outside."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from kaensan.cli import main

PAGE = "<html lang=th><title>ข่าว</title><article><p>ฝนตกหนักในกรุงเทพมหานครตลอดทั้งคืน น้ำท่วมหลายเขต</p></article>"


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    path = tmp_path / "pages.jsonl.gz"
    rows = [{"url": f"http://e.org/{number}", "html": PAGE} for number in range(3)]
    path.write_bytes(gzip.compress("".join(json.dumps(row) + "\n" for row in [*rows, {"url": "x"}]).encode()))
    return path


def test_pages_come_out_as_rows_and_failures_set_the_status(
    lines: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    common = ["batch", str(lines), "-o", str(out), "-m", "weight", "-j", "1", "--with", "markdown"]
    assert main([*common, "--log", str(tmp_path / "log")]) == 1
    assert "1 of 1 shards, 4 pages: 3 kept, 1 failed" in capsys.readouterr().out
    rows = pq.read_table(out / "pages.parquet").to_pylist()
    assert [row["language"] for row in rows] == ["th", "th", "th", None]
    assert rows[0]["markdown"].startswith("ฝนตกหนัก")
    assert "markup is expected" in rows[3]["error"]
    assert '"event": "page failed"' in (tmp_path / "log").read_text()
    assert main([*common, "-q"]) == 1
    assert capsys.readouterr().out == ""


def test_a_dry_run_reads_and_writes_nothing(lines: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["batch", str(lines), "-o", str(tmp_path / "out"), "--dry-run"]) == 0
    told = capsys.readouterr().out
    assert f"{lines} -> pages.parquet" in told
    assert "1 shards" in told
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (["--sample", "0"], "share above 0"),
        (["--limit", "0"], "from 1"),
        (["--url", "("], "no regular expression"),
        (["--address", "auto"], "--engine ray"),
        (["-m", "nonsense"], "there is no method"),
        (["--time-limit", "0"], "above 0"),
        (["-j", "-1"], "from 1"),
    ],
)
def test_wrong_requests_are_refused(
    lines: Path, tmp_path: Path, wrong: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["batch", str(lines), "-o", str(tmp_path / "out"), *wrong]) == 2
    assert words in capsys.readouterr().err


def test_filters_and_limits_pass_through(lines: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    options = ["--language", "th", "--duplicates", "exact", "--drop-failed", "--not-url", "/2$", "-f", "jsonl", "-q"]
    main(["batch", str(lines), "-o", str(out), "-m", "weight", "-j", "1", *options])
    rows = [json.loads(line) for line in (out / "pages.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["url"] for row in rows] == ["http://e.org/0"]
    told = json.loads((out / ".kaensan/statistics.json").read_text())
    assert (told["filtered"], told["duplicates"], told["failed"]) == ({"url": 1}, {"exact duplicate": 1}, 1)
