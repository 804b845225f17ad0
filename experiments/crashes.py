"""Batch runs that are killed at random moments, and what is left of them: `python -m experiments.crashes`.

Each run is killed with SIGKILL, its workers, its parent or both, and goes on where it stopped until it comes to its
end. Then its files are compared with those of a run that nobody disturbed.

To start workers takes a hundred times as long as the work that is killed here. So only one run in `--with-workers` has
some; the others do their pages in the process that keeps the ledger, which is the one that writes, and are forked from
one that has loaded everything.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import shutil
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from experiments.made_archives import made_page, write_archive
from kaensan.batch.events import Done, Ended, Event
from kaensan.batch.extractor import Extractor
from kaensan.batch.options import Options, Running
from kaensan.batch.records import Record
from kaensan.batch.run import run
from kaensan.batch.shards import Shard
from kaensan.batch.sources import source_of, warc

__all__ = ["crash_test", "main"]

_VICTIMS = ("workers", "parent", "both")
_SHARDS, _PAGES, _PART = 3, 24, 4
_STEPS = 6
"""Parts of a shard, more or less."""


class _Slow(Extractor):
    """Takes so long that a run can be killed while it works, not only while it starts."""

    def extract(self, record: Record, source: str) -> dict[str, Any]:
        time.sleep(0.005)
        return super().extract(record, source)


_OPTIONS = Options(method="weight", duplicates="exact", chunk=1500)


def _in_one_process(shards: Sequence[tuple[Shard, int]]) -> Generator[Event, None, None]:
    """An engine without workers."""
    extractor = Extractor(_OPTIONS)
    for shard, start in shards:
        for chunk in source_of(shard.kind).chunks(shard, start, _OPTIONS):
            yield Done(shard, chunk, extractor(chunk))
        yield Ended(shard)


def crash_test(folder: Path, runs: int, seed: int, with_workers: int = 10, seconds: float = math.inf) -> Counter[str]:
    """Kill so many runs, or as many as the time allows; how they ended, and what was lost or came twice."""
    until = time.monotonic() + seconds
    inputs = [str(write_archive(folder / f"{shard}.warc.gz", _pages(shard))) for shard in range(_SHARDS)]
    run(inputs[:1], folder / "loaded", _OPTIONS, Running(engine=_in_one_process))  # what forks from here has it all
    usual = {}
    for workers in (False, True):
        began = time.monotonic()
        _wait(_start(inputs, folder / f"whole-{workers}", workers))
        usual[workers] = time.monotonic() - began
    whole = _files(folder / "whole-True")
    draw = random.Random(seed)
    told: Counter[str] = Counter({"files that differ": 0, "runs that were not resumed": 0})
    told["files that differ"] += _files(folder / "whole-False") != whole
    while told["killed"] < runs and time.monotonic() < until:
        out = folder / "out"
        shutil.rmtree(out, ignore_errors=True)
        ended = False
        while not ended:
            disturb = told["killed"] < runs and draw.random() < 0.85
            workers = not draw.randrange(with_workers)
            if disturb:
                ended = _run_once(inputs, out, draw, workers, usual[workers], told)
            else:
                ended = _undisturbed(inputs, out, told)
        found = _files(out)
        told["outputs compared"] += len(whole)
        told["files that differ"] += sum(found.get(name) != content for name, content in whole.items())
        told["files that differ"] += len(found.keys() - whole.keys())
    return told


def _pages(shard: int) -> list[tuple[str, bytes]]:
    numbers = range(shard * _PAGES, (shard + 1) * _PAGES)
    return [(f"http://example.org/{number}", made_page(number)) for number in numbers]


def _start(inputs: list[str], out: Path, workers: bool) -> int:
    """A run in a process of its own, with small chunks and parts so that there are many moments to be killed at."""
    pid = os.fork()
    if pid:
        return pid
    try:
        warc.PAGES_A_PART = _PART
        if workers:
            run(inputs, out, _Slow(_OPTIONS))
        else:
            run(inputs, out, _OPTIONS, Running(engine=_in_one_process))
    except BaseException as error:
        print(f"a run failed: {error}", flush=True)
        os._exit(1)
    os._exit(0)


def _run_once(
    inputs: list[str], out: Path, draw: random.Random, with_workers: bool, usual: float, told: Counter[str]
) -> bool:
    """Whether the run came to its end although it was disturbed."""
    pid = _start(inputs, out, with_workers)
    victims = draw.choice(_VICTIMS) if with_workers else "parent"
    _let_it_work(pid, out, draw, usual)
    workers = _children(pid)
    told["killed"] += 1
    told[f"killed: {victims} {'of a run with workers' if with_workers else 'alone'}"] += 1
    told[_moment(out)] += 1
    if victims != "parent":
        for worker in workers:
            _kill(worker)
    if victims != "workers":
        _kill(pid)
    return _wait(pid) == 0


def _let_it_work(pid: int, out: Path, draw: random.Random, usual: float) -> None:
    """Until any moment, or until it has come so far and then a little longer."""
    if draw.random() < 0.3:
        time.sleep(draw.uniform(0.02, 1.0) * usual)
        return
    enough = draw.randrange(_SHARDS * _STEPS)
    while _steps(out) < enough and os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        time.sleep(0.002)
    time.sleep(draw.uniform(0.0, 0.02 * usual))


def _steps(out: Path) -> int:
    return len(list(out.glob("*.parquet"))) * _STEPS + len(list(out.glob(".kaensan/parts/*/*.arrow")))


def _undisturbed(inputs: list[str], out: Path, told: Counter[str]) -> bool:
    if _wait(_start(inputs, out, workers=False)) != 0:
        told["runs that were not resumed"] += 1
    return True


def _moment(out: Path) -> str:
    finished = len(list(out.glob("*.parquet")))
    parts = any(out.glob(".kaensan/parts/*/*.arrow"))
    return f"killed with {finished} of {_SHARDS} shards finished, {'some' if parts else 'no'} parts put away"


def _children(pid: int) -> list[int]:
    found: list[int] = []
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += map(int, listed.read_text().split())
        except OSError:
            continue  # the thread has ended
    return found


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):  # it may have ended by itself
        os.kill(pid, signal.SIGKILL)


def _wait(pid: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _files(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in out.glob("*.parquet")}


def main() -> None:
    parser = argparse.ArgumentParser(description="kill batch runs at random moments, resume them, compare their rows")
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--with-workers", type=int, default=10, metavar="N", help="one run in N has workers (10)")
    parser.add_argument("--seconds", type=float, default=math.inf, help="when to stop before all runs were killed")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        told = crash_test(Path(folder), args.runs, args.seed, args.with_workers, args.seconds)
        for what, number in sorted(told.items()):
            print(f"{what}: {number}")


if __name__ == "__main__":
    main()
