"""Which of the reference sets are learned from."""

from __future__ import annotations

from pathlib import Path

from kaensan.errors import InputError
from kaensan.gold import datasets

__all__ = ["WITHOUT_CONTENT", "YARDSTICKS", "learned_sets"]

YARDSTICKS = frozenset(
    {
        *("cleaneval", "cleaneval-zh", "cleanportaleval", "dragnet", "l3s-gn1", "googletrends"),
        *("thai-news", "jp-news", "htmltotext", "webmainbench-sample"),
    }
)
"""Datasets that are never learned from: they measure what the model does on pages of another kind."""

WITHOUT_CONTENT = frozenset({"defuddle", "htmldate"})
"""Datasets whose gold does not say what is content: the output of another program, and dates alone."""


def learned_sets(data: Path) -> list[str]:
    """The datasets of a folder that are learned from."""
    names = [
        name
        for name in datasets.names(data)
        if name.partition(".")[0] not in YARDSTICKS | WITHOUT_CONTENT and not name.endswith(".test")
    ]
    if not names:
        raise InputError(f"{data} holds no pages to learn from")
    return names
