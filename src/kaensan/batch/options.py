"""What a run is asked to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kaensan.batch.filters import Filters
from kaensan.errors import UsageError
from kaensan.methods import Policy
from kaensan.workers import Limits

if TYPE_CHECKING:
    from kaensan.batch.events import Engine

__all__ = ["DUPLICATES", "ENGINES", "EXTRAS", "FORMATS", "Limits", "Options", "Running"]

FORMATS = ("parquet", "jsonl", "jsonl.gz", "jsonl.zst")
"""What output files can be; also their endings."""

EXTRAS = ("markdown", "html", "posts")
"""Columns that are filled on request only."""

DUPLICATES = ("keep", "exact", "near")

ENGINES = ("local", "ray")
"""What does the work: processes of this machine, or a cluster."""


@dataclass(frozen=True)
class Options:
    """Everything that decides which rows a run writes, except its inputs."""

    method: str | None = None
    """how to decide; the learned method where none is named"""
    policy: Policy | None = None
    """kinds of text to keep or drop, with the learned method"""
    format: str = "parquet"
    """`parquet`, `jsonl`, `jsonl.gz` or `jsonl.zst`"""
    extras: tuple[str, ...] = ()
    """further columns: `markdown`, `html`, `posts`"""
    filters: Filters = field(default_factory=Filters)
    """which pages are kept"""
    duplicates: str = "keep"
    """`keep` all, or drop those with the same text (`exact`) or nearly the same (`near`)"""
    sample: float = 1.0
    """share of the pages to read, chosen by their place and the seed alone"""
    seed: int = 0
    """another one samples other pages"""
    limit: int | None = None
    """pages to read, after sampling"""
    drop_failed: bool = False
    """leave out pages that failed instead of a row that says why"""
    html_field: str | None = None
    """the field of JSONL and Parquet inputs that holds the markup"""
    url_field: str = "url"
    """the field of JSONL and Parquet inputs that holds the address"""
    allow_private: bool = False
    """whether a list of URLs may name addresses that are not public"""
    limits: Limits = field(default_factory=Limits)
    """of time, memory and size for each page"""
    kind: str | None = None
    """what the inputs are, where their names do not tell: one of `shards.KINDS`"""
    chunk: int = 1 << 18
    """bytes of input that a worker gets at a time, or a little more: about half a dozen pages compressed"""

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
        """What must be the same when a run goes on where another stopped; limits and chunks may change."""
        from kaensan import __version__

        known = asdict(self)
        del known["limits"], known["chunk"]
        return {"kaensan": __version__, **{name: _plain(value) for name, value in known.items()}}


@dataclass(frozen=True)
class Running:
    """How a run is done, which changes none of its rows."""

    workers: int = 2
    """processes that extract"""
    engine: str | Engine = "local"
    """one of `ENGINES`, or one of your own"""
    address: str | None = None
    """of the Ray cluster; without it, one on this machine"""
    work: Path | None = None
    """a local folder for what a run remembers, for an output folder that is an fsspec URL"""
    restart: bool = False
    """forget the run that the folder holds, and its output"""

    def __post_init__(self) -> None:
        if self.workers < 1:
            raise UsageError(f"workers is a number from 1, not {self.workers}")
        if isinstance(self.engine, str) and self.engine not in ENGINES:
            raise UsageError(f"engine is one of {', '.join(ENGINES)}, not {self.engine!r}")
        if self.address and self.engine != "ray":
            raise UsageError("an address goes with the engine ray (--engine ray)")


def _plain(value: Any) -> Any:
    """The value as JSON gives it back."""
    if isinstance(value, Mapping):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, tuple | list | frozenset):
        return [_plain(inner) for inner in value]
    return value
