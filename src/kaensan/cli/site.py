"""`kaensan site`: what is known of sites, learned, shown, tested, forgotten and exported."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from kaensan.errors import InputError, UsageError
from kaensan.methods import load
from kaensan.sites.address import place_of, plain_host
from kaensan.sites.induce import agreement
from kaensan.sites.method import RuleEvidence, SiteMethod
from kaensan.sites.rule_picture import draw_rule
from kaensan.sites.rules_file import EXPORTS, export
from kaensan.sites.sources import read_pages
from kaensan.sites.store import Store
from kaensan.sites.support import rule_lines, support_of
from kaensan.sites.teach import TeachOptions, teach

__all__ = ["configure", "run"]

_SOURCE = "an HTML file, a folder of them, a dataset (.jsonl, .jsonl.zst), or a WARC file"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    learn = _action(actions, "learn", "count what repeats on the pages of sites and learn rules for them")
    learn.add_argument("sources", nargs="+", metavar="SOURCE", help=_SOURCE)
    learn.add_argument("--host", help="the site of pages that do not say theirs")
    learn.add_argument("-m", "--method", help="what labels pages that nobody labelled by hand (core)")
    only = learn.add_mutually_exclusive_group()
    only.add_argument("--only-template", action="store_true", help="count what repeats, learn no rules")
    only.add_argument("--only-rules", action="store_true", help="learn rules, do not count what repeats")
    rules = _action(actions, "rules", "show the rules of sites")
    rules.add_argument("hosts", nargs="*", metavar="HOST", help="sites (all)")
    draw = _action(actions, "draw", "draw the rule of a page's site on the page, as an HTML file")
    draw.add_argument("source", metavar="SOURCE", help=_SOURCE + "; the first page is drawn")
    draw.add_argument("--host", help="the site of a page that does not say its own")
    draw.add_argument("-m", "--method", help="what decides where there is no rule (core)")
    draw.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="where to write")
    test = _action(actions, "test", "try the rules on pages, beside the method and beside gold where there is some")
    test.add_argument("sources", nargs="+", metavar="SOURCE", help=_SOURCE)
    test.add_argument("--host", help="the site of pages that do not say theirs")
    test.add_argument("-m", "--method", help="the method to compare with (core)")
    forget = _action(actions, "forget", "forget everything about sites")
    forget.add_argument("hosts", nargs="+", metavar="HOST")
    out = _action(actions, "export", "write rules as JSON, or as a rules file to edit")
    out.add_argument("hosts", nargs="*", metavar="HOST", help="sites (all)")
    out.add_argument("-f", "--format", choices=EXPORTS, default="json", help="what to write (json)")
    out.add_argument("-o", "--output", type=Path, metavar="FILE", help="where to write (standard output)")


def _action(
    actions: argparse._SubParsersAction[argparse.ArgumentParser], name: str, summary: str
) -> argparse.ArgumentParser:
    parser = actions.add_parser(name, help=summary, description=summary)
    parser.add_argument("store", type=Path, metavar="STORE", help="the file that site knowledge is kept in")
    return parser


def run(args: argparse.Namespace) -> int:
    """Do what was asked; 1 when some of it failed."""
    if args.action != "learn" and not args.store.exists():
        raise UsageError(f"{args.store}: there is no such store; `kaensan site learn` makes one")
    with Store(args.store, read_only=args.action in _READING) as store:
        return _ACTIONS[args.action](store, args)


class _Failures:
    """Sources that could not be read, each reported once."""

    def __init__(self) -> None:
        self.reported: set[str] = set()

    def __call__(self, why: str) -> None:
        if why not in self.reported:
            self.reported.add(why)
            print(f"kaensan: {why}", file=sys.stderr)


def _learn(store: Store, args: argparse.Namespace) -> int:
    failures = _Failures()
    host = plain_host(args.host) if args.host else None
    options = TeachOptions(template=not args.only_rules, rules=not args.only_template)
    learned = teach(store, lambda: read_pages(args.sources, host, failures), load(args.method), options)
    if learned.unplaced:
        failures(f"{learned.unplaced} pages do not say which site they are of; name it with --host")
    for name in sorted({*learned.pages, *learned.by_hand, *learned.by_method, *learned.without_rule}):
        template = store.template(name)
        counted = f"{learned.pages[name]} pages counted ({template.pages} in all)" if template else "no pages counted"
        rules = sum(not rule.expired for rule in store.rules(name))
        print(
            f"{name}: {counted}, {learned.by_hand[name]} labelled by hand, "
            f"{learned.by_method[name]} by {load(args.method).name}, {rules} rule{'s'[: rules != 1]}"
        )
        if not rules and name in learned.without_rule:
            print(f"  no rule: {learned.without_rule[name]}")
    return 1 if failures.reported else 0


def _hosts(store: Store, args: argparse.Namespace) -> list[str]:
    known = store.hosts()
    if not args.hosts:
        return known
    wanted = [plain_host(host) for host in args.hosts]
    for host in wanted:
        if host not in known:
            raise InputError(f"nothing is known about {host}; the store knows {', '.join(known[:20]) or 'no site'}")
    return wanted


def _rules(store: Store, args: argparse.Namespace) -> int:
    for number, host in enumerate(_hosts(store, args)):
        examples = store.examples(host)
        lines = [line for rule in store.rules(host) for line in rule_lines(rule, support_of(rule, examples))]
        template = store.template(host)
        if template:
            lines.append(f"{host}   template of {template.pages} pages, {len(template.keys)} fingerprints")
        for page_class, seen in store.observations(host)[:5]:
            agreed = "no result" if seen.agreement is None else f"agreement {seen.agreement:.2f}"
            lines.append(f"  seen on {page_class}: {agreed}{f', {seen.note}' if seen.note else ''}")
        print(("\n" if number else "") + "\n".join(lines or [f"{host}   no rule yet"]))
    return 0


def _test(store: Store, args: argparse.Namespace) -> int:
    failures = _Failures()
    host = plain_host(args.host) if args.host else None
    method = load(args.method)
    by_site = SiteMethod(method, store)
    scores: list[tuple[float, float]] = []
    for offered in read_pages(args.sources, host, failures):
        page = offered.parse()
        if place_of(page) is None:
            failures(f"{offered.name}: the page does not say which site it is of; name it with --host")
            continue
        plain, helped = method.label(page), by_site.label(page)
        length = page.texts.length
        same = agreement(helped.kept, plain.kept, length)
        line = f"{offered.name}: {helped.method}, agreement with {method.name} {same:.3f}"
        gold = offered.labelled()
        if gold is not None:
            pair = agreement(plain.kept, gold.kept, length), agreement(helped.kept, gold.kept, length)
            scores.append(pair)
            line += f", F1 with the gold {pair[0]:.3f} → {pair[1]:.3f}"
        print("; ".join([line, *helped.warnings]))
    if scores:
        before, after = (sum(column) / len(scores) for column in zip(*scores, strict=True))
        print(f"{len(scores)} pages with gold: F1 {before:.3f} by {method.name}, {after:.3f} with the store")
    return 1 if failures.reported else 0


def _forget(store: Store, args: argparse.Namespace) -> int:
    missing = [host for host in args.hosts if not store.forget(host)]
    for host in missing:
        print(f"kaensan: nothing was known about {host}", file=sys.stderr)
    return 1 if missing else 0


def _export(store: Store, args: argparse.Namespace) -> int:
    rules = [rule for host in _hosts(store, args) for rule in store.rules(host)]
    text = (
        json.dumps([rule.to_dict() for rule in rules], ensure_ascii=False, indent=2) + "\n"
        if args.format == "json"
        else export(rules, args.format)
    )
    if args.output is None:
        sys.stdout.write(text)
    else:
        _write(args.output, text)
    return 0


def _draw(store: Store, args: argparse.Namespace) -> int:
    failures = _Failures()
    host = plain_host(args.host) if args.host else None
    offered = next(iter(read_pages([args.source], host, failures)), None)
    if offered is None:
        raise InputError(f"{args.source} holds no page")
    page = offered.parse()
    labels = SiteMethod(load(args.method), store).label(page)
    lines = [f"no rule of the store decided about this page, but {labels.method}"]
    if isinstance(labels.evidence, RuleEvidence):
        rule = labels.evidence.rule
        lines = rule_lines(rule, support_of(rule, store.examples(rule.host)))
    gold = offered.labelled()
    _write(args.output, draw_rule(page, labels, lines, None if gold is None else set(gold.kept.nonzero()[0].tolist())))
    print(f"{offered.name}: {labels.method}; the picture is in {args.output}")
    return 1 if failures.reported else 0


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise UsageError(f"cannot write to {path} ({error.strerror or error})") from error


_ACTIONS = {"learn": _learn, "rules": _rules, "draw": _draw, "test": _test, "forget": _forget, "export": _export}
_READING = frozenset({"rules", "draw", "test", "export"})
