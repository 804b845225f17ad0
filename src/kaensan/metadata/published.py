"""When a page was published, and when it was last changed.

Candidates come from JSON-LD, meta elements, `time` elements, elements whose class or id speaks of a date, the address
of the page, and dates in short lines of the visible text. Equal days support each other; the weights were fitted like
those of titles (see docs/explanation/metadata.md).
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from kaensan.metadata.date_claims import claimed_dates, month_of_address
from kaensan.metadata.evidence import Candidate, choose, keep_best_place, merge
from kaensan.metadata.marks import PLACES, Marks
from kaensan.metadata.visible_dates import DateStyle, copyright_year, visible_dates

__all__ = ["PUBLISHED_WEIGHTS", "Day", "date_candidates", "find_modified", "find_published", "publishable"]

PUBLISHED_WEIGHTS: dict[str, float] = {
    # claims made for machines
    "meta published": 3.4,
    "meta date": 1.6,
    "meta modified": -0.2,
    "stated published": -0.2,
    "published of article": 2.0,
    "published of page": 1.2,
    "published of other": -1.7,
    "published of comment": -0.2,
    "stated modified": 0.8,
    "inner": -0.7,
    "in address": 0.3,
    "month of address": 2.0,
    "in image address": 0.3,
    "first in script": 0.3,
    "earliest claim": 0.3,
    "before every claim": 0.2,
    "after every claim": -1.1,
    # dates in elements that are marked as such
    "time element": 0.3,
    "first time element": 1.6,
    "time attribute": -1.3,
    "date class": -0.3,
    "first date class": 0.2,
    "published class": 0.6,
    "modified class": -0.8,
    # dates in the text
    "first date in line": 1.2,
    "date alone": 1.0,
    "first date alone": 0.3,
    "opens a paragraph": 1.1,
    "first opens a paragraph": 1.1,
    "in a sentence": -1.9,
    "called published": 0.6,
    "called modified": 0.5,
    # where they stand
    "just before headline": 1.4,
    "just after headline": 3.5,
    "after headline": 1.3,
    "far after headline": -1.4,
    "in footer, aside or nav": -1.0,
    "hidden": -0.6,
    "only day": 0.7,
    # set by hand: what a page tells of is rarely in the gold
    "only seen, long before the newest": -3.0,
}
_THRESHOLD = 1.6

_STATED_MODIFIED = frozenset({"meta modified", "stated modified"})
_STATED_PUBLISHED = frozenset({"meta published", "stated published", "in address"})
_CALLED_MODIFIED = frozenset({"called modified", "modified class"})
_MODIFIED_EVIDENCE = _STATED_MODIFIED | _CALLED_MODIFIED
_PUBLISHED_EVIDENCE = _STATED_PUBLISHED | {"called published", "published class"}
_AT_HEADLINE = frozenset({"just before headline", "just after headline"})
_SAME_DAY_FROM, _SAME_DAY_UNTIL = "08", "16"
"""Hours in universal time that are of the same day from California to Japan."""
_OLD = timedelta(days=3652)
"""A day so long before the newest one of a page is rather what the page is about: ten years."""


class Day(Candidate):
    """A day that the page may have been published or changed on; `value` is the moment of publication."""

    def __init__(
        self,
        value: str,
        source: str,
        evidence: dict[str, float] | None = None,
        row: int = -1,
        changed: str | None = None,
    ) -> None:
        super().__init__(value, source, evidence, row)
        self.changed = changed
        """the last moment of the day that is called one of a change"""


def find_published(candidates: list[Day]) -> Candidate | None:
    """When the page was published."""
    pool, threshold = publishable(candidates)
    return choose(pool, PUBLISHED_WEIGHTS, threshold)


def publishable(candidates: list[Day]) -> tuple[list[Day], float]:
    """The days that may be that of the publication, and the score one must reach.

    Where the page states a date of publication there is an answer; where it states one or calls one so in words, no
    day that is only called one of changes is.
    """
    stated = any(_is_stated(day) for day in candidates)
    if not stated and not any(_is_called_published(day) for day in candidates):
        return candidates, _THRESHOLD
    return [day for day in candidates if not _is_only_modified(day)], float("-inf") if stated else _THRESHOLD


def _is_called_published(day: Day) -> bool:
    return "called published" in day.evidence and _MODIFIED_EVIDENCE.isdisjoint(day.evidence)


def _is_stated(candidate: Candidate) -> bool:
    evidence = candidate.evidence
    return "meta published" in evidence or ("published of article" in evidence and "inner" not in evidence)


def _is_only_modified(day: Day) -> bool:
    """Whether a day is called one of changes; what classes and words call it counts less than a statement."""
    if _is_shown_as_published(day):
        return False
    called = _STATED_PUBLISHED if not _STATED_MODIFIED.isdisjoint(day.evidence) else _PUBLISHED_EVIDENCE
    return not _MODIFIED_EVIDENCE.isdisjoint(day.evidence) and called.isdisjoint(day.evidence)


def _is_shown_as_published(day: Day) -> bool:
    """Whether readers find the day at the headline as that of the publication, whatever machines are told."""
    evidence = day.evidence
    at_headline = not {"just after headline", "after headline"}.isdisjoint(evidence)
    return at_headline and "published class" in evidence and _CALLED_MODIFIED.isdisjoint(evidence)


def find_modified(candidates: list[Day], published: str | None) -> Candidate | None:
    """When the page was last changed: the last moment that is called one of changes, not before the publication."""
    changed = [Candidate(day.changed, day.source, day.evidence, day.row) for day in candidates if day.changed]
    later = [change for change in changed if not published or not _precedes(change.value, published)]
    return max(later, key=lambda change: change.value, default=None)


def _precedes(moment: str, other: str) -> bool:
    """Whether a moment comes before another; two of which only one names a time are of one day or another."""
    first, second = _moment(moment), _moment(other)
    return first < second if first and second else moment[:10] < other[:10]


def _moment(iso: str) -> datetime | None:
    if len(iso) == 10:
        return None
    moment = datetime.fromisoformat(iso)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def date_candidates(marks: Marks, headline: int, style: DateStyle, *, signed: bool = True) -> list[Day]:
    """Every day the page may have been published on, a candidate each, with the evidence.

    `headline` is the row of `texts` with the title, or -1. No text of a page that is not `signed` is searched, or where
    statements of the page agree on the day of its publication and on that of its last change.
    """
    claims = claimed_dates(marks.page)
    offered = claims
    if signed and not _is_settled(claims):
        offered = [*claims, *visible_dates(marks, headline, style, {claim.value[:10] for claim in claims})]
    days = _days(_on_local_days(offered))
    if days:
        page = marks.page
        _compare(days, [claim.value[:10] for claim in claims], month_of_address(page), copyright_year(page))
    return days


def _is_settled(claims: list[Candidate]) -> bool:
    """Whether a meta element and structured data, or one of them and the address, state one day of publication.

    A moment in universal time may be of another day where the page is from, so the text must be searched then.
    """
    stated = [claim for claim in claims if "inner" not in claim.evidence]
    sources = {
        name for claim in stated for name in claim.evidence if name in ("meta published", "published of article")
    }
    moments = [claim.value for claim in stated if not sources.isdisjoint(claim.evidence)]
    addresses = {claim.value[:10] for claim in stated if "in address" in claim.evidence}
    if len({moment[:10] for moment in moments}) != 1 or any(map(_may_be_another_day, moments)):
        return False
    changed = any(not _STATED_MODIFIED.isdisjoint(claim.evidence) for claim in stated)
    return changed and addresses <= {moments[0][:10]} and (len(sources) == 2 or bool(addresses))


def _may_be_another_day(moment: str) -> bool:
    """Whether a moment in universal time is likely to be of the day before or after where people live."""
    return moment.endswith("+00:00") and not _SAME_DAY_FROM <= moment[11:13] < _SAME_DAY_UNTIL


def _on_local_days(offered: list[Candidate]) -> list[Candidate]:
    """Moments stated in universal time on the day that they were where the page is from.

    A page of 2 November may state 23:01 of 1 November in universal time. Where its address, or else the line at its
    headline, names the day before or after the stated one, that is the day.
    """
    named = [candidate for candidate in offered if "in address" in candidate.evidence]
    named = named or [candidate for candidate in offered if not _AT_HEADLINE.isdisjoint(candidate.evidence)]
    if len({candidate.value[:10] for candidate in named}) != 1:
        return offered
    local = max((candidate.value for candidate in named if not candidate.value.endswith("+00:00")), default="", key=len)
    if not local:
        return offered
    around = {(date.fromisoformat(local[:10]) + timedelta(days=step)).isoformat() for step in (-1, 1)}
    return [
        Candidate(local, candidate.source, candidate.evidence, candidate.row)
        if candidate.value[:10] in around and _may_be_another_day(candidate.value) and _is_stated(candidate)
        else candidate
        for candidate in offered
    ]


def _days(offered: list[Candidate]) -> list[Day]:
    """The candidates of each day as one; its moment is the most exact that is not one of a change."""
    published: dict[str, tuple[int, bool, str]] = {}
    changed: dict[str, str] = {}
    for candidate in offered:
        day = candidate.value[:10]
        is_change = not _MODIFIED_EVIDENCE.isdisjoint(candidate.evidence)
        is_publication = not _PUBLISHED_EVIDENCE.isdisjoint(candidate.evidence)
        if is_change:
            changed[day] = max(changed.get(day, ""), candidate.value)
        if is_publication or not is_change:
            rank = (len(candidate.value), is_publication)
            if day not in published or rank > published[day][:2]:
                published[day] = (*rank, candidate.value)
    days: list[Day] = []
    keep_best_place(offered, _day_of, PLACES, PUBLISHED_WEIGHTS)
    for merged in merge(offered, _day_of):
        day = merged.value[:10]
        moment = published[day][2] if day in published else changed[day]
        days.append(Day(moment, merged.source, merged.evidence, merged.row, changed.get(day)))
    return days


def _day_of(moment: str) -> str:
    return moment[:10]


def _compare(days: list[Day], claimed: list[str], month: str | None, copyright_year: list[str]) -> None:
    """Note what can only be said in comparison with the other days and the year of the copyright."""
    month = month or next((day.value[:7] for day in days if "in address" in day.evidence), None)
    newest = max([*(day.value[:10] for day in days), *copyright_year])
    if len(days) == 1:
        days[0].evidence["only day"] = 1.0
    for day in days:
        on = day.value[:10]
        if claimed:
            day.evidence.update(_order(on, min(claimed), max(claimed)))
        if month:
            day.evidence["month of address" if on.startswith(month) else "not month of address"] = 1.0
        if date.fromisoformat(newest) - date.fromisoformat(on) > _OLD:
            seen = on not in claimed
            day.evidence["only seen, long before the newest" if seen else "long before the newest"] = 1.0


def _order(day: str, first: str, last: str) -> dict[str, float]:
    if day < first:
        return {"before every claim": 1.0}
    if day > last:
        return {"after every claim": 1.0}
    return {"earliest claim": 1.0} if day == first else {}
