"""Workers that misbehave when a page tells them to."""

from __future__ import annotations

import os
import re
import signal
import time
from pathlib import Path

from kaensan.serve.work import work
from kaensan.serve.work.request_reading import read_task
from kaensan.serve.work.task import Answer, Task, json_answer

__all__ = ["misbehave", "tell_number", "tell_priority"]


def tell_priority(_: Task) -> Answer:
    """How far the process stands back behind others."""
    return json_answer(os.nice(0))


def tell_number(_: Task) -> Answer:
    """The number of the process."""
    return json_answer(os.getpid())


def misbehave(task: Task) -> Answer:
    """Do what the page says: `sleep 0.5`, `die`, `die once FILE`, `eat`, `fail`; else answer at once."""
    if task.kind == "line-id":
        return work(task)
    ready = read_task(task)
    assert isinstance(ready, Task)
    assert ready.sent is not None
    text = ready.sent.html if isinstance(ready.sent.html, str) else ready.sent.html.decode()
    if found := re.match(r"sleep ([\d.]+)", text):
        time.sleep(float(found[1]))
    elif found := re.match(r"die once (\S+)", text):
        mark = Path(found[1])
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    elif text.startswith("die"):
        os.kill(os.getpid(), signal.SIGKILL)
    elif text.startswith("eat"):
        hoard = bytearray(1 << 33)
        hoard[::4096] = b"x" * len(hoard[::4096])
    elif text.startswith("fail"):
        raise ZeroDivisionError("a mistake in the work")
    return json_answer({"text": text, "worker": os.getpid()})
