"""The learned method: all the evidence weighed together, and as much kept as promises the highest F1.

A forest of trees gives every block the chance that it is content, from what the published methods measure and from
where the block stands on its page. Blocks that look alike are made to agree. Then the set of blocks with the highest
expected F1 is kept, so that how much is kept is decided page by page and not by a fixed threshold.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kaensan.frozen_records import record
from kaensan.memory_return import return_free_memory
from kaensan.methods.base import Labels, Role
from kaensan.methods.core.amount_lists import with_amounts
from kaensan.methods.core.blocks import Blocks
from kaensan.methods.core.choice import Situation, decide
from kaensan.methods.core.class_words import PAGE_TYPES
from kaensan.methods.core.copies import (
    may_repeat,
    without_copies,
    without_echoes,
    without_gathered,
    without_notices,
    without_shortcodes,
)
from kaensan.methods.core.deciding import block_sizes
from kaensan.methods.core.expected_f1 import facts_of
from kaensan.methods.core.features import Evidence
from kaensan.methods.core.follow_lines import without_follow_lines
from kaensan.methods.core.headline import in_text, is_all, lead_blocks, title_block
from kaensan.methods.core.interrupting_lines import without_interruptions
from kaensan.methods.core.model import CoreModel, shipped_model
from kaensan.methods.core.overview_pages import types_by_address
from kaensan.methods.core.partner_lists import partner_blocks
from kaensan.methods.core.policy import Policy, decided, of_kind
from kaensan.methods.core.reasons import Decided, Reasons
from kaensan.methods.core.second_article import without_second_article
from kaensan.methods.core.standfirst import standfirst_blocks
from kaensan.methods.core.stated_list import with_stated_list
from kaensan.methods.core.subscription_boxes import without_subscription_boxes
from kaensan.methods.core.thread_evidence import among_posts
from kaensan.methods.core.whole_rows import keep_whole
from kaensan.methods.core.wholes import with_table_heads, with_wholes
from kaensan.page import Context, Page

__all__ = ["Core", "CoreEvidence", "CoreOptions"]

Floats = NDArray[np.float32]

_CONTENT, _OTHER, _TITLE = int(Role.CONTENT), int(Role.OTHER), int(Role.TITLE)
_GUESS = "little on this page speaks for any of its text; what is given is a guess"
_NOTHING = "no main content was found on this page"
_PROSE = 30
"""words outside links (all words, of a page that lists things) that a guess has at least, and what is kept where all of
it is navigation: pages to log in or to say that something is gone have fewer"""
_REMEMBERED = 50_000
"""blocks of a page whose evidence is kept for those who ask why: it is some 300 bytes a block, far more than very large
pages have in markup, and the largest page of the reference sets has a fifth of these"""


@record
class CoreOptions:
    """How the learned method decides."""

    policy: Policy = Policy()
    model: CoreModel | None = None
    """a model of your own, as `read_model` gives it; the one that ships with the program unless given"""


@record
class CoreEvidence:
    """What the decision rests on, block by block."""

    features: Evidence
    chance: Floats
    """that a block is content"""
    kept: NDArray[np.bool_]
    promise: float
    """the expected F1 of the choice"""
    extra: NDArray[np.bool_]
    """comments that were left out because they stand under an article"""
    reasons: Reasons
    """why each block was kept or dropped"""
    facts: tuple[float, ...]
    """what the confidence looks at, see `FACTS`"""

    @property
    def threshold(self) -> float | None:
        """The lowest chance that was enough on this page; None where nothing was kept for its chance."""
        return self.reasons.decided.threshold


@record
class Core:
    """The default method."""

    options: CoreOptions = CoreOptions()
    name: str = "core"

    def label(self, page: Page) -> Labels:
        """Label every row of the page."""
        is_large = page.texts.blocks > _REMEMBERED
        labels = self._decide(page, explained=not is_large)
        if not is_large or labels.evidence.features.thread:
            return labels
        labels = _without_evidence(labels, lambda: self._decide(page))
        return_free_memory()  # what the decision took is more than what Markdown and HTML will
        return labels

    def _decide(self, page: Page, *, explained: bool = True) -> Labels:
        """The labels with all that they rest on; where nobody will ask why, features are gone once they are used."""
        model = self.options.model or shipped_model()
        evidence = model.evidence(page)
        blocks = evidence.blocks
        if not len(blocks):
            role = np.zeros(len(page.texts), np.int8)
            return Labels(self.name, role, role.astype(np.float32), confidence=0.0, warnings=(_NOTHING,))
        policy = self.options.policy
        situation = situation_of(evidence)
        nothing = wanted = unwanted = comments = np.zeros(len(blocks), np.bool_)
        under_article = policy.comments == "auto" and situation.is_article
        if under_article:
            comments = of_kind("comments", evidence)
        never = blocks.never
        if policy.choices:
            wanted, unwanted = decided(policy, evidence)
            never, comments = unwanted | never, comments & ~wanted
        log_odds, title = model.log_odds(evidence), title_block(evidence)
        if not explained and not evidence.thread:
            evidence = replace(evidence, rows=None, as_is=None)
        decision = decide(log_odds, situation, never, comments, policy.beta)
        partners = partner_blocks(decision.kept, situation.linked, blocks)
        if partners is not None:
            partners &= ~wanted
            never = never | partners
            decision = decide(log_odds, situation, never, comments, policy.beta)
        is_little = _prose(decision.kept, situation) < _PROSE
        if is_little and (decision.guessed or not decision.kept[~blocks.within(Context.NAV)].any()):
            decision.kept[:] = False
        kept = _cleared(decision.kept, blocks, situation, title)
        among = among_posts(evidence)
        no_part = never if among is None else never | (among & ~kept)
        kept = with_wholes(with_stated_list(kept, blocks), decision.chance, blocks, situation)
        kept = with_amounts(kept, decision.chance, blocks, situation)
        kept[no_part] = False
        kept = with_table_heads(kept, blocks, no_part)
        if policy.choices:
            kept |= wanted
            kept[unwanted] = False
        if under_article:
            kept[decision.extra] = False
        role = _with_headline(kept, title, evidence, situation, policy, decision.chance)
        shown: NDArray[np.bool_] = role == _CONTENT
        if title is not None and policy.title != "drop" and is_all(title, shown, decision.chance):
            role[title], shown[title] = _CONTENT, True
        if policy.choices:
            role[unwanted & shown] = _OTHER
            shown &= ~unwanted
        number = page.texts.block
        row_role = role[number]
        headline = shown & ~kept
        kept_rows = row_role == _CONTENT
        completed = keep_whole(page, kept_rows)
        if completed is not kept_rows:
            with_whole = completed & (row_role == _OTHER) & ~(no_part | decision.extra)[number]
            row_role[with_whole] = _CONTENT
            shown[number[with_whole]] = True
        has_text = np.count_nonzero(shown) > 0
        outcome = Decided(
            *(
                evidence,
                situation,
                log_odds,
                decision,
                shown,
                wanted,
                unwanted,
                nothing if partners is None else partners,
            ),
            *(None if title is None or shown[title] else title, headline),
        )
        reasons = Reasons(model, outcome)
        facts = facts_of(decision.chance, shown, headline, situation)
        return Labels(
            method=self.name,
            role=row_role,
            score=decision.chance[number],
            reason=lambda row: reasons.sentence(int(number[row])),
            translated=lambda row, language: reasons.sentence(int(number[row]), language),
            evidence=CoreEvidence(evidence, decision.chance, shown, decision.promise, decision.extra, reasons, facts),
            confidence=model.confidence(facts) if has_text else 0.0,
            page_type=PAGE_TYPES[situation.likeliest],
            warnings=((_GUESS,) if decision.guessed else ()) if has_text else (_NOTHING,),
        )


def _without_evidence(labels: Labels, decide: Callable[[], Labels]) -> Labels:
    """The labels without what they rest on; whoever asks for a reason first has the page decided once more."""
    again = cache(decide)

    def translated(row: int, language: str) -> str:
        spoken = again().translated
        return spoken(row, language) if spoken else ""

    return replace(labels, evidence=None, reason=lambda row: again().reason(row), translated=translated)


def _cleared(kept: NDArray[np.bool_], blocks: Blocks, situation: Situation, title: int | None) -> NDArray[np.bool_]:
    """What is kept, without a second article, shortcodes, copies, notices and lines that interrupt or ask to follow."""
    kept = without_second_article(without_shortcodes(kept, blocks), blocks, situation, title)
    kept = without_follow_lines(without_gathered(kept, blocks, situation), blocks, situation)
    kept = without_interruptions(kept, blocks, situation)
    kept = without_subscription_boxes(kept, blocks, situation)
    if not may_repeat(kept, blocks, situation):
        return kept
    kept = without_notices(kept, blocks, situation)
    return without_echoes(without_copies(kept, blocks, situation), blocks, situation)


def _prose(kept: NDArray[np.bool_], situation: Situation) -> float:
    """The words outside links in the blocks that are kept; what a page that lists things says are links."""
    words = situation.size if situation.lists_things else situation.size * (1 - situation.linked)
    return float(words[kept].sum())


def _with_headline(
    kept: NDArray[np.bool_],
    title: int | None,
    evidence: Evidence,
    situation: Situation,
    policy: Policy,
    chance: Floats,
) -> NDArray[np.int8]:
    """The role of every block: what is kept is content, and the headline and the lines under it as the policy says."""
    if title is None:
        return kept.astype(np.int8)
    by_itself = in_text(evidence.blocks.page, situation)
    if policy.lead == "keep" or (policy.lead == "auto" and by_itself):
        kept = kept | lead_blocks(evidence, situation, kept, title)
    elif policy.lead == "drop":
        kept = kept & ~lead_blocks(evidence, situation, kept, title)
    elif standfirst := standfirst_blocks(evidence, situation, kept, chance, title):
        kept = kept.copy()
        kept[standfirst] = True
    role = kept.astype(np.int8)
    shown = policy.title == "keep" or (policy.title == "auto" and by_itself)
    role[title] = _CONTENT if shown else _TITLE
    return role


def situation_of(evidence: Evidence) -> Situation:
    """What the decision needs to know of the page."""
    blocks = evidence.blocks
    size, linked = block_sizes(blocks.counted, blocks.linked)
    return Situation(
        size=size,
        linked=linked,
        group=evidence.group,
        container=blocks.container,
        types=types_by_address(evidence.types, blocks),
        named=evidence.named,
        thread=evidence.thread.log_odds if evidence.thread else None,
    )
