"""Fuzzed inputs through the compiled kernel and through its sources: both give the same bytes.

    python fuzz/same_bytes.py [--inputs N] [--processes N] [--seed N] [--longest BYTES]

Half of the processes run the compiled kernel and half its sources (`KAENSAN_PURE=1`), or one runs after the other with
`--processes 1`. Each prints a digest of every output for every input, the inputs being those of `swarm.py` with the
same seed; what differs is named.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import kaensan
from kaensan.document import Document
from kaensan.errors import KaensanError
from kaensan.methods import load, names
from kaensan.page import Page
from swarm import inputs, kernel_in_use

__all__ = ["digest", "main"]

_METHODS = [name for name in names() if name != "lstm"]  # its runtime is the same in both


def _outputs(page: Page) -> Iterator[object]:
    for name in _METHODS:
        labels = load(name).label(page)
        yield labels.role.tolist(), labels.score.tolist()
    yield page.texts.offset.tolist()
    document = Document(page, load().label(page))
    yield document.to_json(("text", "markdown", "html"))
    yield document.blocks


def digest(data: bytes) -> str:
    """A digest of everything that is made of an input."""
    hashed = hashlib.sha256()
    try:
        page = kaensan.parse(data, "https://example.org/a/b")
        for output in _outputs(page):
            hashed.update(repr(output).encode("utf-8", "backslashreplace"))
    except KaensanError as error:
        hashed.update(str(error).encode("utf-8", "backslashreplace"))
    return hashed.hexdigest()


def _print_digests(seed: int, count: int, longest: int) -> None:
    print(kernel_in_use(), file=sys.stderr)
    for data in itertools.islice(inputs(seed, longest), count):
        print(digest(data), flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Compare, and say what differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--inputs", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=int, default=2048, metavar="BYTES", help="the longest input (2048)")
    parser.add_argument("--print", action="store_true", help="only print the digests of this process")
    options = parser.parse_args(argv)
    if options.print:
        _print_digests(options.seed, options.inputs, options.longest)
        return 0
    shares = max(1, options.processes // 2)
    each = -(-options.inputs // shares)
    # A generator starts a process when the one before it has ended, a list all of them at once.
    every = ((_started(options, number, each, pure) for pure in ("0", "1")) for number in range(shares))
    pairs = every if options.processes == 1 else [list(pair) for pair in every]
    compared, different = 0, []
    for number, pair in enumerate(pairs):
        told = [process.communicate() for process in pair]
        print(f"seed {options.seed + number}: {told[0][1].strip()} against {told[1][1].strip()}")
        digests = list(zip(*(output.split() for output, _ in told), strict=False))  # one may have died before its end
        compared += len(digests)
        different += [(options.seed + number, at) for at, (one, other) in enumerate(digests) if one != other]
    print(f"{compared:,} inputs compared, {len(different)} with other bytes {different[:10]}")
    return int(bool(different) or compared < options.inputs)


def _started(options: argparse.Namespace, number: int, count: int, pure: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(Path(__file__)), "--print", "--seed", str(options.seed + number)]
    command += ["--inputs", str(count), "--longest", str(options.longest)]
    environment = os.environ | {"KAENSAN_PURE": pure}
    return subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )


if __name__ == "__main__":
    sys.exit(main())
