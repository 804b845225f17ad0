"""What worker processes do: a page and options in, an answer out, ready to be sent."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from kaensan.errors import InputError, KaensanError, UsageError
from kaensan.serve.work.task import Answer, Sent, Task, problem

__all__ = ["FIRST", "Answer", "Sent", "Task", "work"]

FIRST = Task("extract", Sent("<title>x</title><p>One sentence, to load the model.</p>"))
"""What a worker does before requests come, so that the default model is there for the first one."""

_KINDS: dict[str, str] = {
    "extract": "extract",
    "compare": "compare",
    "thread": "thread",
    "cloud": "cloud",
    "view": "view",
    "picture": "picture",
    "score": "score",
    "methods": "methods",
    "gold": "teach",
    "import": "bring",
    "one": "one",
    "learn": "learn",
}
"""The module for each kind of task; it has `answer(task) -> Answer`."""


def work(task: Task) -> Answer:
    """Do one task. What is wrong with the request is an answer too; what is wrong with us is an exception."""
    handler: Callable[[Task], Answer] = import_module(f"kaensan.serve.work.{_KINDS[task.kind]}").answer
    try:
        return handler(task)
    except UsageError as error:
        return problem(422, "usage", str(error))
    except InputError as error:
        return problem(400, "input", str(error))
    except KaensanError as error:
        return problem(500, "failed", str(error))
