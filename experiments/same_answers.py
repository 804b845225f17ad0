"""Whether a change of the code changed any answer.

    python -m experiments.same_answers record --data DIR --out before.jsonl [--sample N]
    python -m experiments.same_answers compare before.jsonl after.jsonl

`record` writes a line for every reference page with a digest of its text, Markdown, HTML, metadata and thread, as the
method `core` has them; `compare` counts what differs and names the first pages of each kind.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import zstandard

import kaensan

PARTS: dict[str, Callable[[Any], object]] = {
    "text": lambda doc: doc.text,
    "markdown": lambda doc: doc.markdown,
    "html": lambda doc: doc.html,
    "metadata": lambda doc: doc.metadata.to_dict(),
    "thread": lambda doc: doc.thread and doc.thread.to_dict(),
    "type": lambda doc: [doc.page_type, doc.confidence, list(doc.warnings)],
}
"""What is compared, each by its digest."""

_NAMED = 5  # pages named for each part that differs


def pages(folder: Path, sample: int) -> Iterator[dict[str, Any]]:
    """Every page of every dataset, or the first `sample` of each."""
    for path in sorted(folder.glob("*.jsonl.zst")):
        with path.open("rb") as file:
            lines = io.TextIOWrapper(zstandard.ZstdDecompressor().stream_reader(file), encoding="utf-8")
            for number, line in enumerate(lines):
                if sample and number >= sample:
                    break
                yield json.loads(line)


def digest(value: object) -> str:
    """A short digest of plain data."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def answer(page: dict[str, Any]) -> dict[str, str]:
    """The digest of every part of one page's document; a part that fails has its error instead."""
    doc = kaensan.extract(base64.b64decode(page["html"]), page.get("url"))
    found = {}
    for name, read in PARTS.items():
        try:
            found[name] = digest(read(doc))
        except Exception as error:
            found[name] = f"{type(error).__name__}: {error}"
    return found


def record(folder: Path, out: Path, sample: int) -> None:
    """Write the answers of this version."""
    with out.open("w", encoding="utf-8") as file:
        for page in pages(folder, sample):
            file.write(json.dumps({"id": page["id"], **answer(page)}) + "\n")


def compare(before: Path, after: Path) -> bool:
    """Print how many answers differ, part by part; true when none does."""
    old, new = ({line["id"]: line for line in map(json.loads, path.open(encoding="utf-8"))} for path in (before, after))
    shared = sorted(old.keys() & new.keys())
    print(f"{len(shared)} pages in both, {len(old.keys() ^ new.keys())} in one only")
    same = True
    for part in PARTS:
        changed = [page for page in shared if old[page][part] != new[page][part]]
        same &= not changed
        print(f"{part:<9} {len(changed):>5} differ  {' '.join(changed[:_NAMED])}")
    return same


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    writing = commands.add_parser("record")
    writing.add_argument("--data", type=Path, required=True)
    writing.add_argument("--out", type=Path, required=True)
    writing.add_argument("--sample", type=int, default=0, help="pages of each dataset; all by default")
    comparing = commands.add_parser("compare")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    args = parser.parse_args()
    if args.command == "record":
        record(args.data, args.out, args.sample)
        return 0
    return 0 if compare(args.before, args.after) else 1


if __name__ == "__main__":
    raise SystemExit(main())
