"""One fuzzing process: one target, driven by coverage, until its time or its number of runs is over.

    python fuzz/worker.py TARGET --found DIR [--seconds N] [--runs N] [--seed N] [--longest BYTES] [CORPUS ...]

An exception is written down once per place it came from, with its input, and the fuzzing goes on. What the process
cannot survive (a crash in native code, more than 5 seconds, more than 1 GB) ends it, with the input in a file.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["kaensan"], enable_loader_override=False):
    from targets import TARGETS

from mutate import mutate
from notes import Notes

_HERE = Path(__file__).parent
SECONDS_PER_INPUT = 5
MEGABYTES = 1024


def main() -> None:
    """Fuzz until the time is over; libFuzzer ends the process."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--found", type=Path, required=True, metavar="DIR", help="where findings go")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--runs", type=int, default=-1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=int, default=2048, metavar="BYTES", help="the longest input")
    parser.add_argument("corpus", nargs="*", metavar="CORPUS", help="folders of inputs; new ones go to the first")
    args = parser.parse_intermixed_args()
    args.found.mkdir(parents=True, exist_ok=True)
    notes = Notes(TARGETS[args.target], args.found)
    notes((_HERE / "seeds" / "thai.html").read_bytes())  # dictionaries and models load outside the time of an input
    options = {
        "max_total_time": args.seconds,
        "runs": args.runs,
        "seed": args.seed,
        "max_len": args.longest,
        "len_control": 20,
        "timeout": SECONDS_PER_INPUT,
        "rss_limit_mb": MEGABYTES,
        "print_final_stats": 1,
        "artifact_prefix": f"{args.found}/{args.target}-",
        "dict": _HERE / "html.dict",
    }
    flags = [f"-{name}={value}" for name, value in options.items()]
    atheris.Setup([sys.argv[0], *flags, *args.corpus], notes, custom_mutator=_mutated)
    atheris.Fuzz()


def _mutated(data: bytes, longest: int, seed: int) -> bytes:
    return mutate(data, longest, seed, atheris.Mutate)


if __name__ == "__main__":
    main()
