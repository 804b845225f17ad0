"""The figures about sites come from the pages that are there."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
import zstandard
from site_pages import NEWS, article, news_page

from experiments.sites import main


def test_the_tables_and_the_rules_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        json.dumps(
            {
                "id": f"dragnet/{number}",
                "dataset": "dragnet",
                "split": "dev",
                "url": news_page(number).url,
                "lang": "en",
                "title": f"Story {number}",
                "html": base64.b64encode(news_page(number).source.encode()).decode(),
                "text": "\n".join(article(number)),
            }
        )
        for number in range(1, 9)
    ]
    (tmp_path / "dragnet.dev.jsonl.zst").write_bytes(zstandard.compress("\n".join(lines).encode()))
    assert main(["--data", str(tmp_path), "--datasets", "dragnet", "--rules", NEWS]) == 0
    shown = capsys.readouterr().out
    assert "| dragnet | 1 | 8 | " in shown
    row = next(line for line in shown.splitlines() if line.startswith("| mean over sites"))
    assert row.endswith("| 1.0000 |")
    assert "| stored rule | " in shown
    assert "  text    div.story-text" in shown
