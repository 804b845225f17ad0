"""`kaensan extract`: the main content of files, folders, addresses or standard input."""

from __future__ import annotations

import argparse
import json
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from kaensan.api import extract, extract_many
from kaensan.cli.explain import explain, explanation_data
from kaensan.cli.fetching import Fetching, add_fetching
from kaensan.cli.inputs import Input, find_inputs, read_source
from kaensan.cli.outputs import FORMATS, Form, Output, choose_form, format_name, is_folder, open_output
from kaensan.cli.style import Style
from kaensan.cli.values import address, charset
from kaensan.document import Document
from kaensan.errors import InputError, KaensanError, UsageError
from kaensan.many import Source
from kaensan.methods import load
from kaensan.methods.core.policy import KINDS, Policy
from kaensan.page import Page, parse
from kaensan.render import RenderOptions

if TYPE_CHECKING:
    from kaensan.sites import Learner

__all__ = ["configure", "run"]

_MANY = 10
"""From so many pages on, a terminal shows how far they are."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("sources", nargs="+", metavar="SOURCE", help="a file, a folder of pages, a URL, or - for stdin")
    parser.add_argument("-m", "--method", help="how to decide; see `kaensan methods`")
    for choice in ("keep", "drop"):
        parser.add_argument(
            f"--{choice}",
            action="append",
            choices=KINDS,
            default=[],
            help=f"{choice} a kind of text, whatever the model says",
        )
    parser.add_argument("--lean", choices=("precision", "recall"), help="keep less, or more, where there is doubt")
    parser.add_argument(
        *("-f", "--format"),
        type=format_name,
        choices=FORMATS,
        help="what to write (as the ending of -o says, else text)",
    )
    parser.add_argument(
        "-o", "--output", metavar="PATH", help="a file; or a folder (existing, or with a final /) for a file per page"
    )
    parser.add_argument(
        "--explain", action="store_true", help="why each text was kept or left out; with -f json in numbers"
    )
    parser.add_argument("--url", type=address, help="where the page came from, to make its links absolute (one SOURCE)")
    parser.add_argument("--charset", type=charset, help="the encoding that the server named, for pages that name none")
    parser.add_argument("-j", "--workers", type=int, default=1, metavar="N", help="processes (1)")
    parser.add_argument("--no-links", action="store_true", help="leave link targets out of Markdown and HTML")
    parser.add_argument("--no-images", action="store_true", help="leave images out of Markdown and HTML")
    parser.add_argument(
        "--with-metadata", action="store_true", help="begin text, Markdown and HTML with title and front matter"
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="no warnings and no progress bar")
    parser.add_argument("--site", metavar="STORE", help="use, and keep up to date, what is known of sites")
    parser.add_argument("--rules", metavar="FILE", help="your own selectors per host, YAML or TOML")
    add_fetching(parser)


def run(args: argparse.Namespace) -> int:
    """Extract every page; 1 when any of them failed."""
    if args.workers < 1:
        raise UsageError("--workers is a number from 1")
    found = list(find_inputs(args.sources))
    if args.url and len(found) > 1:
        raise UsageError("--url belongs to one page; give one SOURCE with it")
    options = RenderOptions(links=not args.no_links, images=not args.no_images)
    in_lines = len(found) > 1 or any(isinstance(page, Input) and page.of_folder for page in found)
    form = choose_form(args.format, args.output, options, several=in_lines, with_metadata=args.with_metadata)
    if args.explain and (args.workers > 1 or form.name not in ("text", "json", "jsonl")):
        raise UsageError("--explain works with one worker, and writes text or JSON (-f json)")
    _spare_inputs(found, args.output)
    with Fetching(args) as fetching:
        return (_explain if args.explain else _extract)(found, form, args, fetching)


def _extract(found: list[Input | InputError], form: Form, args: argparse.Namespace, fetching: Fetching) -> int:
    report = _Report(args.quiet)
    ahead: deque[Input] = deque()
    sources = _read(found, args, ahead, report, fetching)
    policy = _policy(args)
    learner = _learner(args.site, args.method) if args.site and policy is None else None
    results = extract_many(
        sources,
        method=args.method,
        policy=policy,
        site=args.site,
        rules=args.rules,
        workers=args.workers,
        formats=form.renderings,
        then=learner,
    )
    with closing(results), open_output(args.output, form, several=len(found) > 1) as output:
        for document in _with_progress(results, len(found), shown=args.output is not None and not args.quiet):
            _write(ahead.popleft(), document, output, report)
    return 1 if report.failures else 0


def _spare_inputs(found: list[Input | InputError], output: str | None) -> None:
    """Refuse an output file that is one of the pages: it would be emptied before it is read."""
    if output is None or is_folder(output) or not Path(output).exists():
        return
    for page in found:
        if isinstance(page, Input) and page.path is not None and page.path.samefile(output):
            raise UsageError(f"{output} is one of the pages; write to another file")


def _learner(site: str, method: str | None) -> Learner:
    """What keeps the store up to date with the pages that are extracted; the store is made where there is none.

    What a method decides under a policy says nothing about its own choice, so it is not learned from.
    """
    from kaensan.sites import Learner, Store

    return Learner(load(method), Store(site))


def _policy(args: argparse.Namespace) -> Policy | None:
    """What the options say about kinds of text; None when they say nothing."""
    if not (args.keep or args.drop or args.lean):
        return None
    both = set(args.keep) & set(args.drop)
    if both:
        raise UsageError(f"{', '.join(sorted(both))}: keep or drop, not both")
    choices: dict[str, Any] = {**dict.fromkeys(args.keep, "keep"), **dict.fromkeys(args.drop, "drop")}
    return Policy(**choices, lean=args.lean or "balance")


class _Report:
    """Tells standard error what went wrong, page by page."""

    def __init__(self, quiet: bool) -> None:
        self.failures = 0
        self._quiet = quiet
        self._clear = "\r\x1b[K" if sys.stderr.isatty() else ""

    def fail(self, error: Exception, name: str | None = None) -> None:
        self.failures += 1
        print(f"{self._clear}kaensan: {f'{name}: ' if name else ''}{error}", file=sys.stderr)

    def warn(self, page: Input, document: Document) -> None:
        for warning in document.warnings if not self._quiet else ():
            print(f"{self._clear}kaensan: {page.name}: {warning}", file=sys.stderr)


def _write(page: Input, document: Document, output: Output, report: _Report) -> None:
    if isinstance(document.error, UsageError):  # a missing extra, say: no page will fare better
        raise document.error
    if document.error:
        report.fail(document.error, page.name)
        return
    report.warn(page, document)
    try:
        output.write(page, document)
    except InputError as error:
        report.fail(error)


def _with_progress(results: Iterable[Document], count: int, *, shown: bool) -> Iterable[Document]:
    """The results with a progress bar, where they are many and do not go to the terminal or a pipe themselves."""
    if count < _MANY or not shown or not sys.stderr.isatty():
        return results
    from kaensan.progress import progress

    return progress(results, count, "pages")


def _read(
    found: list[Input | InputError],
    args: argparse.Namespace,
    ahead: deque[Input],
    report: _Report,
    fetching: Fetching,
) -> Iterator[Source]:
    """The pages that can be read, each noted in `ahead`; the others are reported."""
    for page in found:
        if isinstance(page, InputError):
            report.fail(page)
            continue
        try:
            source = read_source(page, fetching, args.url, args.charset)
        except InputError as error:
            report.fail(error)
            continue
        ahead.append(page)
        yield source


def _explain(found: list[Input | InputError], form: Form, args: argparse.Namespace, fetching: Fetching) -> int:
    with _explanation_file(args.output) as file:
        return _explain_to(file, found, form, args, fetching)


@contextmanager
def _explanation_file(path: str | None) -> Iterator[TextIO]:
    """Where explanations go: a file, or standard output."""
    if path is None or path == "-":
        yield sys.stdout
        return
    try:
        with Path(path).open("w", encoding="utf-8", errors="replace") as file:
            yield file
    except OSError as error:
        raise UsageError(f"cannot write to {path} ({error.strerror or error})") from error


def _explain_to(
    file: TextIO, found: list[Input | InputError], form: Form, args: argparse.Namespace, fetching: Fetching
) -> int:
    report = _Report(args.quiet)
    style = Style(file)
    for page in found:
        try:
            if isinstance(page, InputError):
                raise page
            source = read_source(page, fetching, args.url, args.charset)
            parsed = source if isinstance(source, Page) else parse(source[0], source[1], charset=source[2])
            document = extract(parsed, method=args.method, policy=_policy(args), site=args.site, rules=args.rules)
        except UsageError:
            raise
        except InputError as error:
            report.fail(error)
            continue
        except KaensanError as error:
            report.fail(error, page.name if isinstance(page, Input) else None)
            continue
        report.warn(page, document)
        if form.name != "text":
            data = {"page": page.name, **explanation_data(document)}
            print(json.dumps(data, ensure_ascii=False, indent=2 if form.name == "json" else None), file=file)
            continue
        if len(found) > 1:
            print(style(f"==> {page.name} <==", "bold"), file=file)
        for line in explain(document, style):
            print(line, file=file)
    return 1 if report.failures else 0
