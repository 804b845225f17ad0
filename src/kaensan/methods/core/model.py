"""The learned model: its file, and what it says about a page."""

from __future__ import annotations

from dataclasses import field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.errors import ModelError
from kaensan.frozen_records import record
from kaensan.methods.core.class_words import KINDS, PAGE_TYPES, Vocabulary
from kaensan.methods.core.expected_f1 import FACTS, Confidence
from kaensan.methods.core.feature_rows import OF_BLOCKS
from kaensan.methods.core.features import Evidence, gather
from kaensan.methods.core.forest import Forest
from kaensan.methods.core.forest_answers import Asker
from kaensan.methods.core.forest_questions import questions
from kaensan.methods.core.layout_tables import as_boxes
from kaensan.methods.core.thread_evidence import ALL_NAMES, ThreadRule, completed, looks_like_thread, thread_gain
from kaensan.methods.model_files import read_arrays, shipped_path, write_arrays
from kaensan.page import Page

if TYPE_CHECKING:  # most pages are no boards
    from kaensan.methods.boards.model import PostModel

__all__ = ["FORMAT", "CoreModel", "read_model", "shipped_model"]

_BLOCKS = 1024
"""Blocks whose features are made at a time, half a megabyte of them: most pages have fewer."""

FORMAT = 3
"""The version of the file format and of the features; raise it when either changes."""

_KNOWN = frozenset({"columns", "scores", "types", "facts"})
"""what the card of a file holds besides the origin of the model"""

Floats = NDArray[np.float32]


@record
class CoreModel:
    """Everything that was learned."""

    vocabulary: Vocabulary
    columns: tuple[str, ...]
    """the features that the forest looks at, in its order"""
    forest: Forest
    provenance: dict[str, Any]
    rule: ThreadRule = field(default_factory=ThreadRule)
    confidence: Confidence = field(default_factory=Confidence)
    """how far what the chances promise can be trusted"""
    posts: PostModel | None = None
    """the model that finds threads; the one that ships with the program unless given"""

    def __post_init__(self) -> None:
        if self.forest.feature.size and int(self.forest.feature.max()) >= len(self.columns):
            raise ModelError("the model asks about features that it does not name; train it again")

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_askers"}  # their memory is no one else's

    def evidence(self, page: Page) -> Evidence:
        """The features of a page, those of its thread included; a board in tables is read as it is."""
        evidence = self._evidence(page, page)
        thread = evidence.thread
        if (thread and looks_like_thread(thread.log_odds, evidence.types, thread.posts)) or not (
            boxes := as_boxes(page)
        ):
            return evidence
        return replace(self._evidence(boxes, page), as_is=evidence)

    def _evidence(self, read: Page, page: Page) -> Evidence:
        """The features of a page that is read in some way; posts are looked for on the page as it is."""
        return completed(gather(read, self.vocabulary), self.rule, self.posts, page)

    def log_odds(self, evidence: Evidence) -> Floats:
        """How much speaks for every block, before blocks are made to agree."""
        if not len(evidence.blocks):
            return np.zeros(0, np.float32)
        by_forest, by_thread = self._by_forest(evidence), thread_gain(evidence)
        if evidence.as_is:
            by_forest = (by_forest + self._by_forest(evidence.as_is)) * np.float32(0.5)
        return by_forest if by_thread is None else by_forest + by_thread

    def _by_forest(self, evidence: Evidence) -> Floats:
        """What the forest says of every block, asked about some blocks at a time."""
        rows, count = evidence.rows, len(evidence.blocks)
        if rows is None:
            return np.zeros(count, np.float32)
        total = np.empty(count)
        total.fill(self.forest.bias)
        of_page, asker = rows.of_page(evidence.types), self._idle_asker()
        for first in range(0, count, _BLOCKS):
            end = min(first + _BLOCKS, count)
            own = np.empty((evidence.features - OF_BLOCKS.start - len(of_page), end - first), np.float32)
            evidence.fill_blocks(first, end, own)
            around, chain = rows.known.rows.along(evidence.blocks.chain[first:end])
            asker.add_leaves(around, chain, of_page, own, total[first:end])
        self._askers.append(asker)
        return total.astype(np.float32)

    def _idle_asker(self) -> Asker:
        """One that no other thread asks by; its memory serves one page after another."""
        try:
            return self._askers.pop()
        except IndexError:
            return Asker(questions(replace(self.forest, feature=self.places[self.forest.feature])))

    @cached_property
    def _askers(self) -> list[Asker]:
        """Those that nobody asks by at the moment; the questions of the forest are asked for by their places among all
        features."""
        return []

    @cached_property
    def places(self) -> NDArray[np.intp]:
        """Where the features of the forest stand among all that are computed."""
        number = {name: at for at, name in enumerate(ALL_NAMES)}
        missing = [name for name in self.columns if name not in number]
        if missing:
            message = f"the model needs the feature {missing[0]}, which this version does not compute"
            raise ModelError(f"{message}; install the version it was made with or train it again")
        return np.array([number[name] for name in self.columns], np.intp)

    def save(self, path: Path) -> None:
        """Write the model; the same model gives the same bytes."""
        known = {"columns": self.columns, "scores": KINDS, "types": PAGE_TYPES, "facts": FACTS}
        arrays: dict[str, NDArray[Any]] = {
            "words": np.frombuffer("\n".join(self.vocabulary.words).encode(), np.uint8),
            "weight": self.vocabulary.weight.astype(np.float16),
            "type_bias": self.vocabulary.bias,
            "feature": self.forest.feature.astype(np.int16),
            "border": self.forest.border,
            "leaf": self.forest.leaf.astype(np.float16),  # a thousandth of a log-odds tells nothing, and half the file
            "bias": np.array(self.forest.bias, np.float32),
            "confidence": np.array([self.confidence.bias, *self.confidence.weight], np.float64),
            "rule": np.array([self.rule.gate, self.rule.weight, self.rule.bias], np.float64),
        }
        write_arrays(path, arrays, {"format": FORMAT, **known, **self.provenance})


