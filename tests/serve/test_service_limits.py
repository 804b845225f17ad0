"""What one client may ask for, and what happens to the others meanwhile."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from misbehaving import misbehave
from running_service import RunningService, running

from kaensan.serve.settings import MIB, Limits

HTML = {"Content-Type": "text/html"}
POST = b"POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/html\r\n"
LIMITS = Limits(body=64 << 10, held=256 << 10, concurrent=3, page=3, request=20, pause=1, memory=600 * MIB)


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A service with narrow limits, whose workers do what pages tell them."""
    with running(tmp_path_factory.mktemp("strict"), misbehave, limits=LIMITS) as started:
        yield started


@pytest.fixture
def roomy(tmp_path: Path) -> Iterator[RunningService]:
    """A service with two workers that do what pages tell them."""
    with running(tmp_path, misbehave, workers=2) as started:
        yield started


def test_a_body_over_the_limit_is_a_413(strict: RunningService) -> None:
    with strict.client() as client:
        stated = client.post("/v1/extract", content=b"x" * (65 << 10), headers=HTML)
        fits = client.post("/v1/extract", content=b"x" * (63 << 10), headers=HTML)
    assert stated.status_code == 413
    assert "65,536 bytes" in stated.json()["error"]["message"]
    assert fits.status_code == 200


def test_a_body_that_does_not_state_its_length_is_cut_off_too(strict: RunningService) -> None:
    chunk = b"2000\r\n" + b"x" * 0x2000 + b"\r\n"
    head = POST + b"Transfer-Encoding: chunked\r\n\r\n"
    assert strict.raw(head + chunk * 9 + b"0\r\n\r\n", wait=5).startswith(b"HTTP/1.1 413")


def test_a_body_of_50_megabytes_is_refused_before_it_is_read(strict: RunningService) -> None:
    head = POST + b"Content-Length: 52428800\r\n\r\n"
    assert strict.raw(head + b"<p>", wait=5).startswith(b"HTTP/1.1 413")


def test_a_client_that_stops_sending_is_a_408(strict: RunningService) -> None:
    head = POST + b"Content-Length: 100\r\n\r\n"
    assert strict.raw(head + b"<p>and then").startswith(b"HTTP/1.1 408")


