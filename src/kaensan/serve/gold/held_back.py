"""Pages that a training does not see, to tell whether it helped."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

__all__ = ["FEWEST", "held_back"]

FEWEST = 5
"""Gold pages from which on one in five is held back; of fewer, none can be spared."""


def held_back(ids: Sequence[str]) -> list[str]:
    """One page in five: those whose names hash lowest, so that neither their order nor their kind decides.

    >>> held_back(["a", "b", "c", "d"])
    []
    >>> len(held_back([str(number) for number in range(20)]))
    4
    """
    if len(ids) < FEWEST:
        return []
    by_hash = sorted(ids, key=lambda name: sha256(name.encode("utf-8", "replace")).digest())
    return by_hash[: len(ids) // FEWEST]
