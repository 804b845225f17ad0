"""The notebook of the documentation runs from its first cell to its last, and gives what it shows."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from documentation import ROOT

pytest.importorskip("nbclient", reason="needs the docs extra: pip install 'kaensan[docs]'")
pytest.importorskip("ipykernel", reason="needs the docs extra: pip install 'kaensan[docs]'")
pytest.importorskip("duckdb", reason="needs the docs extra: pip install 'kaensan[docs]'")
pytest.importorskip("fontpkg_sarabun", reason="needs the cloud extra: pip install 'kaensan[cloud]'")
pytest.importorskip("pyarrow", reason="needs the batch extra: pip install 'kaensan[batch]'")


def _outputs(cell: Any) -> list[tuple[str, Any]]:
    """What a cell shows; of a picture that there is one."""
    return [
        (output.get("name", output["output_type"]), _shown(output.get("data") or {"text/plain": output["text"]}))
        for output in cell.get("outputs", ())
    ]


def _shown(data: Any) -> Any:
    """In a file a text is a list of lines, in memory it is one."""
    texts = {kind: "".join(value) for kind, value in data.items()}
    return {kind: text if kind == "text/plain" else "<svg" in text for kind, text in texts.items()}


def test_the_notebook_gives_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    script: Any = import_module("docs_notebook")
    shown = json.loads(script.NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    given = script.executed(script.NOTEBOOK, tmp_path).cells
    assert [_outputs(cell) for cell in given] == [_outputs(cell) for cell in shown]
    assert sum(bool(cell.get("outputs")) for cell in shown) >= 5
    assert (tmp_path / "corpus").is_dir()
    assert list((tmp_path / "corpus").glob("*.parquet"))
