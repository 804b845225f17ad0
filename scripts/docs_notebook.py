"""Runs the notebook of the documentation in an empty folder, as its readers do.

    python scripts/docs_notebook.py        # writes the outputs into the notebook

Needs the extra `docs`, and what the notebook itself names.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

__all__ = ["NOTEBOOK", "executed"]

NOTEBOOK = Path(__file__).parents[1] / "docs" / "tutorials" / "notebook.ipynb"
_SECONDS = 300
"""for a cell; the slowest fetches six pages with a second between them, the rest is for busy machines"""


def executed(path: Path, folder: Path) -> Any:
    """The notebook with the outputs that its cells give in a folder."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(notebook, timeout=_SECONDS, record_timing=False, resources={"metadata": {"path": folder}})
    client.execute()
    notebook.metadata["language_info"] = {"name": "python"}  # not the version of this machine
    return notebook


def main() -> int:
    import nbformat

    with tempfile.TemporaryDirectory() as folder:
        nbformat.write(executed(NOTEBOOK, Path(folder)), NOTEBOOK)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
