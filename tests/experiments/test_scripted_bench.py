"""How often pages are called empty is counted against the gold."""

from pathlib import Path

import pytest

from experiments.scripted import main
from kaensan.gold.datasets import write_pages

SHELL = b"<body><div id=root></div><script src=a.js></script>"


def test_pages_that_are_called_empty_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    golds = [(SHELL, ""), (SHELL, "but there is text"), (b"<p>Something to read.</p>", "Something to read.")]
    pages = [
        {"id": str(at), "dataset": "a", "split": "dev", "html": html, "text": text}
        for at, (html, text) in enumerate(golds)
    ]
    write_pages(tmp_path / "a.dev.jsonl.zst", pages)
    assert main(["--data", str(tmp_path)]) == 0
    assert "| a.dev | 3 | 2 | 1 |" in capsys.readouterr().out
