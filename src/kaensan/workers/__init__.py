"""Processes that may be killed: one task, one process, one socket, and limits on time and memory."""

from kaensan.workers.limits import Limits
from kaensan.workers.pool import NotStarted, OutOfMemory, Pool, TimedOut, WorkerDied

__all__ = ["Limits", "NotStarted", "OutOfMemory", "Pool", "TimedOut", "WorkerDied"]
