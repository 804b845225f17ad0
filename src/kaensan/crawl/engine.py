"""The parts that Scrapy is given instead of its own: where requests come from, and how they are made.

Scrapy runs the crawl: how many requests are under way, the delay between them for each host, and what happens to an
answer. Requests come from the job's frontier, and are made by the client of `kaensan.web`, so that one set of rules
about addresses, time and size holds everywhere.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.core.downloader.handlers.base import BaseDownloadHandler
from scrapy.core.scheduler import BaseScheduler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response

from kaensan.errors import Refused
from kaensan.web.urls import parse_url

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from kaensan.crawl.spider import SiteSpider

__all__ = ["ClientHandler", "FrontierScheduler", "RobotsRules", "settings"]

LONGEST_DELAY = 60.0
"""A robots.txt that asks for a longer delay than this gets this one."""


class FrontierScheduler(BaseScheduler):
    """Hands out what the frontier of the job holds."""

    def __init__(self, spider: SiteSpider) -> None:
        self._spider = spider

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> FrontierScheduler:
        return cls(_spider(crawler))

    def has_pending_requests(self) -> bool:
        return self._spider.room and self._spider.frontier.has_waiting(self._spider.options.depth)

    def enqueue_request(self, request: Request) -> bool:
        return False  # nothing comes in this way: the spider writes to the frontier

    def next_request(self) -> Request | None:
        if not self._spider.room_for_more:
            return None
        entry = self._spider.frontier.take(self._spider.options.depth)
        if entry is None:
            return None
        return Request(
            entry.url,
            callback=self._spider.parse,
            errback=self._spider.failed,
            dont_filter=True,
            meta={"entry": entry, "download_slot": entry.host},
        )


class RobotsRules:
    """Asks robots.txt before each request, and slows down where it says so."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RobotsRules:
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        spider = _spider(self._crawler)
        robots = spider.client.robots
        if robots is None:
            return
        target = parse_url(request.meta["entry"].url)
        rules = await asyncio.to_thread(robots.rules, target)
        engine = self._crawler.engine
        if engine is not None and rules.delay > spider.options.delay:
            slot = {"delay": min(rules.delay, LONGEST_DELAY), "jitter": 0.0}
            engine.downloader.per_slot_settings[request.meta["download_slot"]] = slot
        try:
            robots.require(target)
        except Refused as error:
            raise IgnoreRequest(str(error)) from error


class ClientHandler(BaseDownloadHandler):
    """Makes requests with the client, each in a thread."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._threads = ThreadPoolExecutor(crawler.settings.getint("CONCURRENT_REQUESTS"), "fetch")

    async def download_request(self, request: Request) -> Response:
        spider = _spider(self.crawler)
        entry = request.meta["entry"]
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self._threads, spider.fetch, entry)
        request.meta["answer"] = answer
        return Response(request.url, status=answer.status)

    async def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _spider(crawler: Crawler) -> SiteSpider:
    from kaensan.crawl.spider import SiteSpider

    assert isinstance(crawler.spider, SiteSpider)
    return crawler.spider


def settings(delay: float, concurrency: int) -> dict[str, Any]:
    """Scrapy with our parts in place of all that would fetch, filter or follow by itself."""
    return {
        "TWISTED_REACTOR_ENABLED": False,
        "SCHEDULER": FrontierScheduler,
        "DOWNLOAD_HANDLERS": {"http": ClientHandler, "https": ClientHandler},
        "DOWNLOADER_MIDDLEWARES_BASE": {},
        "DOWNLOADER_MIDDLEWARES": {RobotsRules: 100},
        "SPIDER_MIDDLEWARES_BASE": {},
        "EXTENSIONS_BASE": {},
        "CONCURRENT_REQUESTS": 4 * concurrency,
        "CONCURRENT_REQUESTS_PER_DOMAIN": concurrency,
        "DOWNLOAD_DELAY": delay,
        "DOWNLOAD_DELAY_JITTER": 0.0,
        "LOG_ENABLED": False,
        "LOG_INSTALL_ROOT_HANDLER": False,
        "TELNETCONSOLE_ENABLED": False,
    }
