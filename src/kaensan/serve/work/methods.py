"""The methods, and which of them can run here."""

from __future__ import annotations

from kaensan.errors import KaensanError
from kaensan.methods import DEFAULT, load, names
from kaensan.methods.core.policy import KINDS
from kaensan.page import parse
from kaensan.serve.work.task import Answer, Task, json_answer

__all__ = ["answer"]


def answer(task: Task) -> Answer:
    page = parse("<title>x</title><h1>x</h1><p>One sentence, to see whether the method runs.</p>")
    listed = []
    for name, summary in names().items():
        try:
            load(name).label(page)
            why = None
        except (KaensanError, ImportError) as error:
            why = str(error)
        one = {"name": name, "summary": summary, "default": name == DEFAULT, "available": why is None, "why": why}
        listed.append(one)
    return json_answer({"methods": listed, "policy": list(KINDS)})
