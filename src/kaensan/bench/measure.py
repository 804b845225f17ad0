"""One answer measured against the gold."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from kaensan.bench.system_process import Answer
from kaensan.gold import metrics
from kaensan.gold.datasets import GoldPage
from kaensan.gold.fields import FIELDS, gold_of, is_right
from kaensan.page.normalise import normalise

__all__ = ["Outcome", "Scores", "has_fields", "measure", "measure_key", "unit_of"]


@dataclass(frozen=True)
class Scores:
    """How well one answer matches the gold of its page."""

    f1: float
    """by the unit of the page: words, trigrams of characters, or the share of snippets that is where it should be"""
    precision: float
    recall: float
    trigram_f1: float | None
    """of characters, whatever the language; None where there is no gold text"""
    rouge_l: float | None
    must: float | None
    """share of the snippets that must be there and are; None where the page has none"""
    must_not: float | None
    """share of the snippets that must not be there and are not"""
    fields: dict[str, bool]
    """each field of metadata that has gold: whether it is right"""


@dataclass(frozen=True)
class Outcome:
    """How one system did on one page; a failure scores 0 and says why."""

    system: str
    dataset: str
    page: str
    page_type: str | None
    lang: str | None
    url: str | None
    size: int
    """bytes of the page"""
    unit: str
    scores: Scores
    seconds: float | None = None
    peak: int | None = None
    error: str | None = None

    @classmethod
    def of(cls, system: str, page: GoldPage, answer: Answer, scores: Scores) -> Outcome:
        return cls(
            system=system,
            dataset=f"{page.dataset}.{page.split}",
            page=page.id,
            page_type=page.page_type,
            lang=page.lang,
            url=page.url,
            size=len(page.html),
            unit=unit_of(page),
            scores=scores,
            seconds=answer.seconds,
            peak=answer.peak,
            error=answer.error,
        )


def unit_of(page: GoldPage) -> str:
    """What to count on a page."""
    if page.text is None:
        return "snippets"
    return "words" if page.spaced else "trigrams"


def has_fields(page: GoldPage) -> bool:
    """True when there is gold metadata to ask for."""
    return any(gold_of(page).values())


def measure(page: GoldPage, answer: Answer) -> Scores:
    """Measure an answer; one with an error is worth 0 in all.

    Gold and extraction are brought to one Unicode spelling first, so that no system pays for its own. Fields are
    judged for a system that returns metadata at all.
    """
    text = normalise(answer.text)
    lost = answer.error is not None
    hits = metrics.snippets(text, map(normalise, page.must), map(normalise, page.must_not))
    if lost:
        overlap, trigram_f1, rouge_l = metrics.Score(0.0, 0.0, 0.0), 0.0, 0.0
    elif page.text is None:
        overlap, trigram_f1, rouge_l = hits.score._replace(f1=hits.accuracy), 0.0, 0.0
    else:
        gold = normalise(page.text)
        trigrams = metrics.trigram_f1(text, gold)
        overlap, trigram_f1 = metrics.word_f1(text, gold) if page.spaced else trigrams, trigrams.f1
        rouge_l = metrics.rouge_l(text, gold)
    return Scores(
        *(overlap.f1, overlap.precision, overlap.recall),
        trigram_f1=None if page.text is None else trigram_f1,
        rouge_l=None if page.text is None else rouge_l,
        must=_share(hits.found, len(page.must), lost),
        must_not=_share(hits.avoided, len(page.must_not), lost),
        fields=_fields(page, answer),
    )


def _share(right: int, total: int, lost: bool) -> float | None:
    if not total:
        return None
    return 0.0 if lost else right / total


def _fields(page: GoldPage, answer: Answer) -> dict[str, bool]:
    if answer.metadata is None:
        return {}
    gold = gold_of(page)
    answers = answer.metadata
    return {field: is_right(field, value, answers.get(field)) for field in FIELDS if (value := gold[field])}


def measure_key(page: GoldPage) -> str:
    """A digest of what an answer is measured with and against."""
    gold = (page.text, page.lang, page.must, page.must_not, sorted(gold_of(page).items(), key=str))
    return hashlib.sha256((_code_digest() + repr(gold)).encode()).hexdigest()[:16]


@lru_cache(maxsize=1)
def _code_digest() -> str:
    home = Path(__file__).parents[1]
    parts = (
        home / name
        for name in (
            "bench/measure.py",
            "gold/fields.py",
            "gold/metrics.py",
            "gold/subsequence.py",
            "page/normalise.py",
        )
    )
    return hashlib.sha256(b"".join(path.read_bytes() for path in parts)).hexdigest()
