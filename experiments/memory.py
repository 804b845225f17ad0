"""How much memory this process has needed."""

from __future__ import annotations

import resource
import sys
from pathlib import Path

__all__ = ["peak_bytes", "resident_bytes"]


def peak_bytes() -> int:
    """The most memory that the process has held at once."""
    status = Path("/proc/self/status")
    if status.exists():  # Linux, where ru_maxrss of a child starts at what its parent had
        return _field(status, "VmHWM:")
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def resident_bytes() -> int:
    """The memory that the process holds now; its peak where the system does not say."""
    status = Path("/proc/self/status")
    return _field(status, "VmRSS:") if status.exists() else peak_bytes()


def _field(status: Path, name: str) -> int:
    return int(status.read_text().partition(name)[2].split()[0]) * 1024
