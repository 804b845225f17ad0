"""Connections that go to the addresses that were checked, and to no others.

The name is looked up here, every address it has is checked, and the socket is opened to one of them. Nothing looks
the name up again in between, so a name server that answers differently the second time changes nothing. Host header,
SNI and certificate go by the name all the same.
"""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import Any

import httpcore

from kaensan.errors import Unreachable
from kaensan.web.addresses import Guard
from kaensan.web.timeouts import Deadline

__all__ = ["Abandoned", "PinnedBackend", "PinnedStream"]

_MOST_ADDRESSES = 6


class PinnedBackend(httpcore.NetworkBackend):
    """Opens connections under a guard, and keeps every wait within the deadline of the thread that waits."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._system = httpcore.SyncBackend()
        self._here = threading.local()

    @contextmanager
    def within(self, deadline: Deadline) -> Iterator[None]:
        """Bounds what this thread does until the context ends."""
        self._here.deadline = deadline
        try:
            yield
        finally:
            self._here.deadline = None

    def seconds(self, timeout: float | None) -> float | None:
        """A timeout, cut to what the deadline leaves."""
        deadline: Deadline | None = getattr(self._here, "deadline", None)
        if deadline is None:
            return timeout
        deadline.check()
        return deadline.left if timeout is None else min(timeout, deadline.left)

    def waking(self, wake: Callable[[], None]) -> AbstractContextManager[None]:
        """Have `wake` called if the fetch of this thread is given up while the context lasts."""
        deadline: Deadline | None = getattr(self._here, "deadline", None)
        return nullcontext() if deadline is None else deadline.waking(wake)

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        addresses = self._guard.addresses(host, port, self.seconds(timeout) or 0.0)
        failure: Exception | None = None
        for address in addresses[:_MOST_ADDRESSES]:
            try:
                stream = self._system.connect_tcp(
                    str(address), port, self.seconds(timeout), local_address, socket_options or []
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
                continue
            return PinnedStream(stream, self)
        raise Unreachable(
            f"{host}: no connection ({_why(failure)}); the server may be down",
            transient=isinstance(failure, httpcore.ConnectTimeout),
        ) from failure

    def connect_unix_socket(self, *args: Any, **kwargs: Any) -> httpcore.NetworkStream:
        raise Unreachable("sockets of this machine are not connected to")

    def sleep(self, seconds: float) -> None:
        self._system.sleep(seconds)


def _why(failure: Exception | None) -> str:
    cause = failure.__cause__ if failure else None
    if isinstance(failure, httpcore.ConnectTimeout):
        return "no answer in time"
    return (cause.strerror or str(cause)) if isinstance(cause, OSError) else str(failure)


class Abandoned(httpcore.NetworkError):
    """The connection was given up because an answer on it was not wanted: ask again on a new one."""


class PinnedStream(httpcore.NetworkStream):
    """A connection whose waits end with the deadline."""

    def __init__(self, stream: httpcore.NetworkStream, backend: PinnedBackend) -> None:
        self._stream, self._backend = stream, backend
        self._abandoned = False

    def abandon(self) -> None:
        """End the connection: what still comes on it is not wanted."""
        self._abandoned = True
        self._stream.close()

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        if self._abandoned:
            raise Abandoned
        with self._backend.waking(self._hang_up):
            return self._stream.read(max_bytes, self._backend.seconds(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        if self._abandoned:
            raise Abandoned
        with self._backend.waking(self._hang_up):
            self._stream.write(buffer, self._backend.seconds(timeout))

    def _hang_up(self) -> None:
        """End the connection under a thread that waits on it, which then finds it closed."""
        held = self._stream.get_extra_info("socket")
        if isinstance(held, socket.socket):
            with suppress(OSError):
                socket.socket.shutdown(held, socket.SHUT_RDWR)  # that of TLS is not for other threads

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        secured = self._stream.start_tls(ssl_context, server_hostname, self._backend.seconds(timeout))
        return PinnedStream(secured, self._backend)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
