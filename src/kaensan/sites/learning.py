"""Learning on the way: a store kept up to date by the pages that are extracted with it.

A method only reads the store. Whoever extracts pages and wants their sites learned hands each document to a `Learner`:
the command line does, and crawls and batch runs do where they are asked to.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

from kaensan.document.document import Document
from kaensan.methods.base import Labels, Method
from kaensan.page import Page
from kaensan.sites.address import Place, place_of
from kaensan.sites.induce import InduceOptions, agreement
from kaensan.sites.labelled import LabelledPage
from kaensan.sites.method import RuleEvidence, SiteMethod
from kaensan.sites.rules import Rule
from kaensan.sites.store import Observation, Store

__all__ = ["LearnOptions", "Learner", "teaches"]


@dataclass(frozen=True)
class LearnOptions:
    """What is learned from, and how rules are watched."""

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


def teaches(labels: Labels, options: LearnOptions) -> bool:
    """Whether labels are good enough to learn from.

    A method that cannot tell how sure it is, as those of the papers, is believed: what it says differently from page to
    page makes no rule.
    """
    return bool(labels.kept.any()) and (labels.confidence is None or labels.confidence >= options.confident)


class Learner:
    """Learns the sites of the documents that it is handed: keeps examples, makes rules, and expires those that fail.

    It can be sent to other processes, each of which then counts for itself how often a rule was used.
    """

    def __init__(self, method: Method, store: Store, options: LearnOptions | None = None) -> None:
        self.store, self.options = store, options or LearnOptions()
        self._by_site = SiteMethod(method, store)
        self._uses: dict[tuple[str, str], int] = defaultdict(int)
        self._alert: set[tuple[str, str]] = set()
        """rules that disagreed when they were last looked at; they are looked at on every page"""
        self._fresh: dict[tuple[str, str], int] = defaultdict(int)
        """for each rule, pages kept since it began to fail"""

    def __call__(self, document: Document) -> Document:
        """Learn from a document; the same one, with warnings about the rule that decided about it, if any."""
        notes = self.learn(document.page, document.labels)
        if notes:
            document.labels = replace(document.labels, warnings=(*document.labels.warnings, *notes))
        return document

    def learn(self, page: Page, labels: Labels) -> tuple[str, ...]:
        """Learn from the decision about a page; what the user should know about its rule."""
        place = place_of(page)
        if place is None or not self.store.writable:
            return ()
        if isinstance(labels.evidence, RuleEvidence):
            return self._watch(page, place, labels.evidence.rule, labels)
        if labels.method.removesuffix("+template") != self._by_site.name:
            return ()  # the user's own rules decided, which say nothing about the method
        rule = self._by_site.rule_for(place)
        if rule is not None and rule.text is not None:
            return self._observe(page, place, rule, labels, Observation(None, "no single result"))
        if rule is None and self.store.rule_for(*place) is None:
            self._keep(page, labels, place)
        return ()

    def _watch(self, page: Page, place: Place, rule: Rule, labels: Labels) -> tuple[str, ...]:
        """Now and then a page is extracted in full beside the rule, and every time while they disagree."""
        key = (rule.host, rule.page_class)
        uses = self._uses[key]
        self._uses[key] += 1
        if uses % self.options.every and key not in self._alert:
            return ()
        usual = self._by_site.label_without_rule(page, place)
        agreed = agreement(labels.kept, usual.kept, page.texts.length)
        if agreed >= self.options.agree:
            self._alert.discard(key)
            return self._observe(page, place, rule, usual, Observation(agreed, ""))
        self._alert.add(key)
        note = f"the rule for {rule.name} and {self._by_site.name} disagree about this page (agreement {agreed:.2f})"
        return (f"{note}; the rule was used", *self._observe(page, place, rule, usual, Observation(agreed, note)))

    def _observe(
        self, page: Page, place: Place, rule: Rule, usual: Labels, observation: Observation
    ) -> tuple[str, ...]:
        """Note how a rule did; a warning when it has expired by it, and rules learned anew if enough is known."""
        last = self.store.observe(rule, observation)[: self.options.recent]
        bad = sum(self._is_bad(earlier) for earlier in last)
        key = (rule.host, rule.page_class)
        if self._is_bad(observation):
            self._fresh[key] += self._add_example(page, usual, place)
        else:
            self._fresh[key] = 0
        if bad < self.options.disagreements:
            return ()
        self.store.expire(rule, f"{bad} of the last {len(last)} pages disagreed", fresh=self._fresh.pop(key, 0))
        self._alert.discard(key)
        enough = self.store.example_count(place.host) >= InduceOptions().fewest_by_method
        anew = enough and any(not made.expired for made in self.store.induce(place.host))
        then = "it was learned anew" if anew else "it will be learned anew from the pages to come"
        return (f"the rule for {rule.name} has expired, as {bad} of the last {len(last)} pages disagreed; {then}",)

    def _is_bad(self, observation: Observation) -> bool:
        return observation.agreement is None or observation.agreement < self.options.agree

    def _keep(self, page: Page, labels: Labels, place: Place) -> None:
        """Keep a page of a site without a rule, and try to learn one at certain numbers of pages."""
        before = self.store.example_count(place.host)
        if before < max(self.options.attempts) and self._add_example(page, labels, place):
            after = self.store.example_count(place.host)
            if after > before and after in self.options.attempts:
                self.store.induce(place.host)

    def _add_example(self, page: Page, labels: Labels, place: Place) -> bool:
        if not teaches(labels, self.options):
            return False
        labelled = LabelledPage.from_document(Document(page, labels), by=self._by_site.name)
        return self.store.add_example(place.host, labelled)
