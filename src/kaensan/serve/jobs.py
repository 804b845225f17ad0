"""Long work: it goes on when the client looks away, and tells how far it is to whoever follows it."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from kaensan.errors import KaensanError
from kaensan.serve.problems import UNFORESEEN, Problem
from kaensan.serve.service_metrics import Metrics
from kaensan.serve.settings import Limits
from kaensan.serve.work.task import Answer

__all__ = ["Job", "Jobs", "Report", "Work"]

Report = Callable[..., None]
"""Reports how far the work is: `report("deciding", done=1, total=7, …)`."""
Work = Callable[[Report], Awaitable[Any]]
"""Long work; its result is plain data, or the answer of a worker."""

_REMEMBERED = 64
_REMEMBERED_BYTES = 64 << 20
"""Finished jobs, and bytes of their events, that can still be read; the latest one can in any case."""
_MOST_EVENTS = 20_000
"""Events of one job; what goes on after them is told by its end alone."""
_HEARTBEAT = 15.0
"""Seconds after which a silent stream says that it is alive."""

_log = logging.getLogger(__name__)


@dataclass
class Job:
    """One piece of long work and all its events so far."""

    id: str
    kind: str
    events: list[bytes] = field(default_factory=list)
    """as they are sent"""
    done: bool = False
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None

    def add(self, name: str, data: Any) -> None:
        """Add an event; an answer of a worker is JSON already."""
        written = data.body if isinstance(data, Answer) else _json(data)
        self.events.append(b"id: %d\nevent: %s\ndata: %s\n\n" % (len(self.events) + 1, name.encode(), written))
        self.done = name in ("result", "failed")
        self.changed.set()
        self.changed = asyncio.Event()


class Jobs:
    """The jobs of a service; used from the event loop alone."""

    def __init__(self, limits: Limits, metrics: Metrics) -> None:
        self._limits = limits
        self._metrics = metrics
        self._jobs: dict[str, Job] = {}
        self.closing = asyncio.Event()

    def start(self, kind: str, work: Work, when_done: Callable[[], None] = lambda: None) -> Job:
        """Begin a job, or a 429 when too many are under way; `when_done` is called at its end."""
        if sum(not job.done for job in self._jobs.values()) >= self._limits.jobs:
            message = f"{self._limits.jobs} long works are under way already; try again later"
            raise Problem(429, "busy", message, headers={"Retry-After": "5"})
        job = Job(secrets.token_urlsafe(16), kind)
        self._jobs[job.id] = job
        job.task = asyncio.create_task(self._run(job, work))
        job.task.add_done_callback(lambda _: when_done())
        self._forget()
        return job

    def _forget(self) -> None:
        """Let go of the oldest finished jobs."""
        finished = [job for job in self._jobs.values() if job.done]
        size = sum(sum(map(len, job.events)) for job in finished)
        while len(finished) > _REMEMBERED or (size > _REMEMBERED_BYTES and len(finished) > 1):
            oldest = finished.pop(0)
            size -= sum(map(len, oldest.events))
            del self._jobs[oldest.id]

    def get(self, name: str) -> Job:
        try:
            return self._jobs[name]
        except KeyError:
            raise Problem(404, "unknown", "there is no such job, or it has been forgotten") from None

    def cancel(self, name: str) -> None:
        """Stop a job."""
        job = self.get(name)
        if job.task is not None:
            job.task.cancel()

    async def follow(self, job: Job, after: int = 0) -> AsyncIterator[bytes]:
        """The events of a job from a number on, as they come, until it is done or the service closes."""
        yield b"retry: 1000\n\n"
        at = after
        closing = asyncio.create_task(self.closing.wait())
        try:
            while True:
                changed = job.changed
                while at < len(job.events):
                    yield job.events[at]
                    at += 1
                if job.done or self.closing.is_set():
                    return
                waiting = asyncio.create_task(changed.wait())
                await asyncio.wait({waiting, closing}, timeout=_HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
                if not waiting.done():
                    waiting.cancel()
                    yield b": still at work\n\n"
        finally:
            closing.cancel()

    async def close(self) -> None:
        """Let the jobs under way finish."""
        self.closing.set()
        await asyncio.gather(*(job.task for job in self._jobs.values() if job.task), return_exceptions=True)

    async def _run(self, job: Job, work: Work) -> None:
        def report(what: str, **more: Any) -> None:
            if len(job.events) < _MOST_EVENTS:
                job.add("progress", {"what": what, **more})

        self._metrics.jobs.inc()
        try:
            result = await work(report)
        except Problem as problem:
            job.add("failed", {"status": problem.status, **json.loads(problem.answer().body)})
        except KaensanError as error:
            job.add("failed", {"status": 500, "error": {"kind": "failed", "message": str(error)}})
        except asyncio.CancelledError:
            job.add("failed", {"status": 499, "error": {"kind": "cancelled", "message": "the work was stopped"}})
        except Exception:
            _log.exception("a %s job failed", job.kind)
            job.add("failed", {"status": 500, "error": {"kind": "failed", "message": UNFORESEEN}})
        else:
            job.add("result", result)
        finally:
            self._metrics.jobs.dec()


def _json(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
