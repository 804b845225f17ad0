"""The model of board pages: which elements are the bodies of the posts, who wrote them, when, and whether
they are a thread at all.

Its file holds four forests with the names of the features that they look at, and a checksum of it all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kaensan.errors import ModelError
from kaensan.frozen_records import record
from kaensan.methods.boards.feature_table import FeatureTable
from kaensan.methods.boards.leaf_forest import BitForest
from kaensan.methods.model_files import read_arrays, shipped_path, write_arrays

__all__ = ["FORMAT", "TASKS", "PostModel", "Scorer", "read_post_model", "shipped_model"]

FORMAT = 2
"""The version of the file format and of the features; raise it when either changes."""

TASKS = ("body", "author", "date", "thread")
"""What the forests decide about."""

_ARRAYS = ("feature", "border", "ruled_out", "leaf")


@record
class Scorer:
    """A forest and the features it looks at."""

    columns: tuple[str, ...]
    forest: BitForest

    def __call__(
        self, features: Mapping[str, NDArray[np.float64]], some: NDArray[np.intp] | None = None
    ) -> NDArray[np.float32]:
        """A score per row, or for some of them: the higher, the likelier."""
        try:
            if isinstance(features, FeatureTable):
                columns = features.rows(self.columns)
            else:
                columns = np.array([features[name] for name in self.columns], np.float32)
            return self.forest(columns if some is None else columns.take(some, axis=1))
        except KeyError as missing:
            raise ModelError(
                f"the model needs the feature {missing.args[0]}, which this version does not compute"
            ) from None


@record
class PostModel:
    """Everything that was learned about posts."""

    body: Scorer
    author: Scorer
    date: Scorer
    thread: Scorer
    """whether a group of bodies makes the page a thread"""
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
                arrays[f"{task}_{name}"] = getattr(scorer.forest, name)
        write_arrays(path, arrays, {"format": FORMAT, "columns": columns, **self.about})


def read_post_model(path: Path) -> PostModel:
    """Read a model file; a damaged file or one for another version is refused."""
    arrays, about = read_arrays(path, FORMAT, "kaensan train boards")
    try:
        columns = about.pop("columns")
        body, author, date, thread = (
            Scorer(tuple(columns[task]), BitForest(*(arrays[f"{task}_{name}"] for name in _ARRAYS))) for task in TASKS
        )
    except (KeyError, ValueError, TypeError) as error:
        raise ModelError(f"{path} is incomplete ({error}); install or train it again") from None
    return PostModel(body, author, date, thread, about)


@cache
def shipped_model() -> PostModel:
    """The model that ships with the program; the file is read once."""
    return read_post_model(shipped_path("boards/boards-posts.npz"))
