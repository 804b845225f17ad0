"""What should have been found, and how close each method came: every measure of the papers on one page."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.draw import RocCurve, RocPoint
from kaensan.gold import metrics
from kaensan.gold.coverage import rows_in_text
from kaensan.gold.marked import has_marks, read_marked
from kaensan.methods import Labels
from kaensan.methods.histogram import TextToTag
from kaensan.methods.lstm.method import LstmEvidence
from kaensan.methods.lstm.tokens import Label
from kaensan.page import Page
from kaensan.page.normalise import normalise
from kaensan.render import render_text

__all__ = ["COEFFICIENTS", "Gold", "Measure", "read_gold"]

COEFFICIENTS = tuple(range(20))
"""c of the threshold c·σ' of `histogram`, as its paper varies it"""


@dataclass(frozen=True)
class Measure:
    """One figure about one method, with what it means."""

    name: str
    value: float | None
    """None where the measure does not apply"""
    meaning: str = ""


@dataclass(frozen=True)
class Gold:
    """The gold of one page."""

    page: Page
    text: str
    """the main text as it should be found"""
    labels: tuple[str, ...] | None = None
    """T, C or O of every token, when the gold is the page itself with marks in it"""

    @cached_property
    def whole(self) -> str:
        """All text of the page."""
        return render_text(self.page, np.ones(len(self.page.texts), np.bool_))

    @cached_property
    def rows(self) -> NDArray[np.bool_]:
        """The rows of the page that the gold text holds."""
        return rows_in_text(self.page, self.text)

    @cached_property
    def unspaced(self) -> bool:
        """The text is in a script that does not separate words, as Thai and Chinese."""
        words = metrics.words(self.text)
        return len(metrics.units(self.text)) > 2 * len(words)

    def measure(self, labels: Labels, text: str) -> list[Measure]:
        """Every measure of `kaensan.gold.metrics` that a single page allows."""
        text = normalise(text)
        counted = metrics.word_f1(text, self.text)
        grams = metrics.trigram_f1(text, self.text)
        lengths = metrics.length_score(text, self.text)
        ordered = metrics.subsequence_score(text, self.text)
        diff = metrics.word_diff(text, self.text, self.whole)
        right = grams.f1 if self.unspaced else counted.f1
        return [
            *_scores("words", counted, "multisets of words, as WCXB counts them"),
            *_scores("trigrams", grams, "multisets of character trigrams, for text without spaces"),
            Measure("ROUGE-L", metrics.rouge_l(text, self.text), "longest common subsequence of words or characters"),
            *_scores("length", lengths, "the measure of xpath: characters without white space"),
            *_scores("LCS", ordered, "the measure of lineblock: longest common subsequence of words"),
            Measure("diff accuracy", diff.accuracy, "the measure of histogram: word-by-word diff"),
            Measure("diff precision", diff.precision, "the measure of histogram: word-by-word diff"),
            Measure("diff recall", diff.recall, "the measure of histogram: word-by-word diff"),
            Measure("right", metrics.right_pages([right]), "the measure of weight: 1 when F1 reaches 0.9"),
            *self._token_accuracy(labels),
        ]

    def _token_accuracy(self, labels: Labels) -> list[Measure]:
        """The measure of `lstm`, where gold labels and its evidence are about the same tokens."""
        if self.labels is None:
            return []
        evidence = labels.evidence
        meaning = "the measure of lstm: tokens with the right label"
        if not isinstance(evidence, LstmEvidence) or len(evidence.label) != len(self.labels):
            return [Measure("token accuracy", None, meaning)]
        answers = [Label(label).name for label in evidence.label.tolist()]
        return [Measure("token accuracy", metrics.label_accuracy(answers, self.labels).overall, meaning)]

    def roc(self, labels: Labels) -> RocCurve | None:
        """The ROC curve over the threshold coefficient; None for a method that has no such threshold."""
        histogram = labels.evidence
        if not isinstance(histogram, TextToTag):
            return None
        points: list[RocPoint] = []
        for coefficient in COEFFICIENTS:
            selected = histogram.smoothed >= coefficient * histogram.deviation
            kept = histogram.lines.share(selected) >= 0.5
            diff = metrics.word_diff(normalise(render_text(self.page, kept)), self.text, self.whole)
            points.append(RocPoint(coefficient, diff.fall_out, diff.recall))
        area = metrics.area_under((point.fall_out, point.recall) for point in points)
        return RocCurve("this page", points, area)


def _scores(name: str, score: metrics.Score, meaning: str) -> list[Measure]:
    return [
        Measure(f"{name} precision", score.precision, meaning),
        Measure(f"{name} recall", score.recall, meaning),
        Measure(f"{name} F1", score.f1, meaning),
    ]


def read_gold(page: Page, gold: str) -> Gold:
    """Gold from a plain text, or from the page's own markup with `<<<T>>>` and `<<<C>>>` around title and content."""
    if not has_marks(gold):
        return Gold(page, normalise(gold.strip()))
    marked, tokens, labels = read_marked(gold)
    content = np.zeros(len(marked.texts), np.bool_)
    is_content = (tokens.row >= 0) & (labels == Label.C)
    content[tokens.row[is_content]] = True
    return Gold(page, render_text(marked, content), tuple(Label(label).name for label in labels.tolist()))
