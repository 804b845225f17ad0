"""`xpath`: the length measure of Thanadechteemapat & Fung 2011, where its noise comes from, and its future work."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from kaensan.bench.papers.reference import ParsedPage, mean_and_median, score_cells, sites, table
from kaensan.gold.metrics import Score, length_score
from kaensan.methods.xpath import XPath
from kaensan.sites import SiteOptions, learn_template
from kaensan.sites.method import without_template

__all__ = ["ThanadechteemapatFung"]

_THIRDS = ("shortest third", "middle third", "longest third")


class ThanadechteemapatFung:
    """Length scores and noise of every page; pages of sites are kept, for what they have in common."""

    datasets = ("thai-news", "l3s-gn1", "thaiboards.test", "thaiboards.train")

    def __init__(self) -> None:
        self._scores: dict[str, list[Score]] = defaultdict(list)
        self._pages: dict[str, list[ParsedPage]] = defaultdict(list)
        self._others: list[ParsedPage] = []
        """pages that only tell what repeats on their site"""

    def add(self, dataset: str, page: ParsedPage) -> None:
        if dataset == "thaiboards.train":
            self._others.append(page)
            return
        self._pages[dataset].append(page)
        self._scores[dataset].append(length_score(page.text(XPath()), page.gold))

    def sections(self) -> list[str]:
        rows = [[name, str(len(scores)), *score_cells(scores)] for name, scores in self._scores.items()]
        lengths = table(["pages of", "pages", "precision", "recall", "F"], rows)
        return [f"### xpath, length measure\n\n{lengths}", self._by_length(), self._without_template()]

    def _by_length(self) -> str:
        """Noise, the characters extracted that are not expected, hardly grows with a page: precision does."""
        rows: list[list[str]] = []
        for dataset, pages in self._pages.items():
            expected = np.array([len("".join(page.gold.split())) for page in pages])
            scores = self._scores[dataset]
            right = [score.recall * length for score, length in zip(scores, expected.tolist(), strict=True)]
            noise = np.array([hit / max(score.precision, 1e-9) - hit for hit, score in zip(right, scores, strict=True)])
            for name, part in zip(_THIRDS, np.array_split(np.argsort(expected, kind="stable"), 3), strict=True):
                precision = [scores[at].precision for at in part.tolist()]
                cells = (mean_and_median(column[part].tolist(), "{:,.0f}".format) for column in (expected, noise))
                rows.append([dataset, name, *cells, mean_and_median(precision)])
        columns = ["pages of", "by length", "characters expected", "noise, characters", "precision"]
        return f"### xpath, noise and precision by length\n\n{table(columns, rows)}"

    def _without_template(self) -> str:
        """The paper's future work: several pages of a site tell what is template."""
        rows: list[list[str]] = []
        for dataset, pages in self._pages.items():
            alone: list[Score] = []
            freed: list[Score] = []
            known = dict(zip(map(id, pages), self._scores[dataset], strict=True))
            for members in sites([*pages, *self._others]).values():
                template = learn_template(member.page for member in members)
                for member in members:
                    if id(member) in known:
                        labels = without_template(XPath().label(member.page), member.page, template, SiteOptions())
                        alone.append(known[id(member)])
                        freed.append(length_score(member.kept(labels.kept), member.gold))
            if alone:
                rows += [[dataset, str(len(alone)), "the page alone", *score_cells(alone)]]
                rows += [[dataset, str(len(freed)), "without what repeats on its site", *score_cells(freed)]]
        columns = ["pages of", "pages of sites with 5 or more", "xpath", "precision", "recall", "F"]
        return f"### xpath, with several pages of a site\n\n{table(columns, rows)}"
