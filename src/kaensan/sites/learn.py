"""The rules of one site: its pages sorted into classes, and a rule for each class that needs its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from kaensan.sites.address import ANY, place_of
from kaensan.sites.field_rules import induce_fields
from kaensan.sites.induce import InduceOptions, induce_text
from kaensan.sites.labelled import HAND, LabelledPage
from kaensan.sites.rules import Rule

__all__ = ["learn_rules", "why_no_rule"]


def learn_rules(host: str, pages: Sequence[LabelledPage], options: InduceOptions | None = None) -> list[Rule]:
    """The rules of a site: one for all its pages, and one for each class that the first does not fit as well."""
    options = options or InduceOptions()
    classes: dict[str, list[LabelledPage]] = {ANY: list(pages)}
    for page in pages:
        place = place_of(page.page)
        if place:
            classes.setdefault(place.page_class, []).append(page)
    rules: list[Rule] = []
    for name, members in classes.items():
        if name != ANY and len(members) == len(pages):
            continue  # the rule for all pages is theirs
        rule = _learn(host, name, _trusted(members, options), options)
        if rule and not any(_says_the_same(rule, other) for other in rules if other.page_class == ANY):
            rules.append(rule)
    return rules


def why_no_rule(pages: Sequence[LabelledPage], options: InduceOptions | None = None) -> str:
    """Why the pages of a site make no rule for its main text, in words; nothing where they do."""
    options = options or InduceOptions()
    return induce_text(_trusted(list(pages), options), options).why


def _trusted(pages: list[LabelledPage], options: InduceOptions) -> list[LabelledPage]:
    """The pages labelled by hand where there are enough of them, else all."""
    by_hand = [page for page in pages if page.by == HAND]
    return by_hand if len(by_hand) >= options.fewest else pages


def _learn(host: str, page_class: str, pages: list[LabelledPage], options: InduceOptions) -> Rule | None:
    labellers = {page.by for page in pages}
    if len(pages) < (options.fewest if labellers == {HAND} else options.fewest_by_method):
        return None
    by = labellers.pop() if len(labellers) == 1 else " and ".join(sorted(labellers))
    induced = induce_text(pages, options)
    fields = induce_fields(pages, options)
    if induced.rule is None and not fields:
        return None
    types = Counter(page.page_type for page in pages if page.page_type)
    return Rule(
        host=host,
        page_class=page_class,
        text=induced.rule,
        fields=fields,
        by=by,
        pages=len(pages),
        fits=induced.fits,
        agreement=induced.agreement,
        page_type=types.most_common(1)[0][0] if types else None,
    )


def _says_the_same(rule: Rule, other: Rule) -> bool:
    def content(either: Rule) -> Rule:
        text = either.text and replace(either.text, shortest=0)
        return Rule("", "", text, either.fields)

    return content(rule) == content(other)
