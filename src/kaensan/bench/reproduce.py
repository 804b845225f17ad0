"""The papers' published figures beside ours: `kaensan bench reproduce`.

Each section measures one method with its paper's own measure, on the reference pages that come nearest to the paper's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kaensan.bench.run import sample
from kaensan.draw.roc import RocPoint, draw_roc
from kaensan.errors import KaensanError
from kaensan.gold import datasets
from kaensan.gold.marked import read_marked
from kaensan.gold.metrics import (
    Diff,
    Score,
    area_under,
    label_accuracy,
    length_score,
    right_pages,
    spread,
    subsequence_score,
    trigram_f1,
    word_diff,
    word_f1,
)
from kaensan.methods import Method
from kaensan.methods.histogram import Histogram, HistogramOptions
from kaensan.methods.lineblock import LineBlock, LineBlockOptions
from kaensan.methods.lstm.method import Lstm
from kaensan.methods.lstm.tokens import Label
from kaensan.methods.weight import Weight
from kaensan.methods.xpath import XPath
from kaensan.page import Page, parse
from kaensan.page.normalise import normalise
from kaensan.render import render_text

__all__ = ["COEFFICIENTS", "ParsedPage", "Reproduction", "reproduce"]

COEFFICIENTS = range(20)
"""The threshold coefficients of the paper's ROC curve."""

_NEWS = ("l3s-gn1", "scrapinghub-aeb", "dragnet", "cleaneval-zh", "thai-news", "jp-news")


@dataclass(frozen=True)
class ParsedPage:
    """A reference page, parsed once for all variants of a method."""

    page: Page
    html_bytes: int
    gold: str
    whole: str
    """all text of the page that a reader would see"""
    spaced: bool

    def text(self, method: Method) -> str:
        """What a method extracts."""
        return render_text(self.page, method.label(self.page).kept)


@dataclass(frozen=True)
class Reproduction:
    """The tables as Markdown, and the ROC curve as a picture."""

    text: str
    roc_svg: str

    def write(self, folder: Path) -> list[Path]:
        """Write both into a folder, made when missing."""
        folder.mkdir(parents=True, exist_ok=True)
        files = {folder / "reproduction.md": self.text + "\n", folder / "histogram-roc.svg": self.roc_svg}
        for path, content in files.items():
            path.write_text(content, encoding="utf-8")
        return list(files)


def reproduce(folder: Path, pages: int | None = None, seed: int = 0) -> Reproduction:
    """Measure every method as its paper did; at most `pages` pages of each dataset, drawn by `seed`."""

    def read(name: str) -> list[ParsedPage]:
        return _read(datasets.load(folder, name), pages, seed)

    cleaneval = read("cleaneval")
    roc = _Roc.of(cleaneval)
    sections = [
        *_histogram_tables(cleaneval),
        roc.section(),
        _lineblock_section(cleaneval),
        _xpath_section({name: read(name) for name in ("thai-news", "thaiboards.test")}),
        _weight_section({name: read(name) for name in _NEWS}),
        _lstm_section(datasets.load(folder, "thaiboards.test")),
    ]
    return Reproduction("\n\n".join(sections), str(draw_roc(roc.mean, roc.area)))


def _read(pages: Iterable[datasets.GoldPage], size: int | None, seed: int) -> list[ParsedPage]:
    chosen = pages if size is None else sample(pages, size, seed)
    return [_parsed(page) for page in chosen if page.text is not None]


def _parsed(gold: datasets.GoldPage) -> ParsedPage:
    page = parse(gold.html)
    whole = render_text(page, page.texts.visible)
    return ParsedPage(page, len(gold.html), normalise(gold.text or ""), whole, gold.spaced)


def _histogram_tables(pages: Sequence[ParsedPage]) -> list[str]:
    """Table 1 (threshold) and Table 2 (three clusterings in two modes) of Weninger & Hsu."""
    threshold = Histogram(HistogramOptions(mode="threshold"))
    first = _table(
        ["threshold 1σ'", "mean", "median", "deviation", "pages at 100 %"],
        _diff_rows(pages, threshold, ("precision", "recall")),
    )
    second: list[list[str]] = []
    for clusterer in ("em", "kmeans", "farthest-first"):
        for assign in ("distance", "density"):
            method = Histogram(HistogramOptions(clusterer=clusterer, assign=assign))
            rows = _diff_rows(pages, method, ("accuracy", "precision", "recall"))
            second += [[clusterer, assign, *row] for row in rows]
    columns = ["clustering", "assigned by", "measure", "mean", "median", "deviation", "pages at 100 %"]
    return [
        f"### histogram, Table 1 ({len(pages)} pages of CleanEval)\n\n{first}",
        f"### histogram, Table 2 ({len(pages)} pages of CleanEval)\n\n{_table(columns, second)}",
    ]


def _diff_rows(pages: Sequence[ParsedPage], method: Method, measures: Sequence[str]) -> list[list[str]]:
    diffs = [word_diff(page.text(method), page.gold, page.whole) for page in pages]
    rows: list[list[str]] = []
    for measure in measures:
        told = spread([getattr(diff, measure) for diff in diffs])
        rows.append([measure, _percent(told.mean), _percent(told.median), _percent(told.deviation), str(told.perfect)])
    return rows


