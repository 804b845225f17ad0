"""A proxy on this machine that a browser is made to use, so that it goes where the guard lets it and nowhere else.

Names are looked up here and not by the browser, and connections are made to the addresses that were checked.
"""

from __future__ import annotations

import contextlib
import re
import select
import socket
import threading
from types import TracebackType

from kaensan.errors import FetchError, Refused, Unreachable
from kaensan.web.addresses import Guard
from kaensan.web.timeouts import Deadline
from kaensan.web.urls import Target

__all__ = ["PinningProxy"]

_PIECE = 1 << 16
_LONGEST_HEAD = 1 << 18
_PATIENCE = 10.0
_MOST_CONNECTIONS = 64
_HOP = re.compile(rb"^(?:proxy-connection|connection|keep-alive|proxy-authorization)\s*:", re.I)
_LENGTH = re.compile(rb"^content-length\s*:\s*(\d{1,12})\s*$", re.I)


class PinningProxy:
    """Listens on a port of its own for as long as the `with` lasts; `most` bytes may come through it."""

    def __init__(self, guard: Guard, deadline: Deadline, most: int) -> None:
        self._guard, self._deadline = guard, deadline
        self._left = most
        self._lock = threading.Lock()
        self._places = threading.BoundedSemaphore(_MOST_CONNECTIONS)
        self._open: set[socket.socket] = set()
        self._closed = False
        self._server = socket.create_server(("127.0.0.1", 0))
        self.refused: list[Refused] = []
        """the connections that the guard did not allow"""

    @property
    def port(self) -> int:
        port: int = self._server.getsockname()[1]
        return port

    @property
    def exceeded(self) -> bool:
        """Whether more came than may come."""
        return self._left < 0

    def __enter__(self) -> PinningProxy:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            self._closed = True
            opened = list(self._open)
        # Closing alone would not wake a thread that waits for the next connection.
        for one in (self._server, *opened):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self) -> None:
        while not self._closed:
            try:
                browser, _ = self._server.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(browser,), daemon=True).start()

    def _serve(self, browser: socket.socket) -> None:
        with self._places, browser:
            self._note(browser)
            try:
                browser.settimeout(_PATIENCE)
                head, rest = _read_head(browser)
                method, where, _ = head.split(b"\r\n", 1)[0].decode("ascii").split(" ", 2)
                if method == "CONNECT":
                    self._tunnel(browser, where, rest)
                else:
                    self._forward(browser, method, where, head, rest)
            except Refused as error:
                self.refused.append(error)
                _answer(browser, "403 Forbidden")
            except (FetchError, OSError, ValueError):
                _answer(browser, "502 Bad Gateway")
            finally:
                with self._lock:
                    self._open.discard(browser)

    def _note(self, one: socket.socket) -> None:
        with self._lock:
            if self._closed:
                one.close()
            self._open.add(one)

    def _connect(self, target: Target) -> socket.socket:
        for address in self._guard.addresses(target.host, target.port, min(_PATIENCE, self._deadline.left))[:4]:
            try:
                server = socket.create_connection((str(address), target.port), min(_PATIENCE, self._deadline.left))
            except OSError:
                continue
            self._note(server)
            return server
        raise Unreachable(f"{target.host}: no connection")

    def _tunnel(self, browser: socket.socket, where: str, rest: bytes) -> None:
        with self._connect(self._guard.target(f"https://{where}/")) as server:
            browser.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
            server.sendall(rest)
            self._relay(browser, server)

    def _forward(self, browser: socket.socket, method: str, where: str, head: bytes, rest: bytes) -> None:
        """One plain request and its answer; then the connection ends, for the next may be for another host."""
        target = self._guard.target(where)
        with self._connect(target) as server:
            server.sendall(_closing(f"{method} {target.path} HTTP/1.1".encode(), head))
            length = next((int(found[1]) for line in head.split(b"\r\n") if (found := _LENGTH.match(line))), 0)
            server.sendall(rest[:length])
            sent = len(rest[:length])
            while sent < length and (piece := browser.recv(_PIECE)):
                server.sendall(piece)
                sent += len(piece)
            answer, rest = _read_head(server)
            browser.sendall(_closing(answer.split(b"\r\n", 1)[0], answer))
            self._take(rest)
            browser.sendall(rest)
            while piece := server.recv(_PIECE):
                self._take(piece)
                browser.sendall(piece)

    def _relay(self, browser: socket.socket, server: socket.socket) -> None:
        other = {browser: server, server: browser}
        while other:
            ready, _, _ = select.select(list(other), [], [], self._deadline.left)
            if not ready:
                return
            for one in ready:
                piece = one.recv(_PIECE)
                if not piece:
                    return
                if one is server:
                    self._take(piece)
                other[one].sendall(piece)

    def _take(self, piece: bytes) -> None:
        with self._lock:
            self._left -= len(piece)
        if self._left < 0:
            raise OSError("more than the page may take")


def _read_head(source: socket.socket) -> tuple[bytes, bytes]:
    """A request or an answer up to its empty line, and what came after it."""
    data = bytearray()
    while (end := data.find(b"\r\n\r\n")) < 0:
        piece = source.recv(_PIECE)
        if not piece or len(data) > _LONGEST_HEAD:
            raise ValueError("no HTTP")
        data += piece
    return bytes(data[:end]), bytes(data[end + 4 :])


def _closing(first: bytes, head: bytes) -> bytes:
    """A head with another first line, and the word that the connection ends after it."""
    kept = [line for line in head.split(b"\r\n")[1:] if not _HOP.match(line)]
    return b"\r\n".join([first, *kept, b"Connection: close", b"", b""])


def _answer(browser: socket.socket, status: str) -> None:
    with contextlib.suppress(OSError):
        browser.sendall(f"HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
