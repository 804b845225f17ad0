"""A Scrapy item pipeline: items with markup get their content.

In the project's settings:

    ITEM_PIPELINES = {"kaensan.adapters.scrapy.KaensanPipeline": 300}
    KAENSAN_METHOD = "core"             # optional, as are all of these
    KAENSAN_HTML_FIELD = "html"         # where spiders put `response.body`
    KAENSAN_SECONDS = 30

and in a spider:

    yield {"url": response.url, "html": response.body}
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Self

from itemadapter import ItemAdapter

from kaensan.batch.extractor import Extractor
from kaensan.batch.options import Limits, Options
from kaensan.batch.records import Record
from kaensan.errors import UsageError
from kaensan.workers import Pool, WorkerDied

__all__ = ["KaensanPipeline"]

_FIELDS = ("title", "text", "author", "date", "language", "page_type", "confidence", "warnings", "error")


class KaensanPipeline:
    """Fills the fields title, text, author, date, language, page_type, confidence, warnings and error of every item.

    Items that declare their fields get those that they declare. The work is done in a process of its own, so that the
    crawl goes on meanwhile, and a page that kills it or takes too long only gets an `error`.
    """

    def __init__(self, options: Options | None = None, html_field: str = "html") -> None:
        self._options = options or Options()
        self._field = html_field
        self._pool: Pool[Record, dict[str, Any]] | None = None

    @classmethod
    def from_crawler(cls, crawler: Any) -> Self:
        """Read the settings of a project."""
        settings = crawler.settings
        limits = Limits(seconds=settings.getfloat("KAENSAN_SECONDS", Limits.seconds))
        options = Options(method=settings.get("KAENSAN_METHOD"), limits=limits)
        return cls(options, settings.get("KAENSAN_HTML_FIELD", "html"))

    def open_spider(self, spider: Any = None) -> None:
        """Start the process."""
        extractor, limits = Extractor(self._options), self._options.limits
        extractor.prepare()
        self._pool = Pool(
            partial(extractor.extract, source="scrapy"),
            1,
            setup=extractor.prepare,
            time_limit=limits.seconds,
            memory_limit=limits.memory,
        )

    def close_spider(self, spider: Any = None) -> None:
        """End the process."""
        if self._pool is not None:
            self._pool.close()

    async def process_item(self, item: Any, spider: Any = None) -> Any:
        """Fill the fields of an item; an item without markup passes as it is."""
        if self._pool is None:
            raise UsageError("the pipeline is not open; Scrapy calls open_spider first")
        fields = ItemAdapter(item)
        markup = fields.get(self._field)
        if not isinstance(markup, str | bytes):
            return item
        try:
            row = await asyncio.wrap_future(self._pool.submit(Record(0, markup, fields.get("url"))))
        except WorkerDied as died:
            row = {"error": str(died).replace("the task", "the page")}
        declared = ItemAdapter.get_field_names_from_class(type(item))
        for name in _FIELDS:
            if declared is None or name in declared:
                fields[name] = row.get(name)
        return item
