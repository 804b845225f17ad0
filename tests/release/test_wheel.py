"""What is built holds everything that the program needs, and nothing that it does not."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import kaensan
from tools import find_tool

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "kaensan"
_NOT_SHIPPED = {".pyc", ".c", ".kernel-built"}
_FOR_TRAINING = (
    "kaensan/train/made/words/",
    "kaensan/train/made/boards/templates/",
    "kaensan/train/made/articles/furniture/",
    "kaensan/train/made/articles/layouts/",
)
"""folders that only clones and the sdist have"""
LARGEST = 8_000_000


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    # From a copy, so that what setuptools writes beside the sources does not stay; without a compiler, which is slow.
    source = tmp_path_factory.mktemp("source")
    for name in ("src", "pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
        copy(ROOT / name, source / name)
    program = f"from setuptools import build_meta; build_meta.build_wheel({str(out)!r})"
    environment = {**os.environ, "KAENSAN_PURE": "1"}
    subprocess.run([sys.executable, "-c", program], cwd=source, env=environment, check=True, capture_output=True)
    return next(out.glob("*.whl"))


def _files_of_the_package() -> list[Path]:
    """The files that git knows; where there is no git, those that are there."""
    git = find_tool("git")
    if git:
        command = [git, "ls-files", "-z", "src/kaensan"]
        known = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if known.stdout:
            return [Path(name) for name in known.stdout.split("\0") if name]
    return [path.relative_to(ROOT) for path in PACKAGE.rglob("*") if "__pycache__" not in path.parts]


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    files = _files_of_the_package()
    wanted = {path.relative_to("src").as_posix() for path in files if (ROOT / path).is_file()}
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    assert {name for name in wanted - held if not name.startswith(_FOR_TRAINING)} == set()
    assert not [name for name in held if name.startswith(_FOR_TRAINING)]
    for name in ("methods/core/core.npz", "methods/manifest.json", "thai/data/words.txt", "demo/news.html", "py.typed"):
        assert f"kaensan/{name}" in held


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.partition("/")[0] for name in archive.namelist()}
        assert not [name for name in archive.namelist() if Path(name).suffix in _NOT_SHIPPED]
    assert {top.partition("-")[0] for top in tops} == {"kaensan"}


def test_the_wheel_stays_small(wheel: Path) -> None:
    assert wheel.stat().st_size < LARGEST


def test_without_a_compiler_it_is_for_every_platform_and_says_its_version(wheel: Path) -> None:
    assert wheel.name == f"kaensan-{kaensan.__version__}-py3-none-any.whl"


def test_every_dependency_has_a_lower_bound() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = [
        *project["dependencies"],
        *(name for extra in project["optional-dependencies"].values() for name in extra),
    ]
    loose = [name for name in needed if ">=" not in name and not name.startswith(("kaensan[", "types-"))]
    assert loose == []
    assert project["version"] == kaensan.__version__
