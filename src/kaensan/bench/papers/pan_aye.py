"""`lineblock`: size saved, word subsequences and right pages of Pan Ei San & Nilar Aye."""

from __future__ import annotations

from collections import defaultdict

from kaensan.bench.papers.reference import RIGHT, ParsedPage, percent, right_cells, score_cells, table
from kaensan.gold.metrics import Score, subsequence_score
from kaensan.methods import Method
from kaensan.methods.lineblock import LineBlock, LineBlockOptions

__all__ = ["PanAye"]

_VARIANTS: dict[str, Method] = {
    "lineblock": LineBlock(),
    'rule="all"': LineBlock(LineBlockOptions(rule="all")),
    'threshold="sigma"': LineBlock(LineBlockOptions(threshold="sigma")),
}
_PERFECT = "the gold text itself"
_KILOBYTE = 1000


class PanAye:
    """What each variant keeps of every page, beside what a perfect extractor would keep."""

    datasets = ("cleaneval", "l3s-gn1", "dragnet")

    def __init__(self) -> None:
        self._html: dict[str, int] = defaultdict(int)
        self._size: dict[tuple[str, str], int] = defaultdict(int)
        self._scores: dict[tuple[str, str], list[Score]] = defaultdict(list)

    def add(self, dataset: str, page: ParsedPage) -> None:
        self._html[dataset] += page.html_bytes
        texts = {name: page.text(method) for name, method in _VARIANTS.items()} | {_PERFECT: page.gold}
        for name, text in texts.items():
            self._size[dataset, name] += len(text.encode())
            self._scores[dataset, name].append(subsequence_score(text, page.gold))

    def sections(self) -> list[str]:
        rows: list[list[str]] = []
        for dataset, html in self._html.items():
            for name in (*_VARIANTS, _PERFECT):
                size, scores = self._size[dataset, name], self._scores[dataset, name]
                saved = f"{size / _KILOBYTE:,.0f} ({percent(1 - size / max(html, 1))} saved)"
                figures = [*score_cells(scores), *right_cells(scores)]
                rows.append([dataset, str(len(scores)), name, f"{html / _KILOBYTE:,.0f}", saved, *figures])
        columns = ["pages of", "pages", "method", "KB of HTML", "KB of text", "precision", "recall", "F1", *RIGHT]
        return [f"### lineblock, size and right pages\n\n{table(columns, rows)}"]
