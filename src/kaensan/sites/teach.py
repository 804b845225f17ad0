"""Learning whole sites from a stream of pages: first what repeats, then rules from the pages that have labels."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from kaensan.document.document import Document
from kaensan.methods.base import Method
from kaensan.sites.address import path_shape, place_of, plain_host
from kaensan.sites.induce import InduceOptions
from kaensan.sites.labelled import LabelledPage
from kaensan.sites.learn import why_no_rule
from kaensan.sites.learning import LearnOptions, teaches
from kaensan.sites.method import SiteOptions, without_template
from kaensan.sites.sources import Offered
from kaensan.sites.store import Store
from kaensan.sites.template import Template

__all__ = ["Learned", "TeachOptions", "teach"]

_OPEN = 32
"""templates that are in memory at a time"""


@dataclass(frozen=True)
class TeachOptions:
    """What is learned from."""

    examples: int = 20
    """pages of a class that the method labels; those labelled by hand all count"""
    template: bool = True
    rules: bool = True
    site: SiteOptions = field(default_factory=SiteOptions)
    learn: LearnOptions = field(default_factory=LearnOptions)
    induce: InduceOptions = field(default_factory=InduceOptions)


@dataclass
class Learned:
    """What came of it."""

    pages: Counter[str] = field(default_factory=Counter)
    """counted, by host"""
    by_hand: Counter[str] = field(default_factory=Counter)
    by_method: Counter[str] = field(default_factory=Counter)
    without_rule: dict[str, str] = field(default_factory=dict)
    """why no rule could be learned, by host"""
    unplaced: int = 0
    """pages without an address"""


def teach(
    store: Store,
    pages: Callable[[], Iterable[Offered]],
    method: Method,
    options: TeachOptions | None = None,
) -> Learned:
    """Learn the sites of some pages; `pages` is called twice and may be as long as it likes."""
    options = options or TeachOptions()
    learned = Learned()
    if options.template:
        _count(store, pages(), learned)
    if options.rules:
        _label(store, pages(), method, options, learned)
        for host in [*learned.by_hand, *(host for host in learned.by_method if host not in learned.by_hand)]:
            if not any(not rule.expired for rule in store.induce(host, options.induce)):
                learned.without_rule[host] = why_no_rule(store.examples(host), options.induce)
    return learned


def _count(store: Store, pages: Iterable[Offered], learned: Learned) -> None:
    """Count what repeats. The templates of a few sites are in memory, those of the others in the store."""
    at_hand: OrderedDict[str, Template] = OrderedDict()
    for offered in pages:
        page = offered.parse()
        place = place_of(page)
        if place is None:
            learned.unplaced += 1
            continue
        template = at_hand.pop(place.host, None) or store.template(place.host) or Template()
        at_hand[place.host] = template
        learned.pages[place.host] += template.add(page)
        if len(at_hand) > _OPEN:
            store.put_template(*at_hand.popitem(last=False))
    for host, template in at_hand.items():
        store.put_template(host, template)


def _label(store: Store, pages: Iterable[Offered], method: Method, options: TeachOptions, learned: Learned) -> None:
    taken: Counter[tuple[str, str]] = Counter()
    doubted: Counter[str] = Counter()
    for offered in pages:
        labelled = offered.labelled()
        if labelled is not None:
            place = place_of(labelled.page)
            if place:
                store.add_example(place.host, labelled)
                learned.by_hand[place.host] += 1
            continue
        if offered.url and taken[plain_host(offered.url), path_shape(offered.url)] >= options.examples:
            continue
        page = offered.parse()
        place = place_of(page)
        if place is None or taken[place] >= options.examples:
            continue
        taken[place] += 1
        labels = method.label(page)
        template = store.template(place.host)
        if template is not None:
            labels = without_template(labels, page, template, options.site)
        if teaches(labels, options.learn):
            store.add_example(place.host, LabelledPage.from_document(Document(page, labels), by=method.name))
            learned.by_method[place.host] += 1
        else:
            doubted[place.host] += 1
    for host, count in doubted.items():
        if not learned.by_method[host] and not learned.by_hand[host]:
            learned.without_rule[host] = f"{method.name} was not sure enough of any of its {count} pages"
