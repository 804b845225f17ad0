"""A progress bar on standard error, for runs that people wait for."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TextIO, TypeVar

__all__ = ["progress"]

Item = TypeVar("Item")

_WIDTH = 28
"""columns of the bar: with the words around it, it fits into 80"""
_EVERY = 0.1
"""seconds between two showings: as often as an eye can tell"""


def progress(items: Iterable[Item], total: int, what: str, stream: TextIO | None = None) -> Iterator[Item]:
    """Hand the items on and show how far they are, on a terminal only: nothing is printed into a file or a pipe."""
    out = sys.stderr if stream is None else stream
    if not out.isatty():
        yield from items
        return
    began = shown = time.monotonic()
    done = 0
    for item in items:
        yield item
        done += 1
        now = time.monotonic()
        if now - shown > _EVERY:
            shown = now
            out.write("\r" + _line(done, total, what, now - began))
            out.flush()
    out.write("\r" + _line(done, total, what, time.monotonic() - began) + "\n")
    out.flush()


def _line(done: int, total: int, what: str, seconds: float) -> str:
    share = min(done / total, 1.0) if total else 1.0
    bar = "█" * round(share * _WIDTH)
    left = f"{seconds / share - seconds:.0f} s left" if 0 < share < 1 else f"{seconds:.0f} s"
    return f"{what} {bar:░<{_WIDTH}} {done}/{total}, {left}   "
