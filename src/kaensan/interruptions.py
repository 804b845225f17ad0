"""Ctrl-C while packages are loaded, some of which swallow it: `except:` around an import that may fail is common."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread

__all__ = ["heeding_interruptions"]


@contextmanager
def heeding_interruptions() -> Iterator[None]:
    """Raise an interruption that came inside and was swallowed there once more at the end."""
    usual = signal.getsignal(signal.SIGINT)
    if usual is not signal.default_int_handler or current_thread() is not main_thread():
        yield
        return
    came = False

    def interrupt(number: int, frame: object) -> None:
        nonlocal came
        came = True
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
    if came:
        raise KeyboardInterrupt
