"""Everything the studio shows about a page, in one answer."""

from __future__ import annotations

from typing import Any

from kaensan.compare import compare
from kaensan.document import Document
from kaensan.methods import names
from kaensan.page import Page
from kaensan.serve.work.compare import comparison_data
from kaensan.serve.work.extract import document_data
from kaensan.serve.work.markup import ViewOptions, render_view
from kaensan.serve.work.rows import rows_of
from kaensan.serve.work.task import Answer, Task, json_answer

__all__ = ["answer"]


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
        "warnings": list(document.warnings),
        "metadata": document.metadata.to_dict(),
        "text": document.text,
        "markdown": document.markdown,
        "html": document.html,
        "json": document_data(document, task),
        "thread": _thread(document),
        "rows": rows_of(document, explain=options.get("explain", True)),
        "view": render_view(page, ViewOptions(pictures=options.get("pictures", False))),
    }
    if options.get("source"):
        data["source"] = page.source
    if methods := options.get("methods"):
        data["compare"] = _compared(page, methods)
    return json_answer(data)


def _thread(document: Document) -> dict[str, Any] | None:
    return document.thread.to_dict() if document.thread else None


def _compared(page: Page, methods: list[str]) -> dict[str, Any]:
    """Roles and scores of the methods that can run; a method that was named and cannot is an error."""
    return comparison_data(compare(page, None if set(methods) >= set(names()) else methods))
