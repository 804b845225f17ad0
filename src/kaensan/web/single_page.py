"""One page, with a client that lives no longer than it takes."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kaensan.extras import from_extra
from kaensan.page import Page
from kaensan.web.timeouts import Deadline, Timeouts

if TYPE_CHECKING:
    from kaensan.web.client import Client

__all__ = ["FetchOptions", "afetch_page", "fetch_page"]


@dataclass(frozen=True)
class FetchOptions:
    """How pages are fetched: safely by default."""

    render: bool = False
    """let an installed Chromium run the page's scripts"""
    allow_private: bool = False
    """fetch from this machine and local networks too"""
    timeout: float | Timeouts | None = None
    """seconds for everything together"""
    max_bytes: int | None = None
    """the largest page, unpacked"""
    robots: bool = True
    """ask robots.txt first"""
    cache: Path | str | None = None
    """a file to keep pages in"""

    def client(self) -> Client:
        """A client that does so."""
        with from_extra("fetch", "fetching pages"):
            from kaensan.web.client import MAX_BYTES, Client
        return Client(
            allow_private=self.allow_private,
            timeout=Timeouts() if self.timeout is None else self.timeout,
            max_bytes=MAX_BYTES if self.max_bytes is None else self.max_bytes,
            robots=self.robots,
            cache=self.cache,
        )

    def page(self, client: Client, url: str, deadline: Deadline | None = None) -> Page:
        """Fetch and parse a page."""
        if not self.render:
            return client.page(url, deadline=deadline)
        from kaensan.web.render import render_page

        return render_page(client, url, deadline=deadline)


def fetch_page(url: str, options: FetchOptions | None = None) -> Page:
    """Fetch and parse a page."""
    how = options or FetchOptions()
    with how.client() as client:
        return how.page(client, url)


async def afetch_page(url: str, options: FetchOptions) -> Page:
    """Fetch and parse a page in a thread; cancelled, it is given up and leaves no thread and no connection behind."""
    with options.client() as client:
        deadline = Deadline(client.timeouts.total)
        work = asyncio.ensure_future(asyncio.to_thread(options.page, client, url, deadline))
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            deadline.cancel()
            with suppress(Exception):
                await work  # its thread ends as soon as it sees the deadline
            raise
