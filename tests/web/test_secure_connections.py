"""TLS: who the server is goes by its name, whatever address was checked; and HTTP/2 where it speaks it."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Any

import h2.config
import h2.connection
import h2.events
import h2.exceptions
import pytest
import trustme
from loopback import Names, Server, answer, serving

from kaensan.errors import TooLarge, Unreachable
from kaensan.web.client import Client

CA = trustme.CA()


def _server(*names: str, ca: trustme.CA = CA, expires: datetime | None = None) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    ca.issue_cert(*names, not_after=expires).configure_cert(context)
    return context


def _trusting() -> ssl.SSLContext:
    trusted = ssl.create_default_context()
    CA.configure_trust(trusted)
    return trusted


def _client(**options: Any) -> Client:
    names = Names({"site.example": [["127.0.0.1"]], "other.example": [["127.0.0.1"]]})
    return Client(allow_private=True, robots=False, resolver=names, tls=_trusting, retries=0, **options)


def test_the_certificate_is_that_of_the_name_not_of_the_address() -> None:
    asked: list[str | None] = []
    context = _server("site.example")
    context.sni_callback = lambda connection, name, context: asked.append(name)
    with serving({"/": answer(b"<p>safe")}, context) as server, _client() as client:
        response = client.get(f"https://site.example:{server.port}/")
    assert (response.body, response.address) == (b"<p>safe", "127.0.0.1")
    assert asked == ["site.example"]
    assert f"Host: site.example:{server.port}" in server.heads[0]


@pytest.mark.parametrize(
    ("context", "reason"),
    [
        (_server("other.example"), "site.example"),
        (_server("site.example", ca=trustme.CA()), "self-signed|unable to get"),
        (_server("site.example", expires=datetime(2020, 1, 1, tzinfo=UTC)), "expired"),
    ],
    ids=["another name", "an unknown authority", "expired"],
)
def test_a_server_that_cannot_prove_who_it_is_is_not_trusted(context: ssl.SSLContext, reason: str) -> None:
    with (
        serving({"/": answer(b"<p>trust me")}, context) as server,
        _client() as client,
        pytest.raises(Unreachable, match=f"cannot prove who it is .*(?:{reason})"),
    ):
        client.get(f"https://site.example:{server.port}/")
    assert server.heads == []


def test_a_server_without_tls_is_told_from_one_that_is_down() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener, _client() as client:

        def talk() -> None:
            with suppress(OSError), listener.accept()[0] as connection:
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                connection.recv(65_536)

        threading.Thread(target=talk, daemon=True).start()
        with pytest.raises(Unreachable, match="no secure connection"):
            client.get(f"https://site.example:{listener.getsockname()[1]}/")


def test_http_2_is_spoken_where_the_server_offers_it() -> None:
    with _speaking_http_2(b"<p>two") as port, _client() as client:
        first = client.get(f"https://site.example:{port}/a")
        second = client.get(f"https://site.example:{port}/b")
    assert (first.http_version, first.body, second.body) == ("HTTP/2", b"<p>two", b"<p>two")


def test_a_large_page_over_http_2_is_left_and_the_next_one_read() -> None:
    with _speaking_http_2(b"<p>" * 10_000) as port, _client(max_bytes=20_000) as client:
        for _ in range(2):
            with pytest.raises(TooLarge):
                client.get(f"https://site.example:{port}/")
        client.max_bytes = 30_000
        assert len(client.get(f"https://site.example:{port}/").body) == 30_000


def test_many_threads_use_one_client_of_http_2() -> None:
    with _speaking_http_2(b"<p>two") as port, _client() as client, ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(lambda n: client.get(f"https://site.example:{port}/{n}"), range(60)))
    assert {answer.body for answer in answers} == {b"<p>two"}


def test_a_large_page_takes_no_other_page_along() -> None:
    """Some threads fetch pages that are given up, others pages that are wanted, all with one client."""

    def fetch(number: int) -> int:
        try:
            return len(client.get(f"https://site.example:{port}/{'large' if number % 3 else 'small'}").body)
        except TooLarge:
            return -1

    with (
        _speaking_http_2(b"<p>" * 10_000) as port,
        _client(max_bytes=20_000) as client,
        ThreadPoolExecutor(6) as threads,
    ):
        assert list(threads.map(fetch, range(30))) == [-1 if number % 3 else 3 for number in range(30)]


@contextmanager
def _speaking_http_2(body: bytes) -> Iterator[int]:
    """A server of HTTP/2 and of HTTP/1.1; what is called small has the first three bytes of the body."""
    context = _server("site.example")
    context.set_alpn_protocols(["h2", "http/1.1"])
    older = Server({"/small": answer(body[:3]), "*": answer(body)})
    listener = socket.create_server(("127.0.0.1", 0))

    def accept() -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=talk, args=(listener.accept()[0],), daemon=True).start()

    def talk(plain: socket.socket) -> None:
        with suppress(OSError, h2.exceptions.ProtocolError), context.wrap_socket(plain, server_side=True) as connection:
            if connection.selected_alpn_protocol() != "h2":
                older.speak(connection)
            speaker = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
            speaker.initiate_connection()
            connection.sendall(speaker.data_to_send())
            while data := connection.recv(65_536):
                for event in speaker.receive_data(data):
                    if isinstance(event, h2.events.RequestReceived):
                        speaker.send_headers(event.stream_id, [(":status", "200"), ("content-type", "text/html")])
                        sent = body[:3] if (b":path", b"/small") in event.headers else body
                        for start in range(0, len(sent), 16_000):
                            speaker.send_data(event.stream_id, sent[start : start + 16_000])
                        speaker.end_stream(event.stream_id)
                connection.sendall(speaker.data_to_send())

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield listener.getsockname()[1]
    finally:
        with suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
        listener.close()
