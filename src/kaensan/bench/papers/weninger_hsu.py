"""`histogram`: Tables 1 and 2 and the ROC curve of Weninger & Hsu 2008."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace

from kaensan.bench.papers.reference import ParsedPage, mean_and_median, percent, table
from kaensan.draw.roc import RocCurve, RocPoint
from kaensan.gold.metrics import Diff, area_under, spread, word_diff, words
from kaensan.methods.histogram import Histogram, HistogramOptions, TextToTag

__all__ = ["COEFFICIENTS", "WeningerHsu"]

COEFFICIENTS = range(20)
"""c of the threshold c·σ', as the paper varies it for its ROC curve."""

_THRESHOLD = HistogramOptions(mode="threshold")
_CLUSTERINGS = tuple(
    HistogramOptions(clusterer=clusterer, assign=assign)
    for clusterer in ("em", "kmeans", "farthest-first")
    for assign in ("distance", "density")
)


class WeningerHsu:
    """Word-by-word diffs of every variant on every page."""

    datasets = ("cleaneval", "dragnet", "l3s-gn1")

    def __init__(self) -> None:
        self._diffs: dict[str, dict[HistogramOptions, list[Diff]]] = defaultdict(lambda: defaultdict(list))
        self._shares: dict[str, list[float]] = defaultdict(list)

    def add(self, dataset: str, page: ParsedPage) -> None:
        evidence = Histogram(_THRESHOLD).label(page.page).evidence
        known: dict[bytes, Diff] = {}
        for options in (*_CLUSTERINGS, *(replace(_THRESHOLD, coefficient=float(c)) for c in COEFFICIENTS)):
            self._diffs[dataset][options].append(_diff(page, replace(evidence, options=options), known))
        self._shares[dataset].append(min(len(words(page.gold)) / max(len(words(page.whole)), 1), 1.0))

    def sections(self) -> list[str]:
        return [self._content(), self._table_1(), self._table_2(), self._roc()]

    def curves(self) -> list[RocCurve]:
        """The ROC curve of each dataset, over the medians of pages and over their means."""
        return [
            RocCurve(f"{dataset}, {name}", points := self._points(dataset, over), _area(points), dashed=name == "means")
            for dataset in self._diffs
            for name, over in (("medians", statistics.median), ("means", statistics.fmean))
        ]

    def _points(self, dataset: str, over: Callable[[Sequence[float]], float]) -> list[RocPoint]:
        points: list[RocPoint] = []
        for c in COEFFICIENTS:
            diffs = self._diffs[dataset][replace(_THRESHOLD, coefficient=float(c))]
            points.append(RocPoint(c, over([diff.fall_out for diff in diffs]), over([diff.recall for diff in diffs])))
        return points

    def _content(self) -> str:
        rows = [[name, str(len(shares)), mean_and_median(shares)] for name, shares in self._shares.items()]
        columns = ["pages of", "pages", "share of the words that is content"]
        return f"### histogram, how much of a page is content\n\n{table(columns, rows)}"

    def _table_1(self) -> str:
        rows = [
            [dataset, str(len(diffs[_THRESHOLD])), *row]
            for dataset, diffs in self._diffs.items()
            for row in _spreads(diffs[_THRESHOLD], ("precision", "recall"))
        ]
        columns = ["pages of", "pages", "threshold 1σ'", "mean", "median", "deviation", "pages at 100 %"]
        return f"### histogram, Table 1\n\n{table(columns, rows)}"

    def _table_2(self) -> str:
        rows = [
            [dataset, options.clusterer, options.assign, *row]
            for dataset, diffs in self._diffs.items()
            for options in _CLUSTERINGS
            for row in _spreads(diffs[options], ("accuracy", "precision", "recall"))
        ]
        columns = ["pages of", "clustering", "assigned by", "measure", "mean", "median", "deviation", "pages at 100 %"]
        return f"### histogram, Table 2\n\n{table(columns, rows)}"

    def _roc(self) -> str:
        areas: list[list[str]] = []
        rows = [[str(c)] for c in COEFFICIENTS]
        head = ["c"]
        for dataset, diffs in self._diffs.items():
            mean, median = (self._points(dataset, over) for over in (statistics.fmean, statistics.median))
            pooled = [sum(diffs[replace(_THRESHOLD, coefficient=float(c))], Diff()) for c in COEFFICIENTS]
            over_words = area_under((diff.fall_out, diff.recall) for diff in pooled)
            areas.append([dataset, *map(percent, (_area(median), _area(mean), over_words))])
            head += [f"{dataset}: true positives, mean (median)", "false positives, mean (median)"]
            for row, by_mean, by_median in zip(rows, mean, median, strict=True):
                row += [
                    f"{percent(by_mean.recall)} ({percent(by_median.recall)})",
                    f"{percent(by_mean.fall_out)} ({percent(by_median.fall_out)})",
                ]
        under = table(["pages of", "area by medians of pages", "by means", "all words pooled"], areas)
        return f"### histogram, ROC over the threshold coefficient\n\n{under}\n\n{table(head, rows)}"


def _diff(page: ParsedPage, histogram: TextToTag, known: dict[bytes, Diff]) -> Diff:
    """The diff of what a variant selects; variants that select the same rows share it."""
    rows = histogram.lines.share(histogram.selected) >= 0.5
    key = rows.tobytes()
    if key not in known:
        known[key] = word_diff(page.kept(rows), page.gold, page.whole)
    return known[key]


def _area(points: Sequence[RocPoint]) -> float:
    return area_under((point.fall_out, point.recall) for point in points)


def _spreads(diffs: Sequence[Diff], measures: Sequence[str]) -> list[list[str]]:
    rows: list[list[str]] = []
    for measure in measures:
        over = spread([getattr(diff, measure) for diff in diffs])
        rows.append([measure, percent(over.mean), percent(over.median), percent(over.deviation), str(over.perfect)])
    return rows
