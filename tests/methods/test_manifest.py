"""The models that come with the program are the ones that the manifest names."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from kaensan.cli import main
from kaensan.errors import ModelError
from kaensan.methods import model_files as manifest
from kaensan.methods.core.model import FORMAT


def test_the_manifest_is_up_to_date() -> None:
    wrong = {file: why for file, why in manifest.verify().items() if why}
    assert wrong == {}, "write it anew: python -m kaensan.methods.model_files"


def test_it_says_format_and_origin_of_every_model() -> None:
    models = {one.file: one for one in manifest.read_manifest()}
    assert models["core/core.npz"].format == FORMAT
    assert all(one.origin["trained_on"] and one.format for one in models.values())


def test_every_model_is_in_it() -> None:
    folder = Path(manifest.__file__).parent
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.suffix in (".npz", ".onnx")}
    assert {one.file for one in manifest.read_manifest()} == there


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copy(manifest.shipped_path("boards/boards-posts.npz"), tmp_path)
    manifest.write_manifest(tmp_path)
    return tmp_path


def test_a_changed_or_missing_model_is_told(copy: Path) -> None:
    assert manifest.verify(copy) == {"boards-posts.npz": ""}
    model = copy / "boards-posts.npz"
    model.write_bytes(model.read_bytes() + b"x")
    assert "another file" in manifest.verify(copy)["boards-posts.npz"]
    model.unlink()
    assert manifest.verify(copy) == {"boards-posts.npz": "missing"}


def test_writing_it_again_changes_nothing(copy: Path) -> None:
    before = (copy / manifest.NAME).read_bytes()
    manifest.write_manifest(copy)
    assert (copy / manifest.NAME).read_bytes() == before


def test_a_damaged_manifest_is_a_model_error(copy: Path) -> None:
    (copy / manifest.NAME).write_text("{")
    with pytest.raises(ModelError, match="cannot be read"):
        manifest.read_manifest(copy)


def test_the_command_prints_and_checks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models"]) == 0
    assert "core.npz" in capsys.readouterr().out
    assert main(["models", "--json"]) == 0
    assert {entry["wrong"] for entry in json.loads(capsys.readouterr().out)} == {""}
