"""Any method, helped by what is known of the site: stored rules first, then the method without template noise."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kaensan.document.document import Document
from kaensan.methods.base import Labels, Method, Role
from kaensan.page import Page
from kaensan.sites.address import Place, place_of
from kaensan.sites.fields import find_field
from kaensan.sites.induce import InduceOptions, agreement
from kaensan.sites.labelled import HAND, LabelledPage
from kaensan.sites.rules import Result, Rule
from kaensan.sites.selector import match
from kaensan.sites.store import Observation, Store
from kaensan.sites.template import Template

__all__ = ["RuleEvidence", "SiteMethod", "SiteOptions", "WithTemplate"]


@dataclass(frozen=True)
class SiteOptions:
    """How far stored knowledge is trusted, and how it is watched."""

    every: int = 20
    """the first page by a rule, and then each so many, is extracted in full as well, to see whether it still fits"""
    agree: float = 0.8
    """the F1 between rule and method under which they disagree"""
    recent: int = 5
    """how many of the last looks at a rule count"""
    disagreements: int = 3
    """how many of them have to be bad for the rule to expire"""
    confident: float = 0.8
    """the confidence from which the method's own labels are learned from"""
    attempts: tuple[int, ...] = (5, 10, 20, 40)
    """numbers of labelled pages at which rules of a site without any are tried to be learned"""
    learn: bool = True
    """False: the store is only read"""
    own_rules: bool = True
    """False: only rules that were labelled by hand are used"""
    sure: float = 0.8
    """a repeated text stays when the method itself is so sure of it"""
    most: float = 0.6
    """the share of the content that may go as template; beyond it nothing does"""


@dataclass(frozen=True)
class RuleEvidence:
    """What a decision by rule rests on."""

    rule: Rule
    elements: tuple[int, ...]
    """the containers that were found"""


@dataclass(frozen=True)
class WithTemplate:
    """A method whose content is freed of what repeats on the site."""

    method: Method
    template: Template
    options: SiteOptions = field(default_factory=SiteOptions)

    @property
    def name(self) -> str:
        return self.method.name

    def label(self, page: Page) -> Labels:
        """Label a page, and take template noise out of what was kept.

        A method that knows how sure it is keeps the repeated texts it is sure of.
        """
        return without_template(self.method.label(page), page, self.template, self.options)


def without_template(labels: Labels, page: Page, template: Template, options: SiteOptions) -> Labels:
    """The labels without template noise, with reasons that name the fingerprints."""
    sure = labels.score >= options.sure if labels.confidence is not None else None
    removed, repeats = template.removed(page, labels.kept, sure)
    if not removed.any():
        return labels
    length = page.texts.length
    share = length[removed].sum() / max(length[labels.kept].sum(), 1)
    if share > options.most:
        note = f"{share:.0%} of the content repeats on other pages of the site; none of it was taken for template"
        return replace(labels, warnings=(*labels.warnings, note))
    role = np.where(removed, Role.OTHER, labels.role).astype(np.int8)
    reason = labels.reason
    block = page.texts.block
    return replace(
        labels,
        method=f"{labels.method}+template",
        role=role,
        reason=lambda row: repeats.reason(int(block[row])) if removed[row] else reason(row),
    )


