"""What the experiments share: a reference page parsed once, sites with several pages, and tables of figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.gold.datasets import GoldPage
from kaensan.gold.metrics import Score, right_pages, trigram_f1, word_f1
from kaensan.methods import Method
from kaensan.page import Page, parse
from kaensan.page.normalise import normalise
from kaensan.render import render_text

__all__ = [
    "RIGHT",
    "Experiment",
    "ParsedPage",
    "mean_and_median",
    "percent",
    "read",
    "right_cells",
    "score_cells",
    "sites",
    "table",
]

_FEWEST = 5  # pages of a site from which on something can be learned about it
_LIMITS = (0.95, 0.9, 0.8, 0.7)  # of F1, from which on a page counts as right
RIGHT = [f"right at F1 ≥ {_LIMITS[0]:g}", *(f"≥ {limit:g}" for limit in _LIMITS[1:])]
"""the columns of `right_cells`"""


@dataclass(frozen=True)
class ParsedPage:
    """A reference page, parsed once for all variants of all methods."""

    page: Page
    site: str | None
    """the host it is from, or its board"""
    html_bytes: int
    gold: str
    spaced: bool
    """spaces separate the words of its language"""

    @cached_property
    def whole(self) -> str:
        """All text of the page that a reader would see."""
        return render_text(self.page, self.page.texts.visible)

    def kept(self, rows: NDArray[np.bool_]) -> str:
        """The text of some rows."""
        return render_text(self.page, rows)

    def text(self, method: Method) -> str:
        """What a method extracts."""
        return self.kept(method.label(self.page).kept)

    def overlap(self, text: str) -> Score:
        """The overlap of a text with the gold, by words or, where these are not separated, by trigrams."""
        return (word_f1 if self.spaced else trigram_f1)(text, self.gold)


class Experiment(Protocol):
    """One paper's experiments: pages go in one after another, sections of Markdown come out."""

    @property
    def datasets(self) -> Sequence[str]: ...

    def add(self, dataset: str, page: ParsedPage) -> None:
        """Measure a page."""
        ...

    def sections(self) -> list[str]:
        """The tables over all pages."""
        ...


def read(pages: Iterable[GoldPage]) -> Iterator[ParsedPage]:
    """Parse the pages that have a gold text."""
    for gold in pages:
        if gold.text is not None:
            site = gold.board or (urlsplit(gold.url).hostname if gold.url else None)
            page = parse(gold.html, gold.url)
            yield ParsedPage(page, site, len(gold.html), normalise(gold.text), gold.spaced)


def sites(pages: Iterable[ParsedPage]) -> dict[str, list[ParsedPage]]:
    """The sites that have five pages or more."""
    by_site: dict[str, list[ParsedPage]] = {}
    for page in pages:
        if page.site:
            by_site.setdefault(page.site, []).append(page)
    return {site: members for site, members in by_site.items() if len(members) >= _FEWEST}


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def percent(share: float) -> str:
    """A share in per cent, with two digits behind the point."""
    return f"{share * 100:.2f}"


def mean_and_median(values: Sequence[float], written: Callable[[float], str] = percent) -> str:
    """`mean (median)`, or a dash where there is nothing."""
    return f"{written(float(np.mean(values)))} ({written(float(np.median(values)))})" if values else "–"


def score_cells(scores: Sequence[Score]) -> list[str]:
    """Mean (median) of precision, recall and F."""
    return [mean_and_median([score[at] for score in scores]) for at in range(3)]


def right_cells(scores: Sequence[Score]) -> list[str]:
    """The share of pages that are right, at every limit of `RIGHT`."""
    f1 = [score.f1 for score in scores]
    return [percent(right_pages(f1, limit)) for limit in _LIMITS]
