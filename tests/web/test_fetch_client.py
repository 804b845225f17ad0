"""What a client does with the answers it gets."""

from __future__ import annotations

import gzip
import pickle
import socket
import time
import zlib
from concurrent.futures import ThreadPoolExecutor

import brotli
import pytest
import zstandard
from loopback import Speak, answer, plain_tls, redirect, serving

import kaensan
from kaensan.errors import BadStatus, FetchError, NotAPage, Refused, TooLarge, Unreachable
from kaensan.web.client import Client
from kaensan.web.timeouts import Deadline, Timeouts

PAGE = "<title>ชา</title><p>ชาเป็นเครื่องดื่มจากใบไม้</p>"


@pytest.fixture(autouse=True)
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The waits between attempts, noted and not waited."""
    waited: list[float] = []
    monkeypatch.setattr(Deadline, "wait", lambda self, seconds: waited.append(seconds))
    return waited


def local(**options: object) -> Client:
    return Client(allow_private=True, robots=False, tls=plain_tls, **options)  # type: ignore[arg-type]


def test_a_page_comes_with_its_charset_and_address() -> None:
    body = PAGE.encode("cp874")
    with serving(
        {"/a": answer(body, headers=[("X-A", "1"), ("x-a", "2")], kind="text/html; charset=TIS-620")}
    ) as server:
        page = kaensan.fetch(server.origin + "/a", allow_private=True, robots=False)
        with local() as client:
            response = client.get(server.origin + "/a")
    assert (page.url, page.encoding, page.texts.strings) == (
        server.origin + "/a",
        "windows-874",
        ["ชาเป็นเครื่องดื่มจากใบไม้"],
    )
    assert (response.status, response.charset, response.content_type) == (200, "tis-620", "text/html")
    assert response.headers["x-a"] == "1, 2"
    assert response.address == "127.0.0.1"


def test_it_says_who_it_is() -> None:
    with serving({"*": answer(b"<p>")}) as server, local() as client:
        client.get(server.origin)
    assert f"User-Agent: Kaensan/{kaensan.__version__}" in server.heads[0]
    assert "Cookie" not in server.heads[0]


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("gzip", gzip.compress(PAGE.encode())),
        ("x-gzip", gzip.compress(PAGE.encode()[:20]) + gzip.compress(PAGE.encode()[20:])),
        ("deflate", zlib.compress(PAGE.encode())),
        ("deflate", zlib.compress(PAGE.encode())[2:-4]),
        ("br", brotli.compress(PAGE.encode())),
        ("zstd", zstandard.compress(PAGE.encode())),
        ("zstd", zstandard.compress(PAGE.encode()[:20]) + zstandard.compress(PAGE.encode()[20:])),
        ("gzip, br", brotli.compress(gzip.compress(PAGE.encode()))),
        ("identity", PAGE.encode()),
        ("UTF-8", PAGE.encode()),
    ],
)
def test_packed_pages_are_unpacked(encoding: str, body: bytes) -> None:
    with serving({"/": answer(body, headers=[("Content-Encoding", encoding)])}) as server, local() as client:
        response = client.get(server.origin)
    assert response.body.decode() == PAGE
    assert response.warnings == ()


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd"])
def test_a_packed_page_that_ends_early_is_read_as_far_as_it_goes_with_a_warning(encoding: str) -> None:
    text = "".join(f"<p>{number} {number * number}</p>" for number in range(20_000)).encode()
    packed = {
        "gzip": gzip.compress,
        "deflate": zlib.compress,
        "br": lambda data: brotli.compress(data, quality=1),
        "zstd": zstandard.compress,
    }[encoding](text)
    cut = packed[: len(packed) * 3 // 4]
    with serving({"/": answer(cut, headers=[("Content-Encoding", encoding)])}) as server, local() as client:
        page = client.page(server.origin)
        response = client.get(server.origin)
    assert text.startswith(response.body)
    assert len(response.body) > 1000
    assert any("ends early" in warning for warning in page.warnings)


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd", "compress", "gzip,gzip,gzip,gzip"])
def test_a_page_that_is_not_packed_as_it_says_is_an_error(encoding: str) -> None:
    with (
        serving({"/": answer(b"\x99" * 500, headers=[("Content-Encoding", encoding)])}) as server,
        local() as client,
        pytest.raises(NotAPage, match="compressed"),
    ):
        client.get(server.origin)


def test_redirects_are_followed_and_remembered() -> None:
    answers = {"/a": redirect("b?x=1"), "/b?x=1": redirect("/ก", "308 Permanent"), "/%E0%B8%81": answer(b"<p>there")}
    with serving(answers) as server, local() as client:
        response = client.get(server.origin + "/a#part")
    assert response.url == server.origin + "/%E0%B8%81"
    assert response.redirects == (server.origin + "/a", server.origin + "/b?x=1")
    assert server.connections == 1


def test_a_circle_of_redirects_ends() -> None:
    with (
        serving({"/a": redirect("/b"), "/b": redirect("/a")}) as server,
        local() as client,
        pytest.raises(Unreachable, match="circle"),
    ):
        client.get(server.origin + "/a")
    assert server.paths == ["/a", "/b"]


def test_ten_redirects_are_followed_and_eleven_are_not() -> None:
    hops: dict[str, Speak] = {f"/{n}": redirect(f"/{n + 1}") for n in range(20)}
    with serving({**hops, "/10": answer(b"<p>end")}) as server, local() as client:
        assert client.get(server.origin + "/0").body == b"<p>end"
    with serving(hops) as server, local() as client, pytest.raises(Unreachable, match="more than 10 times"):
        client.get(server.origin + "/0")
    assert len(server.paths) == 11


def test_a_redirect_without_an_address_is_no_page() -> None:
    with serving({"/": answer(b"", "302 Found")}) as server, local() as client, pytest.raises(BadStatus) as error:
        client.get(server.origin)
    assert error.value.status == 302


@pytest.mark.parametrize("status", ["404 Not Found", "403 Forbidden", "451 For Reasons", "304 Not Modified"])
def test_a_bad_status_is_an_error_that_says_so(status: str) -> None:
    with serving({"/": answer(b"<p>no", status)}) as server, local() as client, pytest.raises(BadStatus) as error:
        client.get(server.origin + "/")
    assert error.value.status == int(status[:3])
    assert status[:3] in str(error.value)
    assert server.paths == ["/"]


@pytest.mark.parametrize("status", ["429 Too Many", "500 Oops", "502 Bad", "503 Busy", "504 Late"])
def test_a_busy_server_is_asked_again_after_longer_and_longer_waits(status: str, waits: list[float]) -> None:
    with serving({"/": answer(b"", status)}) as server, local() as client, pytest.raises(BadStatus):
        client.get(server.origin)
    assert server.paths == ["/", "/", "/"]
    assert [0.3 < waits[0] < 0.7, 0.7 < waits[1] < 1.3, len(waits)] == [True, True, 2]


def test_a_server_that_recovers_is_read() -> None:
    turns = iter([answer(b"", "503 Busy", [("Retry-After", "7")]), answer(b"<p>now")])
    with serving({"/": lambda connection, path: next(turns)(connection, path)}) as server, local() as client:
        assert client.get(server.origin).body == b"<p>now"


def test_the_wait_is_the_one_that_the_server_asks_for(waits: list[float]) -> None:
    with (
        serving({"/": answer(b"", "429 Slow", [("Retry-After", "9")])}) as server,
        local() as client,
        pytest.raises(BadStatus),
    ):
        client.get(server.origin)
    assert waits == [9.0, 9.0]


def test_a_wait_that_does_not_fit_is_told_and_not_waited(waits: list[float]) -> None:
    with (
        serving({"/": answer(b"", "503 Busy", [("Retry-After", "3600")])}) as server,
        local() as client,
        pytest.raises(BadStatus, match="wait 3,600 seconds"),
    ):
        client.get(server.origin)
    assert (waits, server.paths) == ([], ["/"])


@pytest.mark.parametrize(
    "kind",
    ["application/pdf", "image/png", "video/mp4", "application/json", "text/css", "text/javascript", "font/woff2"],
)
def test_what_is_no_page_is_refused_before_its_body_is_read(kind: str) -> None:
    def endless(connection: socket.socket, path: str) -> None:
        connection.sendall(f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: 10000000\r\n\r\n".encode())

    with serving({"/": endless}) as server, local() as client, pytest.raises(NotAPage, match=kind):
        client.get(server.origin)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("text/html", b"%PDF-1.7 \x00\x01\x02"),
        ("text/html; charset=utf-8", b"\x89PNG\r\n\x1a\n\x00\x00"),
        ("text/plain", bytes(range(256)) * 4),
        ("application/octet-stream", b"just words"),
        ("", b"\x1f\x8b\x08\x00\x00"),
    ],
)
def test_a_lie_about_the_type_is_found_out(kind: str, body: bytes) -> None:
    with serving({"/": answer(body, kind=kind)}) as server, local() as client, pytest.raises(NotAPage):
        client.get(server.origin)


@pytest.mark.parametrize(
    "kind", ["application/octet-stream", "", "text/plain", "application/xhtml+xml", "text/x-server"]
)
def test_a_page_under_an_odd_type_is_read_all_the_same(kind: str) -> None:
    with serving({"/": answer(b" <!doctype html><p>hello", kind=kind)}) as server, local() as client:
        assert client.page(server.origin).texts.strings == ["hello"]


def test_anything_may_come_back_where_no_page_is_wanted() -> None:
    with serving({"/": answer(b"\x1f\x8b\x00", kind="application/gzip")}) as server, local() as client:
        assert client.get(server.origin, pages=False).body == b"\x1f\x8b\x00"


def test_a_host_that_does_not_exist_is_unreachable() -> None:
    with Client(robots=False) as client, pytest.raises(Unreachable, match="no such host"):
        client.get("http://nowhere.invalid/")


def test_a_port_that_nobody_listens_on_is_unreachable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with local() as client, pytest.raises(Unreachable, match="no connection"):
        client.get(f"http://127.0.0.1:{port}/")


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
        b"HTTP/1.1 999999 ?\r\n\r\n",
    ],
)
def test_a_server_that_speaks_no_http_or_breaks_off_is_unreachable(said: bytes) -> None:
    def speak(connection: socket.socket, path: str) -> None:
        connection.sendall(said)
        connection.shutdown(socket.SHUT_RDWR)

    with serving({"/": speak}) as server, local() as client, pytest.raises(Unreachable) as error:
        client.get(server.origin)
    assert str(error.value).startswith(server.origin)


def test_a_broken_connection_is_tried_again() -> None:
    turns = iter([True, False])

    def speak(connection: socket.socket, path: str) -> None:
        if next(turns):
            connection.shutdown(socket.SHUT_RDWR)
        else:
            answer(b"<p>at last")(connection, path)

    with serving({"/": speak}) as server, local() as client:
        assert client.get(server.origin).body == b"<p>at last"


def test_many_threads_share_one_client_and_its_connections() -> None:
    with (
        serving({f"/{n}": answer(f"<p>{n}".encode()) for n in range(200)}) as server,
        local() as client,
        ThreadPoolExecutor(8) as threads,
    ):
        bodies = list(threads.map(lambda n: client.get(f"{server.origin}/{n}").body, range(200)))
    assert bodies == [f"<p>{n}".encode() for n in range(200)]
    assert server.connections <= 8


def test_a_fetch_ends_with_the_time_for_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A drip that never pauses long enough for the next bytes to count as late."""
    monkeypatch.undo()

    def drip(connection: socket.socket, path: str) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100000\r\n\r\n")
        while True:
            connection.sendall(b"<")
            time.sleep(0.02)

    with (
        serving({"/": drip}) as server,
        local(timeout=Timeouts(1, 1, 0.4)) as client,
        pytest.raises(Unreachable, match=r"within 0\.4 seconds"),
    ):
        client.get(server.origin)


