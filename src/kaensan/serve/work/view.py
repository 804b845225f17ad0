"""Everything the studio shows about a page: the decision, the renderings, the page itself; reasons on demand."""

from __future__ import annotations

from typing import Any

import numpy as np

from kaensan.compare import compare
from kaensan.document import Document
from kaensan.methods import names
from kaensan.methods.core.method import CoreEvidence
from kaensan.page import Page
from kaensan.serve.work.compare import comparison_data
from kaensan.serve.work.decided_rows import ROLES, reason_data
from kaensan.serve.work.safe_page import ViewOptions, render_view
from kaensan.serve.work.task import Answer, Task, json_answer

__all__ = ["answer", "reasons"]

_FORMATS = ("text", "markdown", "html")


def answer(task: Task) -> Answer:
    page = task.page()
    document = task.document(page)
    options = task.options
    data: dict[str, Any] = {
        "url": page.url,
        "encoding": page.encoding,
        "method": document.method,
        "page_type": document.page_type,
        "confidence": document.confidence,
        "threshold": threshold_of(document),
        "warnings": list(document.warnings),
        "metadata": document.metadata.to_dict(),
        **{form: document.render(form) for form in options.get("formats", _FORMATS)},
        "rows": _rows(document),
        "view": render_view(page, ViewOptions(pictures=options.get("pictures", False))),
    }
    if options.get("source"):
        data["source"] = page.source
        data["places"] = {"start": page.texts.offset.tolist(), "end": page.texts.end_offset.tolist()}
    if methods := options.get("methods"):
        data["compare"] = _compared(page, methods)
    return json_answer(data)


def threshold_of(document: Document) -> float | None:
    """The lowest score that was enough on this page; None for methods that have none of the page's own."""
    evidence = document.labels.evidence
    if not isinstance(evidence, CoreEvidence) or evidence.threshold is None:
        return None
    return round(evidence.threshold, 4)


def _rows(document: Document) -> dict[str, list[Any]]:
    """What was decided about every row, column by column; the texts themselves are in the view."""
    texts, labels, elements = document.page.texts, document.labels, document.page.elements
    return {
        "block": texts.block.tolist(),
        "tag": [elements.names[parent] for parent in texts.parent.tolist()],
        "role": [ROLES[role] for role in labels.role.tolist()],
        "score": np.round(labels.score.astype(np.float64), 3).tolist(),
        "visible": texts.visible.astype(np.int8).tolist(),
        "length": texts.length.tolist(),
    }


def reasons(task: Task) -> Answer:
    """Why rows were kept or dropped, each in a sentence and in numbers."""
    document = task.document()
    count = len(document.page.texts)
    wanted = task.options.get("rows")
    rows = range(count) if wanted is None else [row for row in wanted if 0 <= row < count]
    language = task.options.get("language", "en")
    return json_answer(
        {
            "method": document.method,
            "threshold": threshold_of(document),
            "reasons": [{"row": row, **reason_data(document, row, language)} for row in rows],
        }
    )


def _compared(page: Page, methods: list[str]) -> dict[str, Any]:
    """Roles and scores of the methods that can run; a method that was named and cannot is an error."""
    return comparison_data(compare(page, None if set(methods) >= set(names()) else methods))
