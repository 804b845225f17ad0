"""Processes that may be killed: one task, one process, one pipe, and limits on time and memory."""

from kaensan.workers.pool import NotStarted, OutOfMemory, Pool, TimedOut, WorkerDied

__all__ = ["NotStarted", "OutOfMemory", "Pool", "TimedOut", "WorkerDied"]
