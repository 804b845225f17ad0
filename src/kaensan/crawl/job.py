"""The open files of one crawl."""

from __future__ import annotations

from dataclasses import dataclass

from kaensan.crawl.archive import Archive, Lines
from kaensan.crawl.frontier import Frontier

__all__ = ["Job"]


@dataclass(frozen=True)
class Job:
    """What a crawl knows and writes."""

    frontier: Frontier
    archive: Archive
    lines: Lines | None
    resumed: bool
    """whether it was begun before"""
