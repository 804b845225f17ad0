"""The functions that wait for the web, for programs with an event loop."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Iterable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from kaensan.api import choose_method
from kaensan.document import Document
from kaensan.errors import FetchError, UsageError
from kaensan.many import Extraction
from kaensan.methods import Method, Policy
from kaensan.page import Page
from kaensan.web.single_page import FetchOptions, afetch_page
from kaensan.web.timeouts import Timeouts

if TYPE_CHECKING:
    from kaensan.sites import Store, UserRules
    from kaensan.web.polite import PoliteClient

__all__ = ["aextract_many", "afetch"]

_AHEAD = 4
"""Addresses that are taken ahead for each fetch under way, so that a slow host does not hold up the others."""


async def afetch(
    url: str,
    *,
    render: bool = False,
    allow_private: bool = False,
    timeout: float | Timeouts | None = None,
    max_bytes: int | None = None,
    robots: bool = True,
    cache: Path | str | None = None,
) -> Page:
    """Fetch a page from the web as `kaensan.fetch` does, without blocking the event loop.

    A fetch that is cancelled is given up: its connection is closed and its thread ends before the cancellation goes on.
    """
    return await afetch_page(url, FetchOptions(render, allow_private, timeout, max_bytes, robots, cache))


async def aextract_many(
    urls: Iterable[str] | AsyncIterable[str],
    *,
    method: str | Method | None = None,
    policy: Policy | None = None,
    site: Store | str | Path | None = None,
    rules: UserRules | str | Path | None = None,
    at_once: int = 8,
    delay: float = 1.0,
    fetching: FetchOptions | None = None,
) -> AsyncGenerator[Document, None]:
    """Fetch addresses and find their main content: a `Document` for each, in order.

    One client fetches up to `at_once` pages at a time, from one host one after another with `delay` seconds between,
    or more where its robots.txt asks for more. A page that cannot be had gives an empty document whose `error` says
    why. Addresses are taken as documents are, a few ahead. When the generator is closed or its task cancelled, what is
    under way is given up, and nothing is left behind.
    """
    from kaensan.web.polite import PoliteClient

    if at_once < 1 or delay < 0:
        raise UsageError("at_once is a number from 1, and delay one from 0")
    how = fetching or FetchOptions()
    if how.render:
        raise UsageError("many pages at once are fetched without a browser; render single ones with afetch")
    extraction = Extraction(choose_method(method, policy, site, rules), ("text",))
    extraction.prepare()
    waiting: deque[asyncio.Task[Document]] = deque()
    upcoming = aiter(_each(urls))
    async with AsyncExitStack() as stack:
        client = stack.enter_context(how.client())
        polite = await stack.enter_async_context(PoliteClient(client, at_once=at_once, delay=delay))
        stack.push_async_callback(_give_up, waiting)
        more = True
        while more or waiting:
            while more and len(waiting) < _AHEAD * at_once:
                try:
                    waiting.append(asyncio.create_task(_document(await anext(upcoming), polite, extraction)))
                except StopAsyncIteration:
                    more = False
            if waiting:
                yield await waiting[0]
                waiting.popleft()


async def _each(urls: Iterable[str] | AsyncIterable[str]) -> AsyncIterator[str]:
    if isinstance(urls, AsyncIterable):
        async for url in urls:
            yield url
    else:
        for url in urls:
            yield url


async def _document(url: str, polite: PoliteClient, extraction: Extraction) -> Document:
    try:
        response = await polite.get(url)
    except FetchError as error:
        return Document.failed(error, url)
    return await asyncio.to_thread(extraction.of_markup, response.body, response.url, response.charset)


async def _give_up(waiting: deque[asyncio.Task[Document]]) -> None:
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
