"""Clients that mean harm: slow ones, greedy ones, and uploads that are larger than they look."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from misbehaving import misbehave, tell_number, tell_priority
from running_service import THAI, RunningService, running

from kaensan.memory_return import trim_memory
from kaensan.serve import turns as turns_module
from kaensan.serve.gate import Gate
from kaensan.serve.intake import Intake
from kaensan.serve.problems import Problem
from kaensan.serve.service_metrics import Metrics
from kaensan.serve.settings import Limits, Settings
from kaensan.serve.turns import Engine, Turns
from kaensan.serve.work import Body, Task, work

HTML = {"Content-Type": "text/html"}
HEAD = b"POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/html\r\n"
BATCH = b"POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
LIMITS = Limits(body=4 << 20, held=16 << 20, concurrent=3, page=10, request=20, pause=2, transfer=8, rate=64 << 10)


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A service with three places, whose workers do what pages tell them."""
    with running(tmp_path_factory.mktemp("narrow"), misbehave, limits=LIMITS) as started:
        yield started


@contextlib.contextmanager
def connections(service: RunningService, count: int, opening: bytes) -> Iterator[list[socket.socket]]:
    """Connections that have sent some bytes and read nothing."""
    held = []
    for _ in range(count):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(30)
        connection.connect(("127.0.0.1", service.port))
        connection.sendall(opening)
        held.append(connection)
    try:
        yield held
    finally:
        for connection in held:
            connection.close()


def until(true: Any) -> None:
    began = time.monotonic()
    while not true() and time.monotonic() - began < 300:
        time.sleep(0.02)
    assert true()


def is_served(service: RunningService) -> bool:
    with service.client() as client:
        return client.post("/v1/extract", content=b"<p>next", headers=HTML).status_code == 200


def test_clients_that_send_slowly_take_no_place(narrow: RunningService) -> None:
    with connections(narrow, 20, HEAD + b"Content-Length: 1000000\r\n\r\n<p>"):
        assert is_served(narrow)
        assert narrow.service.gate.inside == 0


def test_a_trickle_is_too_slow_though_it_never_pauses(narrow: RunningService) -> None:
    with connections(narrow, 1, HEAD + b"Content-Length: 1000000\r\n\r\n") as (connection,):
        received = b""
        connection.settimeout(0.2)
        for _ in range(100):
            with contextlib.suppress(TimeoutError):
                received = connection.recv(1000)
            if received:
                break
            connection.sendall(b"x" * 100)
    assert received.startswith(b"HTTP/1.1 408")


def test_clients_that_do_not_read_are_cut_off_and_their_bytes_let_go(narrow: RunningService) -> None:
    page = b"x" * (3 << 20)
    with connections(narrow, 4, HEAD + b"Content-Length: %d\r\n\r\n" % len(page) + page):
        until(lambda: narrow.service.gate.held > 3 << 20)
        until(lambda: is_served(narrow))
        until(lambda: narrow.service.gate.held == 0)


def test_answers_count_in_what_is_held(narrow: RunningService) -> None:
    page = b"x" * (3 << 20)
    with connections(narrow, 1, HEAD + b"Content-Length: %d\r\n\r\n" % len(page) + page):
        until(lambda: narrow.service.gate.inside == 0 and narrow.service.gate.held >= len(page))
        until(lambda: narrow.service.gate.held == 0)


def test_batches_that_never_end_make_room_for_others(narrow: RunningService) -> None:
    line = b'{"html": "' + b"x" * (3 << 20)
    opening = BATCH + b"Content-Length: 99999999\r\n\r\n" + line
    with connections(narrow, 5, opening):
        until(lambda: narrow.service.gate.held >= 5 * len(line))
        time.sleep(1.2)  # so that they have made no progress for a while
        with narrow.client() as client:
            large = client.post("/v1/extract", content=b"y" * (3 << 20), headers=HTML)
        assert large.status_code == 200


