"""Pages that kill whoever reads them, among many that do not: `python -m experiments.poison`."""

from __future__ import annotations

import argparse
import os
import random
import signal
import tempfile
import time
from pathlib import Path
from typing import Any

from experiments.made_archives import made_page, write_archive
from kaensan.batch.extractor import Extractor
from kaensan.batch.options import Limits, Options
from kaensan.batch.records import Record
from kaensan.batch.run import run

__all__ = ["POISONS", "Poisoned", "main", "poison_test"]

POISONS = ("crash", "hang", "eat")
"""A segmentation fault, a loop without end, and 4 GB of memory."""


class Poisoned(Extractor):
    """An extractor that does what the poison in a page's address says."""

    def extract(self, record: Record, source: str) -> dict[str, Any]:
        poison = (record.url or "").rpartition("#")[2]
        if poison == "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        elif poison == "hang":
            time.sleep(10_000)
        elif poison == "eat":
            return {"eaten": bytearray(4 << 30)}
        return super().extract(record, source)


def poison_test(folder: Path, pages: int, seed: int, *, each: int = 2, seconds: float = 5.0) -> dict[str, list[str]]:
    """Put each poison into so many pages; the address and the reason of all pages that failed, by kind of poison.

    Pages that failed without poison, or came through with it, are under `wrongly`.
    """
    import pyarrow.parquet as pq

    draw = random.Random(seed)
    places = draw.sample(range(pages), len(POISONS) * each)
    poisons = {place: POISONS[number % len(POISONS)] for number, place in enumerate(places)}
    urls = [f"http://example.org/{place}#{poisons.get(place, '')}" for place in range(pages)]
    archive = write_archive(folder / "poisoned.warc.gz", ((url, made_page(place)) for place, url in enumerate(urls)))
    options = Options(method="weight", limits=Limits(seconds=seconds, memory=1 << 30))
    run([str(archive)], folder / "out", Poisoned(options))
    rows = pq.read_table(folder / "out/poisoned.parquet", columns=["url", "error", "text"]).to_pylist()
    told: dict[str, list[str]] = {kind: [] for kind in (*POISONS, "wrongly")}
    if [row["url"] for row in rows] != urls:
        told["wrongly"].append("the pages are not all there in their order")
    for row in rows:
        poison = row["url"].rpartition("#")[2]
        if bool(poison) != (row["error"] is not None) or bool(poison) == bool(row["text"]):
            told["wrongly"].append(row["url"])
        elif poison:
            told[poison].append(f"{row['url']}: {row['error']}")
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description="poisoned pages among many good ones")
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for kind, pages in poison_test(Path(folder), args.pages, args.seed).items():
            print(f"{kind}: {len(pages)}")
            for page in pages[:10]:
                print(f"  {page}")


if __name__ == "__main__":
    main()
