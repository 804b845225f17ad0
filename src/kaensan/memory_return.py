"""Whether free memory goes back to the system, where the allocator can be told (glibc); nothing elsewhere."""

from __future__ import annotations

import ctypes
import gc

__all__ = ["keep_memory_apart", "keep_memory_ready", "return_free_memory", "trim_memory"]

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8  # malloc.h
_LARGE = 256 << 10
"""Bytes from which on a piece of memory is a mapping of its own, which is gone when it is freed."""
_AT_HAND = 8 << 20
"""Bytes of the largest pieces that come from the heap where it is kept, which are those of pages of some megabytes."""
_ARENAS = 2
"""Heaps that threads share; each keeps what was once in it."""


def keep_memory_apart() -> None:
    """Let large pieces be mappings of their own, always: by default the allocator soon takes them from its heap."""
    _call("mallopt", _M_MMAP_THRESHOLD, _LARGE)
    _call("mallopt", _M_ARENA_MAX, _ARENAS)
    gc.freeze()  # what is loaded stays, and need not be looked through for what may go


def keep_memory_ready() -> None:
    """Let what a page took be there for the next one: by default the top of the heap goes back after each page."""
    _call("mallopt", _M_MMAP_THRESHOLD, _AT_HAND)
    _call("mallopt", _M_TRIM_THRESHOLD, 4 * _AT_HAND)


def trim_memory() -> None:
    """Give free memory back to the system, also what only references in a circle hold: errors know where they arose."""
    gc.collect()
    return_free_memory()


def return_free_memory() -> None:
    """Give free memory back to the system: the allocator keeps it for pieces of its own, and Python has its own too."""
    _call("malloc_trim", 0)


def _call(function: str, *numbers: int) -> None:
    try:
        getattr(ctypes.CDLL(None), function)(*numbers)
    except (OSError, AttributeError, TypeError):
        return