def read_model(path: Path) -> CoreModel:
    """Read a model file; a corrupt file or one for another version is refused."""
    arrays, about = read_arrays(path, FORMAT, "kaensan train core")
    try:
        return _assembled(arrays, about)
    except (KeyError, ValueError, IndexError) as error:
        raise ModelError(f"{path} is incomplete ({error}); install or train it again") from None


def _assembled(arrays: dict[str, NDArray[Any]], about: dict[str, Any]) -> CoreModel:
    words = tuple(arrays["words"].tobytes().decode().split("\n"))
    weight = arrays["weight"].astype(np.float32)
    if len(words) != len(weight) or weight.shape[1] != len(KINDS) + len(PAGE_TYPES):
        raise ValueError("words and weights do not match")
    forest = Forest(
        feature=arrays["feature"].astype(np.int32),
        border=arrays["border"],
        leaf=arrays["leaf"].reshape(-1).astype(np.float32),
        bias=float(arrays["bias"].reshape(-1)[0]),
    )
    if len(forest.feature) != len(forest.border) or len(forest.leaf) != 256 * forest.trees:
        raise ValueError("questions and leaves do not match")
    provenance = {key: value for key, value in about.items() if key not in _KNOWN}
    return CoreModel(
        vocabulary=Vocabulary(words, weight, arrays["type_bias"]),
        columns=tuple(about["columns"]),
        forest=forest,
        provenance=provenance,
        rule=ThreadRule(*arrays["rule"].tolist()),
        confidence=_confidence(arrays, about),
    )


def _confidence(arrays: dict[str, NDArray[Any]], about: dict[str, Any]) -> Confidence:
    """What was learned about its own judgement; a file of before that was learned, or from other facts, tells none."""
    if tuple(about.get("facts", ())) != FACTS:
        return Confidence()
    bias, *weight = arrays["confidence"].tolist()
    return Confidence(tuple(weight), bias)


@cache
def shipped_model() -> CoreModel:
    """The model that comes with the program, read once."""
    return read_model(shipped_path("core/core.npz"))