class SiteMethod:
    """A method that first tries the rules of the page's site and otherwise leaves out its template.

    The store is watched and, unless `options.learn` is off, kept up to date: pages that the method is confident of are
    kept to learn from, a rule that stops fitting expires, and rules are learned anew when enough pages are there.
    """

    def __init__(self, method: Method, store: Store, options: SiteOptions | None = None) -> None:
        self.method, self.store, self.options = method, store, options or SiteOptions()
        self._uses: dict[tuple[str, str], int] = defaultdict(int)
        self._alert: set[tuple[str, str]] = set()
        self._fresh: dict[tuple[str, str], int] = defaultdict(int)

    @property
    def name(self) -> str:
        return self.method.name

    def label(self, page: Page) -> Labels:
        """Label a page by its site's rule where that gives a single result, else as the method does."""
        place = place_of(page)
        if place is None:
            labels = self.method.label(page)
            note = "no address is known for the page, so nothing known of its site was used; name it with --url or url="
            return replace(labels, warnings=(*labels.warnings, note))
        rule = self.store.rule_for(*place)
        if rule is None or not self._trusts(rule):
            labels = self._usual(page, place)
            self._learn(page, labels, place, rule)
            return labels
        stated = _fields(page, rule)
        result = rule.text.apply(page) if rule.text else Result(None)
        if result.rows is None:
            return self._without_result(page, place, rule, result, stated)
        labels = _by_rule(page, rule, result, stated)
        return self._watched(page, place, rule, labels)

    def _trusts(self, rule: Rule) -> bool:
        """A rule by hand goes with any method, one that a method taught with that method."""
        return rule.by == HAND or (self.options.own_rules and self.method.name in rule.by.split(" and "))

    def _usual(self, page: Page, place: Place) -> Labels:
        labels = self.method.label(page)
        template = self.store.template(place.host)
        return labels if template is None else without_template(labels, page, template, self.options)

    def _without_result(
        self, page: Page, place: Place, rule: Rule, result: Result, stated: dict[str, tuple[str, str]]
    ) -> Labels:
        labels = self._usual(page, place)
        labels = replace(labels, stated={**labels.stated, **stated})
        if rule.text is None:
            return labels
        note = f"the rule for {rule.name} gave no single result ({result.why}), so {self.name} decided"
        labels = replace(labels, warnings=(*labels.warnings, note))
        expired = self._observed(page, place, rule, labels, Observation(None, result.why))
        return replace(labels, warnings=(*labels.warnings, *expired))

    def _watched(self, page: Page, place: Place, rule: Rule, labels: Labels) -> Labels:
        """Now and then a page is extracted in full beside the rule, and every time while they disagree."""
        key = (rule.host, rule.page_class)
        uses = self._uses[key]
        self._uses[key] += 1
        if uses % self.options.every and key not in self._alert:
            return labels
        usual = self._usual(page, place)
        agreed = agreement(labels.kept, usual.kept, page.texts.length)
        if agreed >= self.options.agree:
            self._alert.discard(key)
            self._observed(page, place, rule, usual, Observation(agreed, ""))
            return labels
        self._alert.add(key)
        note = f"the rule for {rule.name} and {self.name} disagree about this page (agreement {agreed:.2f})"
        expired = self._observed(page, place, rule, usual, Observation(agreed, note))
        if expired:
            return replace(usual, warnings=(*usual.warnings, *expired))
        return replace(labels, warnings=(*labels.warnings, f"{note}; the rule was used"))

    def _observed(
        self, page: Page, place: Place, rule: Rule, usual: Labels, observation: Observation
    ) -> tuple[str, ...]:
        """Note how the rule did; a warning when it has expired by it, and rules learned anew if enough is known."""
        if not self._writes:
            return ()
        last = self.store.observe(rule, observation)[: self.options.recent]
        bad = sum(one.agreement is None or one.agreement < self.options.agree for one in last)
        key = (rule.host, rule.page_class)
        if observation.agreement is None or observation.agreement < self.options.agree:
            self._fresh[key] += self._keep_example(page, usual, place)
        else:
            self._fresh[key] = 0
        if bad < self.options.disagreements:
            return ()
        self.store.expire(rule, f"{bad} of the last {len(last)} pages disagreed", fresh=self._fresh.pop(key, 0))
        self._alert.discard(key)
        enough = self.store.example_count(place.host) >= InduceOptions().fewest_by_method
        anew = enough and any(not one.expired for one in self.store.induce(place.host))
        then = "it was learned anew" if anew else "it will be learned anew from the pages to come"
        return (f"the rule for {rule.name} has expired, as {bad} of the last {len(last)} pages disagreed; {then}",)

    def _learn(self, page: Page, labels: Labels, place: Place, rule: Rule | None) -> None:
        """Keep a page of a site without a rule, and try to learn one at certain numbers of pages."""
        if not self._writes or rule is not None:
            return
        before = self.store.example_count(place.host)
        if before < max(self.options.attempts) and self._keep_example(page, labels, place):
            after = self.store.example_count(place.host)
            if after > before and after in self.options.attempts:
                self.store.induce(place.host)

    def _keep_example(self, page: Page, labels: Labels, place: Place) -> bool:
        if (labels.confidence or 0.0) < self.options.confident or not labels.kept.any():
            return False
        labelled = LabelledPage.from_document(Document(page, labels), by=self.method.name)
        return self.store.add_example(place.host, labelled)

    @cached_property
    def _writes(self) -> bool:
        return self.options.learn and self.store.writable


def _fields(page: Page, rule: Rule) -> dict[str, tuple[str, str]]:
    """The metadata that the rule settles on this page."""
    stated: dict[str, tuple[str, str]] = {}
    for name, clause in rule.fields.items():
        found = find_field(page, name, clause)
        if found:
            stated[name] = (found[0], f"rule {clause.selector}")
    return stated


def _by_rule(page: Page, rule: Rule, result: Result, stated: dict[str, tuple[str, str]]) -> Labels:
    rows = result.rows
    assert rows is not None
    assert rule.text is not None
    role = rows.astype(np.int8)
    title = rule.fields.get("title")
    if title and "title" in stated:
        for element in title.find(page):
            role[page.elements.first_text[element] : page.elements.end_text[element]] = Role.TITLE
    return Labels(
        method=f"rule {rule.name}",
        role=role,
        score=np.where(rows, rule.agreement, 0).astype(np.float32),
        reason=lambda row: _reason(page, rule, rows, role, row),
        evidence=RuleEvidence(rule, result.elements),
        confidence=rule.agreement,
        page_type=rule.page_type,
        stated=stated,
    )


def _reason(page: Page, rule: Rule, rows: NDArray[np.bool_], role: NDArray[np.int8], row: int) -> str:
    """Why a rule kept a text or left it out."""
    assert rule.text is not None
    elements = page.elements

    def holds(selector: str) -> bool:
        found = match(elements, selector)
        return bool(((elements.first_text[found] <= row) & (row < elements.end_text[found])).any())

    if role[row] == Role.TITLE:
        return f"rule {rule.name}: title in {rule.fields['title'].selector}"
    if rows[row]:
        inside = next((clause for clause in rule.text.keep if holds(clause.selector)), rule.text.keep[0])
        return f"rule {rule.name}: in {inside}"
    for selector in rule.text.drop:
        if holds(selector):
            return f"rule {rule.name}: left out, in {selector}"
    return f"rule {rule.name}: outside {' and '.join(clause.selector for clause in rule.text.keep)}"
