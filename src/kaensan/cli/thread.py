"""`kaensan thread`: the posts of a board page."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from kaensan.cli.fetching import Fetching, add_fetching
from kaensan.cli.inputs import Input, find_inputs, read_source
from kaensan.cli.outputs import write_text
from kaensan.cli.values import address, charset
from kaensan.errors import InputError, UsageError
from kaensan.page import Page, parse
from kaensan.threads.finder import find_thread
from kaensan.threads.thread import Thread

__all__ = ["configure", "run"]

FORMATS = ("json", "jsonl", "jsonld", "text", "markdown")
_SUFFIXES = {
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".jsonld": "jsonld",
    ".txt": "text",
    ".md": "markdown",
}
"""the format that the ending of an output file names"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("sources", nargs="+", metavar="SOURCE", help="a file, a folder of pages, a URL, or - for stdin")
    parser.add_argument(
        "-f", "--format", choices=FORMATS, help="what to write (as -o ends, else json); jsonld is schema.org"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="where to write (standard output)")
    parser.add_argument("--url", type=address, help="where the page came from, to make its links absolute (one SOURCE)")
    parser.add_argument("--charset", type=charset, help="the encoding that the server named, for pages that name none")
    add_fetching(parser)


def run(args: argparse.Namespace) -> int:
    """Write the thread of every page; 1 when any page could not be read or holds none."""
    inputs = list(find_inputs(args.sources))
    if args.url and len(inputs) > 1:
        raise UsageError("--url belongs to one page; give one SOURCE with it")
    suffix = args.output.suffix.lower() if args.output else ""
    form = args.format or _SUFFIXES.get(suffix, "json")
    several = len(inputs) > 1
    lines = several or form == "jsonl" or _SUFFIXES.get(suffix) == "jsonl" or _of_folder(inputs)
    parts: list[str] = []
    failures = 0
    with Fetching(args) as fetching:
        for page in inputs:
            try:
                thread = _read(page, args, fetching)
            except InputError as error:
                print(f"kaensan: {error}", file=sys.stderr)
                failures += 1
                continue
            name = page.name if isinstance(page, Input) else ""
            if form.startswith("json"):
                parts.append(_as_json(name, thread, form, lines))
            else:
                parts.append(_as_text(name, thread, form, several))
    write_text("\n".join(parts) + "\n" if parts else "", args.output)
    return 1 if failures else 0


def _of_folder(inputs: list[Input | InputError]) -> bool:
    return any(isinstance(page, Input) and page.of_folder for page in inputs)


def _read(page: Input | InputError, args: argparse.Namespace, fetching: Fetching) -> Thread:
    if isinstance(page, InputError):
        raise page
    source = read_source(page, fetching, args.url, args.charset)
    thread = find_thread(source if isinstance(source, Page) else parse(source[0], source[1], charset=source[2]))
    if thread is None:
        raise InputError(f"{page.name}: no thread was found; `kaensan extract` gives the text of other pages")
    return thread


def _as_json(name: str, thread: Thread, form: str, lines: bool) -> str:
    """A thread as an object of its own, or as a line that names its page."""
    data = thread.to_jsonld() if form == "jsonld" else thread.to_dict()
    if lines:
        return json.dumps({"file": name, **data}, ensure_ascii=False)
    return json.dumps(data, ensure_ascii=False, indent=2)


def _as_text(name: str, thread: Thread, form: str, several: bool) -> str:
    mark = "# " if form == "markdown" else ""
    lines = [f"==> {name} <=="] if several else []
    lines += [f"{mark}{thread.title}\n"] if thread.title else []
    for post in thread.posts:
        by = " · ".join(filter(None, (post.author, post.date_text or post.date)))
        head = f"#{post.position} {by}".rstrip()
        lines.append(f"**{head}**\n\n{post.markdown}\n" if form == "markdown" else f"{head}\n{post.text}\n")
    return "\n".join(lines)