def test_a_client_may_wait_for_its_results_before_it_sends_more(narrow: RunningService) -> None:
    line = json.dumps({"html": "sleep 3"}).encode() + b"\n"
    with connections(narrow, 1, BATCH + b"Content-Length: %d\r\n\r\n" % (2 * len(line)) + line) as (connection,):
        first = b""
        while b'"worker"' not in first:
            first += connection.recv(65536)
        connection.sendall(line)
        second = b""
        while b'"worker"' not in second:
            second += connection.recv(65536)
    assert b'"index":1' in second


def test_an_answer_has_a_largest_size() -> None:
    answer = work(Task("extract", body=Body(THAI.encode(), "text/html"), most=200))
    assert answer.status == 422
    assert b"larger than 200 bytes" in answer.body


@pytest.mark.parametrize("letters", [5_000, 60_000])
def test_a_path_of_any_length_that_leads_nowhere_is_a_404(service: RunningService, letters: int) -> None:
    with service.client() as client:
        assert client.get("/studio/" + "a" * letters).status_code == 404


def test_a_long_head_is_refused_though_it_comes_in_one_piece(service: RunningService) -> None:
    for head in (
        b"GET /healthz?" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 70_000 + b"\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 35_000 + b"\r\n",
    ):
        assert service.raw(head, wait=10).startswith(b"HTTP/1.1 431"), head[:40]


def test_trailers_have_a_longest_size_too(service: RunningService) -> None:
    body = b"3\r\n<p>\r\n0\r\n" + b"X: " + b"a" * 200_000
    answer = service.raw(HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + body, wait=10)
    assert answer.startswith(b"HTTP/1.1 431")


