"""What it takes until the first page is extracted, in a fresh process.

    python -m experiments.start [--runs N]

prints the fastest of several runs: importing the package, loading what extraction needs, and the first page, as time on
the clock and time of the processor. Then where the loading goes, package by package, by `python -X importtime`.
"""

from __future__ import annotations

import argparse
import itertools
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence

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


def steps(runs: int) -> list[tuple[str, float, float]]:
    """Each step with its milliseconds on the clock and of the processor, from the fastest run."""
    taken = []
    for _ in range(runs):
        said = subprocess.run([sys.executable, "-c", _CHILD], capture_output=True, check=True).stdout
        marks: list[tuple[float, float]] = json.loads(said)
        pairs = itertools.pairwise(marks)
        taken.append([(1e3 * (after[0] - before[0]), 1e3 * (after[1] - before[1])) for before, after in pairs])
    best = min(taken, key=lambda run: sum(clock for clock, _ in run))
    return [(name, clock, processor) for name, (clock, processor) in zip(_STEPS, best, strict=True)]


def packages(runs: int) -> Counter[str]:
    """Milliseconds of loading by top-level package, the least of the runs for every module."""
    least: dict[str, int] = {}
    for _ in range(runs):
        command = [sys.executable, "-X", "importtime", "-c", "import kaensan; kaensan.extract"]
        told = subprocess.run(command, capture_output=True, check=True, text=True).stderr
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
    taken = steps(args.runs)
    print("| step | ms | of which processor |\n|---|--:|--:|")
    for name, clock, processor in [*taken, ("all", sum(t[1] for t in taken), sum(t[2] for t in taken))]:
        print(f"| {name} | {clock:.0f} | {processor:.0f} |")
    print("\n| loaded | ms |\n|---|--:|")
    for name, milliseconds in packages(args.runs).most_common():
        print(f"| {name} | {milliseconds} |")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
