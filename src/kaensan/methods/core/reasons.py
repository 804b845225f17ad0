"""Why a text got its label, in a sentence that a person can use and in numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.methods.core.causes import CAUSES, Fact, PageFacts, phrase
from kaensan.methods.core.choice import Situation
from kaensan.methods.core.explanation import Explainer
from kaensan.methods.core.features import Evidence

if TYPE_CHECKING:
    from kaensan.methods.core.model import CoreModel

__all__ = ["Cause", "Decided", "Reason", "Reasons"]

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

_MOST, _MOST_OTHERS = 3, 1
"""Causes that a sentence names: those that agree with the verdict, and those that do not."""
_LEAST = 0.2
"""Log-odds below which a cause is not worth a word: it moves an even chance by less than five percent."""
_MOST_AHEAD = 256
"""Blocks whose causes are worked out together when a whole page is asked about."""


_NAMED = [at for at, name in enumerate(CAUSES) if name not in ("page", "demand", "other")]
"""The causes that a sentence may name: not those that all texts of a page share."""
_NAMES = [CAUSES[at] for at in _NAMED]


class Cause(NamedTuple):
    """One cause, what it added to the block's log-odds, and the facts of it."""

    name: str
    effect: float
    fact: Fact


@dataclass(frozen=True)
class Decided:
    """What was decided about the blocks of a page, and from what."""

    evidence: Evidence
    situation: Situation
    log_odds: Floats
    """what the forest says"""
    chance: Floats
    """that a block is content"""
    chosen: Bools
    """what was kept for its chance"""
    kept: Bools
    """what was kept in the end"""
    wanted: Bools
    """what the policy keeps"""
    unwanted: Bools
    """what the policy drops"""
    extra: Bools
    """comments that stand under an article"""
    title: int | None
    """the block that is the title, where it stands apart from the text"""
    headline: Bools
    """the headline and the lines under it, where they are part of the text"""

    @cached_property
    def threshold(self) -> float | None:
        """The lowest chance with which a block of this page was kept for it; None where none was."""
        chances = self.chance[self.chosen]
        return float(chances.min()) if len(chances) else None

    @cached_property
    def facts(self) -> PageFacts:
        return PageFacts(self.evidence, self.kept, self.situation.types)


@dataclass(frozen=True)
class Reason:
    """Why a block was kept or dropped."""

    verdict: str
    """kept, dropped or title"""
    rule: str | None
    """what decided instead of the chance: policy, headline, comment, control, footer, template, copy or table; None as
    a rule"""
    chance: float
    threshold: float | None
    causes: tuple[Cause, ...]
    """those that matter most: against the block, the strongest first, then those for it"""

    def sentence(self, language: str = "en") -> str:
        """The reason in English (`en`) or Thai (`th`)."""
        words = _WORDS[language]
        if self.verdict == "title":
            return words["title"]
        if self.rule is not None and self.rule != "table":
            return words[f"{self.rule}_{self.verdict}"]
        parts = [words[self.verdict].format(chance=self.chance)]
        if self.rule == "table":
            parts.append(words["table"])
        for_it = [phrase(cause.name, cause.fact, language) for cause in self.causes if cause.effect > 0]
        against_it = [phrase(cause.name, cause.fact, language) for cause in self.causes if cause.effect < 0]
        sides = [(words["for"], for_it), (words["against"], against_it)]
        for side, phrases in reversed(sides) if self.verdict == "dropped" else sides:
            if phrases:
                parts.append(f"{side} {', '.join(phrases)}")
        parts.append(words["nothing" if self.threshold is None else "threshold"].format(threshold=self.threshold))
        return "; ".join(parts)

    def to_dict(self) -> dict[str, Any]:
        """The numbers behind the sentence."""
        return {
            "verdict": self.verdict,
            "rule": self.rule,
            "chance": round(self.chance, 4),
            "threshold": None if self.threshold is None else round(self.threshold, 4),
            "causes": [{"cause": one.name, "effect": round(one.effect, 3), **one.fact} for one in self.causes],
        }


