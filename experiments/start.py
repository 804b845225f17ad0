"""What it takes until the first page is extracted, in a fresh process.

    python -m experiments.start [--runs N]

prints the fastest of several runs: importing the package, loading what extraction needs, and the first page, as time on
the clock and time of the processor. Then where the loading goes, package by package, by `python -X importtime`. Byte
code is kept between the runs, as an installer keeps it, in a folder of its own.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

__all__ = ["main", "packages", "steps"]

_STEPS = ("import kaensan", "load what extract needs", "first page: its text", "its metadata and Markdown")
_CHILD = """
import json, time
marks = [(time.perf_counter(), time.process_time())]
def mark(): marks.append((time.perf_counter(), time.process_time()))
import kaensan
mark()
kaensan.extract
mark()
from kaensan.demo import URL, read_demo_page
document = kaensan.extract(read_demo_page(), URL)
document.text
mark()
document.metadata, document.markdown
mark()
print(json.dumps(marks))
"""
_LINE = re.compile(r"import time:\s+(\d+) \|\s+\d+ \|\s+(\S+)")


def _python(arguments: list[str], byte_code: Path) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(byte_code)
    return subprocess.run([sys.executable, *arguments], capture_output=True, check=True, text=True, env=environment)


def steps(runs: int, byte_code: Path) -> list[tuple[str, float, float]]:
    """Each step with its milliseconds on the clock and of the processor, from the fastest run."""
    taken = []
    for _ in range(runs):
        marks: list[tuple[float, float]] = json.loads(_python(["-c", _CHILD], byte_code).stdout)
        pairs = itertools.pairwise(marks)
        taken.append([(1e3 * (after[0] - before[0]), 1e3 * (after[1] - before[1])) for before, after in pairs])
    best = min(taken, key=lambda run: sum(clock for clock, _ in run))
    return [(name, clock, processor) for name, (clock, processor) in zip(_STEPS, best, strict=True)]


def packages(runs: int, byte_code: Path) -> Counter[str]:
    """Milliseconds of loading by top-level package, the least of the runs for every module."""
    least: dict[str, int] = {}
    for _ in range(runs):
        told = _python(["-X", "importtime", "-c", "import kaensan; kaensan.extract"], byte_code).stderr
        for microseconds, module in _LINE.findall(told):
            least[module] = min(int(microseconds), least.get(module, sys.maxsize))
    total: Counter[str] = Counter()
    for module, microseconds in least.items():
        top = module.partition(".")[0]
        total[top if top in ("kaensan", "numpy", "turbohtml", "regex") else "standard library"] += microseconds
    return Counter({name: round(microseconds / 1000) for name, microseconds in total.items()})


def main(argv: Sequence[str] | None = None) -> int:
    """Print both tables."""
    parser = argparse.ArgumentParser(prog="python -m experiments.start", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--runs", type=int, default=10, metavar="N", help="how many processes (10)")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        byte_code = Path(folder)
        steps(1, byte_code)  # the first process writes the byte code
        taken, loaded = steps(args.runs, byte_code), packages(args.runs, byte_code)
    print("| step | ms | of which processor |\n|---|--:|--:|")
    for name, clock, processor in [*taken, ("all", sum(t[1] for t in taken), sum(t[2] for t in taken))]:
        print(f"| {name} | {clock:.0f} | {processor:.0f} |")
    print("\n| loaded | ms |\n|---|--:|")
    for name, milliseconds in loaded.most_common():
        print(f"| {name} | {milliseconds} |")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
