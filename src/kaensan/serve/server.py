"""The server: one process for HTTP, others for the work; it stops when what it accepted is done."""

from __future__ import annotations

import asyncio
import socket
import sys
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from kaensan.errors import UsageError
from kaensan.memory_return import keep_memory_apart
from kaensan.serve.app import make_app
from kaensan.serve.settings import Settings
from kaensan.serve.transfer import ABORT, LEFT_BEHIND
from kaensan.serve.turns import Do
from kaensan.serve.work import work

__all__ = ["BoundedProtocol", "Server", "listen", "make_server", "serve"]

_GRACE = 60
"""Seconds that accepted requests have to finish once the service is told to stop."""
_LONGEST_HEAD = 64 << 10
"""Bytes of the head of a request, and of the trailers after a chunked body."""
_LINGER = 1.0
"""Seconds that a client who was refused may take to read why."""
_MOST_FILES = 1 << 16
"""Connections and files that the service asks the system for."""


class BoundedProtocol(HttpToolsProtocol):
    """HTTP within bounds: the head of a request comes within a time and a size, and an answer is read within a time."""

    patience = 10.0
    """seconds"""
    _timer: asyncio.TimerHandle | None = None
    _unparsed = 0
    """bytes received since the parser last made progress: a part of a head, or of trailers"""
    _head = 0
    """bytes of the head so far, as the parser saw it"""
    _refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        self._unparsed += len(data)
        super().data_received(data)
        if self._between_requests():
            self._wait()
        else:
            self._stop_waiting()
        if max(self._unparsed, self._head) > _LONGEST_HEAD:
            self._refuse(b"431 Request Header Fields Too Large", b"too_large", b"the head of the request is too long")

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head = 0
        self.scope["extensions"] = {ABORT: self.transport.abort, LEFT_BEHIND: self._left_behind}  # type: ignore[dict-item]

    def on_url(self, url: bytes) -> None:
        self._head += len(url)
        if self._head <= _LONGEST_HEAD:
            super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._head += len(name) + len(value)
        if self._head <= _LONGEST_HEAD:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._unparsed = 0
        self._refused = self._refused or self._head > _LONGEST_HEAD
        if not self._refused:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._unparsed = 0
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._unparsed = 0
        if not self._refused:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.get_write_buffer_size():
            self.loop.call_later(self.patience, self._abort_unread)

    def _abort_unread(self) -> None:
        """Cut the connection of a client that does not read the end of its answer."""
        if self._between_requests() and self.transport.get_write_buffer_size():
            self.transport.abort()

    def _left_behind(self) -> int | None:
        """Bytes that wait in the socket of a client that has gone, where the system says so; else None."""
        opened = self.transport.get_extra_info("socket")
        if sys.platform != "linux" or opened is None or opened.fileno() < 0:
            return None
        import fcntl
        import select
        import termios

        polled = select.poll()
        polled.register(opened.fileno(), select.POLLRDHUP)
        if not polled.poll(0):
            return None
        return int.from_bytes(fcntl.ioctl(opened.fileno(), termios.FIONREAD, b"\0" * 4), sys.byteorder)

    def _between_requests(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _wait(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(self.patience, self._give_up)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        self._timer = None
        if self._between_requests():
            self._refuse(b"408 Request Timeout", b"slow", b"the head of the request did not come in time")

    def _refuse(self, status: bytes, kind: bytes, message: bytes) -> None:
        self._refused = True
        if not self.transport.is_closing():
            head = b"content-type: application/json\r\nconnection: close\r\nx-content-type-options: nosniff\r\n\r\n"
            body = b'{"error":{"kind":"%s","message":"%s"}}' % (kind, message)
            self.transport.write(b"HTTP/1.1 " + status + b"\r\n" + head + body)
            self.transport.write_eof()
            # What still comes is read and thrown away: closed at once, the system would take the answer back.
            self.loop.call_later(min(_LINGER, self.patience), self.transport.abort)


class Server(uvicorn.Server):
    """Ends event streams first when it is told to stop, since they would never end by themselves."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        app: Any = self.config.loaded_app
        while not hasattr(app, "state") and hasattr(app, "app"):
            app = app.app
        service = getattr(getattr(app, "state", None), "service", None)
        if service is not None:
            service.ready = False
            service.jobs.closing.set()
        await super().shutdown(sockets)


def make_server(settings: Settings, do: Do = work) -> Server:
    """A server that is not running yet, whose workers `do` every task."""
    protocol = type("Protocol", (BoundedProtocol,), {"patience": settings.limits.pause})
    config = uvicorn.Config(
        make_app(settings, do),
        host=settings.host,
        port=settings.port,
        http=protocol,
        ws="none",
        access_log=False,
        log_level="warning",
        server_header=False,
        date_header=True,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=_GRACE,
        backlog=2048,
    )
    return Server(config)


def serve(settings: Settings) -> int:
    """Serve until told to stop."""
    server = make_server(settings)
    try:
        listening = listen(settings)
    except OSError as error:
        raise UsageError(
            f"cannot listen on {settings.host} port {settings.port} ({error.strerror or error}); choose another --port"
        ) from error
    _allow_many_connections()
    keep_memory_apart()
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    print(f"Kaensan listens on http://{shown}:{port}/ (Ctrl+C to stop)", flush=True)
    server.run(sockets=[listening])
    return 0 if server.started else 1


def _allow_many_connections() -> None:
    """Raise the number of open files to what the system allows, so that idle connections lock nobody out."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def listen(settings: Settings) -> socket.socket:
    """A socket on the address and port of the settings."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError:
        listening.close()
        raise
    listening.listen(2048)
    listening.setblocking(False)
    return listening
