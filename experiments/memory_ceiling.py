"""The memory of a long batch run, drawn: `python -m experiments.memory_ceiling`."""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from experiments.made_archives import made_page, write_archive
from kaensan.batch.events import Done, Event
from kaensan.batch.options import Options
from kaensan.batch.run import run
from kaensan.batch.shards import Shard
from kaensan.draw.axes import Chart
from kaensan.draw.svg import curve, label, legend, picture

__all__ = ["Watch", "draw", "main"]

_WIDTH, _HEIGHT = 640, 340


@dataclass
class Watch:
    """Looks at the memory of this process and its workers, as pages pass."""

    every: float = 0.5
    pages: list[int] = field(default_factory=list)
    parent: list[float] = field(default_factory=list)
    workers: list[float] = field(default_factory=list)
    _done: int = 0
    _looked: float = 0.0

    def begin(self, shards: Sequence[Shard], finished: int) -> None:
        """Nothing has been done yet."""

    def see(self, event: Event) -> None:
        """Count, and look now and then."""
        if isinstance(event, Done):
            self._done += len(event.outcome.fates)
            if time.monotonic() - self._looked >= self.every:
                self._looked = time.monotonic()
                self._look()

    def end(self) -> None:
        """The last look was the last."""

    def _look(self) -> None:
        me = os.getpid()
        children = {
            int(pid) for listed in Path(f"/proc/{me}/task").glob("*/children") for pid in listed.read_text().split()
        }
        self.pages.append(self._done)
        self.parent.append(_resident(me))
        self.workers.append(sum(map(_resident, children)))


def _resident(pid: int) -> float:
    """Megabytes in memory."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return 0.0


def _pages(number: int) -> Iterator[tuple[str, bytes]]:
    """Made-up pages: most are very short, so that many can be read in little time, and every fiftieth is longer."""
    for place in range(number):
        longer = made_page(place) * (1 + place * 7919 % 60) if place % 50 == 0 else b""
        yield f"http://example.org/{place}", longer or f"<title>{place}</title><p>Boat {place} has left.</p>".encode()


def draw(watch: Watch) -> str:
    """Megabytes against pages."""
    pages = np.array(watch.pages, float)
    top = max(max(watch.parent), max(watch.workers)) * 1.15
    chart = Chart.of(_WIDTH, _HEIGHT, (0, float(pages[-1])), (0, top))
    lines = (("the parent", watch.parent, "content"), ("both workers together", watch.workers, "second"))
    return str(
        picture(
            _WIDTH,
            _HEIGHT,
            "Memory of a batch run",
            f"Megabytes in memory of the parent and of two workers over {int(pages[-1]):,} pages.",
            chart.frame("pages", "megabytes in memory"),
            *(curve(chart.x(pages), chart.y(np.array(values)), f"{colour}-line thick") for _, values, colour in lines),
            label(16, 20, f"Memory of a batch run over {int(pages[-1]):,} pages", "ink strong"),
            legend(56, 40, ((colour, name) for name, _, colour in lines)),
        )
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="the memory of a batch run over many pages")
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--method", default="weight")
    parser.add_argument("--out", type=Path, default=Path("docs/how-to/batch-memory.svg"))
    args = parser.parse_args()
    watch = Watch()
    with tempfile.TemporaryDirectory() as folder:
        archive = write_archive(Path(folder) / "pages.warc.gz", _pages(args.pages))
        told = run([str(archive)], Path(folder) / "out", Options(method=args.method), watchers=[watch])
    args.out.write_text(draw(watch), encoding="utf-8")
    print(f"{told.counts['pages']:,} pages, {told.counts['failed']:,} failed")
    for name, values in (("parent", watch.parent), ("workers", watch.workers)):
        tenth, last = int(np.searchsorted(watch.pages, 0.1 * watch.pages[-1])), values[-1]
        print(f"{name}: {values[tenth]:.0f} MB after a tenth, {last:.0f} MB at the end, {max(values):.0f} MB at most")


if __name__ == "__main__":
    main()
