"""One page, with a client that lives no longer than it takes."""

from __future__ import annotations

from pathlib import Path

from kaensan.extras import from_extra
from kaensan.page import Page
from kaensan.web.limits import Timeouts

__all__ = ["fetch_page"]


def fetch_page(
    url: str,
    render: bool = False,
    allow_private: bool = False,
    timeout: float | Timeouts | None = None,
    max_bytes: int | None = None,
    robots: bool = True,
    cache: Path | str | None = None,
) -> Page:
    """Fetch and parse a page."""
    with from_extra("fetch", "fetching pages"):
        from kaensan.web.client import MAX_BYTES, Client
    with Client(
        allow_private=allow_private,
        timeout=Timeouts() if timeout is None else timeout,
        max_bytes=MAX_BYTES if max_bytes is None else max_bytes,
        robots=robots,
        cache=cache,
    ) as client:
        if not render:
            return client.page(url)
        from kaensan.web.render import render_page

        return render_page(client, url)
