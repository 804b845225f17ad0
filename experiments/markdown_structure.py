"""How much of the structure of reference Markdown our Markdown has: code, table rows, list items and headings.

    python -m experiments.markdown_structure --data DIR [--list]

The reference (`extra.markdown` of the dataset `defuddle`) was recorded from another tool, so it says how things are
written rather than which to keep. A block counts as there when ours has one of the same kind with the same letters.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin

from kaensan.api import extract
from kaensan.gold import datasets

__all__ = ["main", "structure"]

KINDS = ("code", "table row", "list item", "heading")
_READER = MarkdownIt("commonmark").enable("table").enable("strikethrough").use(footnote_plugin)
_NOT_LETTERS = re.compile(r"[\W_]+")
_ENDS = {"tr_close": "table row", "heading_close": "heading"}


def structure(markdown: str) -> Counter[tuple[str, str]]:
    """The blocks of a Markdown text as (kind, letters); of a list item its first paragraph."""
    return Counter((kind, plain) for kind, text in _blocks(_READER.parse(markdown)) if (plain := _letters(text)))


def _blocks(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    parts: list[str] = []
    in_item = False
    for token in tokens:
        if token.type in ("tr_open", "heading_open"):
            parts = []
        elif token.type == "list_item_open":
            in_item = True
        elif token.type == "list_item_close":
            in_item = False
        elif token.type in ("fence", "code_block"):
            yield "code", token.content
        elif token.type == "inline":
            text = _inline(token)
            parts.append(text)
            if in_item:
                yield "list item", text
                in_item = False
        elif token.type in _ENDS:
            yield _ENDS[token.type], "".join(parts)


def _inline(token: Token) -> str:
    return " ".join(child.content for child in token.children or [] if child.type in ("text", "code_inline"))


def _letters(text: str) -> str:
    return _NOT_LETTERS.sub("", text.casefold())


def main(arguments: Sequence[str] | None = None) -> int:
    """Print, for each kind, the blocks of the reference, how many ours has, and how many ours has besides."""
    parser = argparse.ArgumentParser(prog="python -m experiments.markdown_structure", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the reference pages")
    parser.add_argument("--list", action="store_true", help="name every block that is missing")
    args = parser.parse_args(arguments)
    wanted, there, more = Counter[str](), Counter[str](), Counter[str]()
    for page in datasets.load(args.data, "defuddle.dev"):
        gold = structure(page.extra.get("markdown") or "")
        ours = structure(extract(page.html, page.url).markdown)
        for kind in KINDS:
            wanted[kind] += sum(count for key, count in gold.items() if key[0] == kind)
            there[kind] += sum(count for key, count in (gold & ours).items() if key[0] == kind)
            more[kind] += sum(count for key, count in (ours - gold).items() if key[0] == kind)
        if args.list:
            for (kind, text), count in (gold - ours).items():
                print(f"{page.id}\t{kind}\t{count}\t{text[:100]}")
    print("| kind | reference | ours | share | besides |\n|---|--:|--:|--:|--:|")
    for kind in KINDS:
        print(f"| {kind} | {wanted[kind]} | {there[kind]} | {there[kind] / wanted[kind]:.3f} | {more[kind]} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