def test_headers_that_drip_end_with_the_time_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()

    def drip(connection: socket.socket, path: str) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        while True:
            connection.sendall(b"X-A: b\r\n")
            time.sleep(0.02)

    with (
        serving({"/": drip}) as server,
        local(timeout=Timeouts(1, 1, 0.4)) as client,
        pytest.raises(Unreachable, match=r"within 0\.4 seconds"),
    ):
        client.get(server.origin)


def test_silence_ends_the_attempt() -> None:
    with (
        serving({"/": lambda connection, path: time.sleep(5)}) as server,
        local(timeout=Timeouts(1, 0.1, 60), retries=0) as client,
        pytest.raises(Unreachable, match="in time"),
    ):
        client.get(server.origin)


@pytest.mark.parametrize("head", ["Content-Length: 10000000000", "Transfer-Encoding: chunked"])
def test_ten_gigabytes_are_not_read(head: str) -> None:
    sent = 0

    def flood(connection: socket.socket, path: str) -> None:
        nonlocal sent
        connection.sendall(f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{head}\r\n\r\n".encode())
        piece = b"<p>" * 5461
        while True:
            sent += connection.send(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")

    with (
        serving({"/": flood}) as server,
        local(max_bytes=1_000_000) as client,
        pytest.raises(TooLarge, match="1,000,000 bytes"),
    ):
        client.get(server.origin)
    assert sent < 20_000_000


def test_the_limit_itself_is_allowed() -> None:
    with serving({"/": answer(b"x" * 1000)}) as server, local(max_bytes=1000) as client:
        assert len(client.get(server.origin).body) == 1000


def test_hostile_headers_keep_no_pattern_busy() -> None:
    kind = "text/html; charset=" + " " * 60_000 + ";"
    headers = [("Cache-Control", "max-age" + " " * 10_000 + "=" + " " * 10_000)]
    with serving({"/": answer(b"<p>read", headers=headers, kind=kind)}) as server, local() as client:
        assert client.get(server.origin).charset is None


def test_errors_survive_the_way_between_processes() -> None:
    for error in (
        Refused("no"),
        Unreachable("no", transient=True),
        BadStatus("no", 404),
        TooLarge("no"),
        NotAPage("no"),
    ):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), again.transient) == (type(error), "no", error.transient)
        assert isinstance(error, FetchError)
        assert isinstance(error, kaensan.InputError)
    assert pickle.loads(pickle.dumps(BadStatus("no", 404))).status == 404
