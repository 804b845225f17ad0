"""Every method measured against what a person says about a page."""

from __future__ import annotations

from typing import Any

import numpy as np

from kaensan.compare import compare
from kaensan.compare.gold import Gold, read_gold
from kaensan.document import Document
from kaensan.errors import UsageError
from kaensan.page import Page
from kaensan.serve.gold.marked import mark
from kaensan.serve.work.compare import measure_data
from kaensan.serve.work.task import Answer, Task, json_answer

__all__ = ["answer"]

_CONTENT = ("content", "post")


def answer(task: Task) -> Answer:
    page = task.page()
    labels: list[str] = task.options["labels"]
    if len(labels) != len(page.texts):
        raise UsageError(f"there are {len(labels)} labels for {len(page.texts)} rows; give one for each row of texts")
    wanted = np.array([label in _CONTENT for label in labels], np.bool_)
    gold = read_gold(page, mark(page, labels)) if wanted.any() else Gold(page, "")
    comparison = compare(page, task.options.get("methods"))
    return json_answer(
        {
            "text": gold.text,
            "methods": [
                {
                    "method": document.method,
                    "measures": [
                        *map(measure_data, gold.measure(document.labels, document.text)),
                        _row_accuracy(page, document, wanted),
                        *_metadata(document, task.options.get("metadata") or {}),
                    ],
                }
                for document in comparison.documents
            ],
            "missing": [{"method": one.method, "why": one.why} for one in comparison.missing],
        }
    )


def _row_accuracy(page: Page, document: Document, wanted: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> dict[str, Any]:
    length = page.texts.length
    right = length[document.labels.kept == wanted].sum() / max(length.sum(), 1)
    meaning = "characters of the page that are kept or dropped as they should be"
    return {"name": "row accuracy", "value": float(right) if len(length) else 1.0, "meaning": meaning}


def _metadata(document: Document, known: dict[str, str | None]) -> list[dict[str, Any]]:
    """Whether title, author and date are right, where the gold says what they are."""
    found = {"title": document.title, "author": document.author, "date": document.date}
    return [
        {
            "name": name,
            "value": float(_plain(found[name]) == _plain(value)),
            "meaning": f"1 when the {name} is the gold's",
        }
        for name, value in known.items()
        if value
    ]


def _plain(text: str | None) -> str:
    return " ".join((text or "").split()).casefold()
