"""The model of board pages: which elements are the bodies of the posts, who wrote them, and when.

Its file holds three forests with the names of the features that they look at, and a checksum of it all.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kaensan.errors import ModelError
from kaensan.model.boards_forest import BitForest

__all__ = ["FORMAT", "TASKS", "PostModel", "Scorer", "load_post_model", "read_post_model"]

FORMAT = 1
"""The version of the file format and of the features; raise it when either changes."""

TASKS = ("body", "author", "date")
"""What the forests decide about."""

_NAME = "boards-posts.npz"
_ARRAYS = ("feature", "border", "ruled_out", "leaf")


@dataclass(frozen=True)
class Scorer:
    """A forest and the features it looks at."""

    columns: tuple[str, ...]
    forest: BitForest

    def __call__(self, features: Mapping[str, NDArray[np.float64]]) -> NDArray[np.float32]:
        """A score per row: the higher, the likelier."""
        missing = [name for name in self.columns if name not in features]
        if missing:
            raise ModelError(f"the model needs the feature {missing[0]}, which this version does not compute")
        return self.forest(np.stack([features[name] for name in self.columns], axis=1).astype(np.float32))


@dataclass(frozen=True)
class PostModel:
    """Everything that was learned about posts."""

    body: Scorer
    author: Scorer
    date: Scorer
    about: dict[str, Any] = field(default_factory=dict)
    """what it was trained on and how good it is"""

    def save(self, path: Path) -> None:
        """Write the model; the same model gives the same bytes."""
        arrays: dict[str, NDArray[Any]] = {}
        columns: dict[str, tuple[str, ...]] = {}
        for task in TASKS:
            scorer: Scorer = getattr(self, task)
            columns[task] = scorer.columns
            for name in _ARRAYS:
                arrays[f"{task}_{name}"] = np.ascontiguousarray(getattr(scorer.forest, name))
        head = {"format": FORMAT, "columns": columns, "sha256": _checksum(arrays), **self.about}
        arrays["about"] = np.frombuffer(json.dumps(head, ensure_ascii=False).encode(), np.uint8)
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for name, array in arrays.items():
                entry = zipfile.ZipInfo(f"{name}.npy", (2020, 1, 1, 0, 0, 0))
                entry.compress_type = zipfile.ZIP_DEFLATED
                with archive.open(entry, "w") as file:
                    np.lib.format.write_array(file, array, allow_pickle=False)


def _checksum(arrays: Mapping[str, NDArray[Any]]) -> str:
    digest = hashlib.sha256()
    for name in sorted(arrays):
        if name != "about":
            digest.update(name.encode())
            digest.update(np.ascontiguousarray(arrays[name]).tobytes())
    return digest.hexdigest()


def read_post_model(path: Path) -> PostModel:
    """Read a model file; a damaged file or one for another version is refused."""
    try:
        with np.load(path, allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
        about = json.loads(arrays["about"].tobytes())
        version, columns, checksum = about.pop("format"), about.pop("columns"), about.pop("sha256")
    except FileNotFoundError:
        raise ModelError(f"there is no model at {path}; train one with `kaensan train boards`") from None
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise ModelError(f"{path} is not a model file or is damaged ({error}); install or train it again") from None
    if version != FORMAT:
        raise ModelError(f"{path} has model format {version}, this program reads format {FORMAT}; train it again")
    if _checksum(arrays) != checksum:
        raise ModelError(f"{path} does not match its checksum; install or train it again")
    scorers = {
        task: Scorer(tuple(columns[task]), BitForest(*(arrays[f"{task}_{name}"] for name in _ARRAYS))) for task in TASKS
    }
    return PostModel(scorers["body"], scorers["author"], scorers["date"], about)


@cache
def load_post_model() -> PostModel:
    """The model that ships with the program; the file is read once."""
    with resources.as_file(resources.files("kaensan.model") / _NAME) as path:
        return read_post_model(path)
