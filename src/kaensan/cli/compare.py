"""`kaensan compare`: every method on one page, in one report."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

from kaensan.cli.fetching import Fetching, add_fetching, is_url
from kaensan.cli.values import address, did_you_mean
from kaensan.compare import Comparison, compare
from kaensan.compare.report_page import render_report
from kaensan.draw import draw_roc, draw_strips
from kaensan.errors import InputError
from kaensan.page import Page, parse
from kaensan.page.decode import decode
from kaensan.page.page import binary_kind

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("page", metavar="PAGE", help="an HTML file, a URL, or - for standard input")
    parser.add_argument("--gold", type=Path, metavar="FILE", help="the text that should be found: adds all measures")
    parser.add_argument("--methods", nargs="+", metavar="NAME", help="the methods to compare (all)")
    parser.add_argument("--url", type=address, help="where the page came from")
    parser.add_argument("-o", "--output", metavar="FILE", help="the report (PAGE.compare.html); - for standard output")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="write each picture as an SVG file too")
    add_fetching(parser)


def run(args: argparse.Namespace) -> int:
    page = _page(args)
    gold = decode(_read(str(args.gold))).text if args.gold else None
    comparison = compare(page, args.methods, gold)
    name = "page" if args.page == "-" else Path(args.page.rstrip("/")).name
    report = render_report(comparison, "a page" if args.page == "-" else name)
    for one in comparison.missing:
        print(f"kaensan: {one.method} was left out: {one.why}", file=sys.stderr)
    if args.pictures:
        _save_pictures(comparison, args.pictures)
    if args.output == "-":
        sys.stdout.write(report)
        return 0
    target = Path(args.output or f"{Path(name).stem}.compare.html")
    _write(target, report)
    print(_summary(comparison))
    print(f"\nThe report is in {target}")
    return 0


def _page(args: argparse.Namespace) -> Page:
    if not is_url(args.page):
        data = _read(args.page)
        kind = binary_kind(data, None)
        if kind:
            raise InputError(f"{args.page}: this is {kind}, not a web page")
        return parse(data, args.url)
    with Fetching(args) as fetching:
        page = fetching.page(args.page)
    for warning in page.warnings:
        print(f"kaensan: {args.page}: {warning}", file=sys.stderr)
    return page


def _read(source: str) -> bytes:
    if source == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(source).read_bytes()
    except OSError as error:
        hint = did_you_mean(source) if isinstance(error, FileNotFoundError) else ""
        raise InputError(f"{source} cannot be read: {error.strerror or error}{hint}") from error


def _write(target: Path, content: str) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(content, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{target} cannot be written: {error.strerror or error}") from error


def _save_pictures(comparison: Comparison, folder: Path) -> None:
    _write(folder / "methods.svg", draw_strips(comparison.page, comparison.labels))
    for number in range(len(comparison.documents)):
        for picture in comparison.pictures(number):
            _write(folder / f"{picture.name}.svg", picture.svg)
    if comparison.roc:
        _write(folder / "histogram-roc.svg", draw_roc([comparison.roc]))


def _summary(comparison: Comparison) -> str:
    """A line a method: what it kept, how far the others agree, and its F1 where there is gold."""
    length = comparison.page.texts.length
    total = max(int(length.sum()), 1)
    lines = [
        f"{'method':<12}{'characters':>11}{'of page':>9}{'agreement':>11}" + ("       F1" if comparison.gold else "")
    ]
    for number, document in enumerate(comparison.documents):
        kept = int(length[document.labels.kept].sum())
        others = np.delete(comparison.agreement[number], number)
        agree = f"{others.mean():.2f}" if len(others) else "–"
        line = f"{document.method:<12}{kept:>11,}{kept / total:>9.0%}{agree:>11}"
        if comparison.gold:
            line += f"{comparison.f1(number):>9.3f}"
        lines.append(line)
    return "\n".join(lines)
