"""`kaensan cloud`: a tag cloud of pages, texts or a whole site."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kaensan.cli.cloud_inputs import Failure, read_inputs
from kaensan.cli.fetching import Fetching, add_fetching
from kaensan.cli.values import language
from kaensan.clouds.cloud import FORMATS, Cloud, make_cloud
from kaensan.clouds.drawing import Look
from kaensan.clouds.terms import TermOptions
from kaensan.errors import InputError, UsageError
from kaensan.methods import Method
from kaensan.thai import Dictionary, Segmentation, standard_dictionary

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "sources", nargs="*", metavar="SOURCE", help="a page, a text, a folder, output of batch, a URL, or - for stdin"
    )
    parser.add_argument("--compare", nargs=2, metavar=("A", "B"), help="colour what distinguishes two sources")
    parser.add_argument("-o", "--output", type=Path, help="write to a file, in the format that its ending names")
    parser.add_argument("--format", choices=FORMATS, help="default: the ending of the output, else a plain list")
    parser.add_argument("--title", help="the title of an HTML cloud (that of the page)")
    parser.add_argument("--method", help="how the content of pages is found")
    parser.add_argument("--site", metavar="STORE", help="use, and keep up to date, what is known of sites")
    parser.add_argument("--rules", metavar="FILE", help="your own selectors per host, YAML or TOML")
    _configure_terms(parser.add_argument_group("terms"))
    _configure_look(parser.add_argument_group("look"))
    add_fetching(parser)


def _configure_terms(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--terms", type=int, default=100, metavar="N", help="how many terms (100)")
    group.add_argument("--weight", choices=("frequency", "tfidf", "salience"), default="frequency")
    group.add_argument("--headings", type=float, default=1.0, metavar="X", help="words of headings weigh X times more")
    group.add_argument("--fewest", type=int, default=1, metavar="N", help="leave out terms with fewer occurrences")
    group.add_argument("--no-compounds", action="store_true", help="do not join words that stand together")
    group.add_argument("--figures", action="store_true", help="keep number words, units, months and weekdays")
    group.add_argument("--ignore", action="append", default=[], metavar="WORD", help="leave out a word; repeatable")
    group.add_argument("--dictionary", type=Path, metavar="FILE", help="more words of Thai or any language, one a line")
    group.add_argument("--language", type=language, help="language (ISO 639-1) of the words that are not Thai")
    group.add_argument("--engine", choices=("newmm", "nlpo3"), default="newmm", help="how Thai is cut into words")
    group.add_argument(
        "--cjk", choices=("characters", "words"), default="characters", help="how Chinese and Japanese are cut"
    )


def _configure_look(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--font", type=Path, metavar="FILE", help="a TrueType or OpenType font (Sarabun)")
    group.add_argument("--theme", choices=("auto", "light", "dark"), default="auto")
    group.add_argument("--width", type=int, default=1200)
    group.add_argument("--height", type=int, default=800)
    group.add_argument("--scale", type=float, default=2.0, help="pixels of a PNG for each unit (2)")
    group.add_argument("--seed", type=int, default=0, help="another seed gives another arrangement")


def run(args: argparse.Namespace) -> int:
    """Make the cloud and write it."""
    if bool(args.sources) == bool(args.compare):
        raise UsageError("give the sources of one cloud, or --compare with two")
    form = args.format or (args.output.suffix.lower().removeprefix(".") if args.output else "txt")
    if form not in FORMATS:
        raise UsageError(f"{args.output} names no format; end it in one of {', '.join(FORMATS)}, or say --format")
    failures: list[Failure] = []
    first, second = ([args.compare[0]], [args.compare[1]]) if args.compare else (args.sources, None)
    theirs = None
    method = _method(args)
    with Fetching(args) as fetching:
        ours, failed = read_inputs(first, method, fetching.page)
        failures += failed
        if second is not None:
            theirs, failed = read_inputs(second, method, fetching.page)
            failures += failed
    for name, reason in failures:
        print(f"kaensan: {name}: {reason}", file=sys.stderr)
    if not ours and not theirs:
        return 1
    sides = (_name(args.compare[0]), _name(args.compare[1])) if args.compare else None
    given = ours[0] if len(ours) == 1 else ours
    cloud = make_cloud(given, compare=theirs, terms=_terms(args), look=_look(args), title=args.title, sides=sides)
    _write(cloud, form, args.output)
    return 1 if failures else 0


def _name(source: str) -> str:
    """A source as the legend of a comparison names it: a file without its ending, a URL as it is."""
    return source if "://" in source else Path(source).stem or source


def _method(args: argparse.Namespace) -> str | Method | None:
    """The method, with what is known of sites where that is asked for."""
    if args.site is None and args.rules is None:
        method: str | None = args.method
        return method
    from kaensan.methods import load
    from kaensan.sites import with_site

    return with_site(load(args.method), args.site, args.rules)


def _terms(args: argparse.Namespace) -> TermOptions:
    return TermOptions(
        limit=args.terms,
        weight=args.weight,
        headings=args.headings,
        compounds=not args.no_compounds,
        fewest=args.fewest,
        ignored=frozenset(args.ignore),
        figures=args.figures,
        language=args.language,
        segmentation=Segmentation(_dictionary(args.dictionary), args.engine, args.cjk),
    )


def _look(args: argparse.Namespace) -> Look:
    return Look(args.width, args.height, args.theme, args.font, args.seed, args.scale)


def _dictionary(path: Path | None) -> Dictionary | None:
    if path is None:
        return None
    try:
        return standard_dictionary().extended(path.read_text(encoding="utf-8-sig").splitlines())
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read the dictionary {path}; give a text file in UTF-8, one word a line") from error


def _write(cloud: Cloud, form: str, output: Path | None) -> None:
    rendered = cloud.render(form)
    data = rendered.encode("utf-8", "replace") if isinstance(rendered, str) else rendered
    if form in ("svg", "png", "html"):
        for warning in cloud.warnings:
            print(f"kaensan: {warning}", file=sys.stderr)
    if output is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        output.write_bytes(data)
    except OSError as error:
        raise InputError(f"cannot write {output}: {error.strerror}") from error
