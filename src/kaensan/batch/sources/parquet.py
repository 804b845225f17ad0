"""Parquet files: a page a row. `Record.offset` is the number of the row, from 0."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kaensan.batch.options import Options
from kaensan.batch.records import Chunk, Record
from kaensan.batch.shards import Shard, open_input
from kaensan.batch.sources.row_pages import FIELDS, page_fields
from kaensan.errors import InputError

__all__ = ["PAGES_A_PART", "chunks", "records"]

PAGES_A_PART = 1000

_ROWS = 16


def chunks(shard: Shard, start: int, options: Options) -> Iterator[Chunk]:
    """Cut a file into small batches of rows, without the columns that are not needed."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    with open_input(shard.location) as raw:
        try:
            file = pq.ParquetFile(raw, pre_buffer=False)
            columns = _columns(file.schema_arrow, options, shard.location)
            groups, row = _groups_from(file.metadata, start)
            for batch in file.iter_batches(_ROWS, row_groups=groups, columns=columns):
                part = batch.slice(max(0, start - row))
                row += batch.num_rows
                if part.num_rows:
                    payload = bytes(part.schema.serialize()), bytes(part.serialize())
                    yield Chunk(
                        shard.number, shard.location, "parquet", row - part.num_rows, row, payload, read=part.nbytes
                    )
        except pa.ArrowException as error:
            raise InputError(f"{shard.location} cannot be read as Parquet ({error})") from error


def records(chunk: Chunk, options: Options) -> Iterator[Record]:
    """A record a row."""
    import pyarrow as pa

    schema, rows = chunk.payload
    batch = pa.ipc.read_record_batch(pa.py_buffer(rows), pa.ipc.read_schema(pa.py_buffer(schema)))
    for place, row in enumerate(batch.to_pylist()):
        yield page_fields(chunk.start + place, row, options)


def _columns(schema: Any, options: Options, location: str) -> list[str]:
    import pyarrow as pa

    names = (options.html_field,) if options.html_field else FIELDS
    markup = [name for name in names if name in schema.names]
    if not markup:
        raise InputError(
            f"{location} has no column {' or '.join(names)}, only {', '.join(schema.names[:20])}; name it with --field"
        )
    for name in markup:
        kind = schema.field(name).type
        if not any(
            test(kind)
            for test in (pa.types.is_string, pa.types.is_large_string, pa.types.is_binary, pa.types.is_large_binary)
        ):
            raise InputError(f"the column {name} of {location} holds {kind}, not text or bytes")
    return [*markup, *(name for name in (options.url_field, "id") if name in schema.names and name not in markup)]


def _groups_from(metadata: Any, start: int) -> tuple[list[int], int]:
    """The row groups that hold rows from `start` on, and the number of their first row."""
    first, row = 0, 0
    while first < metadata.num_row_groups and row + metadata.row_group(first).num_rows <= start:
        row += metadata.row_group(first).num_rows
        first += 1
    return list(range(first, metadata.num_row_groups)), row
