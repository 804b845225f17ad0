"""The manifest of the models that come with the program: checksum, format version and origin of each.

    python -m kaensan.model.manifest

writes it anew; do so after a model was trained.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from kaensan.errors import ModelError

__all__ = ["NAME", "ModelFile", "describe", "read_manifest", "verify", "write_manifest"]

NAME = "manifest.json"
_LEFT_OUT = frozenset({"columns", "vocabulary", "words", "scores", "types", "sha256", "format"})
"""what a model's own card holds beyond its origin"""


@dataclass(frozen=True)
class ModelFile:
    """One file of weights."""

    file: str
    bytes: int
    sha256: str
    format: int | None
    """the version of the file format, which the program checks before it reads the rest"""
    origin: dict[str, Any]
    """what it was trained on and how, as its own card says"""


def _folder() -> Path:
    return Path(str(files("kaensan.model")))


def describe(path: Path) -> ModelFile:
    """A model file as it is on disk."""
    data = path.read_bytes()
    card = _card(path)
    origin = {key: value for key, value in card.items() if key not in _LEFT_OUT}
    return ModelFile(path.name, len(data), hashlib.sha256(data).hexdigest(), card.get("format"), origin)


def _card(path: Path) -> dict[str, Any]:
    """What a model says about itself: in the file, or in a JSON file of the same name."""
    beside = path.with_suffix(".json")
    if path.suffix == ".npz":
        import numpy as np

        with np.load(path, allow_pickle=False) as stored:
            told = stored["about"].tobytes() if "about" in stored.files else b"{}"
    else:
        told = beside.read_bytes() if beside.is_file() else b"{}"
    card: dict[str, Any] = json.loads(told)
    return card


def write_manifest(folder: Path | None = None) -> list[ModelFile]:
    """Describe every model of the folder in its manifest."""
    folder = folder or _folder()
    found = [describe(path) for path in sorted(folder.iterdir()) if path.suffix in (".npz", ".onnx")]
    text = json.dumps([asdict(one) for one in found], indent=1, ensure_ascii=False)
    (folder / NAME).write_text(text + "\n", encoding="utf-8")
    return found


def read_manifest(folder: Path | None = None) -> list[ModelFile]:
    """The models as the manifest describes them."""
    path = (folder or _folder()) / NAME
    try:
        return [ModelFile(**entry) for entry in json.loads(path.read_text(encoding="utf-8"))]
    except (OSError, ValueError, TypeError) as error:
        raise ModelError(f"the manifest {path} cannot be read ({error}); install the program again") from None


def verify(folder: Path | None = None) -> dict[str, str]:
    """What is wrong with each model file: nothing (an empty text), missing, or another one than the manifest says."""
    folder = folder or _folder()
    return {one.file: _wrong(folder / one.file, one.sha256) for one in read_manifest(folder)}


def _wrong(path: Path, checksum: str) -> str:
    if not path.is_file():
        return "missing"
    return "" if hashlib.sha256(path.read_bytes()).hexdigest() == checksum else "another file than the manifest says"


if __name__ == "__main__":
    for model in write_manifest():
        print(f"{model.file}  format {model.format}  {model.bytes:,} bytes  {model.sha256}")
