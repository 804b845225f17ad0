"""Fetching for programs with an event loop: the same rules, politely, and nothing left behind."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from loopback import answer, serving

import kaensan
from kaensan.errors import Refused, Unreachable, UsageError
from kaensan.web.single_page import FetchOptions

LOCAL = FetchOptions(allow_private=True, robots=False)


def page(number: int) -> bytes:
    return f"<title>Page {number}</title><p>Page {number} says so in a sentence of its own.".encode()


@pytest.fixture
def silent() -> Iterator[str]:
    """A server that takes connections and says nothing; it notes what becomes of them."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}"


def fetch_threads() -> list[str]:
    """Threads that fetch; those of look-ups of names belong to the system."""
    return [thread.name for thread in threading.enumerate() if thread.name.startswith(("fetch", "asyncio"))]


def test_a_page_is_fetched_without_blocking_the_loop() -> None:
    async def both() -> tuple[str | None, int]:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.005)

        ticking = asyncio.create_task(tick())
        fetched = await kaensan.afetch(server.origin + "/", allow_private=True, robots=False)
        ticking.cancel()
        return fetched.head.title, ticks

    with serving({"/": answer(page(1))}) as server:
        title, ticks = asyncio.run(both())
    assert title == "Page 1"
    assert ticks > 0


def test_the_rules_about_addresses_hold_here_too() -> None:
    with pytest.raises(Refused):
        asyncio.run(kaensan.afetch("http://127.0.0.1/"))
    with socket.create_server(("127.0.0.1", 0)) as server:
        nobody = f"http://127.0.0.1:{server.getsockname()[1]}/"
    with pytest.raises(Unreachable):
        asyncio.run(kaensan.afetch(nobody, allow_private=True, robots=False))


def test_a_cancelled_fetch_leaves_no_thread_and_no_connection(silent: str) -> None:
    async def give_up() -> list[str]:
        task = asyncio.create_task(kaensan.afetch(silent, allow_private=True, robots=False))
        await asyncio.sleep(0.2)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        return [name for name in fetch_threads() if name.startswith("fetch")]

    began = time.monotonic()
    assert asyncio.run(give_up()) == []
    assert time.monotonic() - began < 30  # without cancelling, the server's silence would last a minute


def test_documents_come_in_the_order_of_their_addresses_and_failures_among_them() -> None:
    async def collect() -> list[kaensan.Document]:
        urls = [f"{server.origin}/{number}" for number in range(4)] + ["http://127.0.0.1:1/", "nonsense"]
        docs = kaensan.aextract_many(urls, method="weight", delay=0, fetching=LOCAL)
        return [document async for document in docs]

    with serving({f"/{number}": answer(page(number)) for number in range(3)}) as server:
        documents = asyncio.run(collect())
    assert [document.title for document in documents[:3]] == ["Page 0", "Page 1", "Page 2"]
    assert [document.error is None for document in documents] == [True] * 3 + [False] * 3
    assert documents[4].url == "http://127.0.0.1:1/"


def test_a_task_that_is_cancelled_leaves_no_tasks_threads_sockets_or_files_behind(silent: str, tmp_path: Path) -> None:
    """`silent` never answers, so that fetches are under way whenever the cancellation comes."""
    psutil = pytest.importorskip("psutil")
    process = psutil.Process()
    kept = FetchOptions(allow_private=True, robots=False, cache=tmp_path / "pages.sqlite")

    async def read_all(begun: asyncio.Event) -> None:
        urls = [f"{server.origin}/", *(f"{silent}/{number}" for number in range(6))]
        async for _ in kaensan.aextract_many(urls, method="weight", delay=0, at_once=3, fetching=kept):
            begun.set()

    async def cancel() -> set[str]:
        begun = asyncio.Event()
        task = asyncio.create_task(read_all(begun))
        await begun.wait()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        return {str(each) for each in asyncio.all_tasks() if each is not asyncio.current_task()}

    def held() -> tuple[int, set[str]]:
        ours = [
            each for each in process.net_connections("tcp") if each.status == psutil.CONN_ESTABLISHED and each.raddr
        ]
        clients = [each for each in ours if each.raddr.port in ports]
        return len(clients), {each.path for each in process.open_files()}

    with serving({"/": answer(page(1))}) as server:
        ports = {server.port, int(silent.rpartition(":")[2])}
        files = held()[1]
        assert asyncio.run(cancel()) == set()
        assert held() == (0, files)
    assert fetch_threads() == []


def test_addresses_are_taken_only_a_little_ahead_and_may_come_from_a_loop() -> None:
    taken: list[int] = []

    async def endless() -> AsyncIterator[str]:
        for number in range(10**9):
            taken.append(number)
            yield f"{server.origin}/{number % 3}"

    async def some() -> None:
        docs = kaensan.aextract_many(endless(), method="weight", delay=0, at_once=2, fetching=LOCAL)
        async for _ in docs:
            if len(taken) > 9:
                break
        await docs.aclose()

    with serving({f"/{number}": answer(page(number)) for number in range(3)}) as server:
        asyncio.run(some())
    assert len(taken) < 20
    assert fetch_threads() == []


def test_one_host_is_asked_for_one_page_after_another_with_a_pause() -> None:
    async def collect() -> None:
        urls = [f"{server.origin}/{number}" for number in range(3)]
        async for _ in kaensan.aextract_many(urls, method="weight", delay=0.3, at_once=3, fetching=LOCAL):
            pass

    with serving({f"/{number}": answer(page(number)) for number in range(3)}) as server:
        began = time.monotonic()
        asyncio.run(collect())
    assert time.monotonic() - began >= 0.6


def test_wrong_options_are_refused() -> None:
    async def first(**options: object) -> None:
        await anext(kaensan.aextract_many([], **options))  # type: ignore[arg-type]

    with pytest.raises(UsageError, match="at_once"):
        asyncio.run(first(at_once=0))
    with pytest.raises(UsageError, match="without a browser"):
        asyncio.run(first(fetching=FetchOptions(render=True)))


def test_closing_the_client_ends_a_fetch_in_another_thread(silent: str) -> None:
    client = LOCAL.client()
    errors: list[Exception] = []

    def fetch() -> None:
        try:
            client.get(silent)
        except Exception as error:
            errors.append(error)

    thread = threading.Thread(target=fetch)
    thread.start()
    time.sleep(0.2)
    client.close()
    thread.join(30)
    assert not thread.is_alive()
    assert isinstance(errors[0], Unreachable)


def test_robots_and_page_share_one_deadline(silent: str) -> None:
    began = time.monotonic()
    with FetchOptions(allow_private=True, timeout=0.5).client() as client, pytest.raises(Unreachable):
        client.get(silent)
    assert time.monotonic() - began < 10  # robots.txt alone used to get 20 seconds
