"""The comparison of drop-ins with the originals counts what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from kaensan.gold.datasets import write_pages

pytest.importorskip("newspaper", reason="needs the extra bench")
pytest.importorskip("trafilatura", reason="needs the extra bench")
pytest.importorskip("readability", reason="needs the extra bench")

from experiments.compat import arguments, main

SENTENCE = "The harbour closed for the night because the water rose above the quay, and boats were moved before dark."
HTML = f"<html lang=en><title>High tide</title><article><h1>High tide</h1>{f'<p>{SENTENCE}</p>' * 4}</article>"


def test_every_project_gets_its_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("trafilatura-eval", "readability", "newspaper"):
        page = {"id": f"{name}/1", "dataset": name, "split": "dev", "url": "https://news.example/tide"}
        gold = {"html": HTML.encode(), "title": "High tide", "text": "\n".join([SENTENCE] * 4)}
        write_pages(tmp_path / f"{name}.dev.jsonl.zst", [{**page, **gold}])
    assert main(["--data", str(tmp_path)]) == 0
    rows = capsys.readouterr().out.splitlines()
    for name in ("trafilatura", "readability", "newspaper"):
        (title,) = (row for row in rows if row.startswith(f"| {name} | 1 | title right"))
        assert title.endswith("| 1.000 |")


def test_arguments_are_told_apart() -> None:
    (row,) = (line for line in arguments().splitlines() if line.startswith("| `trafilatura.extract` "))
    with_effect, warned = row.split(" | ")[1:]
    assert "`favor_recall`" in with_effect
    assert "`prune_xpath`" in warned
