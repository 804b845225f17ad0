"""What each step from bytes to an answer costs, as a multiple of resiliparse's extraction of the same page.

    python -m experiments.steps --data DIR [--dataset wcxb.dev] [--sample N] [--rounds N] [--trafilatura] [--methods]
        [--svg FILE]

CPU time, all steps in turn on each page; the fastest round of each counts. Each row is a whole run from the bytes of
the page on: `page` includes `decode`, `labels` includes `page`, and every answer below includes `labels`. The pages of
the sample are spread evenly over the dataset. `--methods` measures the text by each of the other methods instead of the
steps and answers of the default one. `--svg` draws the answers with the steps that lead to them.
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
from experiments.steps_plot import draw_steps
from kaensan.gold.datasets import load
from kaensan.methods.core.method import Core
from kaensan.page.decode import decode

_MANY = 3_000_000_000
"""Pages: about one of Common Crawl's monthly archives."""

Step = Callable[[bytes], object]

STEPS: dict[str, Step] = {
    "resiliparse": lambda html: extract_plain_text(
        HTMLTree.parse_from_bytes(html, detect_encoding(html) or "utf-8"), main_content=True
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


_METHODS = ("core", "boards", "xpath", "weight", "histogram", "lineblock")


def _by_method(name: str) -> Step:
    return lambda html: kaensan.extract(html, method=name).text


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
    parser.add_argument("--methods", action="store_true", help="measure the text by every method")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the answers")
    args = parser.parse_args()
    measured = {"resiliparse": STEPS["resiliparse"], **{name: _by_method(name) for name in _METHODS}}
    steps = {**(measured if args.methods else STEPS), **({"trafilatura": _by_trafilatura} if args.trafilatura else {})}
    everything = [page.html for page in load(args.data, args.dataset)]
    pages = everything[:: max(1, len(everything) // args.sample)][: args.sample]
    for html in pages[:3]:  # the first pages load the model and fill tables
        for step in steps.values():
            step(html)
    best = fastest(steps, pages, args.rounds)
    peer = best["resiliparse"]
    print(f"{len(pages)} pages of {args.dataset}; the kernel is {'compiled' if kaensan.compiled else 'not compiled'}")
    print("| step | ms a page | total × resiliparse | median × | pages/s and core | core-hours for 3 billion |")
    print("|---|--:|--:|--:|--:|--:|")
    for name, taken in best.items():
        ratio = median(own / other for own, other in zip(taken, peer, strict=True))
        mean = sum(taken) / len(taken)
        hours = mean * _MANY / 3600
        times = f"{sum(taken) / sum(peer):.2f} | {ratio:.2f}"
        print(f"| {name} | {1e3 * mean:.2f} | {times} | {1 / mean:.0f} | {hours:,.0f} |")
    if args.svg:
        mean_costs = {name: 1e3 * sum(taken) / len(taken) for name, taken in best.items()}
        args.svg.write_text(draw_steps(mean_costs, "resiliparse"), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
