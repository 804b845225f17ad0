"""A page with gold from elsewhere becomes a record of the gold store."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kaensan.errors import UsageError
from kaensan.gold.coverage import rows_in_text
from kaensan.gold.marked import unmark
from kaensan.page import Page, parse
from kaensan.serve.gold.record import Correction, page_bytes, to_record
from kaensan.serve.work.task import Answer, Sent, Task, json_answer

__all__ = ["answer"]


def answer(task: Task) -> Answer:
    """Import a marked page, or a line of a dataset whose page is the task's and whose rest is in the options."""
    line = task.options.get("line")
    if line is None:
        clean, marks = unmark(task.page().source)
        page = parse(clean, task.sent.url)
        correction = Correction(*marks.labels(page, as_posts=bool(task.options.get("posts"))))
        return json_answer(to_record(page, page_bytes(Sent(clean), page), correction))
    page = task.page()
    extra = line.get("extra") or {}
    given = extra.get("labels")
    labels = [str(label) for label in given] if isinstance(given, list) else []
    fits = len(labels) == len(page.texts)
    correction = Correction(
        labels=labels if fits else _aligned(page, line),
        posts=_numbers(extra.get("posts"), len(page.texts)) if fits else None,
        title=_text(line, "title"),
        author=_text(line, "author"),
        date=_text(line, "date"),
        language=_text(line, "lang"),
        page_type=_text(line, "page_type"),
        note=str(extra.get("note") or ""),
    )
    return json_answer(to_record(page, page_bytes(task.sent, page), correction))


def _text(line: Mapping[str, Any], name: str) -> str | None:
    value = line.get(name)
    return value if isinstance(value, str) else None


def _numbers(given: Any, count: int) -> list[int] | None:
    if isinstance(given, list) and len(given) == count and all(isinstance(one, int) for one in given):
        return given
    return None


def _aligned(page: Page, line: Mapping[str, Any]) -> list[str]:
    """Labels from gold text alone."""
    text = _text(line, "text")
    if text is None:
        raise UsageError("a line of a dataset has the text of its page, or a label for each row in extra.labels")
    return ["content" if held else "other" for held in rows_in_text(page, text).tolist()]
