"""Work that does to its process what the worst pages do."""

from __future__ import annotations

import os
import signal
import sys
import time
from typing import Any


def perform(task: tuple[str, Any]) -> Any:
    """Do what the task says."""
    act, given = task
    if act == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif act == "exit":
        os._exit(given)
    elif act == "hang":
        time.sleep(600)
    elif act == "eat":
        return len(bytearray(given))
    elif act == "raise":
        raise ValueError(given)
    elif act == "odd error":
        raise OddError(1, 2)
    elif act == "odd result":
        return lambda: None
    elif act == "pid":
        return os.getpid()
    elif act == "environment":
        return os.environ.get(given)
    elif act == "set up":
        return getattr(sys, "set_up_by_test", None)
    elif act == "page faults":
        return _page_faults(given)
    elif act == "sleep":
        time.sleep(given)
    return given


def _page_faults(size: int) -> int:
    """How often the system has to find memory while three pieces are taken and let go again and again."""
    import resource

    def take() -> None:
        _ = [bytearray(size) for _ in range(3)]

    take()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(20):
        take()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def set_up() -> None:
    """Leave a mark that work can see."""
    sys.set_up_by_test = True  # type: ignore[attr-defined]


def fail_to_set_up() -> None:
    """A model that is not there, say."""
    raise FileNotFoundError("no model")


class OddError(Exception):
    """An error that pickle cannot bring back."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__("odd")
