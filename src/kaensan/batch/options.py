"""What a run is asked to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from kaensan.batch.filters import Filters
from kaensan.errors import UsageError
from kaensan.methods import Policy
from kaensan.workers import Limits

__all__ = ["DUPLICATES", "EXTRAS", "FORMATS", "Limits", "Options"]

FORMATS = ("parquet", "jsonl", "jsonl.gz", "jsonl.zst")
"""What output files can be; also their endings."""

EXTRAS = ("markdown", "html", "posts")
"""Columns that are filled on request only."""

DUPLICATES = ("keep", "exact", "near")


@dataclass(frozen=True)
class Options:
    """Everything that decides which rows a run writes, except its inputs."""

    method: str | None = None
    policy: Policy | None = None
    format: str = "parquet"
    extras: tuple[str, ...] = ()
    filters: Filters = field(default_factory=Filters)
    duplicates: str = "keep"
    sample: float = 1.0
    """share of the pages to read, chosen by their place and the seed alone"""
    seed: int = 0
    limit: int | None = None
    """pages to read, after sampling"""
    drop_failed: bool = False
    html_field: str | None = None
    """the field of JSONL and Parquet inputs that holds the markup"""
    url_field: str = "url"
    allow_private: bool = False
    """whether a list of URLs may name addresses that are not public"""
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        for name, value, known in (("format", self.format, FORMATS), ("duplicates", self.duplicates, DUPLICATES)):
            if value not in known:
                raise UsageError(f"{name} is one of {', '.join(known)}, not {value!r}")
        for extra in self.extras:
            if extra not in EXTRAS:
                raise UsageError(f"there is no extra column {extra!r}; choose from {', '.join(EXTRAS)}")
        if not 0 < self.sample <= 1:
            raise UsageError(f"sample is a share above 0 and up to 1, not {self.sample}")
        if self.limit is not None and self.limit < 1:
            raise UsageError(f"limit is a number from 1, not {self.limit}")

    def fingerprint(self) -> dict[str, Any]:
        """What must be the same when a run goes on where another stopped; the limits may change."""
        from kaensan import __version__

        known = asdict(self)
        del known["limits"]
        return {"kaensan": __version__, **{name: _plain(value) for name, value in known.items()}}


def _plain(value: Any) -> Any:
    """The value as JSON gives it back."""
    if isinstance(value, Mapping):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, tuple | list | frozenset):
        return [_plain(inner) for inner in value]
    return value
