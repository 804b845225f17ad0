"""The service under attack: what other clients still get done, and whether the memory returns.

    python -m experiments.attacks [--seconds 60] [--clients 8] [--workers 2] [--processors N] [--attack NAME …]

Starts a service of its own on the loopback, lets honest clients send a sample page as fast as they can, first alone and
then beside each attack, and prints the share of their pages a second that is left and the memory of the service before
and after. Honest clients come from an address each, attackers from one of their own: workers are shared out fairly
between addresses (or API keys), whatever each of them asks for. Attackers run in a process of their own, with a lower
priority, so that what they cost themselves weighs little. With `--processors` the service has so many to itself, the
first ones of the machine, and the clients have the others: then neither clients nor attackers take anything from it but
by what they send. Where it shares its processors, `by work` is the share to look at: the processor time that the pages
of the others took in peace, as a part of all that the service used during the attack. `healthz` is the slowest answer
to ten questions a second, in peace and during the attack. `client` is the processor time of
the measuring client, in parts of one processor: far below 1, it is no bottleneck.

| attack | what it does |
|---|---|
| senders | 256 connections that announce a page and send a byte a second |
| readers | 256 connections that ask for a large answer and read a byte a second |
| batches | 50 batches with a line of 19 MB that never ends |
| bombs | 1,000 small uploads and pages made to take memory and time |
"""

from __future__ import annotations

import argparse
import http.client
import multiprocessing
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from kaensan.serve.samples import read_sample

__all__ = ["ATTACKS", "Target", "main", "running_service"]

_ATTACKER = "127.0.0.66"
_SETTLE = 12.0
"""Seconds after an attack before the memory is looked at: the pause that slow clients are granted, and a little."""
_HEAD = "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {media}\r\nContent-Length: {length}\r\n\r\n"


@dataclass(frozen=True)
class Target:
    """A running service."""

    port: int
    process: int

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=30, source_address=(_ATTACKER, 0))

    @property
    def processes(self) -> list[int]:
        """The numbers of the service and its workers."""
        return [self.process, *_children(self.process)]

    def memory(self) -> float:
        """MiB of the service and its workers together."""
        return sum(map(_resident, self.processes)) / (1 << 20)

    def used(self) -> float:
        """Processor seconds of the service and its workers so far, those that have ended included."""
        return sum(map(_seconds, self.processes))


def _resident(pid: int) -> int:
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096
    return 0


def _seconds(pid: int) -> float:
    """Processor seconds of a process and of its children that have ended."""
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def _children(pid: int) -> list[int]:
    with suppress(OSError):
        found = [int(one) for task in Path(f"/proc/{pid}/task").glob("*/children") for one in task.read_text().split()]
        return [*found, *(inner for one in found for inner in _children(one))]
    return []


def _head(path: str, length: int, media: str = "text/html") -> bytes:
    return _HEAD.format(path=path, media=media, length=length).encode()


def slow_senders(target: Target, until: float) -> None:
    """Announce a page and send a byte of it a second; whoever is cut off comes again."""
    _hold(target, until, 256, lambda: _head("/v1/extract", 1_000_000) + b"<p>", feed=b"x")


def slow_readers(target: Target, until: float) -> None:
    """Ask for an answer of some megabytes and read a byte of it a second."""
    page = b"<article><p>" + b"A sentence that is kept, and one more of them. " * 20_000
    _hold(target, until, 256, lambda: _head("/v1/extract?formats=text,markdown,html", len(page)) + page, feed=None)


def unfinished_batches(target: Target, until: float) -> None:
    """Begin a line of 19 MB and never end it."""
    line = b'{"html": "' + b"x" * 19_000_000
    _hold(target, until, 50, lambda: _head("/v1/batch", 1 << 40, "application/x-ndjson") + line, feed=b"x")


def bombs(target: Target, until: float, count: int = 1_000) -> None:
    """Uploads that unpack to gigabytes, and pages that are much work for their size, a few at a time."""
    import zstandard

    packed = zstandard.ZstdCompressor(level=19).compress(b"\n" * (1 << 30))
    pages = (
        ("/v1/gold/import", packed, "application/zstd"),
        ("/v1/extract", b"<div>" * 300_000, "text/html"),
        ("/v1/extract", b"<table>" + b"<td rowspan=60000 colspan=1000>x" * 20_000, "text/html"),
        ("/v1/extract", b"<p " + b"a=1 " * 400_000 + b">x", "text/html"),
    )
    left = iter(range(count))
    lock = threading.Lock()

    def throw() -> None:
        while time.monotonic() < until:
            with lock:
                number = next(left, None)
            if number is None:
                return
            path, body, media = pages[number % len(pages)]
            with suppress(OSError, http.client.HTTPException):
                client = http.client.HTTPConnection("127.0.0.1", target.port, timeout=90, source_address=(_ATTACKER, 0))
                client.request("POST", path, body, {"Content-Type": media})
                client.getresponse().read()
                client.close()

    _together([throw] * 32)


ATTACKS: dict[str, Callable[[Target, float], None]] = {
    "senders": slow_senders,
    "readers": slow_readers,
    "batches": unfinished_batches,
    "bombs": bombs,
}


def _hold(target: Target, until: float, count: int, begin: Callable[[], bytes], feed: bytes | None) -> None:
    """Keep so many connections open until the end, each begun with some bytes, then fed or read a byte a second."""
    held: list[socket.socket] = []
    opening = begin()
    while time.monotonic() < until:
        held = [connection for connection in held if _still(connection, feed)]
        while len(held) < count and time.monotonic() < until:
            try:
                connection = target.connect()
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                connection.settimeout(5)
                connection.sendall(opening)
                connection.setblocking(False)
            except OSError:
                break
            held.append(connection)
        time.sleep(1)
    for connection in held:
        connection.close()


