"""What worker processes do: a request in, an answer out, ready to be sent."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from kaensan.errors import InputError, KaensanError, UsageError
from kaensan.memory_return import trim_memory
from kaensan.serve.work.task import Answer, Body, Sent, Stores, Task, problem

__all__ = ["FIRST", "LONG_KINDS", "Answer", "Body", "Sent", "Stores", "Task", "work"]

FIRST = Task("extract", Sent("<title>x</title><p>One sentence, to load the model.</p>"))
"""What a worker does before requests come, so that the default model is there for the first one."""

_HANDLERS: dict[str, str] = {
    "extract": "pages.extract",
    "line": "pages.extract",
    "thread": "pages.thread",
    "methods": "pages.methods",
    "cloud": "cloud.answer",
    "view": "view.answer",
    "look": "own_look.answer",
    "reasons": "view.reasons",
    "corrected": "corrected.answer",
    "picture": "picture.answer",
    "compare": "compare.answer",
    "compare-plan": "compare.plan",
    "compare-one": "compare.compare_one",
    "compare-all": "compare.put_together",
    "score": "score.answer",
    "gold": "gold.save",
    "gold-list": "gold.list_pages",
    "gold-get": "gold.get",
    "gold-marked": "gold.marked",
    "gold-import": "gold.import_entry",
    "gold-unpack": "gold.unpack",
    "gold-export": "gold.export",
    "learn": "gold.learn_site",
    "before-after": "before_after.answer",
    "line-id": "request_reading.line_id",
    "archive": "archive.pages",
    "site": "site.known",
    "site-propose": "site.propose",
    "site-save": "site.save",
    "site-forget": "site.forget",
}
"""The function for each kind of task, in a module of this package."""

_LARGE = 1 << 20
"""Bytes of a page after which a worker gives its memory back."""

LONG_KINDS = frozenset({"gold-unpack", "gold-export", "learn", "before-after"})
"""Work on many pages, which has a process of its own and more time."""


def work(task: Task) -> Answer:
    """Do one task. What is wrong with the request is an answer too; what is wrong with us is an exception."""
    from kaensan.serve.problems import Problem
    from kaensan.serve.work.request_reading import read_task

    module, _, name = _HANDLERS[task.kind].partition(".")
    try:
        ready = task if task.kind == "line-id" else read_task(task)
        if isinstance(ready, Answer):
            return ready
        handler: Callable[[Task], Answer] = getattr(import_module(f"kaensan.serve.work.{module}"), name)
        answer = handler(ready)
    except Problem as refused:
        return refused.answer()
    except UsageError as error:
        return problem(422, "usage", str(error))
    except InputError as error:
        return problem(400, "input", str(error))
    except KaensanError as error:
        return problem(500, "failed", str(error))
    finally:
        if task.size > _LARGE:
            trim_memory()
    if len(answer.body) > task.most:
        return problem(422, "too_large", f"the answer is larger than {task.most:,} bytes; ask for less of the page")
    return answer
