"""What a thread is about, who opened it and when: the title, author and date of a page that is one."""

from __future__ import annotations

from kaensan.methods import Labels
from kaensan.methods.boards.ranking import Ranking
from kaensan.methods.core.method import CoreEvidence
from kaensan.threads.finder import find_beginning

__all__ = ["ranked_groups", "stated_by_opening"]

_LIKELY = -3.0
"""log-odds of a thread from which the thread is looked for: few pages that hold none have more"""
_SOURCE = "first post"


def ranked_groups(labels: Labels) -> Ranking | None:
    """The groups of the page by the shipped model, where `core` ranked them on its way; None otherwise."""
    thread = labels.evidence.features.thread if isinstance(labels.evidence, CoreEvidence) else None
    return thread.candidates.ranking if thread else None


def stated_by_opening(labels: Labels) -> dict[str, tuple[str, str]]:
    """The title of a thread, and on its first page who opened it and when, each with its source; else nothing."""
    thread = labels.evidence.features.thread if isinstance(labels.evidence, CoreEvidence) else None
    if thread is None or thread.log_odds < _LIKELY or thread.kind == "comments":
        return {}
    begins = find_beginning(thread.candidates.ranking)
    if begins is None:
        return {}
    stated = {"title": (begins.title, "title of the thread")}
    if begins.page == 1:
        stated |= {"author": (begins.author, _SOURCE), "date": (begins.date, _SOURCE)}
    return {name: (value, source) for name, (value, source) in stated.items() if value}
