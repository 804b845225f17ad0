"""The posts of a board page."""

from __future__ import annotations

from kaensan.serve.work.task import Answer, Task, json_answer
from kaensan.threads.finder import find_thread

__all__ = ["answer"]


def answer(task: Task) -> Answer:
    """The thread; `null` with no posts where the page is no discussion."""
    thread = find_thread(task.page())
    if thread is None:
        return json_answer({"thread": None, "posts": []})
    if task.options.get("format") == "jsonld":
        return json_answer(thread.to_jsonld())
    data = thread.to_dict()
    return json_answer({"thread": {name: value for name, value in data.items() if name != "posts"}, **data})
