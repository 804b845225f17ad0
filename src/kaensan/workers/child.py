"""What a worker process does: set itself up, then one task after another until its pipe closes."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
from collections.abc import Callable
from multiprocessing import spawn
from multiprocessing.connection import Connection
from typing import Any

from kaensan.errors import KaensanError

__all__ = ["OUT_OF_MEMORY", "Orders", "serve"]

OUT_OF_MEMORY = 77
"""The exit status of a worker whose task met the end of its memory."""

Orders = dict[str, Any]
"""What a worker is told first: the number of its parent, its memory limit, and what to do before it unpickles."""

_PR_SET_PDEATHSIG = 1


def serve(descriptor: int) -> None:
    """Work through the tasks that come over a socket; never returns."""
    connection = Connection(descriptor)
    try:
        orders: Orders = connection.recv()
        _settle_in(orders)
        work = _set_up(connection)
        connection.send_bytes(pickle.dumps((True, None)))
        gc.freeze()
        while True:
            connection.send_bytes(_answer(work, connection.recv_bytes()))
    except (EOFError, OSError):
        pass  # the parent has gone, or has no more work
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    os._exit(0)


def _settle_in(orders: Orders) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interruption means
    _die_with(orders["parent"])
    if orders["memory_limit"] is not None:
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (orders["memory_limit"], orders["memory_limit"]))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if orders["main"] is not None:
        spawn.prepare(orders["main"])


def _die_with(parent: int) -> None:
    """Ask Linux to kill this process with its parent, so that a task that hangs does not outlive it."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(0)


def _set_up(connection: Connection) -> Callable[[Any], Any]:
    try:
        work: Callable[[Any], Any]
        work, setup = pickle.loads(connection.recv_bytes())
        if setup is not None:
            setup()
    except Exception as error:
        connection.send_bytes(pickle.dumps((False, f"{type(error).__name__}: {error}")))
        os._exit(1)
    return work


def _answer(work: Callable[[Any], Any], message: bytes) -> bytes:
    try:
        return pickle.dumps((True, work(pickle.loads(message))), pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except Exception as error:
        return pickle.dumps((False, _portable(error)))


def _portable(error: Exception) -> Exception:
    """The error itself where it can travel, its words where it cannot."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return KaensanError(f"{type(error).__name__}: {error}")
    return error
