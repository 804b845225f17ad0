"""Training needs the `train` extra, whose torch is large: without it these tests are collected and skipped."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

import pytest

_PACKAGES = ("torch", "sklearn", "lightgbm", "onnx", "zstandard")
"""what `kaensan.train` imports"""

_MISSING = [name for name in _PACKAGES if find_spec(name) is None]


class _Skipped(pytest.Module):
    """A module of tests that is not imported."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        pytest.skip(f"training needs {', '.join(_MISSING)}: pip install 'kaensan[train]'", allow_module_level=True)


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    """Leave a module unimported where a package is missing; otherwise pytest makes it as always."""
    return _Skipped.from_parent(parent, path=module_path) if _MISSING else None
