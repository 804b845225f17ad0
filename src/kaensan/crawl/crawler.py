"""The crawl itself: addresses from the frontier, answers into the files, and what they lead to back to the frontier."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kaensan.crawl.answer_reading import AnswerReader, Reading
from kaensan.crawl.feeds import Listing
from kaensan.crawl.frontier import RANK, Entry, Found, Frontier, Kind
from kaensan.crawl.options import CrawlOptions
from kaensan.crawl.pagination import continues
from kaensan.crawl.scope import Scope
from kaensan.crawl.warc_files import Archive, Lines
from kaensan.errors import FetchError, InputError, KaensanError, NotAPage, Refused
from kaensan.web.client import MAX_REDIRECTS, Client
from kaensan.web.polite import PoliteClient
from kaensan.web.response import Response
from kaensan.web.timeouts import retry_after, wait_before
from kaensan.web.urls import Target, parse_url
from kaensan.workers import Limits, Pool, WorkerDied

__all__ = ["Crawl", "Job"]

_BUSY = frozenset({429, 500, 502, 503, 504})
_LONGEST_WAIT = 3600.0
"""Seconds that a busy server may ask for; a crawl that has nothing else to do waits so long."""
_REQUESTS_A_PAGE, _REQUESTS_BESIDE = 10, 1000
"""Requests for each page that is wanted, and beside them, after which a site that answers without an end is left."""
_HOSTS_AT_ONCE = 4
"""Hosts of one site that are asked at the same time."""
_GLANCE = 0.05
"""Seconds between two looks at a frontier in which all that waits has to wait on."""


@dataclass(frozen=True)
class Job:
    """What a crawl knows and writes."""

    frontier: Frontier
    archive: Archive
    lines: Lines | None
    resumed: bool
    """whether it was begun before"""


class Crawl:
    """One site into one WARC file."""

    def __init__(
        self, options: CrawlOptions, client: Client, scope: Scope, job: Job, on_page: Callable[[str], None]
    ) -> None:
        self._options, self._client, self._scope, self._job = options, client, scope, job
        self._frontier = job.frontier
        self._on_page = on_page
        self._under_way: dict[str, int] = {}
        """requests by host"""

    @property
    def room(self) -> bool:
        """Whether more pages may be taken. Sites that answer without an end, but with few pages, end too."""
        most = _REQUESTS_A_PAGE * self._options.pages + _REQUESTS_BESIDE
        return self._frontier.pages < self._options.pages and self._frontier.settled < most

    async def run(self) -> None:
        """Crawl until there is nothing left or enough; what goes wrong with the files comes out."""
        options, limits = self._options, Limits()
        reader = AnswerReader(options.method, options.extract, str(options.store) if options.store else None)
        tasks: set[asyncio.Task[None]] = set()
        polite = PoliteClient(
            self._client,
            at_once=_HOSTS_AT_ONCE * options.concurrency,
            per_host=options.concurrency,
            delay=options.delay,
        )
        pool: Pool[tuple[Kind, Response], Reading] = Pool(
            reader, 1, setup=reader.prepare, time_limit=limits.seconds, memory_limit=limits.memory
        )
        async with polite:
            try:
                with pool:
                    while await self._step(tasks, polite, pool):
                        pass
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                self._frontier.release()

    async def _step(
        self, tasks: set[asyncio.Task[None]], polite: PoliteClient, pool: Pool[tuple[Kind, Response], Reading]
    ) -> bool:
        """Begin what may be begun and wait for something to end; False when there is no more to do."""
        while (entry := self._next()) is not None:
            tasks.add(asyncio.create_task(self._visit(entry, polite, pool)))
        if tasks:
            done, _ = await asyncio.wait(tasks, timeout=1.0, return_when=asyncio.FIRST_COMPLETED)
            tasks -= done
            for task in done:
                task.result()
            return True
        if not self.room or not self._frontier.has_waiting(self._options.depth):
            return False
        await asyncio.sleep(_GLANCE)
        return True

    def _next(self) -> Entry | None:
        """An address to ask for now; none when all that is under way may turn out to be as many pages as are wanted."""
        if not self.room or self._frontier.pages + self._frontier.under_way >= self._options.pages:
            return None
        if sum(self._under_way.values()) >= _HOSTS_AT_ONCE * self._options.concurrency:
            return None
        full = [host for host, count in self._under_way.items() if count >= self._options.concurrency]
        entry = self._frontier.take(self._options.depth, full)
        if entry is not None:
            self._under_way[entry.host] = self._under_way.get(entry.host, 0) + 1
        return entry

    async def _visit(self, entry: Entry, polite: PoliteClient, pool: Pool[tuple[Kind, Response], Reading]) -> None:
        """Ask for an address and deal with the answer; what goes wrong with a page is noted."""
        try:
            seconds = await self._ask_robots(entry, polite)
            async with polite.turn(entry.host):
                answer = await polite.run(
                    lambda deadline: self._client.exchange(
                        entry.url, pages=entry.kind is not Kind.SITEMAP, deadline=deadline
                    ),
                    seconds,
                )
            await self._deal_with(entry, answer, pool)
        except (Refused, NotAPage) as error:
            self._frontier.close_to_us(entry, _about(entry, error))
        except FetchError as error:
            if error.transient:
                self._frontier.postpone(entry, wait_before(entry.failures + 1, None), _about(entry, error))
            else:
                self._frontier.fail(entry, _about(entry, error))
        except (sqlite3.Error, InputError, OSError):
            raise
        except KaensanError as error:
            self._frontier.fail(entry, _about(entry, error))
        except Exception as error:
            self._frontier.fail(entry, f"the page could not be read ({type(error).__name__}: {error})")
        finally:
            self._under_way[entry.host] -= 1
        self._on_page(entry.url)

    async def _ask_robots(self, entry: Entry, polite: PoliteClient) -> float:
        """Ask the site whether it wants the address fetched, and how slowly; the seconds left for the page itself."""
        robots, target, begun = self._client.robots, parse_url(entry.url), time.monotonic()
        if robots is not None:
            rules = await polite.run(lambda deadline: robots.require(target, deadline))
            polite.slow_down(entry.host, rules.delay)
        return max(self._client.timeouts.total - (time.monotonic() - begun), 0.0)

    async def _deal_with(self, entry: Entry, answer: Response, pool: Pool[tuple[Kind, Response], Reading]) -> None:
        if answer.status in _BUSY:
            asked = retry_after(answer.headers.get("retry-after"))
            wait = min(wait_before(entry.failures + 1, asked), _LONGEST_WAIT)
            note = f"status {answer.status}"
            self._frontier.postpone(entry, wait, note, whole_host=asked is not None or answer.status == 429)
        elif answer.status >= 400 and entry.kind is not Kind.PAGE:
            self._frontier.close_to_us(entry, f"status {answer.status}")  # a sitemap is looked for, not promised
        elif answer.status >= 400:
            self._frontier.fail(entry, f"status {answer.status}", answer.status)
        elif answer.redirects_to is not None:
            self._keep(entry, answer, self._redirected(entry, answer.redirects_to), Reading())
            self._frontier.note(entry, f"leads to {''.join(filter(str.isprintable, answer.redirects_to))[:500]}")
        else:
            reading = await self._read(entry, answer, pool)
            self._keep(entry, answer, list(self._leads(entry, answer, reading)), reading)

    async def _read(self, entry: Entry, answer: Response, pool: Pool[tuple[Kind, Response], Reading]) -> Reading:
        """What an answer holds; one that kills its reader is kept all the same, and leads nowhere."""
        try:
            return await asyncio.wrap_future(pool.submit((entry.kind, answer)))
        except WorkerDied as died:
            row = {"url": answer.url, "error": str(died).replace("the task", "the page")}
            return Reading(is_page=entry.kind is Kind.PAGE, row=row if self._options.extract else None)

    def _keep(self, entry: Entry, answer: Response, found: list[Found], reading: Reading) -> None:
        facts: dict[str, object] = {f"warc {self._options.out.name}": self._job.archive.add(answer)}
        if reading.is_page:
            facts["pages"] = self._frontier.pages + 1
        if reading.row is not None and self._job.lines is not None:
            facts[f"lines {self._options.lines.name}"] = self._job.lines.add(reading.row)
        self._frontier.finish(entry, answer.status, found, facts)

    def _redirected(self, entry: Entry, location: str) -> list[Found]:
        here = parse_url(entry.url)
        target = self._scope.find(here, location)
        if target is None or not self._scope.wants(target, continues=True) or entry.hops >= MAX_REDIRECTS:
            return []
        return [Found(target.url, target.host, entry.kind, entry.depth, RANK["page"], entry.hops + 1)]

    def _leads(self, entry: Entry, answer: Response, reading: Reading) -> Iterator[Found]:
        """What an answer leads to."""
        yield from self._listed(reading.listing)
        here = parse_url(answer.url)
        base = parse_url(reading.base) if reading.base else here
        if self._options.feeds and entry.depth == 0:
            for href in reading.feeds:
                target = self._scope.find(base, href)
                if target is not None:
                    yield Found(target.url, target.host, Kind.FEED, 0, RANK["feed"])
        for link in reading.links:
            target = self._scope.find(base, link.href)
            if target is None:
                continue
            further = continues(here, target, link.text, link.rel)
            if not further and self._options.since is not None:
                continue  # only lists say what is new
            if self._scope.wants(target, continues=further):
                rank, depth = ("continues", entry.depth) if further else ("page", entry.depth + 1)
                yield Found(target.url, target.host, Kind.PAGE, depth, RANK[rank])

    def _listed(self, listing: Listing) -> Iterator[Found]:
        start, since = self._scope.start, self._options.since
        for listed in listing.sitemaps:
            target = _sitemap(self._scope, listed.url)
            if target is not None:
                yield Found(target.url, target.host, Kind.SITEMAP, 0, RANK["sitemap"])
        for listed in listing.pages:
            if since is not None and listed.changed is not None and listed.changed < since.timestamp():
                continue
            target = self._scope.find(start, listed.url)
            if target is not None and self._scope.wants(target):
                yield Found(target.url, target.host, changed=listed.changed)


def _sitemap(scope: Scope, reference: str) -> Target | None:
    """A sitemap of the site; it may end in `.gz`, which a page may not."""
    try:
        target = parse_url(reference)
    except FetchError:
        return None
    return target if scope.on_site(target) else None


def _about(entry: Entry, error: Exception) -> str:
    """An error without the address that it is noted for."""
    return str(error).removeprefix(f"{entry.url}: ")
