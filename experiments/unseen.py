"""Pages that nobody trained on: boards and other pages written by hand, before the program was run on them.

    python -m experiments.unseen [--half 0|1] [--verbose] [--core FILE --posts FILE]

The pages lie in `tests/unseen`, dealt into two halves by their names: half 0 may be looked at when something fails,
of half 1 only totals are printed, so that they stay a measure. Of a board every post has gold: its own words, without
what it quotes, its author and its day. Of other pages phrases are known that the content holds, or must not hold.
"""

from __future__ import annotations

import argparse
import json
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import kaensan
from kaensan.methods.boards.model import read_post_model
from kaensan.methods.core.method import Core, CoreOptions
from kaensan.methods.core.model import read_model, shipped_model
from kaensan.page.normalise import normalise
from kaensan.threads.finder import find_thread
from kaensan.threads.thread import Post, Thread

__all__ = ["FOLDER", "Reader", "Totals", "main", "measure_boards", "measure_pages"]

FOLDER = Path(__file__).parent.parent / "tests" / "unseen"

Gold = dict[str, Any]
Totals = Counter[str]

_WHO_SAID = 50
"""letters of the line that says whom a quote is of, at most"""
_GRAM = 4
"""letters of the runs that texts are compared by, as many pages have no spaces between words"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m experiments.unseen", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--half", type=int, choices=(0, 1), help="of the pages (all)")
    parser.add_argument("--verbose", action="store_true", help="name the pages of half 0 that something is wrong with")
    parser.add_argument("--core", type=Path, metavar="FILE", help="another core.npz than the one that ships")
    parser.add_argument("--posts", type=Path, metavar="FILE", help="another boards-posts.npz")
    args = parser.parse_args(arguments)
    reader = Reader(args.core, args.posts)
    boards, pages = measure_boards(reader, args.half, args.verbose), measure_pages(reader, args.half, args.verbose)
    print(
        "| boards | posts | text | text and author | text and day | title | words of the text (F1) | others called so |"
    )
    print("|--:|--:|--:|--:|--:|--:|--:|--:|")
    posts, threads = boards["posts"], boards["threads"]
    shares = [boards[name] / posts for name in ("text", "author", "day")] + [boards["title"] / threads]
    told = " | ".join(f"{share:.3f}" for share in [*shares, boards["f1"] / threads / 10_000])
    print(f"| {threads} | {posts} | {told} | {boards['called']} of {boards['others']} |")
    print("\n| pages | phrases found | others found | title | author | day |\n|---|--:|--:|--:|--:|--:|")
    for kind in ["", *sorted({name.partition(" ")[0] for name in pages if " " in name})]:
        of = {name: pages[f"{kind} {name}".strip()] for name in ("pages", "must", "found", "not", "in", *_FIELDS)}
        shares = [of["found"] / of["must"], of["in"] / of["not"], *(of[name] / of["pages"] for name in _FIELDS)]
        print(f"| {kind or 'all'}: {of['pages']} | " + " | ".join(f"{share:.3f}" for share in shares) + " |")
    return 0


_FIELDS = ("title", "author", "day")


class Reader:
    """Reads pages by some models."""

    def __init__(self, core: Path | None = None, posts: Path | None = None) -> None:
        self._posts = read_post_model(posts) if posts else None
        model = read_model(core) if core else shipped_model()
        self._core = Core(CoreOptions(model=replace(model, posts=self._posts) if self._posts else model))

    def document(self, html: bytes, url: str | None) -> kaensan.Document:
        """The page as the default method reads it."""
        return kaensan.extract(html, url=url, method=self._core)

    def thread(self, document: kaensan.Document) -> Thread | None:
        """Its discussion."""
        return find_thread(document.page, self._posts) if self._posts else document.thread


def measure_boards(reader: Reader, half: int | None = None, verbose: bool = False) -> Totals:
    """Counts over the boards, and over pages that look like one."""
    totals: Totals = Counter()
    for name, gold, html in _pages("boards", half):
        document = reader.document(html, gold["url"])
        thread = reader.thread(document)
        if gold["kind"] == "none":
            called = thread is not None and thread.kind != "comments"
            totals.update(others=1, called=called)
            wrong = ["is called a thread"] if called else []
        else:
            found = Counter(_of_thread(gold, thread))
            totals.update(threads=1, posts=len(gold["posts"]), title=_same(document.title, gold["title"]))
            totals.update(
                found, f1=round(10_000 * _f1(document.text, "\n".join(post["text"] for post in gold["posts"])))
            )
            wrong = [f"{found['text']} of {len(gold['posts'])} posts"] if found["text"] < len(gold["posts"]) else []
        if verbose and wrong and not _half_of(name):
            print(f"{name} ({gold['name']}):", *wrong)
    return totals


def _of_thread(gold: Gold, thread: Thread | None) -> Iterator[str]:
    """What is right about each post that is found: its text, and with it the author or the day."""
    left = list(thread.posts) if thread else []
    for wanted in gold["posts"]:
        post = next((post for post in left if _says(post, wanted["text"])), None)
        if post is None:
            continue
        left.remove(post)
        yield "text"
        if _same(post.author, wanted["author"]):
            yield "author"
        if not wanted["date"] or (post.date or "")[:10] == wanted["date"]:
            yield "day"


def _says(post: Post, wanted: str) -> bool:
    """Whether a post has these words and no others but quotes."""
    text, own = _letters(post.text if post.own_text is None else post.own_text), _letters(wanted)
    quoted = sum(len(_letters(quote.text)) for quote in post.quotes)
    return text == own or (quoted > 0 and own in text and len(text) - len(own) <= quoted + _WHO_SAID)


def measure_pages(reader: Reader, half: int | None = None, verbose: bool = False) -> Totals:
    """Counts over the other pages, all of them and by type."""
    totals: Totals = Counter()
    for name, gold, html in _pages("pages", half):
        document = reader.document(html, gold["url"])
        text = _letters(document.text)
        missing = [phrase for phrase in gold["must"] if _letters(phrase) not in _letters(document.title) + text]
        besides = [phrase for phrase in gold["must_not"] if _letters(phrase) in text]
        counts = {
            "pages": 1,
            "must": len(gold["must"]),
            "found": len(gold["must"]) - len(missing),
            "not": len(gold["must_not"]),
            "in": len(besides),
            "title": _same(document.title, gold["title"]),
            "author": _same(document.author, gold["author"]),
            "day": (document.date or "")[:10] == (gold["date"] or ""),
        }
        totals.update(counts)
        totals.update({f"{gold['type']} {key}": count for key, count in counts.items()})
        if verbose and missing + besides and not _half_of(name):
            print(f"{name} ({gold['name']}, {document.page_type}): without {missing}, with {besides}")
    return totals


def _pages(kind: str, half: int | None) -> Iterator[tuple[str, Gold, bytes]]:
    for path in sorted((FOLDER / kind).glob("*.json")):
        if half is None or _half_of(f"{kind}/{path.stem}") == half:
            yield f"{kind}/{path.stem}", json.loads(path.read_text("utf-8")), path.with_suffix(".html").read_bytes()


def _half_of(name: str) -> int:
    kind, _, number = name.partition("/")
    return zlib.crc32(f"{kind[0]}{number}".encode()) % 2


def _letters(text: str | None) -> str:
    """A text without white space."""
    return "".join(normalise(text or "").split())


def _same(told: str | None, gold: str | None) -> bool:
    return _letters(told) == _letters(gold)


def _f1(told: str, gold: str) -> float:
    one, other = (
        Counter(text[at : at + _GRAM] for at in range(len(text))) for text in (_letters(told), _letters(gold))
    )
    return 2 * (one & other).total() / max(one.total() + other.total(), 1)


if __name__ == "__main__":
    raise SystemExit(main())
