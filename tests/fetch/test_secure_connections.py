"""TLS: who the server is goes by its name, whatever address was checked; and HTTP/2 where it speaks it."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime

import h2.config
import h2.connection
import h2.events
import pytest
import trustme
from loopback import Names, answer, serving

from kaensan.errors import Unreachable
from kaensan.fetch.client import Client

CA = trustme.CA()


def _server(*names: str, ca: trustme.CA = CA, expires: datetime | None = None) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    ca.issue_cert(*names, not_after=expires).configure_cert(context)
    return context


def _client() -> Client:
    trusted = ssl.create_default_context()
    CA.configure_trust(trusted)
    names = Names({"site.example": [["127.0.0.1"]], "other.example": [["127.0.0.1"]]})
    return Client(allow_private=True, robots=False, resolver=names, tls=trusted, retries=0)


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
            with listener.accept()[0] as connection:
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


@contextmanager
def _speaking_http_2(body: bytes) -> Iterator[int]:
    """A server of HTTP/2 for one connection."""
    context = _server("site.example")
    context.set_alpn_protocols(["h2"])
    listener = socket.create_server(("127.0.0.1", 0))

    def talk() -> None:
        with suppress(OSError), context.wrap_socket(listener.accept()[0], server_side=True) as connection:
            speaker = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
            speaker.initiate_connection()
            connection.sendall(speaker.data_to_send())
            while data := connection.recv(65_536):
                for event in speaker.receive_data(data):
                    if isinstance(event, h2.events.RequestReceived):
                        speaker.send_headers(event.stream_id, [(":status", "200"), ("content-type", "text/html")])
                        speaker.send_data(event.stream_id, body, end_stream=True)
                connection.sendall(speaker.data_to_send())

    threading.Thread(target=talk, daemon=True).start()
    with listener:
        yield listener.getsockname()[1]