_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "kept": "kept at {chance:.2f}",
        "dropped": "dropped at {chance:.2f}",
        "title": "this is the title, which stands apart from the text",
        "for": "for it:",
        "against": "against it:",
        "threshold": "this page keeps from {threshold:.2f} on",
        "nothing": "nothing on this page looks enough like content",
        "table": "it belongs to a list or a table that is kept whole",
        "headline_kept": "kept: it is the headline or a line under it, which the head of the page does not state",
        "policy_kept": "kept: the policy keeps this kind of text",
        "policy_dropped": "dropped: the policy drops this kind of text",
        "comment_dropped": "dropped: it is a comment under an article, and the policy can keep comments",
        "control_dropped": "dropped: it is part of a button, a field or the page's head",
        "footer_dropped": "dropped: it stands in the footer of the page",
        "template_dropped": "dropped: it stands in a template, of which browsers show nothing",
        "copy_dropped": "dropped: it repeats other text, is a raw shortcode, or belongs to another article on the page",
    },
    "th": {
        "kept": "เก็บไว้ ที่คะแนน {chance:.2f}",
        "dropped": "ตัดออก ที่คะแนน {chance:.2f}",
        "title": "นี่คือชื่อเรื่อง ซึ่งแยกไว้ต่างหากจากเนื้อความ",
        "for": "ข้อสนับสนุน:",
        "against": "ข้อคัดค้าน:",
        "threshold": "หน้านี้เก็บตั้งแต่ {threshold:.2f} ขึ้นไป",
        "nothing": "ไม่มีส่วนใดของหน้านี้ที่ดูเป็นเนื้อหาเพียงพอ",
        "table": "เป็นส่วนหนึ่งของรายการหรือตารางที่เก็บไว้ทั้งหมด",
        "headline_kept": "เก็บไว้: เป็นพาดหัวหรือบรรทัดใต้พาดหัว ซึ่งส่วนหัวของเอกสารไม่ได้ระบุไว้",
        "policy_kept": "เก็บไว้: ตามนโยบายให้เก็บข้อความประเภทนี้",
        "policy_dropped": "ตัดออก: ตามนโยบายให้ตัดข้อความประเภทนี้",
        "comment_dropped": "ตัดออก: เป็นความคิดเห็นใต้บทความ ซึ่งนโยบายสั่งให้เก็บได้",
        "control_dropped": "ตัดออก: เป็นส่วนของปุ่ม ช่องกรอก หรือส่วนหัวของเอกสาร",
        "footer_dropped": "ตัดออก: อยู่ในส่วนท้ายของหน้า",
        "template_dropped": "ตัดออก: อยู่ในแม่แบบ ซึ่งเบราว์เซอร์ไม่แสดง",
        "copy_dropped": "ตัดออก: ซ้ำกับข้อความอื่น เป็นโค้ดดิบ หรือเป็นของบทความอื่นในหน้านี้",
    },
}


class Reasons:
    """The reasons of a page, worked out when they are asked for.

    A single block costs little; whoever asks for one after another gets ever more of them worked out ahead, together.
    """

    def __init__(self, model: CoreModel, decided: Decided) -> None:
        self.model = model
        self.decided = decided
        self._explainer: Explainer | None = None
        self._known: dict[int, Reason] = {}
        self._sentences: dict[int, str] = {}
        self._ahead = 1

    def of(self, block: int) -> Reason:
        """The reason of a block."""
        if block not in self._known:
            end = min(block + self._ahead, len(self.decided.chance))
            self._ahead = min(2 * self._ahead, _MOST_AHEAD)
            self._work_out(np.arange(block, end))
        return self._known[block]

    def sentence(self, block: int) -> str:
        """The reason of a block in English; a page has several rows to a block, which all have it."""
        if block not in self._sentences:
            self._sentences[block] = self.of(block).sentence()
        return self._sentences[block]

    def _work_out(self, blocks: NDArray[np.intp]) -> None:
        decided = self.decided
        if self._explainer is None:
            self._explainer = Explainer(
                self.model, decided.evidence, decided.situation, decided.log_odds, decided.chosen
            )
        found = self._explainer.contributions(blocks)
        threshold = decided.threshold
        effect = found.effect[:, _NAMED]
        order = np.argsort(effect, axis=1).tolist()
        chances = decided.chance[blocks].tolist()
        for block, chance, effects, ranked in zip(blocks.tolist(), chances, effect.tolist(), order, strict=True):
            verdict = "title" if block == decided.title else "kept" if decided.kept[block] else "dropped"
            rule = self._rule(block)
            causes: tuple[Cause, ...] = ()
            if verdict != "title" and rule in (None, "table"):
                against, for_it = (_MOST, _MOST_OTHERS) if verdict == "dropped" else (_MOST_OTHERS, _MOST)
                facts = decided.facts
                causes = tuple(
                    Cause(_NAMES[at], effects[at], facts.of(_NAMES[at], block))
                    for at in (*ranked[:against], *ranked[: -for_it - 1 : -1])
                    if abs(effects[at]) > _LEAST
                )
            self._known[block] = Reason(verdict, rule, chance, threshold, causes)

    def _rule(self, block: int) -> str | None:
        """What decided about a block where it was not its chance."""
        decided = self.decided
        if decided.wanted[block] or decided.unwanted[block]:
            return "policy"
        if decided.headline[block]:
            return "headline"
        if decided.extra[block]:
            return "comment"
        blocks = decided.evidence.blocks
        if blocks.never[block]:
            return "footer" if blocks.in_footer[block] else "template" if blocks.in_template[block] else "control"
        if decided.kept[block] == decided.chosen[block]:
            return None
        return "table" if decided.kept[block] else "copy"
