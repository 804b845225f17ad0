"""Servers on this machine that say what a test wants, and a network in which every address leads to them."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpcore

from kaensan.errors import Unreachable
from kaensan.web.client import Client

Speak = Callable[[socket.socket, str], None]
"""Answers a request on a connection: given the connection and the path."""


def answer(
    body: bytes = b"", status: str = "200 OK", headers: Sequence[tuple[str, str]] = (), kind: str = "text/html"
) -> Speak:
    """An ordinary answer."""
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers]
    head = ("\r\n".join(lines) + "\r\n\r\n").encode()
    return lambda connection, path: connection.sendall(head + body)


def redirect(location: str, status: str = "302 Found") -> Speak:
    return answer(b"", status, [("Location", location)])


@dataclass
class Server:
    """A server that answers by path; it notes the heads of all requests and counts its connections."""

    answers: dict[str, Speak]
    port: int = 0
    heads: list[str] = field(default_factory=list)
    connections: int = 0

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def paths(self) -> list[str]:
        return [head.split(" ")[1] for head in self.heads]

    def speak(self, connection: socket.socket) -> None:
        """Answer the requests of one connection until it ends."""
        data = b""
        while True:
            while b"\r\n\r\n" not in data:
                piece = connection.recv(65_536)
                if not piece:
                    return
                data += piece
            head, _, data = data.partition(b"\r\n\r\n")
            self.heads.append(head.decode("latin-1"))
            path = head.split(b" ")[1].decode()
            default = answer(b"", "404 Not Found")
            self.answers.get(path, self.answers.get("*", default))(connection, path)


@contextmanager
def serving(answers: dict[str, Speak], tls: ssl.SSLContext | None = None) -> Iterator[Server]:
    """A server for as long as the `with` lasts."""
    server = Server(answers)
    listener = socket.create_server(("127.0.0.1", 0))
    server.port = listener.getsockname()[1]

    def talk(connection: socket.socket) -> None:
        with suppress(OSError):  # clients that go away are the point of many tests
            if tls is not None:
                connection = tls.wrap_socket(connection, server_side=True)
            with connection:
                server.speak(connection)

    def accept() -> None:
        with suppress(OSError):
            while True:
                connection, _ = listener.accept()
                server.connections += 1
                threading.Thread(target=talk, args=(connection,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield server
    finally:
        with suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
        listener.close()


@dataclass
class Wire(httpcore.NetworkBackend):
    """A network in which every connection is noted and ends at one server."""

    port: int = 0
    made: list[tuple[str, int]] = field(default_factory=list)

    def connect_tcp(self, host: str, port: int, *args: Any, **kwargs: Any) -> httpcore.NetworkStream:
        self.made.append((host, port))
        if not self.port:
            raise httpcore.ConnectError("nobody may be called in this test")
        return httpcore.SyncBackend().connect_tcp("127.0.0.1", self.port)

    def sleep(self, seconds: float) -> None:
        return


@dataclass
class Names:
    """A name service that knows what it was told; each look-up of a name takes the next of its answers."""

    known: dict[str, list[list[str]]]
    asked: list[str] = field(default_factory=list)

    def __call__(self, host: str, port: int, seconds: float) -> Sequence[str]:
        self.asked.append(host)
        answers = self.known.get(host)
        if answers is None:
            raise Unreachable(f"{host}: there is no such host; check the address")
        return answers.pop(0) if len(answers) > 1 else answers[0]


def plain_tls() -> ssl.SSLContext:
    """TLS that trusts nobody: made faster than with all certificates of the world, for tests that do not use it."""
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def wired(wire: Wire, names: Names, **options: Any) -> Client:
    """A client on such a network."""
    client = Client(resolver=names, **{"robots": False, "tls": plain_tls, **options})
    client._wire._backend._system = wire  # type: ignore[assignment]
    return client
