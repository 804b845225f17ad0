"""What is known of sites, in a worker: the store opened once, and only read."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from kaensan.methods import Method
from kaensan.site import SiteMethod, SiteOptions, Store

__all__ = ["helped"]


def helped(method: Method, store: str) -> Method:
    """A method that tries the rules of the page's site first."""
    return SiteMethod(method, _opened(store), SiteOptions(learn=False))


@lru_cache(maxsize=1)
def _opened(path: str) -> Store:
    return Store(Path(path))
