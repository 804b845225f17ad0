"""What a worker does with a chunk: read its records, extract each page, and keep what the filters let pass."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from html import escape
from typing import Any

import numpy as np

from kaensan.batch.duplicates import bands_of, hash_of
from kaensan.batch.options import Options
from kaensan.batch.records import Chunk, Loss, Outcome, Record, Skipped, Unfinished
from kaensan.batch.schema import batch_of
from kaensan.batch.sources import Entry, source_of
from kaensan.cached import cached_property
from kaensan.document import Document
from kaensan.errors import InputError, KaensanError
from kaensan.many import extract_page
from kaensan.metadata.languages import find_language
from kaensan.methods import Labels, Method, Role, load
from kaensan.page import parse

__all__ = ["Extractor", "failure", "sampled"]


@dataclass
class Extractor:
    """Makes rows of chunks; picklable, and the same for every worker."""

    options: Options

    def prepare(self) -> None:
        """Load what the first page needs; a wrong method is a `UsageError` here."""
        self._content(self._document(Record(0, b"<p>Warm</p>")))

    def prepare_worker(self) -> None:
        """Load what the first chunk needs as well: what is there now, a worker never searches for garbage."""
        self.prepare()
        batch_of([{"text": "Warm"}])

    def __call__(self, chunk: Chunk) -> Outcome:
        """What a chunk holds; if that takes long, only a part of it, so that the time limit is one for pages."""
        began = time.perf_counter()
        outcome = Outcome()
        rows: list[dict[str, Any]] = []
        enough = None if chunk.most is None else chunk.skip + chunk.most
        for place, entry in enumerate(_read(chunk, self.options)):
            if place < chunk.skip:
                continue
            if place == enough or (
                place > chunk.skip and time.perf_counter() - began > self.options.limits.seconds / 4
            ):
                outcome.left = place
                break
            if isinstance(entry, Record) and chunk.peek:
                outcome.peeked, outcome.markup = replace(entry, content=b""), len(entry.content)
            elif isinstance(entry, Record):
                rows += self._page(entry, chunk.source, outcome)
            elif isinstance(entry, Skipped):
                outcome.skipped[entry.reason] += 1
            elif isinstance(entry, Loss):
                outcome.losses.append(entry)
            elif isinstance(entry, Unfinished):
                outcome.unfinished = entry.offset
            else:
                outcome.read_to = entry.end
        if rows:
            outcome.rows = bytes(batch_of(rows).serialize())
        outcome.busy = time.perf_counter() - began
        return outcome

    def extract(self, record: Record, source: str) -> dict[str, Any]:
        """The row of one page, failed or not; `refused` names the filter that it does not pass, if any.

        What a refused page is called and who wrote it is not worked out.
        """
        if record.error is not None:
            return failed_row(record, source, record.error)
        try:
            document = self._document(record)
            text = _decoded(record.content) if record.plain else document.text
            refused = self._refusal(document, text)
            row = _place(record, source) | ({} if refused else self._content(document))
        except KaensanError as error:
            return failed_row(record, source, str(error))
        except MemoryError:
            raise
        except Exception as error:
            return failed_row(record, source, f"the page could not be extracted ({type(error).__name__}: {error})")
        row |= {"text": text, "error": None, "refused": refused}
        if self.options.duplicates != "keep" and not refused:
            row["text_hash"] = hash_of(text)
            row["bands"] = bands_of(text) if self.options.duplicates == "near" else None
        return row

    def _page(self, record: Record, source: str, outcome: Outcome) -> Iterable[dict[str, Any]]:
        if not sampled(self.options, source, record):
            outcome.skipped["not in the sample"] += 1
            return ()
        outcome.offsets.append(record.offset)
        outcome.markup += len(record.content)
        if self.options.filters.refuses_url(record.url):
            outcome.seconds.append(0.0)
            outcome.fates.append("url")
            return ()
        began = time.perf_counter()
        row = self.extract(record, source)
        row["seconds"] = time.perf_counter() - began
        outcome.seconds.append(row["seconds"])
        if row["error"] is not None:
            return _fail(outcome, row, drop=self.options.drop_failed)
        outcome.fates.append(row["refused"] or "kept")
        return () if row["refused"] else (row,)

    def _refusal(self, document: Document, text: str) -> str | None:
        filters = self.options.filters
        language = find_language(document.page, document.labels) if filters.languages else None
        return filters.refusal(
            {
                "language": language.value if language else None,
                "text": text,
                "page_type": document.page_type,
                "confidence": document.confidence,
            }
        )

    @cached_property
    def _method(self) -> Method:
        return load(self.options.method, self.options.policy)

    def _document(self, record: Record) -> Document:
        if not record.plain:
            page = parse(record.content, record.url, charset=record.charset)
            return extract_page(page, self._method)
        page = parse(f"<pre>{escape(_decoded(record.content))}</pre>", record.url)
        rows = len(page.texts)
        return Document(page, Labels("none", np.full(rows, Role.CONTENT, np.int8), np.ones(rows, np.float32)))

    def _content(self, document: Document) -> dict[str, Any]:
        row = document.to_dict([extra for extra in self.options.extras if extra != "posts"])
        del row["url"], row["source"]
        if "posts" in self.options.extras:
            row["posts"] = [post.to_dict() for post in document.posts]
        return row


def _read(chunk: Chunk, options: Options) -> Iterator[Entry]:
    """What a chunk holds; where its reader fails in a way that nobody foresaw, the rest of the chunk is lost.

    An `InputError` says that the input itself cannot be read, which fails it, so that it is read on another time.
    """
    try:
        yield from source_of(chunk.kind).records(chunk, options)
    except (MemoryError, InputError):
        raise
    except Exception as error:
        yield Loss(chunk.start, chunk.end - chunk.start, f"not readable ({type(error).__name__}: {error})")


def sampled(options: Options, source: str, record: Record) -> bool:
    """Whether a page belongs to the sample, which its place and the seed decide."""
    if options.sample >= 1:
        return True
    place = f"{options.seed}\0{source}\0{record.offset}\0{record.id}".encode("utf-8", "replace")
    return int.from_bytes(blake2b(place, digest_size=8).digest()) < options.sample * 2**64


def failed_row(record: Record, source: str, reason: str) -> dict[str, Any]:
    """The row of a page that has no content."""
    return {**_place(record, source), "error": reason, "refused": None}


def failure(record: Record, source: str, reason: str, *, drop: bool) -> Outcome:
    """What becomes of a page that no worker survives."""
    outcome = Outcome(offsets=[record.offset], seconds=[0.0], markup=len(record.content))
    rows = _fail(outcome, failed_row(record, source, reason), drop=drop)
    if rows:
        outcome.rows = bytes(batch_of(rows).serialize())
    return outcome


def _fail(outcome: Outcome, row: dict[str, Any], *, drop: bool) -> list[dict[str, Any]]:
    outcome.failures.append((row["offset"], row["url"], row["error"]))
    outcome.fates.append("failed, dropped" if drop else "failed")
    return [] if drop else [row]


def _place(record: Record, source: str) -> dict[str, Any]:
    return {
        "source": source,
        "offset": record.offset,
        "id": record.id,
        "url": record.url,
        "fetched": record.fetched,
    }


def _decoded(content: bytes | str) -> str:
    return content if isinstance(content, str) else content.decode("utf-8", "replace")
