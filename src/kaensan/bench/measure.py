"""One page through every system: texts out, measured against the gold."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from kaensan.bench import metrics
from kaensan.bench.datasets import GoldPage
from kaensan.bench.systems import Extract
from kaensan.page import parse
from kaensan.page.normalise import normalise

__all__ = ["Outcome", "failed", "measure_page", "unit_of"]


@dataclass(frozen=True)
class Outcome:
    """How one system did on one page; a failure scores 0 and says why."""

    system: str
    dataset: str
    page: str
    page_type: str | None
    unit: str
    """what was counted: `words`, `trigrams` of characters, or `snippets`"""
    f1: float
    """by `unit`; of snippets the share that is where it should be"""
    precision: float
    recall: float
    rouge_l: float | None
    """None where there is no gold text"""
    snippets: float | None
    """share of snippets rightly found or avoided; None where the page has none"""
    error: str | None = None


class _OutOfTime(BaseException):
    """Not an `Exception`, because extractors catch those."""


def measure_page(page: GoldPage, systems: Mapping[str, Extract], limit: float = 60.0) -> list[Outcome]:
    """Run every system on a page and measure what it returns. An error, or `limit` seconds, is a failure of that one.

    Gold and extraction are brought to one Unicode spelling first, so that no system pays for its own.
    """
    try:
        parsed = parse(page.html)
    except Exception as error:
        return [failed(name, page, _reason(error)) for name in systems]
    outcomes: list[Outcome] = []
    for name, extract in systems.items():
        try:
            with _time_limit(limit):
                text = extract(page.html, parsed)
        except Exception as error:
            outcomes.append(failed(name, page, _reason(error)))
        except _OutOfTime:
            outcomes.append(failed(name, page, f"no result within {limit:g} seconds"))
        else:
            outcomes.append(_measure(name, page, normalise(text)))
    return outcomes


def unit_of(page: GoldPage) -> str:
    """What to count on a page."""
    if page.text is None:
        return "snippets"
    return "words" if page.spaced else "trigrams"


def failed(system: str, page: GoldPage, why: str) -> Outcome:
    """The outcome of a page that a system could not do."""
    return Outcome(
        system=system,
        dataset=f"{page.dataset}.{page.split}",
        page=page.id,
        page_type=page.page_type,
        unit=unit_of(page),
        f1=0.0,
        precision=0.0,
        recall=0.0,
        rouge_l=None if page.text is None else 0.0,
        snippets=0.0 if page.must or page.must_not else None,
        error=why,
    )


def _measure(system: str, page: GoldPage, text: str) -> Outcome:
    hits = metrics.snippets(text, map(normalise, page.must), map(normalise, page.must_not))
    rouge = None
    if page.text is None:
        precision, recall, _ = hits.score
        f1 = hits.accuracy
    else:
        gold = normalise(page.text)
        overlap = metrics.word_f1 if page.spaced else metrics.trigram_f1
        precision, recall, f1 = overlap(text, gold)
        rouge = metrics.rouge_l(text, gold)
    return Outcome(
        system=system,
        dataset=f"{page.dataset}.{page.split}",
        page=page.id,
        page_type=page.page_type,
        unit=unit_of(page),
        f1=f1,
        precision=precision,
        recall=recall,
        rouge_l=rouge,
        snippets=hits.accuracy if page.must or page.must_not else None,
    )


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".partition("\n")[0][:200]


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Stop what runs inside after so many seconds, where the system has alarms and we are in the main thread."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(signum: int, frame: FrameType | None) -> None:
        raise _OutOfTime

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
