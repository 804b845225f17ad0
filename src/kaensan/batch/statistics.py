"""What was counted, and how it is told."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kaensan.batch.records import Chunk, Outcome

__all__ = ["Statistics", "count_outcome", "count_rows"]

_MILLISECONDS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000)

DUPLICATES = ("exact duplicate", "near duplicate")


def count_outcome(chunk: Chunk, outcome: Outcome) -> Counter[str]:
    """What a chunk adds to the counts of its part."""
    counts = Counter({"pages": len(outcome.fates), "read bytes": chunk.read, "markup bytes": outcome.markup})
    counts["failed"] = sum(fate.startswith("failed") for fate in outcome.fates)
    counts.update(f"filtered: {fate}" for fate in outcome.fates if fate != "kept" and not fate.startswith("failed"))
    for reason, number in outcome.skipped.items():
        counts[f"skipped: {reason}"] += number
    for loss in outcome.losses:
        counts[f"lost: {loss.reason}"] += 1
        counts["lost bytes"] += loss.length
    for taken in outcome.seconds:
        place = bisect_left(_MILLISECONDS, taken * 1000)
        counts[f"milliseconds: {_MILLISECONDS[min(place, len(_MILLISECONDS) - 1)]}"] += 1
    counts["extraction microseconds"] += int(sum(outcome.seconds) * 1e6)
    counts["worker microseconds"] += int(outcome.busy * 1e6)
    return counts


def count_rows(table: Any) -> Counter[str]:
    """What rows that are written add to the counts of their shard."""
    import pyarrow.compute as pc

    good = table.select(["text", "language", "page_type"]).filter(pc.is_null(table.column("error")))
    counts = Counter({"rows": table.num_rows, "kept": good.num_rows})
    counts["characters"] += pc.sum(pc.utf8_length(good.column("text"))).as_py() or 0
    for name in ("language", "page_type"):
        for value in pc.value_counts(good.column(name)).to_pylist():
            counts[f"{name}: {value['values'] or 'unknown'}"] += value["counts"]
    return counts


@dataclass(frozen=True)
class Statistics:
    """A run as numbers: everything since the folder was begun, and what this run took."""

    counts: Mapping[str, int]
    """pages, rows, failures and what was refused, by name"""
    shards: int
    """inputs"""
    finished: int
    """inputs that are done"""
    failed: Mapping[str, str] = field(default_factory=dict)
    """shards that could not be read, and why"""
    seconds: float = 0.0
    """that this run took"""
    pages_now: int = 0
    """pages of this run alone"""
    bytes_now: int = 0
    """read in this run"""
    workers: int = 1
    """processes of this run"""
    notes: tuple[str, ...] = ()
    """what a person should know about this run, each in one sentence"""

    @property
    def complete(self) -> bool:
        """Whether every shard was read."""
        return not self.failed

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        counts = self.counts
        return {
            "shards": {"all": self.shards, "finished": self.finished, "failed": dict(self.failed)},
            "pages": counts.get("pages", 0),
            "rows": counts.get("rows", 0),
            "kept": counts.get("kept", 0),
            "failed": counts.get("failed", 0),
            "duplicates": {kind: counts[kind] for kind in DUPLICATES if kind in counts},
            "filtered": self._group("filtered"),
            "skipped": self._group("skipped"),
            "lost": self._group("lost") | {"bytes": counts.get("lost bytes", 0)},
            "languages": self._group("language"),
            "page_types": self._group("page_type"),
            "characters": counts.get("characters", 0),
            "read_bytes": counts.get("read bytes", 0),
            "markup_bytes": counts.get("markup bytes", 0),
            "milliseconds": dict(sorted(self._milliseconds())),
            "extraction_seconds": counts.get("extraction microseconds", 0) / 1e6,
            "worker_seconds": counts.get("worker microseconds", 0) / 1e6,
            "this_run": {
                "seconds": round(self.seconds, 3),
                "pages": self.pages_now,
                "pages_per_second": round(self.pages_now / self.seconds, 2) if self.seconds else 0.0,
                "megabytes_per_second": round(self.bytes_now / 1e6 / self.seconds, 2) if self.seconds else 0.0,
                "workers": self.workers,
            },
        }

    def __str__(self) -> str:
        counted = self.to_dict()
        now = counted["this_run"]
        lines = [
            f"{self.finished:,} of {self.shards:,} shards, {counted['pages']:,} pages: {counted['kept']:,} kept, "
            f"{counted['failed']:,} failed, {sum(counted['filtered'].values()):,} filtered, "
            f"{sum(counted['duplicates'].values()):,} duplicates",
            f"{now['pages']:,} pages in {now['seconds']:,.1f} s: {now['pages_per_second']:,.1f} pages/s, "
            f"{now['megabytes_per_second']:,.1f} MB/s of markup",
        ]
        for name in ("filtered", "skipped", "duplicates", "languages", "page_types"):
            if counted[name]:
                listed = sorted(counted[name].items(), key=lambda item: -item[1])[:8]
                lines.append(f"{name.replace('_', ' ')}: " + ", ".join(f"{what} {number:,}" for what, number in listed))
        places = sum(number for what, number in counted["lost"].items() if what != "bytes")
        if places:
            lines.append(f"lost: {places:,} places, {counted['lost']['bytes']:,} bytes; the log names them")
        return "\n".join(lines)

    def _group(self, name: str) -> dict[str, int]:
        start = f"{name}: "
        found = {key.removeprefix(start): number for key, number in self.counts.items() if key.startswith(start)}
        return dict(sorted(found.items()))

    def _milliseconds(self) -> list[tuple[int, int]]:
        return [(int(limit), number) for limit, number in self._group("milliseconds").items()]