def test_a_head_that_never_ends_is_a_408(strict: RunningService) -> None:
    assert strict.raw(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ").startswith(b"HTTP/1.1 408")
    assert strict.raw(b"").startswith(b"HTTP/1.1 408")


def test_a_second_head_that_never_ends_is_a_408_too(strict: RunningService) -> None:
    whole = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with socket.create_connection(("127.0.0.1", strict.port), timeout=30) as connection:
        connection.sendall(whole)
        first = connection.recv(65536)
        connection.sendall(whole[:-4])
        second = connection.recv(65536)
    assert first.startswith(b"HTTP/1.1 200")
    assert second.startswith(b"HTTP/1.1 408")


def test_a_head_without_end_is_a_431(strict: RunningService) -> None:
    head = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + b"X-More: and more\r\n" * 6_000
    assert strict.raw(head).startswith(b"HTTP/1.1 431")


def test_who_hangs_up_no_longer_waits_in_the_queue(strict: RunningService) -> None:
    page = b"sleep 2.5"
    whole = POST + b"Content-Length: %d\r\n\r\n" % len(page) + page
    connections = [socket.create_connection(("127.0.0.1", strict.port), timeout=30) for _ in range(3)]
    for connection in connections:
        connection.sendall(whole)
    _until(lambda: strict.service.gate.inside == 3)
    for connection in connections:
        connection.close()
    _until(lambda: strict.service.gate.inside == 0)
    with strict.client() as client:
        assert client.post("/v1/extract", content=b"<p>next", headers=HTML).status_code == 200


def test_a_client_that_goes_away_harms_nobody(strict: RunningService) -> None:
    head = POST + b"Content-Length: 100\r\n\r\n<p>"
    with socket.create_connection(("127.0.0.1", strict.port), timeout=30) as connection:
        connection.sendall(head)
    with strict.client() as client:
        assert client.post("/v1/extract", content=b"<p>next", headers=HTML).status_code == 200
    _until(lambda: strict.service.gate.inside == 0)
    assert strict.service.gate.held == 0


def test_a_page_that_takes_too_long_is_a_504_and_the_next_one_is_answered(strict: RunningService) -> None:
    with strict.client() as client:
        slow = client.post("/v1/extract", content=b"sleep 60", headers=HTML)
        assert slow.status_code == 504
        assert slow.json()["error"]["kind"] == "time"
        assert client.post("/v1/extract", content=b"<p>next", headers=HTML).status_code == 200


def test_a_page_that_eats_the_memory_is_named(strict: RunningService) -> None:
    with strict.client() as client:
        eater = client.post("/v1/extract", content=b"eat", headers=HTML)
        assert (eater.status_code, eater.json()["error"]["kind"]) == (422, "memory")
        assert client.post("/v1/extract", content=b"<p>next", headers=HTML).status_code == 200


def test_a_page_that_kills_its_worker_twice_is_a_503(strict: RunningService) -> None:
    with strict.client() as client:
        dead = client.post("/v1/extract", content=b"die", headers=HTML)
        assert (dead.status_code, dead.json()["error"]["kind"]) == (503, "died")
        assert dead.headers["retry-after"]
        assert client.post("/v1/extract", content=b"<p>next", headers=HTML).status_code == 200


def test_a_mistake_of_ours_is_a_500_that_tells_no_details(strict: RunningService) -> None:
    with strict.client() as client:
        answer = client.post("/v1/extract", content=b"fail", headers=HTML)
    assert answer.status_code == 500
    assert "ZeroDivisionError" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_page_whose_worker_dies_once_is_done_again(strict: RunningService, tmp_path: Path) -> None:
    with strict.client() as client:
        answer = client.post("/v1/extract", content=f"die once {tmp_path / 'mark'}".encode(), headers=HTML)
    assert answer.status_code == 200
    assert (tmp_path / "mark").exists()


def test_more_requests_than_places_get_a_429_that_says_when_to_come_back(strict: RunningService) -> None:
    def ask(_: int) -> httpx.Response:
        with strict.client() as client:
            return client.post("/v1/extract", content=b"sleep 0.3", headers=HTML)

    with ThreadPoolExecutor(9) as pool:
        answers = list(pool.map(ask, range(9)))
    statuses = sorted(answer.status_code for answer in answers)
    assert set(statuses) == {200, 429}
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert refused.headers["retry-after"] == "1"
    assert refused.json()["error"]["kind"] == "busy"


def test_health_is_told_while_all_places_are_taken(strict: RunningService) -> None:
    def ask(_: int) -> int:
        with strict.client() as client:
            return client.post("/v1/extract", content=b"sleep 0.5", headers=HTML).status_code

    with ThreadPoolExecutor(3) as pool:
        working = pool.map(ask, range(3))
        _until(lambda: strict.service.gate.inside == 3)
        with strict.client() as client:
            assert client.get("/readyz").json()["inside"] == 3
        assert list(working) == [200, 200, 200]


def test_killing_workers_under_load_loses_no_accepted_request(roomy: RunningService) -> None:
    """Every request is answered with its own page, though kill -9 strikes the busy workers three times."""
    strikes = [15, 40, 65]

    def ask(number: int) -> tuple[int, str]:
        for pid in roomy.service.engine.processes[:1] if number in strikes else ():
            os.kill(pid, signal.SIGKILL)
        with roomy.client() as client:
            answer = client.post("/v1/extract", content=f"sleep 0.01 page {number} ".encode() * 500, headers=HTML)
            return answer.status_code, answer.json().get("text", "")

    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(ask, range(100)))
    for number, (status, text) in enumerate(answers):
        assert status in (200, 503)
        assert status == 503 or text.startswith(f"sleep 0.01 page {number} ")
    assert sum(status == 200 for status, _ in answers) >= 97


def test_a_service_that_stops_finishes_what_it_accepted(tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as pool, running(tmp_path, misbehave, workers=2) as started:

        def ask(_: int) -> int:
            with started.client() as client:
                return client.post("/v1/extract", content=b"sleep 0.6", headers=HTML).status_code

        answers = [pool.submit(ask, number) for number in range(4)]
        _until(lambda: started.service.gate.inside == 4)
        started.server.should_exit = True
        assert [answer.result() for answer in answers] == [200] * 4


def _until(true: object) -> None:
    assert callable(true)
    began = time.monotonic()
    while not true() and time.monotonic() - began < 30:
        time.sleep(0.01)
    assert true()