@dataclass(frozen=True)
class _Roc:
    """The ROC curve of Weninger & Hsu, over the means of pages and over all words pooled."""

    mean: list[RocPoint]
    pooled: list[Diff]

    @classmethod
    def of(cls, pages: Sequence[ParsedPage]) -> _Roc:
        mean: list[RocPoint] = []
        pooled: list[Diff] = []
        for c in COEFFICIENTS:
            method = Histogram(HistogramOptions(mode="threshold", coefficient=c))
            diffs = [word_diff(page.text(method), page.gold, page.whole) for page in pages]
            fall_out = float(np.mean([diff.fall_out for diff in diffs]))
            mean.append(RocPoint(c, fall_out, float(np.mean([diff.recall for diff in diffs]))))
            pooled.append(sum(diffs, Diff()))
        return cls(mean, pooled)

    @property
    def area(self) -> float:
        return area_under((point.fall_out, point.recall) for point in self.mean)

    def section(self) -> str:
        rows = [
            [str(at.coefficient), *map(_percent, (at.recall, at.fall_out, words.recall, words.fall_out))]
            for at, words in zip(self.mean, self.pooled, strict=True)
        ]
        rates = ["true positive rate", "false positive rate"]
        table = _table(["c", *rates, *(f"{rate}, words pooled" for rate in rates)], rows)
        over_words = area_under((diff.fall_out, diff.recall) for diff in self.pooled)
        areas = (
            f"Area under the curve: {_percent(self.area)} over the means of pages, "
            f"{_percent(over_words)} over all words pooled."
        )
        return f"### histogram, ROC over the threshold coefficient\n\n{areas}\n\n{table}"


def _lineblock_section(pages: Sequence[ParsedPage]) -> str:
    """Size saving, longest common subsequence of words and right pages of Pan Ei San & Nilar Aye."""
    variants: dict[str, Method] = {
        "lineblock": LineBlock(),
        'lineblock, rule="all"': LineBlock(LineBlockOptions(rule="all")),
        'lineblock, threshold="sigma"': LineBlock(LineBlockOptions(threshold="sigma")),
    }
    rows: list[list[str]] = []
    html = sum(page.html_bytes for page in pages)
    for name, method in variants.items():
        texts = [page.text(method) for page in pages]
        size = sum(len(text.encode()) for text in texts)
        scores = [subsequence_score(text, page.gold) for text, page in zip(texts, pages, strict=True)]
        saved = f"{size / 1000:,.0f} ({_percent(1 - size / max(html, 1))} saved)"
        rows.append([name, f"{html / 1000:,.0f}", saved, *_score_cells(scores), *_right_cells(scores)])
    columns = ["method", "KB of HTML", "KB of text", "precision", "recall", "F1", *_RIGHT]
    return f"### lineblock on CleanEval ({len(pages)} pages)\n\n{_table(columns, rows)}"


def _xpath_section(sets: dict[str, list[ParsedPage]]) -> str:
    """The length measure of Thanadechteemapat & Fung on Thai pages."""
    rows: list[list[str]] = []
    for name, pages in sets.items():
        scores = [length_score(page.text(XPath()), page.gold) for page in pages]
        rows.append([name, str(len(pages)), *_score_cells(scores)])
    return f"### xpath on Thai pages\n\n{_table(['pages of', 'pages', 'precision', 'recall', 'F'], rows)}"


def _weight_section(sets: dict[str, list[ParsedPage]]) -> str:
    """Right and wrong pages of Wang & Liu."""
    rows: list[list[str]] = []
    for name, pages in sets.items():
        scores = [(word_f1 if page.spaced else trigram_f1)(page.text(Weight()), page.gold) for page in pages]
        rows.append([name, str(len(pages)), *_score_cells(scores), *_right_cells(scores)])
    columns = ["pages of", "pages", "precision", "recall", "F1", *_RIGHT]
    return f"### weight, right pages\n\n{_table(columns, rows)}"


def _lstm_section(pages: Iterable[datasets.GoldPage]) -> str:
    """Token accuracy of Dangmadee et al., before and after post-processing."""
    heading = "### lstm on the test pages of the boards\n\n"
    method = Lstm()
    gold: list[str] = []
    labelled: dict[str, list[str]] = {"network": [], "post-processed": []}
    try:
        for each in pages:
            if each.marked is None:
                continue
            page, _, expected = read_marked(each.marked)
            evidence = method.label(page).evidence
            gold += map(_LETTER.__getitem__, expected.tolist())
            labelled["network"] += map(_LETTER.__getitem__, evidence.system.tolist())
            labelled["post-processed"] += map(_LETTER.__getitem__, evidence.label.tolist())
    except KaensanError as error:
        return f"{heading}Not run: {error}"
    rows: list[list[str]] = []
    for name, system in labelled.items():
        told = label_accuracy(system, gold)
        rows.append([name, _percent(told.overall), *(_percent(told.by_label.get(letter, 0.0)) for letter in "TCO")])
    return heading + _table([f"{len(gold):,} tokens", "all", "T", "C", "O"], rows)


_LETTER = {int(label): label.name for label in Label}
_RIGHT = ["right at F1 ≥ .9", "≥ .8", "≥ .7"]


def _right_cells(scores: Sequence[Score]) -> list[str]:
    f1 = [score.f1 for score in scores]
    return [_percent(right_pages(f1, at)) for at in (0.9, 0.8, 0.7)]


def _score_cells(scores: Sequence[Score]) -> list[str]:
    """Mean (median) of precision, recall and F."""
    columns: list[Callable[[Score], float]] = [lambda s: s.precision, lambda s: s.recall, lambda s: s.f1]
    cells: list[str] = []
    for column in columns:
        values = [column(score) for score in scores]
        cells.append(f"{_percent(float(np.mean(values)))} ({_percent(float(np.median(values)))})" if values else "–")
    return cells


def _percent(share: float) -> str:
    return f"{share * 100:.2f}"


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
