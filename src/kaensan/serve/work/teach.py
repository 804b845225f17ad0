"""A corrected page becomes a record of the gold store."""

from __future__ import annotations

from kaensan.serve.gold.record import Correction, page_bytes, to_record
from kaensan.serve.work.task import Answer, Task, json_answer

__all__ = ["answer"]


def answer(task: Task) -> Answer:
    page = task.page()
    html = page_bytes(task.sent, page)
    return json_answer(to_record(page, html, Correction(**task.options)))
