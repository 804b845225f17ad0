"""Fuzz all targets for some minutes and write down what came of it.

    python fuzz/campaign.py [--seconds N] [--processes N] [--targets NAME ...] [--runs N] [--out DIR]

Every target gets the same share of the time. `record.json` in the out folder holds, for each target, the executions,
the seconds, the peak memory and the slowest input; the findings lie beside it, each with the input that leads to it.
The exit status is 1 when anything was found.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path

_HERE = Path(__file__).parent
_STATISTIC = re.compile(r"^stat::(\w+):\s+(\d+)", re.M)
_PROGRESS = re.compile(r"^#(\d+)\s.*?cov: (\d+)", re.M)
_RUNS = 12_000
"""executions of one process: atheris keeps some ten kilobytes for each, which are not the input's"""
_STARTING = 90
"""seconds that a process may take to start and stop"""


@dataclass
class Record:
    """What fuzzing one target came to."""

    target: str
    executions: int = 0
    seconds: float = 0.0
    covered: int = 0
    """places of the code that were reached, as the fuzzer counts them"""
    peak_megabytes: int = 0
    slowest_seconds: int = 0
    deaths: list[str] = field(default_factory=list)
    """what ended the process before its time"""


def fuzz(target: str, seconds: int, seed: int, args: argparse.Namespace) -> Record:
    """Fuzz one target; when an input kills the process, go on with a new one."""
    record = Record(target)
    out: Path = args.out
    corpus = out / "corpus" / target
    corpus.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + seconds
    while (left := int(end - time.monotonic())) > 0 and not 0 <= args.runs <= record.executions:
        runs = min(_RUNS, args.runs - record.executions) if args.runs >= 0 else _RUNS
        began = time.monotonic()
        command = [sys.executable, str(_HERE / "worker.py"), target, "--found", str(out / "found")]
        command += ["--seconds", str(left), "--seed", str(seed), "--longest", str(args.longest)]
        command += ["--runs", str(runs)]
        command += [str(folder) for folder in (corpus, _HERE / "seeds", _HERE / "found") if folder.is_dir()]
        try:
            done = subprocess.run(command, capture_output=True, timeout=left + _STARTING, check=False)
            said, status = done.stderr.decode("utf-8", "replace"), done.returncode
        except subprocess.TimeoutExpired as late:
            said, status = (late.stderr or b"").decode("utf-8", "replace"), -1
        _add(record, said, time.monotonic() - began)
        if status:
            record.deaths.append(said[-2000:])
            if not record.executions:
                break  # it does not even start
        seed += 1000
    return record


def _add(record: Record, said: str, seconds: float) -> None:
    statistics = {name: int(value) for name, value in _STATISTIC.findall(said)}
    progress = _PROGRESS.findall(said)
    last = progress[-1] if progress else ("0", "0")
    record.executions += statistics.get("number_of_executed_units", int(last[0]))
    record.covered = max(record.covered, int(last[1]))
    record.peak_megabytes = max(record.peak_megabytes, statistics.get("peak_rss_mb", 0))
    record.slowest_seconds = max(record.slowest_seconds, statistics.get("slowest_unit_time_sec", 0))
    record.seconds += seconds


def main(argv: Sequence[str] | None = None) -> int:
    """Fuzz, print a table, and say whether anything was found."""
    sys.path.insert(0, str(_HERE))
    from targets import TARGETS

    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seconds", type=int, default=240, help="how long, all targets together (240)")
    parser.add_argument("--processes", type=int, default=1, help="how many at once (1)")
    parser.add_argument("--targets", nargs="+", choices=TARGETS, default=list(TARGETS), metavar="NAME")
    parser.add_argument("--longest", type=int, default=2048, metavar="BYTES", help="the longest input (2048)")
    parser.add_argument("--out", type=Path, default=Path("out/fuzz"), metavar="DIR")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=-1, metavar="N", help="stop a target after so many executions")
    args = parser.parse_args(argv)
    rounds = max(1, args.processes // len(args.targets))
    named = [(name, number) for number in range(rounds) for name in args.targets]
    named += [(name, rounds) for name in args.targets[::-1][: max(0, args.processes - len(named))]]
    share = max(5, args.seconds * min(args.processes, len(named)) // len(named))
    tasks = [(name, share, args.seed + number) for name, number in named]
    args.out.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(args.processes) as pool:
        records = list(pool.map(lambda task: fuzz(task[0], task[1], task[2], args), tasks))
    notes = [json.loads(path.read_text()) for path in sorted((args.out / "found").glob("*.json"))]
    total = sum(record.executions for record in records)
    whole = {"executions": total, "records": [asdict(record) for record in records], "found": notes}
    (args.out / "record.json").write_text(json.dumps(whole, indent=1), encoding="utf-8")
    _print(records, notes, total)
    dead = any(record.deaths for record in records)
    return 1 if notes or dead else 0


def _print(records: list[Record], notes: list[dict[str, str]], total: int) -> None:
    print("| target | executions | seconds | places reached | peak MB | slowest, s | died |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for one in records:
        row = f"| {one.target} | {one.executions:,} | {one.seconds:.0f} | {one.covered:,} | {one.peak_megabytes}"
        print(f"{row} | {one.slowest_seconds} | {len(one.deaths)} |")
    print(f"\n{total:,} executions, {len(notes)} findings, {sum(len(one.deaths) for one in records)} processes died")
    for note in notes:
        print(f"- {note['target']}: {note['where']}: {note['says'][:120]}")


if __name__ == "__main__":
    raise SystemExit(main())
