"""Millions of pages: archives in, tables out, resumable after any crash."""

from kaensan.batch.filters import Filters
from kaensan.batch.options import Limits, Options, Running
from kaensan.batch.run import run
from kaensan.batch.statistics import Statistics

__all__ = ["Filters", "Limits", "Options", "Running", "Statistics", "run"]
