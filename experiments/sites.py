"""What knowing a site is worth: `python -m experiments.sites --data DIR [--rules HOST ...]`.

On every site with five pages or more: the F1 of `core` alone, without template noise, with rules learned from its own
confident labels, and with rules learned from gold. Template noise is found from all pages of the site, without their
gold. Rules are learned from four fifths of a site's pages and measured on the other fifth, five times over. The share
of pages whose F1 reaches 0.9 is the measure of the paper that rules come from (Wang & Liu).
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from kaensan.document import Document
from kaensan.gold.datasets import GoldPage, load
from kaensan.gold.metrics import trigram_f1, word_f1
from kaensan.methods import Labels, Method
from kaensan.methods import load as load_method
from kaensan.page import Page, parse
from kaensan.page.normalise import letters_of, normalise
from kaensan.render import render_text
from kaensan.sites import (
    InduceOptions,
    LabelledPage,
    LearnOptions,
    Rule,
    SiteMethod,
    SiteOptions,
    Store,
    learn_template,
)
from kaensan.sites.address import ANY, place_of
from kaensan.sites.field_rules import find_field
from kaensan.sites.learn import learn_rules
from kaensan.sites.method import without_template
from kaensan.sites.support import rule_lines, support_of

__all__ = ["main"]

DATASETS = ("cleanportaleval", "l3s-gn1", "dragnet", "thaiboards")
FEWEST, FOLDS, RIGHT = 5, 5, 0.9
COLUMNS = ("core", "template", "rules, own labels", "rules, gold labels")


@dataclass
class Member:
    """One page of a site, decided once."""

    gold: GoldPage
    page: Page
    labels: Labels
    found: dict[str, float] = field(default_factory=dict)
    """F1 by column"""
    title: dict[str, bool] = field(default_factory=dict)
    by_rule: dict[str, bool] = field(default_factory=dict)

    def score(self, kept: NDArray[np.bool_]) -> float:
        measure = word_f1 if self.gold.spaced else trigram_f1
        return measure(normalise(render_text(self.page, kept)), normalise(self.gold.text or "")).f1

    @cached_property
    def document(self) -> Document:
        return Document(self.page, self.labels)

    def is_title(self, title: str | None) -> bool:
        return letters_of(normalise(title or "")) == letters_of(normalise(self.gold.title or ""))


@dataclass
class Site:
    dataset: str
    host: str
    members: list[Member]

    def mean(self, column: str) -> float:
        return float(np.mean([member.found[column] for member in self.members]))


def read_sites(data: Path, method: Method, datasets: Sequence[str]) -> Iterator[Site]:
    """The sites with enough pages; a board is a site."""
    for dataset in datasets:
        by_host: dict[str, list[GoldPage]] = {}
        for gold in load(data, dataset):
            host = gold.board or (urlsplit(gold.url).hostname if gold.url else None)
            if host and gold.text is not None:
                by_host.setdefault(host, []).append(gold)
        for host, pages in by_host.items():
            if len(pages) >= FEWEST:
                if not pages[0].url:
                    host = f"{host}.example"
                parsed = [parse(gold.html, gold.url or f"http://{host}/topic?id={gold.id}") for gold in pages]
                members = zip(pages, parsed, strict=True)
                yield Site(dataset, host, [Member(gold, page, method.label(page)) for gold, page in members])


def measure(site: Site, options: SiteOptions, seed: int) -> None:
    """Fill in every column for every page of a site."""
    template = learn_template(member.page for member in site.members)
    freed = [without_template(member.labels, member.page, template, options) for member in site.members]
    for member, labels in zip(site.members, freed, strict=True):
        member.found["core"] = member.score(member.labels.kept)
        member.found["template"] = member.score(labels.kept)
        member.title["core"] = member.is_title(member.document.title)
    order = list(range(len(site.members)))
    random.Random(seed).shuffle(order)
    own = {
        at: LabelledPage.from_document(Document(site.members[at].page, freed[at]), by="core")
        for at in order
        if (freed[at].confidence or 0) >= LearnOptions().confident and freed[at].kept.any()
    }
    gold = {at: _from_gold(site.members[at]) for at in order}
    for column, labelled in zip(COLUMNS[2:], (own, gold), strict=True):
        for fold in range(FOLDS):
            held = order[fold::FOLDS]
            rules = learn_rules(site.host, [page for at, page in labelled.items() if at not in held], InduceOptions())
            for at in held:
                _apply(site.members[at], freed[at], rules, column)


def _from_gold(member: Member) -> LabelledPage:
    gold = member.gold
    return LabelledPage.from_text(member.page, gold.text or "", title=gold.title)


def _apply(member: Member, usual: Labels, rules: list[Rule], column: str) -> None:
    by_class = {rule.page_class: rule for rule in rules}
    place = place_of(member.page)
    rule = by_class.get(place.page_class if place else ANY) or by_class.get(ANY)
    result = rule.text.apply(member.page) if rule and rule.text else None
    member.by_rule[column] = result is not None and result.rows is not None
    kept = result.rows if result is not None and result.rows is not None else usual.kept
    member.found[column] = member.score(kept)
    clause = rule.fields.get("title") if rule else None
    stated = find_field(member.page, "title", clause) if clause else None
    member.title[column] = member.is_title(stated[0]) if stated else member.title["core"]


def show(sites: list[Site]) -> None:
    """The tables."""
    print(f"| F1 | sites | pages | {' | '.join(COLUMNS)} |\n|---|--:|--:|{'--:|' * len(COLUMNS)}")
    groups = [(name, [site for site in sites if site.dataset == name]) for name in DATASETS]
    for name, group in [*groups, ("mean over sites", sites)]:
        if group:
            pages = sum(len(site.members) for site in group)
            cells = " | ".join(f"{np.mean([site.mean(column) for site in group]):.4f}" for column in COLUMNS)
            print(f"| {name} | {len(group)} | {pages} | {cells} |")
    everyone = [member for site in sites for member in site.members]
    cells = " | ".join(f"{np.mean([one.found[column] >= RIGHT for one in everyone]):.1%}" for column in COLUMNS)
    print(f"| pages right (F1 ≥ {RIGHT}) | | {len(everyone)} | {cells} |")
    titled = [one for one in everyone if one.gold.title]
    cells = " | ".join(f"{np.mean([one.title.get(column, False) for one in titled]):.1%}" for column in COLUMNS[2:])
    plain = f"{np.mean([one.title['core'] for one in titled]):.1%}"
    print(f"| titles right | | {len(titled)} | {plain} | | {cells} |")
    cells = " | ".join(f"{np.mean([one.by_rule[column] for one in everyone]):.1%}" for column in COLUMNS[2:])
    print(f"| pages decided by a rule | | {len(everyone)} | | | {cells} |")
    for column in COLUMNS[1:]:
        change = {site.host: site.mean(column) - site.mean("core") for site in sites}
        lost = sorted((delta, host) for host, delta in change.items() if delta < -0.005)
        better = sum(delta > 0.0005 for delta in change.values())
        worse = sum(delta < -0.0005 for delta in change.values())
        print(f"\n{column}: {better} sites gain, {worse} lose; more than 0.5 points: {len(lost)}", end="")
        print("".join(f", {host} {100 * delta:+.1f}" for delta, host in lost))


def show_cost(sites: list[Site], method: Method, repeats: int = 3) -> None:
    """CPU time of a page by stored rule beside the learned method, both from the markup on."""
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "sites.db") as store:
        sample: list[Member] = []
        for site in sites:
            store.learn(site.host, [_from_gold(member) for member in site.members])
            sample += site.members[:5]
        rule_only = SiteMethod(method, store, SiteOptions())
        sample = [one for one in sample if rule_only.label(one.page).method.startswith("rule ")]
        ways: dict[str, Callable[[Page], object]] = {
            "parse alone": lambda page: page,
            "core": method.label,
            "stored rule": rule_only.label,
        }
        spent = {name: float("inf") for name in ways}
        for _ in range(repeats):
            for name, way in ways.items():
                start = time.process_time()
                for one in sample:
                    way(parse(one.gold.html, one.page.url))
                spent[name] = min(spent[name], time.process_time() - start)
    print(f"\n| CPU, {len(sample)} pages | ms a page | of core |\n|---|--:|--:|")
    for name, seconds in spent.items():
        print(f"| {name} | {1000 * seconds / len(sample):.2f} | {seconds / spent['core']:.2f} |")


def show_rules(sites: list[Site], hosts: Sequence[str]) -> None:
    """The rules of some sites, learned from all their pages without gold."""
    for site in sites:
        if site.host in hosts:
            template = learn_template(member.page for member in site.members)
            documents = [
                Document(member.page, without_template(member.labels, member.page, template, SiteOptions()))
                for member in site.members
                if (member.labels.confidence or 0) >= LearnOptions().confident
            ]
            pages = [LabelledPage.from_document(document, by="core") for document in documents]
            print()
            for rule in learn_rules(site.host, pages):
                print("\n".join(rule_lines(rule, support_of(rule, pages))))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m experiments.sites", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("data"), help="folder of the reference pages (./data)")
    parser.add_argument("--datasets", nargs="+", default=DATASETS, help=f"of {', '.join(DATASETS)} (all)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rules", nargs="+", metavar="HOST", default=(), help="print the rules of these sites too")
    args = parser.parse_args(arguments)
    method = load_method("core")
    sites = list(read_sites(args.data, method, args.datasets))
    for site in sites:
        measure(site, SiteOptions(), args.seed)
    show(sites)
    show_cost(sites, method)
    show_rules(sites, args.rules)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
