"""What a worker process does: set itself up, then one task after another until its socket closes."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing import spawn
from multiprocessing.connection import Connection
from typing import Any

from kaensan.errors import KaensanError, UsageError
from kaensan.memory_return import keep_memory_ready

__all__ = ["OUT_OF_MEMORY", "Orders", "refuse_inside_import", "serve"]

OUT_OF_MEMORY = 77
"""The exit status of a worker whose task met the end of its memory."""

Orders = dict[str, Any]
"""What a worker is told first: the number of its parent, its memory limit, and what to do before it unpickles."""

_PR_SET_PDEATHSIG = 1  # linux/prctl.h

_LOOK = 1.0
"""Seconds between two looks at the parent, on systems that do not tell of its end."""

_importing_main = False


def refuse_inside_import() -> None:
    """Refuse to start processes while a worker imports the script that defines its work, which would go on forever."""
    if _importing_main:
        raise UsageError(
            'the script starts worker processes while it is imported; put what it does under if __name__ == "__main__":'
        )


def serve(descriptor: int | None) -> None:
    """Work through the tasks that come over a socket, None for one that is handed over on stdin; never returns."""
    connection = Connection(_shared_socket() if descriptor is None else descriptor)
    try:
        orders: Orders = connection.recv()
        _settle_in(orders)
        keep_memory_ready()
        work = _set_up(connection, orders)
        connection.send_bytes(pickle.dumps((True, None)))
        gc.freeze()
        while True:
            connection.send_bytes(_answer(work, connection.recv_bytes()))
    except (EOFError, OSError):
        pass  # the parent has gone, or has no more work
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    os._exit(0)


def _shared_socket() -> int:
    """The copy of the parent's socket that Windows made for this process."""
    given = socket.fromshare(sys.stdin.buffer.read())  # type: ignore[attr-defined,unused-ignore]  # Windows only
    return int(given.detach())


def _settle_in(orders: Orders) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interruption means
    _die_with(orders["parent"])
    if orders["memory_limit"] is not None and sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (orders["memory_limit"], orders["memory_limit"]))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _die_with(parent: int) -> None:
    """See to it that this process ends with its parent, so that a task that hangs does not outlive it."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    else:
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()
    if sys.platform != "win32" and os.getppid() != parent:
        os._exit(0)


def _watch(parent: int) -> None:
    """Wait for the end of the parent, and end then."""
    if sys.platform == "win32":
        import _winapi

        handle = _winapi.OpenProcess(_winapi.SYNCHRONIZE, False, parent)
        _winapi.WaitForSingleObject(handle, _winapi.INFINITE)
    else:
        while os.getppid() == parent:
            time.sleep(_LOOK)
    os._exit(0)


def _set_up(connection: Connection, orders: Orders) -> Callable[[Any], Any]:
    try:
        if orders["main"] is not None:
            _import_main(orders["main"])
        work: Callable[[Any], Any]
        work, setup = pickle.loads(connection.recv_bytes())
        if setup is not None:
            setup()
    except Exception as error:
        reason = str(error) if isinstance(error, KaensanError) else f"{type(error).__name__}: {error}"
        connection.send_bytes(pickle.dumps((False, reason)))
        os._exit(1)
    return work


def _import_main(main: dict[str, Any]) -> None:
    """Import the script that the parent runs, under another name than `__main__`."""
    global _importing_main
    _importing_main = True
    try:
        spawn.prepare(main)
    finally:
        _importing_main = False


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
