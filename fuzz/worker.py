"""One fuzzing process: one target, driven by coverage, until its time or its number of runs is over.

    python fuzz/worker.py TARGET --found DIR [--seconds N] [--runs N] [--seed N] [--longest BYTES] [CORPUS ...]

An exception is written down once per place it came from, with its input, and the fuzzing goes on. What the process
cannot survive (a crash in native code, more than 5 seconds, more than 1 GB) ends it, with the input in a file.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import traceback
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["kaensan"], enable_loader_override=False):
    from targets import TARGETS, Target

from mutate import mutate

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


class Notes:
    """Runs a target and writes down what comes out of it."""

    def __init__(self, target: Target, folder: Path) -> None:
        self.target = target
        self.folder = folder

    def __call__(self, data: bytes) -> None:
        try:
            self.target(data)
        except Exception as error:  # whatever it is, it is a finding
            self._write(data, error)

    def _write(self, data: bytes, error: Exception) -> None:
        frames = traceback.extract_tb(error.__traceback__)
        place = next((frame for frame in reversed(frames) if "kaensan" in frame.filename), frames[-1])
        where = f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}"
        name = f"{self.target.name}-{hashlib.sha256(where.encode()).hexdigest()[:12]}"
        note = self.folder / f"{name}.json"
        if note.exists():
            return
        (self.folder / f"{name}.bin").write_bytes(data)
        trace = "".join(traceback.format_exception(error))
        told = {"target": self.target.name, "kind": "exception", "where": where, "says": str(error), "trace": trace}
        note.write_text(json.dumps(told, indent=1, ensure_ascii=True), encoding="utf-8")


if __name__ == "__main__":
    main()
