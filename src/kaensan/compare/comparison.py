"""One page through several methods."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.compare.against_gold import Gold, Measure, read_gold
from kaensan.document import Document
from kaensan.draw import Picture, RocCurve, pictures
from kaensan.errors import KaensanError, UsageError
from kaensan.methods import Labels, load, names
from kaensan.page import Page
from kaensan.render.notebook_card import card, table

__all__ = ["Comparison", "Missing", "agreement", "compare"]

_BEGINNING = 80
"""characters of a method's text that a notebook shows"""


@dataclass(frozen=True)
class Missing:
    """A method that cannot run here, and why."""

    method: str
    why: str


@dataclass(frozen=True)
class Comparison:
    """What several methods made of one page."""

    page: Page
    """the page that all of them read"""
    documents: tuple[Document, ...]
    """what each method made of it, in the order asked for"""
    missing: tuple[Missing, ...] = ()
    """methods that cannot run here, and why"""
    gold: Gold | None = None
    """what should have been kept, where that is known"""

    def _repr_html_(self) -> str:
        """How notebooks show it: a row for each method, and how its text begins."""
        rows: list[tuple[object, ...]] = []
        for number, document in enumerate(self.documents):
            others = np.delete(self.agreement[number], number)
            agree = f"{others.mean():.2f}" if len(others) else "–"
            f1 = (f"{self.f1(number):.3f}",) if self.gold else ()
            rows.append((document.method, f"{len(document.text):,}", agree, *f1, f"{document.text[:_BEGINNING]} …"))
        head = ("method", "characters", "agreement", *(("F1",) if self.gold else ()), "text")
        left_out = "; ".join(f"{missing.method} ({missing.why})" for missing in self.missing)
        facts = {"texts": len(self.page.texts), "address": self.page.url, "left out": left_out}
        return card("Methods compared", facts, table(head, rows))

    @property
    def labels(self) -> list[Labels]:
        """The decisions of each method, row by row."""
        return [document.labels for document in self.documents]

    @property
    def methods(self) -> list[str]:
        """The names of the methods, in order."""
        return [document.method for document in self.documents]

    @cached_property
    def agreement(self) -> NDArray[np.float64]:
        """The share of kept characters that each two methods have in common."""
        return agreement(self.page, self.labels)

    @cached_property
    def measures(self) -> list[list[Measure]]:
        """Every measure against the gold, a list for each method; empty without gold."""
        if self.gold is None:
            return [[] for _ in self.documents]
        return [self.gold.measure(document.labels, document.text) for document in self.documents]

    def f1(self, number: int) -> float:
        """The F1 of one method against the gold: by words, or by character trigrams where words are not separated."""
        values = {measure.name: measure.value or 0.0 for measure in self.measures[number]}
        unit = "trigrams" if self.gold and self.gold.unspaced else "words"
        return values.get(f"{unit} F1", 0.0)

    def pictures(self, number: int, *, alone: bool = True) -> list[Picture]:
        """The pictures of one method, those that need gold as well where there is some."""
        gold = self.gold
        content, targets = (gold.rows, gold.labels) if gold else (None, None)
        return pictures(self.labels[number], content=content, targets=targets, alone=alone)

    @cached_property
    def roc(self) -> RocCurve | None:
        """The ROC curve of `histogram`, when it is among the methods and there is gold."""
        if self.gold is None:
            return None
        curves = (self.gold.roc(labels) for labels in self.labels)
        return next((curve for curve in curves if curve), None)


def compare(page: Page, methods: Sequence[str] | None = None, gold: str | None = None) -> Comparison:
    """Run methods on a page, all of them unless told which.

    A method that lacks its model or a package is left out and named; one that was asked for by name is an error.
    `gold` is the text that should be found, or the page's own markup with `<<<C>>>` marks.
    """
    documents: list[Document] = []
    missing: list[Missing] = []
    for name in methods if methods is not None else names():
        try:
            documents.append(Document(page, load(name).label(page)))
        except (KaensanError, ImportError) as error:
            if methods is not None:
                raise UsageError(str(error)) from error
            missing.append(Missing(name, str(error)))
    if not documents:
        raise UsageError(
            "no method can run here; " + "; ".join(f"{left_out.method}: {left_out.why}" for left_out in missing)
        )
    return Comparison(page, tuple(documents), tuple(missing), read_gold(page, gold) if gold is not None else None)


def agreement(page: Page, labels: Sequence[Labels]) -> NDArray[np.float64]:
    """For each pair of methods the share of kept characters that both keep, 0…1.

    It is twice the characters that both keep over the sum of what each keeps, which is the F1 of either against the
    other; two methods that both keep nothing agree.
    """
    length = page.texts.length.astype(np.float64)
    kept = np.stack([each.kept for each in labels]).astype(np.float64) if labels else np.zeros((0, len(length)))
    both = (kept * length) @ kept.T
    each = kept @ length
    total = each[:, None] + each[None, :]
    shared: NDArray[np.float64] = np.where(total > 0, 2 * both / np.maximum(total, 1), 1.0)
    return shared