def _still(connection: socket.socket, feed: bytes | None) -> bool:
    """Send or read one byte; whether the connection is still there."""
    try:
        if feed is None:
            return bool(connection.recv(1))
        connection.send(feed)
    except BlockingIOError:
        return True
    except OSError:
        connection.close()
        return False
    return True


@dataclass(frozen=True)
class Done:
    """What honest clients got done together."""

    rate: float
    """pages a second"""
    refused: int
    """requests that were refused or broken"""
    used: float
    """processor seconds of the service for each page"""
    client: float
    """processor seconds of the clients in each second"""


def _honest(target: Target, seconds: float, clients: int) -> Done:
    """Let honest clients send pages as fast as they are answered."""
    sample = read_sample("news")
    assert sample is not None
    until = time.monotonic() + seconds
    done, failed = [0] * clients, [0] * clients

    def work(number: int) -> None:
        address = (f"127.0.0.{number + 2}", 0)
        client = http.client.HTTPConnection("127.0.0.1", target.port, timeout=60, source_address=address)
        while time.monotonic() < until:
            try:
                client.request("POST", "/v1/extract", sample[0], {"Content-Type": "text/html"})
                answer = client.getresponse()
                answer.read()
                good = answer.status == 200
            except (OSError, http.client.HTTPException):
                good = False
                client.close()
            done[number] += good
            failed[number] += not good
            if not good:
                time.sleep(0.2)
        client.close()

    used, own = target.used(), time.process_time()
    _together([lambda number=number: work(number) for number in range(clients)])  # type: ignore[misc]
    used, own = target.used() - used, time.process_time() - own
    return Done(sum(done) / seconds, sum(failed), used / max(sum(done), 1), own / seconds)


def _together(works: list[Callable[[], None]]) -> None:
    threads = [threading.Thread(target=work, daemon=True) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@contextmanager
def running_service(workers: int, processors: int | None = None) -> Iterator[Target]:
    every = sorted(os.sched_getaffinity(0))
    if processors and processors < len(every):
        os.sched_setaffinity(0, every[:processors])  # the service inherits them
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "kaensan", "serve", "--port", "0", "--workers", str(workers)]
        command += ["--gold", f"{folder}/gold", "--site", f"{folder}/sites.db"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        os.sched_setaffinity(0, every[processors:] or every if processors else every)
        try:
            assert process.stdout is not None
            found = re.search(r":(\d+)/", process.stdout.readline())
            assert found
            target = Target(int(found[1]), process.pid)
            _until_ready(target)
            yield target
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()


def _until_ready(target: Target) -> None:
    while True:
        with suppress(OSError, http.client.HTTPException):
            client = http.client.HTTPConnection("127.0.0.1", target.port, timeout=5)
            client.request("GET", "/readyz")
            if client.getresponse().status == 200:
                return
        time.sleep(0.2)


class _Health:
    """Asks for /healthz ten times a second; remembers the slowest answer."""

    def __init__(self, target: Target) -> None:
        self.slowest = 0.0
        self._target = target
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._ask, daemon=True)
        self._thread.start()

    def _ask(self) -> None:
        while not self._stop.wait(0.1):
            began = time.monotonic()
            with suppress(OSError, http.client.HTTPException):
                client = http.client.HTTPConnection("127.0.0.1", self._target.port, timeout=30)
                client.request("GET", "/healthz")
                client.getresponse().read()
                client.close()
            self.slowest = max(self.slowest, time.monotonic() - began)

    def stop(self) -> float:
        self._stop.set()
        self._thread.join()
        return self.slowest


def _attack(name: str, target: Target, until: float) -> None:
    os.nice(10)
    ATTACKS[name](target, until)


def measure(target: Target, name: str, seconds: float, clients: int) -> str:
    """One attack, between two stretches of peace: a line of the table."""
    calm = _Health(target)
    before = _honest(target, seconds / 2, clients)
    usual = calm.stop()
    level = target.memory()
    health = _Health(target)
    until = time.monotonic() + seconds
    attacking = multiprocessing.get_context("fork").Process(target=_attack, args=(name, target, until), daemon=True)
    attacking.start()
    during = _honest(target, seconds, clients)
    slowest = health.stop()
    most = target.memory()
    attacking.join(10)
    attacking.kill()
    time.sleep(_SETTLE)
    after = _honest(target, seconds / 2, clients)
    left = target.memory()
    peace = (before.rate + after.rate) / 2
    by_work = (before.used + after.used) / 2 / during.used
    return (
        f"{name:<9} {peace:7.1f} {during.rate:7.1f} {during.rate / max(peace, 1e-9):6.0%} {by_work:8.0%} "
        f"{during.refused:7} {during.client:7.2f} {1000 * usual:6.0f} {1000 * slowest:7.0f} "
        f"{level:8.0f} {most:8.0f} {left:8.0f} {left / level - 1:+7.0%}"
    )


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--processors", type=int, help="how many the service has to itself (it shares all of them)")
    parser.add_argument("--attack", action="append", choices=ATTACKS)
    args = parser.parse_args(arguments)
    print("          pages/s of the others                            healthz, ms        memory, MiB")
    print("attack      peace  attack  share  by work refused  client  peace  attack   before   during    after  change")
    with running_service(args.workers, args.processors) as target:
        _honest(target, 3, args.clients)  # to warm up
        for name in args.attack or ATTACKS:
            print(measure(target, name, args.seconds, args.clients), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
