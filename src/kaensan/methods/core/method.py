"""The learned method: all the evidence weighed together, and as much kept as promises the highest F1.

A forest of trees gives every block the chance that it is content, from what the published methods measure and from
where the block stands on its page. Blocks that look alike are made to agree. Then the set of blocks with the highest
expected F1 is kept, so that how much is kept is decided page by page and not by a fixed threshold.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.base import Labels, Role
from kaensan.methods.core.blocks import Blocks
from kaensan.methods.core.choice import Situation, decide, is_article
from kaensan.methods.core.class_words import PAGE_TYPES
from kaensan.methods.core.features import Evidence
from kaensan.methods.core.model import CoreModel, shipped_model
from kaensan.methods.core.policy import Policy, decided, of_kind
from kaensan.methods.core.reasons import Decided, Reasons
from kaensan.page import Context, Page
from kaensan.page.tags import family, tag_id

__all__ = ["Core", "CoreEvidence", "CoreOptions"]

Floats = NDArray[np.float32]

_HEAD = family("th thead")


@dataclass(frozen=True)
class CoreOptions:
    """How the learned method decides."""

    policy: Policy = field(default_factory=Policy)
    model: CoreModel | None = None
    """a model of your own, as `read_model` gives it; the one that ships with the program unless given"""


@dataclass(frozen=True)
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
    threshold: float | None
    """the lowest chance that was enough on this page; None where nothing was kept for its chance"""
    reasons: Reasons
    """why each block was kept or dropped"""


@dataclass(frozen=True)
class Core:
    """The default method."""

    options: CoreOptions = field(default_factory=CoreOptions)
    name: str = "core"

    def label(self, page: Page) -> Labels:
        """Label every row of the page."""
        model = self.options.model or shipped_model()
        evidence = model.evidence(page)
        blocks = evidence.blocks
        if not len(blocks):
            return Labels(self.name, np.zeros(0, np.int8), np.zeros(0, np.float32), confidence=0.0)
        policy = self.options.policy
        wanted, unwanted = decided(policy, evidence)
        situation = situation_of(evidence)
        comments = np.zeros(len(blocks), np.bool_)
        if policy.comments == "auto" and is_article(situation):
            comments = of_kind("comments", evidence)
        never = unwanted | blocks.within(Context.CONTROL | Context.HEAD)
        log_odds = model.log_odds(evidence)
        decision = decide(log_odds, situation, never, comments & ~wanted, policy.beta)
        kept = (_with_table_heads(decision.kept, blocks) | wanted) & ~unwanted & ~decision.extra
        role = kept.astype(np.int8)
        title = title_block(evidence)
        if title is not None:
            role[title] = Role.TITLE
        number = page.texts.block
        outcome = Decided(
            *(evidence, situation, log_odds, decision.chance, decision.kept, kept),
            *(wanted, unwanted, decision.extra, title),
        )
        reasons = Reasons(model, outcome)
        return Labels(
            method=self.name,
            role=role[number],
            score=decision.chance[number],
            reason=lambda row: reasons.sentence(int(number[row])),
            evidence=CoreEvidence(
                evidence, decision.chance, kept, decision.promise, decision.extra, outcome.threshold, reasons
            ),
            confidence=model.confidence(decision.promise),
            page_type=PAGE_TYPES[int(np.argmax(evidence.types))],
        )


def situation_of(evidence: Evidence) -> Situation:
    """What the decision needs to know of the page."""
    blocks = evidence.blocks
    return Situation(
        size=block_size(blocks.units),
        linked=(blocks.linked / np.maximum(blocks.units, 1)).astype(np.float32),
        group=evidence.group,
        container=blocks.container,
        types=evidence.types,
        named=evidence.named,
    )


def block_size(units: Floats) -> Floats:
    """The length of blocks in words, or what counts as one in scripts without spaces."""
    size: Floats = (units / 12 + 0.2).astype(np.float32)
    return size


def _with_table_heads(kept: NDArray[np.bool_], blocks: Blocks) -> NDArray[np.bool_]:
    """A table that is mostly kept keeps its heads: rows without them say little."""
    elements = blocks.page.elements
    is_head = elements.inherit(_HEAD[elements.tag])[blocks.parent]
    if not is_head.any():
        return kept
    table = elements.nearest(elements.tag == tag_id("table"))[blocks.parent]
    body = (table >= 0) & ~is_head
    cells = np.bincount(table[body], minlength=len(elements))
    share = np.bincount(table[body], kept[body], len(elements)) / np.maximum(cells, 1)
    return kept | (is_head & (table >= 0) & (share[table] > 0.5))


def title_block(evidence: Evidence) -> int | None:
    """The heading that says what the page's title says; None when no heading does."""
    blocks = evidence.blocks
    overlap = evidence.in_title
    heading = blocks.page.texts.heading[blocks.row]
    rank = np.where(heading > 0, overlap + (heading == 1) * 0.25 - heading * 0.01, 0)
    rank[(heading > 2) & (overlap < 0.8)] = 0
    rank[overlap < 0.5] = 0
    best = int(np.argmax(rank))
    if rank[best] > 0:
        return best
    first = np.flatnonzero(heading == 1)
    return int(first[0]) if len(first) == 1 else None
