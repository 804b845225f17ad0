"""A method together with what is known of sites and what the user wrote about them."""

from __future__ import annotations

from pathlib import Path

from kaensan.methods.base import Method
from kaensan.sites.method import SiteMethod, SiteOptions
from kaensan.sites.store import Store
from kaensan.sites.user_method import RuledMethod
from kaensan.sites.user_rules import UserRules, read_rules

__all__ = ["with_site"]


def with_site(
    method: Method,
    site: Store | str | Path | None = None,
    rules: UserRules | str | Path | None = None,
    options: SiteOptions | None = None,
) -> Method:
    """The method with a site store and a rules file, which are only read; what the user wrote has the last word."""
    if site is not None:
        method = SiteMethod(method, site if isinstance(site, Store) else Store(site, read_only=True), options)
    if rules is not None:
        method = RuledMethod(method, rules if isinstance(rules, UserRules) else read_rules(rules))
    return method
