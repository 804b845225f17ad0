"""Any method, helped by what is known of the site: stored rules first, then the method without template noise."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.base import Labels, Method, Role
from kaensan.page import Page
from kaensan.sites.address import Place, place_of
from kaensan.sites.field_rules import find_field
from kaensan.sites.labelled import HAND
from kaensan.sites.rules import Result, Rule
from kaensan.sites.selector import match
from kaensan.sites.store import Store
from kaensan.sites.template import Template

__all__ = ["RuleEvidence", "SiteMethod", "SiteOptions", "WithTemplate"]


@dataclass(frozen=True)
class SiteOptions:
    """How far stored knowledge is trusted."""

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

    The store is only read. `learning.Learner` is what keeps it up to date.
    """

    def __init__(self, method: Method, store: Store, options: SiteOptions | None = None) -> None:
        self.method, self.store, self.options = method, store, options or SiteOptions()

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
        rule = self.rule_for(place)
        if rule is None:
            return self.label_without_rule(page, place)
        stated = _fields(page, rule)
        result = rule.text.apply(page) if rule.text else Result(None)
        if result.rows is not None:
            return _by_rule(page, rule, result, stated)
        labels = self.label_without_rule(page, place)
        labels = replace(labels, stated={**labels.stated, **stated})
        if rule.text is None:
            return labels
        note = f"the rule for {rule.name} gave no single result ({result.why}), so {self.name} decided"
        return replace(labels, warnings=(*labels.warnings, note))

    def rule_for(self, place: Place) -> Rule | None:
        """The rule to try: one by hand goes with any method, one that a method taught with that method."""
        rule = self.store.rule_for(*place)
        if rule is None or rule.by == HAND:
            return rule
        return rule if self.options.own_rules and self.method.name in rule.by.split(" and ") else None

    def label_without_rule(self, page: Page, place: Place) -> Labels:
        """Label a page as the method does, less what repeats on the site."""
        labels = self.method.label(page)
        template = self.store.template(place.host)
        return labels if template is None else without_template(labels, page, template, self.options)


def _fields(page: Page, rule: Rule) -> dict[str, tuple[str, str]]:
    """The metadata that the rule settles on this page."""
    stated: dict[str, tuple[str, str]] = {}
    for name, clause in rule.fields.items():
        value = find_field(page, name, clause)
        if value:
            stated[name] = (value[0], f"rule {clause.selector}")
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
        matches = match(elements, selector)
        return bool(((elements.first_text[matches] <= row) & (row < elements.end_text[matches])).any())

    if role[row] == Role.TITLE:
        return f"rule {rule.name}: title in {rule.fields['title'].selector}"
    if rows[row]:
        inside = next((clause for clause in rule.text.keep if holds(clause.selector)), rule.text.keep[0])
        return f"rule {rule.name}: in {inside}"
    for selector in rule.text.drop:
        if holds(selector):
            return f"rule {rule.name}: left out, in {selector}"
    return f"rule {rule.name}: outside {' and '.join(clause.selector for clause in rule.text.keep)}"
