"""Why blocks got their labels: the causes that matter most, in a sentence that a person can use and in numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kaensan.frozen_records import record
from kaensan.methods.core.cause_phrases import Fact, phrase
from kaensan.methods.core.cause_values import PageFacts, first_that_holds
from kaensan.methods.core.causes import CAUSES
from kaensan.methods.core.explanation import Explainer
from kaensan.methods.core.leaf_effects import strongest
from kaensan.methods.core.wording import BY_CHANCE, WHOLE, Wording

if TYPE_CHECKING:
    from kaensan.methods.core.model import CoreModel
    from kaensan.methods.core.reasons import Decided

__all__ = ["Cause", "PageReasons", "Reason", "SomeReasons"]

_MOST, _MOST_OTHERS = 3, 1
"""Causes that a sentence names: those that agree with the verdict, and those that do not."""
_LEAST = 0.2
"""Log-odds below which a cause is not worth a word: it moves an even chance by less than five percent."""
_NAMED = CAUSES.index("page")
"""The causes before this one may be named in a sentence: those after it all texts of a page share."""
_RULES = (None, "policy", "headline", "comment", "footer", "template", "consent", "partners", "control", WHOLE, "copy")
"""What may decide about a block, by number: its chance, or something instead of it."""


class Cause(NamedTuple):
    """One cause, what it added to the block's log-odds, and the facts of it."""

    name: str
    effect: float
    fact: Fact


@record
class Reason:
    """Why a block was kept or dropped."""

    verdict: str
    """kept, dropped or title"""
    rule: str | None
    """what decided instead of the chance: policy, headline, comment, control, footer, template, consent, partners,
    copy or table; None as a rule"""
    chance: float
    threshold: float | None
    causes: tuple[Cause, ...]
    """those that matter most: first those that agree with the verdict, the strongest first, then the others"""

    def sentence(self, language: str = "en") -> str:
        """The reason in English (`en`) or Thai (`th`)."""
        wording = Wording(language, self.threshold)
        if self.verdict == "title" or self.rule not in BY_CHANCE:
            return wording.by_rule(self.verdict, self.rule)
        agrees = [(cause.effect > 0) == (self.verdict == "kept") for cause in self.causes]
        phrases = [phrase(cause.name, cause.fact, language) for cause in self.causes]
        agreeing = ", ".join(words for words, agree in zip(phrases, agrees, strict=True) if agree)
        opposing = ", ".join(words for words, agree in zip(phrases, agrees, strict=True) if not agree)
        return wording.by_chance(self.verdict, self.rule, self.chance, agreeing, opposing)

    def to_dict(self) -> dict[str, Any]:
        """The numbers behind the sentence."""
        return {
            "verdict": self.verdict,
            "rule": self.rule,
            "chance": round(self.chance, 4),
            "threshold": None if self.threshold is None else round(self.threshold, 4),
            "causes": [{"cause": one.name, "effect": round(one.effect, 3), **one.fact} for one in self.causes],
        }


class PageReasons:
    """What all reasons of a page are worked out with."""

    def __init__(self, model: CoreModel, decided: Decided) -> None:
        self.decided = decided
        self.facts = PageFacts(decided.evidence, decided.kept)
        self.phrases = {language: _Phrases(self.facts, language) for language in ("en", "th")}
        self.explainer = Explainer(model, decided.evidence, decided.situation, decided.log_odds, decided.decision)


class _Phrases(dict[int, str]):
    """What the keys of a page's causes are in words of a language, worded once."""

    def __init__(self, facts: PageFacts, language: str) -> None:
        super().__init__()
        self._facts = facts
        self._language = language

    def __missing__(self, key: int) -> str:
        self[key] = phrase(*self._facts.fact(key), self._language)
        return self[key]


class SomeReasons:
    """The reasons of the blocks `first … end` of a page."""

    def __init__(self, page: PageReasons, first: int, end: int) -> None:
        self.first = first
        self._page = page
        decided = page.decided
        some = slice(first, end)
        kept = decided.kept[some]
        found = page.explainer.contributions(first, end)
        self._effect = found.effect
        self._chosen = strongest(found.effect, np.where(kept, 1.0, -1.0), _NAMED, _LEAST, _MOST, _MOST_OTHERS)
        self._keys: list[list[int]] = page.facts.keys(self._chosen, np.arange(first, end), found.columns).tolist()
        self._verdicts = ["kept" if one else "dropped" for one in kept.tolist()]
        if decided.title is not None and first <= decided.title < end:
            self._verdicts[decided.title - first] = "title"
        self._rules = _rules(decided, some)
        self._chances: list[float] = decided.decision.chance[some].tolist()
        self._sentences: dict[str, list[str]] = {}

    def of(self, block: int) -> Reason:
        at = block - self.first
        verdict, rule = self._verdicts[at], self._rules[at]
        causes: tuple[Cause, ...] = ()
        if verdict != "title" and rule in BY_CHANCE:
            named = zip(self._keys[at], self._chosen[at].tolist(), strict=True)
            causes = tuple(self._cause(key, float(self._effect[at, cause])) for key, cause in named if cause >= 0)
        return Reason(verdict, rule, self._chances[at], self._page.decided.threshold, causes)

    def _cause(self, key: int, effect: float) -> Cause:
        name, fact = self._page.facts.fact(key)
        return Cause(name, effect, fact)

    def sentences(self, language: str) -> list[str]:
        """The sentences of all these blocks in a language."""
        if language not in self._sentences:
            self._sentences[language] = self._worded(language)
        return self._sentences[language]

    def _worded(self, language: str) -> list[str]:
        wording = Wording(language, self._page.decided.threshold)
        phrases = self._page.phrases[language]
        return [
            wording.by_rule(verdict, rule)
            if verdict == "title" or rule not in BY_CHANCE
            else wording.by_chance(
                verdict,
                rule,
                chance,
                ", ".join([phrases[key] for key in keys[:_MOST] if key >= 0]),
                ", ".join([phrases[key] for key in keys[_MOST:] if key >= 0]),
            )
            for verdict, rule, chance, keys in zip(self._verdicts, self._rules, self._chances, self._keys, strict=True)
        ]


def _rules(decided: Decided, some: slice) -> list[str | None]:
    """What decided about some blocks: the first of these that holds."""
    blocks, kept, chosen = decided.evidence.blocks, decided.kept[some], decided.decision.kept[some]
    conditions = (
        decided.wanted[some] | decided.unwanted[some],
        decided.headline[some],
        decided.decision.extra[some],
        blocks.in_footer[some],
        blocks.in_template[some],
        np.zeros(len(kept), np.bool_) if blocks.in_consent is None else blocks.in_consent[some],
        decided.partners[some],
        blocks.never[some],
        kept & ~chosen,
        chosen & ~kept,
    )
    return [_RULES[number] for number in first_that_holds(conditions).tolist()]
