"""What is known of sites, in a worker: the store and the rules file opened once, and only read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kaensan.methods import Method
from kaensan.sites import SiteOptions, Store, UserRules, read_rules, with_site

__all__ = ["Sites", "helped"]


@dataclass(frozen=True)
class Sites:
    """Where knowledge about sites is kept."""

    store: str | None = None
    rules: str | None = None


def helped(method: Method, sites: Sites, *, with_policy: bool) -> Method:
    """A method that tries what is known of the page's site first; a policy goes before rules that a method taught."""
    options = SiteOptions(own_rules=not with_policy)
    store = _opened(sites.store) if sites.store else None
    return with_site(method, store, _read(sites.rules) if sites.rules else None, options)


@lru_cache(maxsize=1)
def _opened(path: str) -> Store:
    return Store(path, read_only=True)


@lru_cache(maxsize=1)
def _read(path: str) -> UserRules:
    return read_rules(path)
