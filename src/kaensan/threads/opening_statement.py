"""Who opened a thread and when: the author and the date of a page that is one."""

from __future__ import annotations

from kaensan.methods import Labels
from kaensan.methods.boards.model import shipped_model
from kaensan.methods.boards.ranking import Ranking
from kaensan.methods.core.method import CoreEvidence
from kaensan.page import Page
from kaensan.threads.page_numbers import page_numbers
from kaensan.threads.posts import read_opening

__all__ = ["ranked_groups", "stated_by_opening"]

_LIKELY = 1.0
"""log-odds of a thread from which its first post speaks for the page"""
_SOURCE = "first post"


def ranked_groups(labels: Labels) -> Ranking | None:
    """The groups of the page by the shipped model, where `core` ranked them on its way; None otherwise."""
    thread = labels.evidence.features.thread if isinstance(labels.evidence, CoreEvidence) else None
    return thread.candidates.ranking if thread else None


def stated_by_opening(page: Page, labels: Labels) -> dict[str, tuple[str, str]]:
    """Author and date of the first post with their source, for the first page of a likely thread; else nothing."""
    thread = labels.evidence.features.thread if isinstance(labels.evidence, CoreEvidence) else None
    if thread is None or thread.log_odds < _LIKELY or thread.kind == "comments" or page_numbers(page)[0] > 1:
        return {}
    ranking = thread.candidates.ranking
    author, date = read_opening(ranking, ranking.members(thread.group), shipped_model())
    stated = {"author": author, "date": date}
    return {name: (value, _SOURCE) for name, value in stated.items() if value}
