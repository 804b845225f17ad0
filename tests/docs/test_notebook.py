"""The notebook of the documentation runs from its first cell to its last, and gives what it shows."""

from __future__ import annotations

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
        (output.get("name", output["output_type"]), output.get("text") or _shown(output["data"]))
        for output in cell.get("outputs", ())
    ]


def _shown(data: Any) -> Any:
    return {kind: value if kind == "text/plain" else "<svg" in value for kind, value in data.items()}


def test_the_notebook_gives_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import nbformat

    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    from docs_notebook import NOTEBOOK, executed  # type: ignore[import-not-found]

    shown = nbformat.read(NOTEBOOK, as_version=4)
    given = executed(NOTEBOOK, tmp_path)
    assert [_outputs(cell) for cell in given.cells] == [_outputs(cell) for cell in shown.cells]
    assert sum(bool(cell.get("outputs")) for cell in shown.cells) >= 5
    assert (tmp_path / "corpus").is_dir()
    assert list((tmp_path / "corpus").glob("*.parquet"))
