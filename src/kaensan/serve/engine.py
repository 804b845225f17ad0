"""The worker processes, seen from the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from kaensan.errors import KaensanError
from kaensan.serve.metrics import Metrics
from kaensan.serve.problems import UNFORESEEN, Problem
from kaensan.serve.settings import Settings
from kaensan.serve.work import FIRST, Answer, Task, work
from kaensan.workers import OutOfMemory, Pool, TimedOut, WorkerDied

__all__ = ["Do", "Engine"]

_log = logging.getLogger(__name__)

Do = Callable[[Task], Answer]
"""What a worker does; a function at the top of a module."""


class Engine:
    """Does tasks in processes that may die without harm to the rest."""

    def __init__(self, settings: Settings, metrics: Metrics, do: Do = work) -> None:
        self._limits = settings.limits
        self._metrics = metrics
        self._pool: Pool[Task, Answer] = Pool(
            do,
            settings.workers,
            setup=partial(do, FIRST),
            time_limit=settings.limits.page,
            memory_limit=settings.limits.memory,
        )

    @property
    def processes(self) -> tuple[int, ...]:
        """The numbers of the worker processes."""
        return self._pool.processes

    async def do(self, task: Task) -> Answer:
        """Do a task; it is done once more when its process dies for a reason that may not lie in the page."""
        try:
            async with asyncio.timeout(self._limits.request):
                try:
                    return await self._once(task)
                except WorkerDied as death:
                    self._metrics.deaths.labels(type(death).__name__).inc()
                    if isinstance(death, TimedOut | OutOfMemory):
                        raise
                return await self._once(task)
        except TimedOut:
            raise Problem(504, "time", f"the page takes more than {self._limits.page:g} seconds of work") from None
        except TimeoutError:
            raise Problem(
                503, "busy", "the request waited too long for a worker; try again", headers={"Retry-After": "1"}
            ) from None
        except OutOfMemory:
            raise Problem(
                422, "memory", f"the page takes more than {self._limits.memory >> 20} MiB of memory"
            ) from None
        except WorkerDied as death:
            raise Problem(
                503, "died", f"{death}, twice; try again, or send another page", headers={"Retry-After": "1"}
            ) from None
        except KaensanError as error:
            raise Problem(500, "failed", str(error)) from error
        except Exception:
            _log.exception("a %s task failed", task.kind)
            raise Problem(500, "failed", UNFORESEEN) from None

    async def _once(self, task: Task) -> Answer:
        return await asyncio.wrap_future(self._pool.submit(task))

    async def close(self) -> None:
        """Finish what waits, then end the processes."""
        await asyncio.to_thread(self._pool.close)
