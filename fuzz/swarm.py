"""Fuzz every target without a fuzzer: mutations that know markup, in plain processes, on the code as it is installed.

    python fuzz/swarm.py [--seconds N] [--executions N] [--processes N] [--seed N] [--longest BYTES] [--megabytes N]
                         [--out DIR]

Most inputs are small: what a target does with a page of two hundred bytes it does with any page of that structure.
`campaign.py` sees which lines an input reaches, and pays for it: instrumented sources run instead of the compiled
kernel, at a fraction of its speed. Here nothing is instrumented. An input goes to all targets in turn, each of which is
one execution; inputs are kept and changed again, so that changes add up. The same seed gives the same inputs.
"""

from __future__ import annotations

import argparse
import importlib
import json
import mmap
import multiprocessing
import random
import resource
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

from kaensan.kernel import MODULES
from mutate import PIECES, mutate
from notes import Notes
from targets import TARGETS

__all__ = ["inputs", "kernel_in_use", "main", "swarm"]

_HERE = Path(__file__).parent
_SECONDS_PER_INPUT = 5
"""seconds that one target may take for an input"""
_MEGABYTES = 1024
"""memory that a process may take, unless said otherwise"""
_KEPT = 2000
"""inputs that are kept to be changed again; then a new one takes the place of any"""
_LENGTHS = (192, 192, 192, 384, 384, 768, 2048)
"""bytes of the longest inputs, one of which is drawn for each"""
_LENGTH = 4
"""bytes before an input in the memory that outlives its process, which hold its length"""
_RESTARTS = 50
"""processes that may die of their inputs before no further one is started in their place"""


class TooSlow(Exception):
    """A target took longer than it may."""


@dataclass
class Tally:
    """What one process came to."""

    executions: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TARGETS, 0))
    seconds: dict[str, float] = field(default_factory=lambda: dict.fromkeys(TARGETS, 0.0))
    """processor time"""
    slowest: dict[str, float] = field(default_factory=lambda: dict.fromkeys(TARGETS, 0.0))
    peak_megabytes: float = 0.0
    inputs: int = 0


def inputs(seed: int, longest: int) -> Iterator[bytes]:
    """Mutations of the seeds and of each other, without end; the same for the same seed."""
    draw = random.Random(seed)
    paths = [*sorted((_HERE / "seeds").iterdir()), *sorted((_HERE / "found").iterdir())]
    kept = [path.read_bytes() for path in paths]
    while True:
        room = min(draw.choice(_LENGTHS), longest)
        data = _part(draw.choice(kept), room, draw)
        for _ in range(draw.choice((1, 1, 2, 3))):
            data = mutate(data, room, draw.getrandbits(32), lambda page, most: _changed(page, most, draw, kept))
        yield data
        if len(kept) < _KEPT:
            kept.append(data)
        elif draw.random() < 0.5:
            kept[draw.randrange(len(paths), _KEPT)] = data  # the seeds stay


def _part(data: bytes, longest: int, draw: random.Random) -> bytes:
    """A stretch of a page that begins with a tag, where the whole is too long."""
    if len(data) <= longest:
        return data
    at = data.rfind(b"<", 0, 1 + draw.randrange(len(data)))
    return data[max(at, 0) : max(at, 0) + longest]


def _changed(data: bytes, longest: int, draw: random.Random, kept: list[bytes]) -> bytes:
    """Some bytes changed, put in or taken out, or the end of another input instead of the own."""
    at = draw.randrange(len(data) + 1)
    end = min(len(data), at + int(draw.expovariate(0.2)))
    kind = draw.randrange(5)
    if kind == 0:
        other = draw.choice(kept)
        return (data[:at] + other[draw.randrange(len(other) + 1) :])[:longest]
    if kind == 1:
        return data[:at] + data[end:]
    middle = (draw.choice(PIECES), draw.randbytes(max(1, end - at)), bytes([draw.randrange(256)]))[kind - 2]
    return (data[:at] + middle + data[end:])[:longest]


def kernel_in_use() -> str:
    """How much of the kernel runs compiled."""
    paths = [str(importlib.import_module(name).__file__) for name in MODULES]
    return f"{sum(not path.endswith('.py') for path in paths)} of {len(paths)} modules compiled"


