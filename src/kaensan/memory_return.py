"""Free memory that goes back to the system, where the allocator can be asked to (glibc); nothing elsewhere."""

from __future__ import annotations

import ctypes
import gc

__all__ = ["keep_memory_apart", "return_free_memory", "trim_memory"]

_M_MMAP_THRESHOLD, _M_ARENA_MAX = -3, -8
_LARGE = 256 << 10
"""Bytes from which on a piece of memory is a mapping of its own, which is gone when it is freed."""
_ARENAS = 2
"""Heaps that threads share; each keeps what was once in it."""


def keep_memory_apart() -> None:
    """Let large pieces be mappings of their own, always: by default the allocator soon takes them from its heap."""
    _call("mallopt", _M_MMAP_THRESHOLD, _LARGE)
    _call("mallopt", _M_ARENA_MAX, _ARENAS)
    gc.freeze()  # what is loaded stays, and need not be looked through for what may go


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
