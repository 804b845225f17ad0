"""`kaensan demo`: the main job, on a page that ships with the program."""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from kaensan.api import extract
from kaensan.cli.style import Style, shorten
from kaensan.demo import URL, read_demo_page
from kaensan.document import Document
from kaensan.methods import Role

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("-m", "--method", help="how to decide; see `kaensan methods`")
    parser.add_argument("--page", action="store_true", help="print the page itself, to try other commands on it")


def run(args: argparse.Namespace) -> int:
    """Show the page, what is kept of it, and the result."""
    data = read_demo_page()
    if args.page:
        print(data.decode())
        return 0
    extract(data, URL, method=args.method)  # the first page of a process also loads dictionaries and models
    began = time.perf_counter()
    document = extract(data, URL, method=args.method)
    length = len(document.text)
    milliseconds = 1000 * (time.perf_counter() - began)
    style = Style(sys.stdout)
    columns = min(shutil.get_terminal_size().columns, 110)
    texts = document.page.texts
    print(style("Kaensan แก่นสาร: a page and its heartwood", "bold"))
    print(
        f"A Thai news page of {len(data):,} bytes and {len(texts)} texts: menus, advertising, comments, and a story.\n"
    )
    for section, lines in (
        ("the page (| marks what is kept)", _page(document, style, columns)),
        ("what is known about it", _facts(document, style)),
        ("the content as Markdown", iter(document.markdown.split("\n"))),
    ):
        print(style(f"── {section} ".ljust(columns, "─"), "cyan"))
        for line in lines:
            print(line)
        print()
    kept = int(document.labels.kept.sum())
    print(
        f"Kept {kept} of {len(texts)} texts ({length:,} characters) in {milliseconds:.1f} ms; method {document.method}."
    )
    print("Try it on your own: kaensan extract PAGE.html --format markdown")
    return 0


def _page(document: Document, style: Style, columns: int) -> Iterator[str]:
    """The page block by block, one line each, as it would be read from top to bottom."""
    labels = document.labels
    whole = Document(document.page, replace(labels, role=np.full_like(labels.role, Role.CONTENT)))
    for block in whole.blocks:
        line = shorten(" ".join(block.text.split()), columns - 2)
        yield style(f"| {line}", "green") if labels.kept[list(block.rows)].any() else style(f"  {line}", "dim")


def _facts(document: Document, style: Style) -> Iterator[str]:
    facts = {name: value for name, value in document.metadata.to_dict().items() if isinstance(value, str)}
    facts |= {"confidence": f"{document.confidence:.2f}"} if document.confidence is not None else {}
    width = max(map(len, facts), default=0)
    for name, value in facts.items():
        yield f"{style(name.ljust(width), 'bold')}  {value}"
