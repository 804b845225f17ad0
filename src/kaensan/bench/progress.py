"""A progress bar on standard error, for runs that people wait for."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TextIO, TypeVar

__all__ = ["progress"]

Item = TypeVar("Item")

_WIDTH = 28


def progress(items: Iterable[Item], total: int, what: str, stream: TextIO | None = None) -> Iterator[Item]:
    """Hand the items on and show how far they are; on a stream that is no terminal, only one line at the end."""
    out = sys.stderr if stream is None else stream
    live = out.isatty()
    began = shown = time.monotonic()
    done = 0
    for item in items:
        yield item
        done += 1
        now = time.monotonic()
        if live and now - shown > 0.1:
            shown = now
            out.write("\r" + _line(done, total, what, now - began))
            out.flush()
    out.write(("\r" if live else "") + _line(done, total, what, time.monotonic() - began) + "\n")
    out.flush()


def _line(done: int, total: int, what: str, seconds: float) -> str:
    share = min(done / total, 1.0) if total else 1.0
    bar = "█" * round(share * _WIDTH)
    left = f"{seconds / share - seconds:.0f} s left" if 0 < share < 1 else f"{seconds:.0f} s"
    return f"{what} {bar:░<{_WIDTH}} {done}/{total}, {left}   "
