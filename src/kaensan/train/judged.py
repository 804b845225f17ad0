"""Pages and copies of them, judged by all rules of the method with models that have not seen their sites.

A confidence that was learned from pages as they are would be too high on pages that lack names, a head, boxes or
spaces. So copies that lack them are judged, too, as the forest learned from such.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import Pool
from pathlib import Path

import numpy as np

from kaensan.document import Document
from kaensan.gold import datasets
from kaensan.gold.metrics import trigram_f1, word_f1
from kaensan.methods.base import Labels, Role
from kaensan.methods.core.method import CoreEvidence
from kaensan.page import Page, parse
from kaensan.train.left_out import core_without
from kaensan.train.rebuilt_pages import rebuilt
from kaensan.train.sites import Sites
from kaensan.train.variants import rescripted, stripped

__all__ = ["Judged", "judge_pages"]

_PAGE = "page"


@dataclass(frozen=True)
class Judged:
    """What became of a page or a copy of it."""

    id: str
    dataset: str
    fold: int
    variant: str
    facts: tuple[float, ...]
    """what the confidence looks at"""
    f1: float
    confidence: float
    """the F1 that was expected"""

    @property
    def is_copy(self) -> bool:
        """Whether it is a copy rather than the page as it is."""
        return self.variant != _PAGE


def judge_pages(
    data: Path, names: list[str], folds: Path, jobs: int, tell: Callable[[str], None] = print
) -> list[Judged]:
    """Judge the pages of the named sets, and their copies, by the models of a training."""
    sites = Sites.of(datasets.load(data, "wcxb.dev") if "wcxb.dev" in names else ())
    judged: list[Judged] = []
    with Pool(jobs) as pool:
        for name in names:
            before = len(judged)
            dealt = (
                (gold, sites.fold(gold), sites.software_fold(gold))
                for gold in datasets.load(data, name)
                if gold.text is not None
            )
            for rows in pool.imap(partial(_judged, folds), dealt, chunksize=4):
                judged.extend(rows)
            if len(judged) > before:
                tell(f"{name}: {len(judged) - before:,} pages and copies judged")
    return judged


def _judged(folds: Path, dealt: tuple[datasets.GoldPage, int, int]) -> list[Judged]:
    """A page and its copies, without those of which nothing is kept."""
    gold, fold, software = dealt
    core, measure = core_without(folds, fold, software), word_f1 if gold.spaced else trigram_f1
    rows = []
    for variant, copy, shown in _copies(gold):
        labels = core.label(copy)
        told = labels.evidence
        confidence = labels.confidence
        if isinstance(told, CoreEvidence) and confidence:
            if variant != _PAGE:
                labels = _without_headline(labels, told, copy)
            f1 = measure(Document(shown, labels).text, gold.text or "").f1
            rows.append(Judged(gold.id, gold.dataset, fold, variant, told.facts, f1, confidence))
    return rows


def _copies(gold: datasets.GoldPage) -> Iterator[tuple[str, Page, Page]]:
    """The name, the page to decide about, and the page with the same rows whose text is compared with the gold."""
    page = parse(gold.html, gold.url)
    yield _PAGE, page, page
    bare = stripped(page)
    yield "stripped", bare, page
    if gold.board:  # posts that lie beside each other are one in a rebuilt page, and they are in Thai letters
        return
    odd = zlib.crc32(gold.id.encode())
    script, other = ("thai", "japanese") if odd & 2 else ("japanese", "thai")
    yield script, rescripted(bare if odd & 1 else page, script), page
    flat = parse(rebuilt(page, joined=bool(odd & 1)))
    yield "rebuilt", rescripted(flat, other) if odd & 4 else flat, flat


def _without_headline(labels: Labels, told: CoreEvidence, page: Page) -> Labels:
    """The labels of a copy without the headline and the lead where they are kept by rule.

    They are kept where the head states no title. On a copy that is so because it was made without a head, and the gold
    of the pages that are learned from leaves the headline out.
    """
    by_rule = told.reasons.decided.headline[page.texts.block] & labels.kept
    return replace(labels, role=np.where(by_rule, np.int8(Role.TITLE), labels.role))
