"""How much memory a process has, as far as the system says."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["resident_bytes"]


def resident_bytes(pid: int) -> int:
    """The bytes that a process has in memory: from /proc, else from psutil where it is installed; 0 if neither knows.

    >>> resident_bytes(os.getpid()) > 1_000_000
    True
    """
    try:
        pages = Path(f"/proc/{pid}/statm").read_bytes().split()[1]
    except (OSError, IndexError):
        return _by_psutil(pid)
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def _by_psutil(pid: int) -> int:
    try:
        import psutil
    except ImportError:
        return 0
    try:
        return int(psutil.Process(pid).memory_info().rss)
    except psutil.Error:
        return 0
