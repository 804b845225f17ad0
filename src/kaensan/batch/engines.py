"""The engines by name."""

from __future__ import annotations

from functools import partial

from kaensan.batch.extractor import Extractor
from kaensan.batch.local import run_shards
from kaensan.batch.run import Engine

__all__ = ["engine_of"]


def engine_of(name: str, extractor: Extractor, workers: int, address: str | None = None) -> Engine:
    """`local` for this machine, `ray` for a cluster at an address."""
    if name == "ray":
        from kaensan.batch.ray import run_on_ray

        return partial(run_on_ray, extractor=extractor, workers=workers, address=address)
    return partial(run_shards, extractor=extractor, workers=workers)
