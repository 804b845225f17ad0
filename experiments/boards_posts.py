"""The figures about posts: found with the right text, author and date; joined, against peers; and how fast."""

from __future__ import annotations

import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from experiments.boards_peers import BOARD_PEERS, load_peer
from kaensan.dates.found_dates import read_date
from kaensan.gold.datasets import GoldPage, load
from kaensan.gold.metrics import word_f1
from kaensan.methods import Method
from kaensan.methods import load as load_method
from kaensan.methods.boards.model import PostModel, shipped_model
from kaensan.page import Page, parse
from kaensan.page.normalise import normalise
from kaensan.render import render_text
from kaensan.threads.finder import find_thread
from kaensan.threads.thread import Post

if TYPE_CHECKING:
    from experiments.boards import Held

__all__ = ["kinds", "posts", "time_labels", "wcxb"]

_ROUNDS = 5


def posts(data: Path, held: Held) -> None:
    """The share of posts found with exactly the right text, author and date."""
    print("\n## Posts found with the right text, and author and date besides (%)\n")
    print("| | posts | text | author | date as written | date in ISO | all | found besides |")
    print("|---|---|---|---|---|---|---|---|")
    shipped = shipped_model()
    test = list(load(data, "thaiboards.test"))
    _posts_row("boards seen in training, test pages", [(page, shipped) for page in test])
    every = list(load(data, "thaiboards"))
    _posts_row("boards never met", [(page, held.for_page(page)) for page in every])
    for board in dict.fromkeys(page.board for page in every):
        _posts_row(f"– {board}", [(page, held.for_page(page)) for page in every if page.board == board])


def _posts_row(name: str, pages: list[tuple[GoldPage, PostModel]]) -> None:
    right: list[tuple[bool, bool, bool, bool]] = []
    besides = 0
    for gold, model in pages:
        thread = find_thread(parse(gold.html), model)
        found = thread.posts if thread else ()
        waiting: dict[str, deque[Post]] = defaultdict(deque)
        for post in found:
            waiting[_squeezed(post.text)].append(post)
        for wanted in gold.posts:
            queue = waiting[_squeezed(wanted.text)]
            if not queue:
                right.append((False, False, False, False))
                continue
            post = queue.popleft()
            iso = read_date(wanted.date or "")
            right.append(
                (
                    True,
                    _squeezed(post.author) == _squeezed(wanted.author),
                    _squeezed(post.date_text) == _squeezed(wanted.date),
                    iso is not None and (post.date or "")[: len(iso)] == iso,
                )
            )
        besides += sum(map(len, waiting.values()))
    shares = [100 * float(np.mean([each[part] for each in right])) for part in range(4)]
    whole = 100 * float(np.mean([all(each[:3]) for each in right]))
    print(f"| {name} | {len(right)} | " + " | ".join(f"{share:.1f}" for share in (*shares, whole)) + f" | {besides} |")


def _squeezed(text: str | None) -> str:
    return "".join(normalise(text or "").split())


def wcxb(data: Path, held: Held) -> None:
    """Word F1 of the joined posts on the forum pages of WCXB dev, each by a model that has not seen its engine."""
    scores: dict[str, list[float]] = defaultdict(list)
    threads: list[bool] = []
    alone = load_method("core")
    extractors = {name: load_peer(name) for name in BOARD_PEERS}
    for gold in load(data, "wcxb.dev"):
        if gold.page_type != "forum" or not gold.text:
            continue
        page = parse(gold.html, gold.url)
        thread = find_thread(page, held.for_page(gold))
        whole = _text_of(alone, page)
        texts = {name: extract(gold.html) for name, extract in extractors.items()}
        texts["core as shipped (trained on these pages)"] = whole
        texts["posts joined"] = "\n".join(post.text for post in thread.posts) if thread else ""
        texts["posts joined, quotes of posts on the page left out"] = (
            "\n".join(post.new_text for post in thread.posts) if thread else ""
        )
        texts["`thread.text`: the same, each under its author and date"] = thread.text if thread else ""
        texts["`thread.text`, and core where there is no thread"] = thread.text if thread else whole
        for name, text in texts.items():
            scores[name].append(word_f1(text, gold.text).f1)
        threads.append(thread is not None)
    print(f"\n## Forum pages of WCXB dev: word F1, {len(threads)} pages, a thread on {sum(threads)} of them\n")
    print("| | all pages | pages with a thread |\n|---|---|---|")
    for name, values in scores.items():
        print(f"| {name} | {np.mean(values):.4f} | {np.mean(np.array(values)[threads]):.4f} |")


def _text_of(method: Method, page: Page) -> str:
    return render_text(page, method.label(page).kept)


def kinds(data: Path, held: Held) -> None:
    """Is it a thread? Boards never met, and half of the pages of other kinds in WCXB dev."""
    found: Counter[tuple[str, str]] = Counter()
    for gold in load(data, "thaiboards"):
        thread = find_thread(parse(gold.html), held.for_page(gold))
        found["board never met", thread.kind if thread else "no thread"] += 1
    rng = np.random.default_rng(0)
    for gold in load(data, "wcxb.dev"):
        if gold.page_type != "forum" and rng.random() < 0.5:
            thread = find_thread(parse(gold.html, gold.url), held.for_page(gold))
            found[gold.page_type or "", thread.kind if thread else "no thread"] += 1
    print("\n## Is it a thread?\n\n| page | board | questions | comments | no thread |\n|---|---|---|---|---|")
    for kind in dict.fromkeys(name for name, _ in found):
        counts = [found[kind, said] for said in ("board", "questions", "comments", "no thread")]
        print(f"| {kind} | " + " | ".join(map(str, counts)) + " |")


def time_labels(data: Path) -> None:
    """Milliseconds a page: labelling a parsed page and reading a thread against trafilatura, one interleaved run."""
    pages = list(load(data, "thaiboards.test"))
    peer = load_peer("trafilatura")
    methods = {name: load_method(name) for name in ("boards", "lstm")}
    times: dict[str, list[float]] = defaultdict(list)
    for gold in pages:
        best: dict[str, float] = defaultdict(lambda: float("inf"))
        tasks: dict[str, Callable[[], object]] = {
            **{f"{name}, from bytes": partial(_label, method, gold.html) for name, method in methods.items()},
            "thread, from bytes": partial(_thread, gold.html),
            "trafilatura": partial(peer, gold.html),
        }
        for _ in range(_ROUNDS):
            for name, task in tasks.items():
                began = time.process_time()
                task()
                best[name] = min(best[name], time.process_time() - began)
        for name, seconds in best.items():
            times[name].append(1000 * seconds)
    print("\n## Time: CPU milliseconds a page on thaiboards.test, best of five, interleaved\n")
    print("| | median | mean | pages faster than trafilatura |\n|---|---|---|---|")
    for name, values in times.items():
        faster = sum(one < other for one, other in zip(values, times["trafilatura"], strict=True))
        share = f"{faster} of {len(values)}" if name != "trafilatura" else ""
        print(f"| {name} | {np.median(values):.1f} | {np.mean(values):.1f} | {share} |")


def _label(method: Method, html: bytes) -> object:
    return method.label(parse(html))


def _thread(html: bytes) -> object:
    return find_thread(parse(html))
