"""What each step from bytes to an answer costs, as a multiple of resiliparse's extraction of the same page.

    python -m experiments.steps --data DIR [--dataset wcxb.dev] [--sample N] [--rounds N] [--trafilatura]

CPU time, all steps in turn on each page; the fastest round of each counts. Each row is a whole run from the bytes of
the page on: `labels` includes `page`, `text` includes `labels`, and what stands below `text` includes that. The pages
of the sample are spread evenly over the dataset.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.encoding import detect_encoding
from resiliparse.parse.html import HTMLTree

import kaensan
from kaensan.gold.datasets import load
from kaensan.methods.core.method import Core
from kaensan.page.decode import decode

Step = Callable[[bytes], object]

STEPS: dict[str, Step] = {
    "resiliparse": lambda html: extract_plain_text(
        HTMLTree.parse_from_bytes(html, detect_encoding(html)), main_content=True
    ),
    "decode": lambda html: decode(html, None),
    "page": kaensan.parse,
    "labels": lambda html: Core().label(kaensan.parse(html)),
    "text": lambda html: kaensan.extract(html).text,
    "text and metadata": lambda html: _with_metadata(kaensan.extract(html)),
    "Markdown": lambda html: kaensan.extract(html).markdown,
    "HTML": lambda html: kaensan.extract(html).html,
    "thread": lambda html: kaensan.extract(html).posts,
}
"""What is measured, in the order of the table."""


def _with_metadata(doc: kaensan.Document) -> tuple[object, ...]:
    return doc.text, doc.title, doc.author, doc.date, doc.language, doc.metadata.site


def _by_trafilatura(html: bytes) -> object:
    import trafilatura

    return trafilatura.extract(html)


def fastest(steps: dict[str, Step], pages: list[bytes], rounds: int) -> dict[str, list[float]]:
    """Seconds of every step on every page."""
    best = {name: [float("inf")] * len(pages) for name in steps}
    for _ in range(rounds):
        for number, html in enumerate(pages):
            for name, step in steps.items():
                began = time.process_time()
                step(html)
                best[name][number] = min(best[name][number], time.process_time() - began)
    return best


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--dataset", default="wcxb.dev")
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--trafilatura", action="store_true", help="measure it too, which takes long")
    args = parser.parse_args()
    steps = {**STEPS, **({"trafilatura": _by_trafilatura} if args.trafilatura else {})}
    everything = [page.html for page in load(args.data, args.dataset)]
    pages = everything[:: max(1, len(everything) // args.sample)][: args.sample]
    for html in pages[:3]:  # the first pages load the model and fill tables
        for step in steps.values():
            step(html)
    best = fastest(steps, pages, args.rounds)
    peer = best["resiliparse"]
    print(f"{len(pages)} pages of {args.dataset}; the kernel is {'compiled' if kaensan.compiled else 'not compiled'}")
    print("| step | ms a page | total × resiliparse | median × |\n|---|---|---|---|")
    for name, taken in best.items():
        ratio = median(own / other for own, other in zip(taken, peer, strict=True))
        print(f"| {name} | {1e3 * sum(taken) / len(taken):.2f} | {sum(taken) / sum(peer):.2f} | {ratio:.2f} |")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
