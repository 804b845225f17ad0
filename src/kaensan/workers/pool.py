"""A pool of processes in which any task may crash, hang or eat all memory without harm to the others."""

from __future__ import annotations

import pickle
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Generic, TypeVar

from kaensan.errors import KaensanError, UsageError
from kaensan.workers.child import refuse_inside_import
from kaensan.workers.process import Gone, Process

__all__ = ["NotStarted", "OutOfMemory", "Pool", "TimedOut", "WorkerDied"]

Task = TypeVar("Task")
Result = TypeVar("Result")

_LOOK = 0.1
"""Seconds between two looks at the limits of the tasks in work."""

_RESTARTS = 5
"""How often a task is given to a new process when the one that it was meant for had died before it."""


class WorkerDied(KaensanError):
    """The process died of the task; the message says how."""


class NotStarted(WorkerDied):
    """No process can be started to do the task, whatever task it is; `reason` is what the process said, if anything."""

    def __init__(self, message: str, reason: str | None = None) -> None:
        super().__init__(message)
        self.reason = reason


class TimedOut(WorkerDied):
    """The task took longer than the time limit, and its process was killed."""


class OutOfMemory(WorkerDied):
    """The task wanted more than the memory limit."""


class Pool(Generic[Task, Result]):
    """`workers` processes that do `work` on one task at a time each.

    `work` and `setup` are picklable: functions at the top of a module, or `functools.partial` of one. `setup` runs once
    in every new process, before its first task and outside the time limit. Processes are started afresh, not forked,
    with linear algebra on one thread. `submit` may be called from any thread. Tasks wait in a queue without an end:
    whoever has many of them keeps only some under way.

    A task that crashes its process, takes longer than `time_limit` seconds or more than `memory_limit` bytes fails with
    `WorkerDied` or one of its kinds; the process is replaced, and no other task notices. An exception of `work` itself
    is the future's exception. The memory limit is that of the whole process, about 100 MB of which are the program.
    Linux keeps it to the byte; elsewhere the process is looked at ten times a second where psutil is installed, and
    has no limit where it is not.

    Processes get an environment without keys and passwords, unless another `environment` is given.

    >>> with Pool(len, workers=1) as pool:
    ...     pool.submit("abc").result()
    3
    """

    def __init__(
        self,
        work: Callable[[Task], Result],
        workers: int = 2,
        *,
        setup: Callable[[], object] | None = None,
        time_limit: float | None = None,
        memory_limit: int | None = None,
        environment: dict[str, str] | None = None,
    ) -> None:
        if workers < 1:
            raise UsageError(f"workers is a number from 1, not {workers}")
        refuse_inside_import()
        try:
            program = pickle.dumps((work, setup))
        except Exception as error:
            raise UsageError(f"this work cannot be sent to other processes ({error})") from error
        self._queue: SimpleQueue[_Job[Task, Result] | None] = SimpleQueue()
        self._time_limit = time_limit
        self._memory_limit = memory_limit
        self._lock = threading.Lock()
        self._closed = False
        self._awake = threading.Event()
        self._seats = [
            _Seat(self._queue, Process(program, memory_limit, environment), self._awake) for _ in range(workers)
        ]
        self._threads = [threading.Thread(target=seat.run, daemon=True) for seat in self._seats]
        if time_limit is not None or memory_limit is not None:
            threading.Thread(target=self._watch, daemon=True).start()
        for thread in self._threads:
            thread.start()

    @property
    def processes(self) -> tuple[int, ...]:
        """The numbers of the processes that run now."""
        return tuple(pid for seat in self._seats if (pid := seat.process.pid) is not None)

    def submit(self, task: Task) -> Future[Result]:
        """Put a task in the queue. A task that still waits can be cancelled."""
        with self._lock:
            if self._closed:
                raise UsageError("the pool is closed; make a new one")
            job = _Job[Task, Result](task)
            self._queue.put(job)
            return job.future

    def close(self, *, finish: bool = True) -> None:
        """End the processes, after all tasks that wait; or at once: tasks in work die, the others are cancelled."""
        with self._lock:
            if not self._closed:
                self._closed = True
                if not finish:
                    self._drop()
                for _ in self._seats:
                    self._queue.put(None)
        for thread in self._threads:
            thread.join()
        self._awake.set()

    def __enter__(self) -> Pool[Task, Result]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close(finish=error is None)

    def _drop(self) -> None:
        while True:
            try:
                job = self._queue.get_nowait()
            except Empty:
                break
            if job is not None:
                job.future.cancel()
        for seat in self._seats:
            seat.close()

    def _watch(self) -> None:
        """Look at the tasks in work, as long as there are any, and kill the processes of those past a limit."""
        while not (self._closed and not any(thread.is_alive() for thread in self._threads)):
            self._awake.clear()
            busy = sum(self._look_at(seat) for seat in self._seats)
            if busy:
                time.sleep(_LOOK)
            else:
                self._awake.wait()

    def _look_at(self, seat: _Seat[Task, Result]) -> bool:
        began = seat.began
        if began is None:
            return False
        taken = time.monotonic() - began
        if taken < _LOOK:
            return True  # most tasks end before the next look, which spares asking for their memory
        if self._time_limit is not None and taken > self._time_limit:
            seat.condemn(TimedOut(f"the task took more than {self._time_limit:g} seconds"), began)
        elif self._memory_limit is not None and seat.process.memory() > self._memory_limit:
            seat.condemn(_out_of_memory(self._memory_limit), began)
        return True


