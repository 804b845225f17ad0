"""Whether memory grows with the number of pages.

    python -m experiments.leaks [--pages 50000] [FOLDER]

extracts the pages of a folder over and over (a page that ships with the program when none is given), each in every
way: text, Markdown, HTML, metadata, thread and words. It prints the memory of the process ten times on the way and the
growth over the second half in bytes a page; what is loaded once, and what Python keeps for itself, comes before.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

import kaensan
from experiments.memory import peak_bytes, resident_bytes
from kaensan.demo import read_demo_page

__all__ = ["extract_all", "main"]


def extract_all(pages: Iterable[bytes]) -> None:
    """Extract every page in every way, and keep nothing."""
    for html in pages:
        document = kaensan.extract(html, "https://example.org/")
        _ = document.to_json(), document.html, document.blocks, document.thread, document.pieces


def main(argv: Sequence[str] | None = None) -> int:
    """Extract, and print how the memory went."""
    parser = argparse.ArgumentParser(prog="python -m experiments.leaks", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="a folder of pages")
    parser.add_argument("--pages", type=int, default=50_000, metavar="N", help="how many extractions (50,000)")
    args = parser.parse_args(argv)
    files = sorted(path for path in args.folder.iterdir() if path.is_file()) if args.folder else []
    pages = [path.read_bytes() for path in files] or [read_demo_page()]
    began = time.process_time()
    marks: list[tuple[int, int]] = []
    done = 0
    print("| extractions | resident, MB |\n|--:|--:|")
    for step in range(1, 11):
        goal = args.pages * step // 10
        while done < goal:
            some = pages[: goal - done]
            extract_all(some)
            done += len(some)
        gc.collect()
        marks.append((done, resident_bytes()))
        print(f"| {done:,} | {marks[-1][1] / 1e6:.1f} |", flush=True)
    (half, then), (end, now) = marks[len(marks) // 2 - 1], marks[-1]
    print(f"\nGrowth over the second half: {(now - then) / max(1, end - half):.1f} bytes a page")
    print(f"Peak {peak_bytes() / 1e6:.0f} MB, {time.process_time() - began:.0f} s of CPU")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
