"""Which evidence spoke for a block and which against it.

A tree's answer is followed question by question: what the mean of its reachable leaves gains or loses by an answer is
the part of the feature that was asked about.
"""

from __future__ import annotations

import numpy as np

from kaensan.methods.core.features import Evidence
from kaensan.methods.core.model import CoreModel

__all__ = ["explain"]

_MOST = 3
_LEAST = 0.1
_WORDS: dict[str, str] = {
    "words": "length of the text",
    "prose": "text outside links",
    "linked": "share of link text",
    "ttr": "text per tag",
    "stops": "punctuation",
    "stop_count": "punctuation",
    "digits": "digits",
    "separators": "separator signs",
    "breaks": "spaces",
    "money": "prices",
    "capitals": "capital letters",
    "path": "names of the elements around it",
    "token": "name of the element",
    "score": "reader-mode score",
    "share": "share of the page's text",
    "longs": "long paragraphs",
    "long_share": "share of the long paragraphs",
    "tags": "density of tags",
    "importance": "words per link and tag",
    "anchor_ratio": "anchor ratio",
    "alike": "siblings that look alike",
    "like": "blocks that look alike",
    "trail": "blocks on the same path",
    "in_title": "words of the title",
    "in_description": "words of the page's description",
    "heading": "heading",
    "tag": "kind of element",
    "inline_tag": "kind of element",
    "position": "place on the page",
    "before": "place on the page",
    "after": "place on the page",
    "depth": "depth in the page",
    "repeats": "repeated text",
}
_PREFIXES: tuple[tuple[str, str], ...] = (
    ("up_to_", "distance to the main container"),
    ("side_of_", "side of the main container"),
    ("gap_to_", "distance to the main container"),
    ("blocks_to_", "distance to the main container"),
    ("share_of_", "size of the main container"),
    ("score_of_", "score of the main container"),
    ("below_", "depth in the main container"),
    ("since_", "what stands before it"),
    ("until_", "what comes after it"),
    ("page_", "kind of page"),
    ("type_", "kind of page"),
    ("path_", "names of the elements around it"),
    ("like_", "blocks that look alike"),
    ("trail_", "blocks on the same path"),
)


def explain(model: CoreModel, evidence: Evidence, block: int) -> tuple[list[str], list[str]]:
    """The strongest evidence for and against a block, strongest first."""
    part = _parts(model, evidence, block)
    total: dict[str, float] = {}
    for name, value in zip(model.columns, part.tolist(), strict=True):
        phrase = _phrase(name)
        total[phrase] = total.get(phrase, 0.0) + value
    ranked = sorted(total.items(), key=lambda item: -item[1])
    speaks_for = [phrase for phrase, value in ranked if value > _LEAST][:_MOST]
    speaks_against = [phrase for phrase, value in reversed(ranked) if value < -_LEAST][:_MOST]
    return speaks_for, speaks_against


def _parts(model: CoreModel, evidence: Evidence, block: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """What every feature added to the log-odds of a block."""
    forest = model.forest
    row = evidence.columns[model.places, block]
    answers = (row[forest.feature] > forest.border).reshape(forest.trees, -1)
    depth = answers.shape[1]
    leaves = forest.leaf.reshape(forest.trees, *([2] * depth))  # the last question is the first axis
    part = np.zeros(len(model.columns))
    every = np.arange(forest.trees)
    mean = leaves.reshape(forest.trees, -1).mean(axis=1)
    for level in range(depth):
        leaves = np.moveaxis(leaves, -1, 1)[every, answers[:, level].astype(np.int64)]
        narrowed = leaves.reshape(forest.trees, -1).mean(axis=1)
        np.add.at(part, forest.feature.reshape(forest.trees, depth)[:, level], narrowed - mean)
        mean = narrowed
    return part


def _phrase(name: str) -> str:
    base = name.partition("@")[0].partition("~")[0]
    for prefix, phrase in _PREFIXES:
        if base.startswith(prefix):
            return phrase
    phrase = _WORDS.get(base, base.replace("_", " "))
    if "@" in name and not name.endswith("@0"):
        phrase += " in the element around it"
    elif "~" in name:
        phrase += " nearby"
    return phrase
