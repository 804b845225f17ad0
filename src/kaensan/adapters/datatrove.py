"""A datatrove pipeline step: HTML documents in, their content out.

from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.readers import WarcReader
from datatrove.pipeline.writers import JsonlWriter
from kaensan.adapters.datatrove import Kaensan
from kaensan.batch import Filters, Options

LocalPipelineExecutor(
    [WarcReader("crawl/"), Kaensan(Options(filters=Filters(languages=("th",)))), JsonlWriter("corpus/")]
).run()
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from datatrove.data import DocumentsPipeline
from datatrove.pipeline.base import PipelineStep

from kaensan.batch.extractor import Extractor
from kaensan.batch.options import Options
from kaensan.batch.records import Record
from kaensan.workers import Pool, WorkerDied

__all__ = ["Kaensan"]

_METADATA = ("title", "author", "date", "language", "page_type", "confidence", "warnings")


class Kaensan(PipelineStep):  # type: ignore[misc]
    """Replaces the HTML of every document by its text, and adds what else is known to its metadata.

    Pages without text and pages that the filters refuse are dropped; so is a page that kills its process or takes
    longer than the limits of the options allow. Each is counted under its reason in the pipeline's statistics.
    """

    name = "Kaensan"
    type = "EXTRACT"

    def __init__(self, options: Options | None = None) -> None:
        super().__init__()
        self.options = options or Options()

    def run(self, data: DocumentsPipeline, rank: int = 0, world_size: int = 1) -> Iterator[Any]:
        """Extract document after document in a process that may be killed."""
        extractor, limits = Extractor(self.options), self.options.limits
        work = partial(extractor.extract, source="datatrove")
        with Pool(work, 1, setup=extractor.prepare, time_limit=limits.seconds, memory_limit=limits.memory) as pool:
            for document in data:
                self.stat_update("total")
                record = Record(0, document.text, document.metadata.get("url"), document.id)
                with self.track_time():
                    reason, row = self._extract(pool, record)
                if reason is None:
                    self.stat_update("forwarded")
                    document.text = row["text"]
                    document.metadata |= {name: row[name] for name in _METADATA if row.get(name) is not None}
                    self.update_doc_stats(document)
                    yield document
                else:
                    self.stat_update("dropped", f"dropped_{reason}")

    def _extract(self, pool: Pool[Record, dict[str, Any]], record: Record) -> tuple[str | None, dict[str, Any]]:
        """Why the document is dropped, if it is, and its row."""
        if self.options.filters.refuses_url(record.url):
            return "url", {}
        try:
            row = pool.submit(record).result()
        except WorkerDied as died:
            return type(died).__name__, {}
        if row["error"] is not None:
            return "error", row
        return row["refused"] or (None if row["text"] else "empty"), row