def swarm(number: int, options: argparse.Namespace, last: mmap.mmap, sending: Any) -> None:
    """One process: inputs until the time or its share of the executions is over; what came of it is sent."""
    if options.megabytes:
        resource.setrlimit(resource.RLIMIT_DATA, (options.megabytes << 20, options.megabytes << 20))
    signal.signal(signal.SIGALRM, _too_slow)
    noting = {name: Notes(target, options.out / "found") for name, target in TARGETS.items()}
    for note in noting.values():
        note((_HERE / "seeds" / "thai.html").read_bytes())  # dictionaries and models load outside the time of an input
    tally = Tally()
    made = inputs(options.seed + number, options.longest)
    share = options.executions / options.processes
    until = time.monotonic() + options.seconds
    while time.monotonic() < until and sum(tally.executions.values()) < share:
        data = next(made)
        last[: _LENGTH + len(data)] = len(data).to_bytes(_LENGTH, "little") + data
        tally.inputs += 1
        for name, note in noting.items():
            began = time.process_time()
            signal.alarm(_SECONDS_PER_INPUT * 4)  # seconds of the clock: the machine may be busy
            note(data)
            signal.alarm(0)
            took = time.process_time() - began
            tally.executions[name] += 1
            tally.seconds[name] += took
            tally.slowest[name] = max(tally.slowest[name], took)
    tally.peak_megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sending.send(tally)


def _too_slow(number: int, frame: FrameType | None) -> None:
    raise TooSlow(f"more than {_SECONDS_PER_INPUT * 4} seconds")


@dataclass
class _Running:
    """A process at work, and where its last input stands."""

    number: int
    process: Any
    receiving: Any
    last: mmap.mmap


def _start(number: int, options: argparse.Namespace) -> _Running:
    last = mmap.mmap(-1, _LENGTH + options.longest)
    receiving, sending = multiprocessing.Pipe(duplex=False)
    context = multiprocessing.get_context("fork")
    process = context.Process(target=swarm, args=(number, options, last, sending))
    process.start()
    sending.close()
    return _Running(number, process, receiving, last)


def _end(running: _Running, found: Path) -> Tally | None:
    """What a process came to; None, and its last input in a file, where it died of it."""
    try:
        tally: Tally | None = running.receiving.recv()
    except EOFError:
        tally = None
    running.process.join()
    if tally is None:
        length = int.from_bytes(running.last[:_LENGTH], "little")
        (found / f"death-{running.number}.bin").write_bytes(running.last[_LENGTH : _LENGTH + length])
    return tally


def _together(options: argparse.Namespace) -> tuple[list[Tally], int]:
    """All processes to their ends; one that dies is replaced as long as there is time, with other inputs."""
    waiting = [_start(number, options) for number in range(options.processes)]
    tallies: list[Tally] = []
    deaths = 0
    began = time.monotonic()
    while waiting:
        running = waiting.pop(0)
        tally = _end(running, options.out / "found")
        if tally is not None:
            tallies.append(tally)
            continue
        deaths += 1
        left = began + options.seconds - time.monotonic()
        if left > 1 and deaths < _RESTARTS:
            again = argparse.Namespace(**{**vars(options), "seconds": left})
            waiting.append(_start(running.number + options.processes * deaths, again))
    return tallies, deaths


def main(argv: Sequence[str] | None = None) -> int:
    """Fuzz, print a table, and say whether anything was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seconds", type=float, default=240, help="how long (240)")
    parser.add_argument("--executions", type=float, default=float("inf"), help="when to stop before that")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=int, default=2048, metavar="BYTES", help="the longest input (2048)")
    parser.add_argument(
        "--megabytes", type=int, default=_MEGABYTES, metavar="N", help=f"memory of a process, 0 for any ({_MEGABYTES})"
    )
    parser.add_argument("--out", type=Path, default=Path("out/swarm"), metavar="DIR")
    options = parser.parse_args(argv)
    (options.out / "found").mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    tallies, deaths = _together(options)
    seconds = time.monotonic() - began
    notes = [json.loads(path.read_text()) for path in sorted((options.out / "found").glob("*.json"))]
    (options.out / "record.json").write_text(json.dumps([asdict(tally) for tally in tallies], indent=1))
    _print(tallies, seconds, options)
    print(f"{len(notes)} findings, {deaths} processes died")
    for note in notes:
        print(f"- {note['target']}: {note['where']}: {note['says'][:120]}")
    return int(bool(notes or deaths))


def _print(tallies: list[Tally], seconds: float, options: argparse.Namespace) -> None:
    print("| target | executions | ms each | slowest, s |")
    print("|---|--:|--:|--:|")
    for name in TARGETS:
        count = sum(tally.executions[name] for tally in tallies)
        each = 1000 * sum(tally.seconds[name] for tally in tallies) / max(count, 1)
        slowest = max((tally.slowest[name] for tally in tallies), default=0.0)
        print(f"| {name} | {count:,} | {each:.2f} | {slowest:.2f} |")
    total = sum(sum(tally.executions.values()) for tally in tallies)
    peak = max((tally.peak_megabytes for tally in tallies), default=0.0)
    made = sum(tally.inputs for tally in tallies)
    print(
        f"\n{total:,} executions of {made:,} inputs in {seconds:.0f} s by {options.processes} processes, "
        f"{total / seconds:,.0f} a second; seed {options.seed}; {peak:.0f} MB at most; {kernel_in_use()}"
    )


if __name__ == "__main__":
    sys.exit(main())
