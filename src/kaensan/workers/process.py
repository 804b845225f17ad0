"""One worker process, seen from its parent."""

from __future__ import annotations

import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from multiprocessing import spawn
from multiprocessing.connection import Connection
from typing import Any

from kaensan.workers.child import OUT_OF_MEMORY, Orders
from kaensan.workers.environment import clean_environment
from kaensan.workers.memory import resident_bytes

__all__ = ["Gone", "Process"]

_START = "import sys; sys.path[:] = {path!r}; from kaensan.workers.child import serve; serve({descriptor})"
_ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS", "NUMEXPR_NUM_THREADS"),
    "1",
)
_BUFFER = 1 << 20
"""Bytes that wait in the socket, so that a page is handed over in one go."""

_GRACE = 1.0
"""Seconds between the end of a dying process's socket and its own, which the system takes to free its memory."""


class Gone(Exception):
    """The process is no more."""

    def __init__(self, status: int | None, reason: str | None = None) -> None:
        self.out_of_memory = status == OUT_OF_MEMORY
        self.reason = reason
        """why it could not start, where it said so"""
        super().__init__(f"the worker process could not start ({reason})" if reason else _exit_message(status))


class Process:
    """A process that may be killed at any moment by another thread, and is started again when it is next needed.

    It gets an environment without keys unless another is given, and a process group of its own: an interruption from
    the keyboard reaches the parent alone, which decides what becomes of its workers.
    """

    def __init__(self, program: bytes, memory_limit: int | None, environment: dict[str, str] | None = None) -> None:
        self.memory_limit = memory_limit
        self._environment = clean_environment(os.environ) if environment is None else environment
        self._program = program
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection | None = None
        self._is_ready = False
        self._lock = threading.Lock()
        self._ended = False

    @property
    def pid(self) -> int | None:
        """Its number, None while it does not run."""
        return self._process.pid if self._process is not None and self._process.poll() is None else None

    def start(self) -> None:
        """Begin to start it; `ready` waits for it."""
        here, there = socket.socketpair()
        with here, there:
            for end in (here, there):
                for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
                    end.setsockopt(socket.SOL_SOCKET, option, _BUFFER)
            with self._lock:
                if self._ended:
                    raise Gone(None)
                self._process = _launch(there, self._environment | _ONE_THREAD)
            self._connection = Connection(here.detach())
        self._is_ready = False
        orders: Orders = {"parent": os.getpid(), "memory_limit": self.memory_limit, "main": self._main()}
        with suppress(OSError):  # if it died at once, whoever waits for it to be ready will hear of it
            self._connection.send(orders)
            self._connection.send_bytes(self._program)

    def ready(self) -> None:
        """Wait until it can take a task; a process that has died is started again, and only the new one counts."""
        if self._is_ready and self.pid is not None:
            return
        if self._connection is None or self.pid is None:
            self._reap()
            self.start()
        assert self._connection is not None
        started, reason = self._receive_start(self._connection)
        if not started:
            raise Gone(self._reap(), reason)
        self._is_ready = True

    def exchange(self, message: bytes) -> bytes:
        """Hand over a task and wait for the answer; `Gone` if the process dies of it."""
        assert self._connection is not None
        try:
            self._connection.send_bytes(message)
            return self._connection.recv_bytes()
        except (EOFError, OSError):
            raise Gone(self._reap()) from None

    def memory(self) -> int:
        """The bytes that it has in memory, 0 where the system does not say."""
        pid = self.pid
        return 0 if pid is None else resident_bytes(pid)

    def kill(self) -> None:
        """End it at once, from any thread; it is started again when it is next needed."""
        if self._process is not None:
            self._process.kill()

    def end(self) -> None:
        """End it at once and for good, from any thread."""
        with self._lock:
            self._ended = True
            self.kill()

    def stop(self) -> None:
        """Let it end, which it does when its socket closes."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._process is not None:
            self._process.wait()

    def _receive_start(self, connection: Connection) -> tuple[bool, str | None]:
        try:
            started, reason = pickle.loads(connection.recv_bytes())
        except (EOFError, OSError):
            return False, None
        return bool(started), reason

    def _reap(self) -> int | None:
        """Its exit status, once it is certainly dead."""
        self._is_ready = False
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._process is None:
            return None
        if self._process.poll() is None:
            try:
                self._process.wait(timeout=_GRACE)
            except subprocess.TimeoutExpired:
                self._process.kill()
        return self._process.wait()

    def _main(self) -> dict[str, object] | None:
        """What a child needs to know of the script that runs, where the work is defined in it."""
        if b"__main__" not in self._program:
            return None
        known = spawn.get_preparation_data("worker")
        return {name: value for name, value in known.items() if name != "authkey"}


def _launch(there: socket.socket, environment: dict[str, str]) -> subprocess.Popen[bytes]:
    """Start a child that holds one end of a pair of sockets: inherited by its number, or on Windows as a copy."""
    common: dict[str, Any] = {"stdout": subprocess.DEVNULL, "env": environment}
    if sys.platform != "win32":
        program = _START.format(path=sys.path, descriptor=there.fileno())
        return subprocess.Popen(
            [sys.executable, "-c", program],
            stdin=subprocess.DEVNULL,
            pass_fds=(there.fileno(),),
            process_group=0,
            **common,
        )
    process = subprocess.Popen(
        [sys.executable, "-c", _START.format(path=sys.path, descriptor=None)],
        stdin=subprocess.PIPE,
        creationflags=subprocess.CREATE_NEW_PROCESS_GROUP,
        **common,
    )
    assert process.stdin is not None
    with process.stdin as pipe:
        pipe.write(there.share(process.pid))
    return process


def _exit_message(status: int | None) -> str:
    if status is None or status >= 0:
        return f"the worker process ended by itself (status {status})"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    hint = ", perhaps for lack of memory" if name == "SIGKILL" else ""
    return f"the worker process was killed by {name}{hint}"