class _Job(Generic[Task, Result]):
    def __init__(self, task: Task) -> None:
        self.task = task
        self.future: Future[Result] = Future()


class _Seat(Generic[Task, Result]):
    """The place of one process, kept by one thread: takes a job, hands it over, waits, and replaces a dead process."""

    def __init__(self, queue: SimpleQueue[_Job[Task, Result] | None], process: Process, awake: threading.Event) -> None:
        self.process = process
        self.began: float | None = None
        self._queue = queue
        self._awake = awake
        self._lock = threading.Lock()
        self._verdict: WorkerDied | None = None
        self._closed = False

    def condemn(self, verdict: WorkerDied, began: float) -> None:
        """Kill the process, and let its task fail with the verdict; nothing if that task is no longer in work."""
        with self._lock:
            if began == self.began:
                self._verdict = verdict
                self.process.kill()

    def close(self) -> None:
        """Kill the process, and start no other."""
        with self._lock:
            self._closed = True
            self.process.end()

    def run(self) -> None:
        """Do jobs until there is none."""
        with suppress(OSError, Gone):  # the first task starts it again, and hears why it cannot be
            self.process.start()
        while (job := self._queue.get()) is not None:
            if job.future.set_running_or_notify_cancel():
                try:
                    self._do(job)
                except BaseException as error:
                    job.future.set_exception(error)
        self.process.stop()

    def _do(self, job: _Job[Task, Result]) -> None:
        message = pickle.dumps(job.task, pickle.HIGHEST_PROTOCOL)
        job.task = None  # type: ignore[assignment]  # the message is enough: a page may be large
        for attempt in range(_RESTARTS):
            try:
                self.process.ready()
                break
            except Gone as gone:
                if self._closed:
                    raise _closed() from None
                if gone.reason is not None or attempt == _RESTARTS - 1:
                    raise NotStarted(str(gone), gone.reason) from None
        answer = self._exchange(message)
        try:
            done, result = pickle.loads(answer)
        except Exception as error:
            raise KaensanError(f"the result could not be read back ({type(error).__name__}: {error})") from error
        if done:
            job.future.set_result(result)
        else:
            job.future.set_exception(result)

    def _exchange(self, message: bytes) -> bytes:
        with self._lock:
            if self._closed:
                raise _closed()
            self._verdict = None
            self.began = time.monotonic()
        self._awake.set()
        try:
            return self.process.exchange(message)
        except Gone as gone:
            raise self._fate(gone) from None
        finally:
            with self._lock:
                self.began = None

    def _fate(self, gone: Gone) -> WorkerDied:
        if self._closed:
            return _closed()
        if self._verdict is not None:
            return self._verdict
        if gone.out_of_memory:
            return _out_of_memory(self.process.memory_limit)
        return WorkerDied(str(gone))


def _closed() -> WorkerDied:
    return WorkerDied("the pool was closed while the task was in work")


def _out_of_memory(limit: int | None) -> OutOfMemory:
    return OutOfMemory(
        "the task wanted more memory than there is" if limit is None else f"the task took more than {limit:,} bytes"
    )
