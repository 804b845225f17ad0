"""Model files: how weights are written, read and checked, and the manifest of those that ship with the program.

A model lies beside the method that reads it, in one of two forms: a NumPy archive (`.npz`) whose entry `about` is a
JSON card, or an ONNX graph with its card in a JSON file of the same name. Both cards hold the version of the format
and a checksum of the weights.

    python -m kaensan.methods.model_files

writes the manifest anew; do so after a model was trained.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kaensan.errors import ModelError
from kaensan.frozen_records import record

__all__ = [
    "NAME",
    "ModelFile",
    "read_arrays",
    "read_graph",
    "read_manifest",
    "shipped_path",
    "verify",
    "write_arrays",
    "write_manifest",
]

Arrays = Mapping[str, NDArray[Any]]
NAME = "manifest.json"
_HERE = Path(__file__).parent
_ABOUT = "about"
_WRITTEN = (2020, 1, 1, 0, 0, 0)  # the date of every entry, so that the same model gives the same bytes
_LEFT_OUT = frozenset({"columns", "vocabulary", "words", "scores", "types", "facts", "sha256", "format"})
"""what a card holds beyond the origin of its model"""


def shipped_path(name: str) -> Path:
    """Where a model that ships with the program lies, such as `core/core.npz`."""
    return _HERE / name


def write_arrays(path: Path, arrays: Arrays, about: Mapping[str, Any]) -> None:
    """Write weights and their card; the same model gives the same bytes."""
    arrays = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    card = json.dumps({**about, "sha256": _checksum(arrays)}, ensure_ascii=False)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, array in {_ABOUT: np.frombuffer(card.encode(), np.uint8), **arrays}.items():
            entry = zipfile.ZipInfo(f"{name}.npy", _WRITTEN)
            entry.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(entry, "w") as file:
                np.lib.format.write_array(file, array, allow_pickle=False)


def read_arrays(path: Path, version: int, trained_by: str) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """The weights of a file and its card; a damaged file or one for another version is refused.

    `trained_by` is the command that makes such a model, for the message when there is none.
    """
    try:
        with np.load(path, allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
        card: dict[str, Any] = json.loads(arrays.pop(_ABOUT).tobytes())
        has = card.pop("format")
    except FileNotFoundError:
        raise ModelError(f"there is no model at {path}; train one with `{trained_by}`") from None
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise ModelError(f"{path} is not a model file or is damaged ({error}); install or train it again") from None
    if has != version:
        raise ModelError(f"{path} has model format {has}, this program reads format {version}; train it again")
    checksum = card.pop("sha256", None)
    # What ships is checked against the manifest on demand; the archive's own sums tell damage.
    if checksum is not None and not path.is_relative_to(_HERE) and checksum != _checksum(arrays):
        raise ModelError(f"{path} does not match its checksum; install or train it again")
    return arrays, card


def _checksum(arrays: Arrays) -> str:
    named = ((name.encode(), np.ascontiguousarray(arrays[name]).tobytes()) for name in sorted(arrays))
    return _sha256(*(part for pair in named for part in pair))


def _sha256(*parts: bytes) -> str:
    import hashlib  # loads a large library, which reading what ships does not need

    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()


def read_graph(path: Path, version: int, trained_by: str) -> tuple[bytes, dict[str, Any]]:
    """An ONNX graph and its card, checked like `read_arrays`."""
    beside = path.with_suffix(".json")
    if not path.is_file() or not beside.is_file():
        raise ModelError(f"there is no model at {path}; train one with `{trained_by}`")
    weights = path.read_bytes()
    try:
        card: dict[str, Any] = json.loads(beside.read_bytes())
        has, checksum = card["format"], card["sha256"]
    except (ValueError, KeyError, TypeError):
        raise ModelError(f"the card {beside} is damaged; install or train the model again") from None
    if has != version:
        raise ModelError(f"{path} has model format {has}, this program reads format {version}; train it again")
    if _sha256(weights) != checksum:
        raise ModelError(f"{path} does not match its checksum; install or train it again")
    return weights, card


@record
class ModelFile:
    """One line of the manifest."""

    file: str
    """its path under `kaensan/methods`"""
    bytes: int
    sha256: str
    format: int | None
    """the version of the file format, which the program checks before it reads the rest"""
    origin: dict[str, Any]
    """what it was trained on and how, as its own card says"""


def write_manifest(folder: Path | None = None) -> list[ModelFile]:
    """Describe every model of the folder, and of the folders in it, in its manifest."""
    folder = folder or shipped_path("")
    models = [_describe(path, folder) for path in sorted(folder.rglob("*")) if path.suffix in (".npz", ".onnx")]
    text = json.dumps([asdict(model) for model in models], indent=1, ensure_ascii=False)
    (folder / NAME).write_text(text + "\n", encoding="utf-8")
    return models


def _describe(path: Path, folder: Path) -> ModelFile:
    data = path.read_bytes()
    card = _card(path)
    origin = {key: value for key, value in card.items() if key not in _LEFT_OUT}
    name = path.relative_to(folder).as_posix()
    return ModelFile(name, len(data), _sha256(data), card.get("format"), origin)


def _card(path: Path) -> dict[str, Any]:
    """What a model says about itself: in the file, or in a JSON file of the same name."""
    card = b"{}"
    if path.suffix == ".npz":
        with np.load(path, allow_pickle=False) as stored:
            if _ABOUT in stored.files:
                card = stored[_ABOUT].tobytes()
    elif path.with_suffix(".json").is_file():
        card = path.with_suffix(".json").read_bytes()
    read: dict[str, Any] = json.loads(card)
    return read


def read_manifest(folder: Path | None = None) -> list[ModelFile]:
    """The models as the manifest describes them."""
    path = (folder or shipped_path("")) / NAME
    try:
        return [ModelFile(**entry) for entry in json.loads(path.read_text(encoding="utf-8"))]
    except (OSError, ValueError, TypeError) as error:
        raise ModelError(f"the manifest {path} cannot be read ({error}); install the program again") from None


def verify(folder: Path | None = None) -> dict[str, str]:
    """What is wrong with each model file: nothing (an empty text), missing, or another one than the manifest says."""
    folder = folder or shipped_path("")
    return {model.file: _fault(folder / model.file, model.sha256) for model in read_manifest(folder)}


def _fault(path: Path, checksum: str) -> str:
    if not path.is_file():
        return "missing"
    return "" if _sha256(path.read_bytes()) == checksum else "another file than the manifest says"


if __name__ == "__main__":
    for model in write_manifest():
        print(f"{model.file}  format {model.format}  {model.bytes:,} bytes  {model.sha256}")
