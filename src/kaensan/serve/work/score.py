"""Every method measured against what a person says about a page."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kaensan.compare import compare
from kaensan.compare.against_gold import Gold, read_gold
from kaensan.dates.found_dates import read_date
from kaensan.document import Document
from kaensan.errors import UsageError
from kaensan.gold.fields import is_right
from kaensan.gold.marked import mark
from kaensan.page import Page
from kaensan.serve.gold.labelled_posts import MarkedPost, read_posts
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
    metadata = task.options.get("metadata") or {}
    posts = read_posts(page, labels, task.options.get("posts"))
    return json_answer(
        {
            "text": gold.text,
            "methods": [
                {
                    "method": document.method,
                    "measures": [
                        *map(measure_data, gold.measure(document.labels, document.text)),
                        _row_accuracy(page, document, wanted),
                        *_metadata(document, metadata),
                        *_posts(document, posts),
                    ],
                }
                for document in comparison.documents
            ],
            "missing": [{"method": one.method, "why": one.why} for one in comparison.missing],
        }
    )


def _row_accuracy(page: Page, document: Document, wanted: NDArray[np.bool_]) -> dict[str, Any]:
    length = page.texts.length
    right = length[document.labels.kept == wanted].sum() / max(length.sum(), 1)
    return _measure(
        "row accuracy",
        float(right) if len(length) else 1.0,
        "characters of the page that are kept or dropped as they should be",
    )


def _metadata(document: Document, known: dict[str, str | None]) -> list[dict[str, Any]]:
    """Whether title, author and date are right, where the gold says what they are."""
    found = {"title": document.title, "author": document.author, "date": document.date}
    measures: list[dict[str, Any]] = []
    for name, value in known.items():
        if value:
            gold = (read_date(value) or value) if name == "date" else value
            measures.append(_measure(name, float(is_right(name, gold, found[name])), f"the {name} is the gold's"))
    return measures


def _posts(document: Document, wanted: list[MarkedPost]) -> list[dict[str, Any]]:
    """How many posts of a discussion are found with the right text, author and date; the same for every method."""
    if not wanted:
        return []
    waiting = {_squeezed(post.text): post for post in document.posts}
    found = [(post, waiting.get(_squeezed(post.text))) for post in wanted]
    text = [other is not None for _, other in found]
    author = [other is not None and _squeezed(other.author) == _squeezed(post.author) for post, other in found]
    date = [other is not None and _squeezed(other.date_text) == _squeezed(post.date) for post, other in found]
    return [
        _measure("posts", sum(text) / len(wanted), "posts of the discussion with the right text"),
        _measure("post authors", sum(author) / len(wanted), "posts with the right text and author"),
        _measure("post dates", sum(date) / len(wanted), "posts with the right text, and the date as it is written"),
    ]


def _measure(name: str, value: float, meaning: str) -> dict[str, Any]:
    return {"name": name, "value": value, "meaning": meaning}


def _squeezed(text: str | None) -> str:
    return "".join((text or "").split())