def test_no_page_is_parsed_in_the_process_that_speaks_http(
    service: RunningService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The service runs in this process, its workers do not: here nothing can be parsed any more, and all goes on."""
    import kaensan.page.page

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a page was parsed in the process that speaks HTTP")

    monkeypatch.setattr(kaensan.page.page, "parse", refuse)
    for name in ("kaensan.page", "kaensan.serve.gold.export", "kaensan.serve.work.gold", "kaensan.serve.work.task"):
        monkeypatch.setattr(f"{name}.parse", refuse)
    rows = 10
    with service.client() as client:
        saved = client.post("/v1/gold", json={"html": THAI, "labels": ["other"] * rows})
        if saved.status_code == 422:  # the message says how many rows there are
            rows = int(saved.json()["error"]["message"].split(" for ")[1].split()[0])
            saved = client.post("/v1/gold", json={"html": THAI, "labels": ["content"] * rows})
        assert saved.status_code == 201
        name = saved.json()["id"]
        assert "<<<C>>>" in client.get(f"/v1/gold/{name}/marked").text
        for form in ("dataset", "jsonl", "marked"):
            assert client.get(f"/v1/gold/export?format={form}").status_code == 200
        imported = client.post("/v1/gold/import", content=b"<p><<<C>>>text<<</C>>>", headers=HTML)
        assert len(imported.json()["saved"]) == 1
        assert client.post("/v1/view", json={"html": THAI}).status_code == 200
        assert client.delete(f"/v1/gold/{name}").status_code == 204


def test_a_small_upload_that_unpacks_to_gigabytes_is_refused(service: RunningService) -> None:
    zstandard = pytest.importorskip("zstandard")
    with service.client() as client:
        for filling in (b"\n", b"x", b'{"html":""}\n'):
            bomb = zstandard.ZstdCompressor(level=3).compress(filling * ((1 << 28) // len(filling)))
            answer = client.post("/v1/gold/import", content=bomb, headers={"Content-Type": "application/zstd"})
            assert answer.status_code == 400, answer.text[:200]


def test_memory_that_only_a_circle_of_references_holds_goes_back_too() -> None:
    class Held:
        """Stands for the body of a request that an error refers to, which refers to the error."""

    held = Held()
    held.itself = held  # type: ignore[attr-defined]
    seen = weakref.ref(held)
    del held
    trim_memory()
    assert seen() is None


# --- who is next, and who makes room


def test_who_used_much_lately_waits_for_those_who_used_little() -> None:
    async def order() -> list[str]:
        turns = Turns(1)
        await turns.wait("greedy")
        turns.end("greedy", time.monotonic() - 5)  # five seconds of work
        await turns.wait("modest")
        served: list[str] = []

        async def ask(client: str) -> None:
            await turns.wait(client)
            served.append(client)
            turns.end(client, time.monotonic())

        asking = [asyncio.create_task(ask(client)) for client in ("greedy", "greedy", "modest", "new")]
        await asyncio.sleep(0)
        turns.end("modest", time.monotonic() - 0.1)
        await asyncio.gather(*asking)
        return served

    assert asyncio.run(order()) == ["new", "modest", "greedy", "greedy"]


def test_a_client_with_long_tasks_leaves_a_worker_to_others() -> None:
    async def order() -> tuple[bool, bool]:
        turns = Turns(2)
        await turns.wait("slow")
        turns.end("slow", time.monotonic() - 0.9)  # its tasks are long, but it has seconds left
        await turns.wait("other")
        turns.end("other", time.monotonic())
        await turns.wait("slow")
        second = asyncio.create_task(turns.wait("slow"))
        quick = asyncio.create_task(turns.wait("other"))
        await asyncio.wait_for(quick, 5)
        waits = not second.done()
        turns.end("other", time.monotonic())
        await asyncio.wait_for(second, 10)  # the other has gone: nobody needs the worker
        return waits, second.done()

    assert asyncio.run(order()) == (True, True)


def test_a_turn_that_nobody_waits_for_any_more_goes_to_the_next() -> None:
    async def order() -> bool:
        turns = Turns(1)
        await turns.wait("first")
        gone = asyncio.create_task(turns.wait("gone"))
        patient = asyncio.create_task(turns.wait("patient"))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        turns.end("first", time.monotonic())
        await asyncio.wait_for(patient, 5)
        return gone.cancelled()

    assert asyncio.run(order())


def test_whoever_sends_much_waits_while_others_are_there_and_goes_on_when_they_have_gone() -> None:
    now = [0.0]

    async def order() -> list[bool]:
        intake = Intake(lambda: now[0])
        intake.see("modest")
        intake.took("greedy", 40 << 20)
        told = [intake.turn("modest") is None]
        waiting, given_up, last = (intake.turn("greedy") for _ in range(3))
        assert waiting is not None
        assert given_up is not None
        assert last is not None
        given_up.cancel()
        await asyncio.sleep(0.1)
        told.append(not waiting.done())
        now[0] = 0.5
        intake.see("modest")
        await asyncio.sleep(0.1)
        told.append(not waiting.done())  # eight megabytes too many, and eight a second are its share
        waiting.add_done_callback(lambda _: intake.took("greedy", 40 << 20))  # before anybody looks again
        now[0] = 1.1
        intake.see("modest")
        await asyncio.wait_for(waiting, 10)
        told.append(not last.done())
        now[0] = 3.0  # the other has gone
        await asyncio.wait_for(last, 10)
        return [*told, intake.turn("greedy") is None]

    assert asyncio.run(order()) == [True] * 5


def test_of_a_burst_some_requests_are_taken_in_at_a_time_while_others_are_there() -> None:
    now = [0.0]

    async def order() -> list[int]:
        intake = Intake(lambda: now[0])
        intake.see("modest")
        turns = [intake.turn("greedy") for _ in range(40)]
        counts = [turns.count(None)]
        assert intake.turn("modest") is None
        waiting = [turn for turn in turns if turn is not None]
        waiting[0].add_done_callback(lambda _: counts.append(sum(turn.done() for turn in waiting)))
        await asyncio.wait_for(asyncio.gather(*waiting), 10)
        alone = Intake(lambda: now[0])
        return [*counts, sum(alone.turn("greedy") is None for _ in range(40))]

    assert asyncio.run(order()) == [16, 16, 40]


def test_a_greedy_upload_waits_without_being_called_slow_and_then_is_served(narrow: RunningService) -> None:
    intake = narrow.service.gate.intake
    others = threading.Event()

    def be_there() -> None:
        while not others.wait(0.05):
            intake.see("another")

    intake.see("another")
    intake.took("127.0.0.1", 120 << 20)
    thread = threading.Thread(target=be_there)
    thread.start()
    try:
        threading.Timer(LIMITS.pause + 1, others.set).start()
        began = time.monotonic()
        assert is_served(narrow)
        assert time.monotonic() - began > LIMITS.pause
    finally:
        others.set()
        thread.join()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not say that a client has gone")
def test_what_was_held_of_a_client_that_has_gone_is_let_go_though_nothing_of_it_is_read(narrow: RunningService) -> None:
    gate = narrow.service.gate
    others = threading.Event()

    def be_there() -> None:
        while not others.wait(0.05):
            gate.intake.see("another")

    gate.intake.see("another")
    gate.intake.took("127.0.0.1", 30 << 20)  # nearly its burst
    thread = threading.Thread(target=be_there)
    thread.start()
    try:
        opening = BATCH + b"Content-Length: 99999999999\r\n\r\n" + b'{"html": "'
        with contextlib.ExitStack() as open_connections:
            for _ in range(4):
                (connection,) = open_connections.enter_context(connections(narrow, 1, opening))
                connection.setblocking(False)
                with contextlib.suppress(BlockingIOError):
                    for _ in range(64):
                        connection.send(b"x" * 65536)
            until(lambda: gate.held > 1 << 20)
            gate.intake.took("127.0.0.1", 1 << 30)  # nothing more of it is read for minutes
        until(lambda: gate.held == 0)
        assert not others.is_set()
    finally:
        others.set()
        thread.join()


def test_long_tasks_stand_back_behind_pages(tmp_path: Path) -> None:
    async def priorities() -> list[int]:
        engine = Engine(Settings(workers=1, gold=tmp_path), Metrics(), tell_priority)
        answers = [await engine.do(Task(kind)) for kind in ("extract", "gold-export")]
        await engine.close()
        return [int(answer.body) for answer in answers]

    page, long = asyncio.run(priorities())
    assert long == min(page + 10, 19)


def test_the_process_for_long_tasks_ends_when_there_are_none_and_starts_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns_module, "_LONG_IDLE", 0.1)

    async def numbers() -> list[int]:
        engine = Engine(Settings(workers=1, gold=tmp_path), Metrics(), tell_number)
        found = []
        for _ in range(2):
            found.append(int((await engine.do(Task("gold-export"))).body))
            async with asyncio.timeout(60):
                while _is_running(found[-1]):
                    await asyncio.sleep(0.02)
        await engine.close()
        return found

    first, second = asyncio.run(numbers())
    assert first != second


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_the_client_with_most_places_makes_room_for_another() -> None:
    gate = Gate(Limits(concurrent=3))
    ended: list[int] = []
    tickets = [gate.enter("greedy") for _ in range(3)]
    for number, ticket in enumerate(tickets):
        gate.begin_work(ticket)
        ticket.interrupt = lambda number=number: ended.append(number)
    with pytest.raises(Problem, match="already"):
        gate.begin_work(gate.enter("greedy"))
    gate.begin_work(gate.enter("modest"))
    assert ended == [2]
    assert gate.inside == 3


def test_bytes_of_a_request_that_was_ended_are_counted_once() -> None:
    gate = Gate(Limits(held=100))
    stale = gate.enter("a")
    stale.hold(80)
    stale.transferring, stale.interrupt = True, lambda: None
    stale.moved_at -= 60
    fresh = gate.enter("b")
    fresh.hold(70)
    assert gate.held == 70
    stale.close()
    assert gate.held == 70
    with pytest.raises(Problem, match="make room"):
        stale.hold(1)
    fresh.close()
    assert gate.held == 0


def test_a_service_that_holds_too_much_says_so(tmp_path: Path) -> None:
    gate = Gate(Limits(held=100))
    mine = gate.enter("a")
    mine.hold(90)
    with pytest.raises(Problem, match="too large together"):
        gate.enter("b").hold(95)
