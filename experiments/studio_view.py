"""What the studio's view of a page costs, and what reasons cost beside the extraction.

    python -m experiments.studio_view [--data DIR]

Made pages of 30 kB, 330 kB and 3 MB in the mixture of text, lists, scripts and attributes that news pages have; with
`--data`, also pages of WCXB that have about these sizes. Times are of the processor, the least of some runs: an
extraction, all reasons of one page and one reason of another are timed in turn.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from kaensan import Document, extract
from kaensan.gold import datasets
from kaensan.serve.work import FIRST, Body, Task, work

__all__ = ["made_page", "main"]

_SIZES = (30_000, 330_000, 3_000_000)
_SENTENCE = "The river rose by a hand in the night, and the ferry stayed at the pier until the water fell again. "
_PART = """<div class="block block-{0} js-block" data-id="{0}" style="margin:0 auto;padding:10px"><h3>Part {0}</h3>
<p class="paragraph">{1}</p><div class="ad ad-slot-{0}" data-slot="x{0}"><span>Advertisement</span></div><ul>{2}</ul>
<script>window.slots = window.slots || [];
window.slots.push({{id: {0}, sizes: [[300, 250], [728, 90]]}});</script></div>"""
_LEAST_RUNS, _MOST_RUNS = 5, 30
"""How often a page is timed: the more often the smaller it is, since other work disturbs short times …"""
_BYTES = 8_000_000
"""… so that about so many bytes are read."""


def made_page(size: int) -> bytes:
    """A page of about so many bytes."""
    menu = "".join(
        f'<li class="item-{at}"><a href="/section/{at}/index.html">Section {at}</a></li>' for at in range(60)
    )
    parts = [
        f"<!doctype html><html><head><title>Page</title></head><body><nav><ul>{menu}</ul></nav><main><h1>Page</h1>"
    ]
    length = len(parts[0])
    while length < size:
        number = len(parts)
        links = "".join(f'<li><a href="/r/{number}/{at}?from=page">Related story {at}</a></li>' for at in range(5))
        parts.append(_PART.format(number, 2 * _SENTENCE, links))
        length += len(parts[-1])
    return "".join([*parts, "</main></body></html>"]).encode()


def timed(call: Callable[[], object]) -> float:
    """Milliseconds of processor that a call takes."""
    began = time.process_time()
    call()
    return 1000 * (time.process_time() - began)


def ask_all(document: Document) -> None:
    """Ask for the reason of every row."""
    for row in range(len(document.labels.role)):
        document.labels.reason(row)


def ask_one(document: Document) -> None:
    """Ask for the reason of the row in the middle."""
    document.labels.reason(len(document.labels.role) // 2)


def report(kind: str, html: bytes) -> str:
    """A line of the table."""
    task = Task("view", body=Body(html, "text/html", (("formats", "text"),)))
    size = len(work(task).body)
    runs = max(_LEAST_RUNS, min(_MOST_RUNS, _BYTES // len(html)))
    times: list[list[float]] = []
    for _ in range(runs):
        asked_all, asked_one = extract(html), extract(html)
        times.append(
            [
                timed(lambda: work(task)),
                timed(lambda: extract(html).text),
                timed(lambda: ask_all(asked_all)),  # noqa: B023 (called at once)
                timed(lambda: ask_one(asked_one)),  # noqa: B023
            ]
        )
    view, extraction, reasons, one = map(min, zip(*times, strict=True))
    return (
        f"{kind} {len(html) / 1000:7,.0f} kB  view {view:6.0f} ms {size / 1000:7,.0f} kB"
        f"   extraction {extraction:6.1f} ms   all reasons {reasons:6.1f} ms ({reasons / extraction:.1f} x)"
        f"   one reason {one:.2f} ms"
    )


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path)
    args = parser.parse_args(arguments)
    work(FIRST)
    pages = [("made", made_page(size)) for size in _SIZES]
    if args.data:
        known = [page.html for page in datasets.load(args.data, "wcxb.dev")]
        pages += [("real", min(known, key=lambda html: abs(len(html) - size))) for size in _SIZES]
    for kind, html in pages:
        print(report(kind, html), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
