"""Pages that once took seconds or gigabytes, and what they take now: `python -m experiments.reproducers`.

Each page goes through every output in a process of its own (CPU seconds, most megabytes above those of the program), in
the default method or the one that it was made for, and then to a service on the loopback, which is asked for /healthz
all the while. A page may take a second and 300 MB, and /healthz a tenth of a second.
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import resource
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import kaensan
from experiments.attacks import Target, running_service
from kaensan.clouds.cloud import make_cloud
from kaensan.errors import KaensanError

__all__ = ["CASES", "Case", "main", "measure"]

_EVERY = "text,markdown,html"


@dataclass(frozen=True)
class Case:
    """A page and what it was made for."""

    page: Callable[[], bytes]
    method: str = "core"
    cloud: bool = False


def _page(head: str = "", body: str = "") -> Callable[[], bytes]:
    return lambda: f"<html><head>{head}</head><body>{body}</body></html>".encode("utf-8", "surrogatepass")


def _json_ld(value: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(value)}</script>'


def _headlines() -> bytes:
    value = {"@type": "Article", "headline": [f"Headline {at}" for at in range(12_000)]}
    return _page(_json_ld(value), "".join(f"<b>text {at}</b>" for at in range(12_000)))()


def _references() -> bytes:
    person = {"@id": "#p", "@type": "Person", "name": [f"Ann {at}" for at in range(100_000)]}
    return _page(_json_ld([person, *({"@type": "Article", "author": {"@id": "#p"}} for _ in range(2_000))]), "<p>x")()


def _list_of_attributes() -> bytes:
    attributes = " ".join(f"a{at}=1" for at in range(18_000))
    return _page(body=f"<ol {attributes}>" + "".join(f"<li>item {at}" for at in range(12_000)) + "</ol>")()


def _names_and_marks() -> bytes:
    names = " ".join(f"a{at}" for at in range(4_800))
    return _page(f'<meta name="{names}" content="{"ก่ิ" * 30_000}">', "<p>x")()


_DIGITS = "9" * 4_400

CASES: dict[str, Case] = {
    "150 `<meta` and 3,180 spaces before a charset": Case(
        lambda: b"<meta " * 150 + b"charset=" + b" " * 3180 + b"><p>x"
    ),
    "36,000 `<title ` that never end": Case(lambda: b"<title " * 36_000),
    "a meta element of 4,800 names and 90,000 Thai marks": Case(_names_and_marks),
    "a class of 32,000 words and 2,700 `<pre>`": Case(
        lambda: _page(
            body=f'<div class="{" ".join(f"w{at}" for at in range(32_000))}">' + "<pre>x = 1</pre>" * 2_700 + "</div>"
        )()
    ),
    "12,000 JSON-LD headlines and 12,000 `<b>`": Case(_headlines, "boards"),
    "a title of 1 MB and 12,000 paragraphs": Case(
        _page(f"<title>{'word ' * 200_000}</title>", "".join(f"<p>row {at} of it</p>" for at in range(12_000)))
    ),
    "2,000 references to a person of 100,000 names": Case(_references),
    "80,000 SARA AM and tone marks in one word of a cloud": Case(_page(body="<p>ก" + "ำ่" * 80_000), cloud=True),
    "a list of 18,000 attributes and 12,000 items": Case(_list_of_attributes),
    "a base address of 64 kB and 4,000 links": Case(
        _page(
            f'<base href="https://example.org/{"x" * 65_536}/">',
            "".join(f"<a href=b{n}>l{n}</a> " for n in range(4_000)),
        )
    ),
    "numbers of 4,400 digits": Case(
        _page(
            body=f"<p>&#{_DIGITS};<a class=page href='?page={_DIGITS}'>{_DIGITS}</a><a href='http://h:{_DIGITS}/'>x</a>"
            f"<ol start={_DIGITS}><li value={_DIGITS}>x</ol><td colspan={_DIGITS}>"
        )
    ),
    "300 `<dl><dt>` in each other": Case(_page(body="<dl><dt>" * 300 + "x")),
    "JSON nested 100,000 deep in `data-preloaded`": Case(
        _page(body=f"<div id=data-preloaded data-preloaded='{'[' * 100_000}'></div><p>x")
    ),
    "half of a surrogate pair in JSON-LD": Case(
        _page('<script type="application/ld+json">{"@type":"Article","headline":"\\ud800 x"}</script>', "<p>x")
    ),
    'JSON-LD that says `"@type":` and 200,000 spaces': Case(
        _page(f'<script type="application/ld+json">{{"@type":{" " * 200_000}</script>', "<p>x")
    ),
}
"""by what they are"""


@dataclass(frozen=True)
class Cost:
    """What a page takes."""

    kilobytes: float
    seconds: float
    megabytes: float
    answer: str = "document"


def measure(case: Case) -> Cost:
    """Every output of a page, in a process of its own."""
    receiving, sending = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=_all_outputs, args=(case, sending))
    process.start()
    sending.close()
    try:
        cost: Cost = receiving.recv()
    except EOFError:
        cost = Cost(0.0, 0.0, 0.0, "death")
    process.join()
    return cost


def _all_outputs(case: Case, sending: Any) -> None:
    page = case.page()
    before, began = _peak(), time.process_time()
    answer = "document"
    try:
        document = kaensan.extract(page, "https://example.org/a", method=case.method)
        for output in ("text", "markdown", "html", "blocks", "thread"):
            getattr(document, output)
        document.to_json()
        if case.cloud:
            _ = make_cloud(document).terms
    except KaensanError as error:
        answer = str(error)
    sending.send(Cost(len(page) / 1000, time.process_time() - began, _peak() - before, answer))


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def _health_beside(target: Target, case: Case) -> tuple[int, float]:
    """The status of the service's answer to a page, and the slowest answer to /healthz meanwhile, in milliseconds."""
    slowest = [0.0]
    over = threading.Event()

    def ask() -> None:
        client = http.client.HTTPConnection("127.0.0.1", target.port, timeout=30)
        while not over.wait(0.01):
            began = time.monotonic()
            client.request("GET", "/healthz")
            client.getresponse().read()
            slowest[0] = max(slowest[0], time.monotonic() - began)

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        client = http.client.HTTPConnection("127.0.0.1", target.port, timeout=60)
        path = "/v1/cloud" if case.cloud else f"/v1/extract?formats={_EVERY}&method={case.method}"
        client.request("POST", path, case.page(), {"Content-Type": "text/html"})
        status = client.getresponse().status
    finally:
        over.set()
        asking.join()
    return status, 1000 * slowest[0]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--without-service", action="store_true", help="only the library")
    parser.add_argument("--rounds", type=int, default=3, help="how often each page is timed; the least counts (3)")
    args = parser.parse_args(arguments)
    with suppress(KaensanError):
        for method in ("core", "boards"):
            made = kaensan.extract(b"<p>A sentence, to load the models.", method=method)
            made.to_json()
            _ = make_cloud(made).terms
    print("| page | kB | CPU s | MB | service | /healthz, ms |\n|---|--:|--:|--:|--:|--:|")
    if args.without_service:
        _table(None, args.rounds)
    else:
        with running_service(workers=2) as target:
            _table(target, args.rounds)
    return 0


def _table(target: Target | None, rounds: int) -> None:
    for name, case in CASES.items():
        costs = [measure(case) for _ in range(rounds)]
        least = min(costs, key=lambda cost: cost.seconds)
        told = f"| {name} | {least.kilobytes:,.0f} | {least.seconds:.2f} | {least.megabytes:.0f} |"
        if target is not None:
            status, health = _health_beside(target, case)
            told += f" {status} | {health:.0f} |"
        print(told if least.answer == "document" else f"{told} {least.answer[:60]}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
