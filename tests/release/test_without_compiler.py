"""The program installs where there is no C compiler, and says once that the kernel stays plain Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_a_compiler_that_is_not_there_is_no_error(tmp_path: Path) -> None:
    pytest.importorskip("Cython", reason="needs Cython, which installing brings for the time of the build")
    shutil.copytree(
        ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("*.so", "__pycache__", "*.npz", "*.js")
    )
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    none = str(tmp_path / "no-compiler")
    built = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", "lib"],
        cwd=tmp_path,
        env={**os.environ, "CC": none, "CXX": none, "KAENSAN_PURE": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    assert built.stderr.count("the kernel stays plain Python") == 1
    assert not list((tmp_path / "lib").rglob("*.so"))
