"""Functions over Arrow batches, for Spark.

    from kaensan.adapters.spark import SCHEMA, extract_batches

    pages = spark.read.parquet("crawl/")            # columns html and url
    pages.mapInArrow(extract_batches, SCHEMA).write.parquet("corpus/")

For other column names or options: `functools.partial(extract_batches, options=Options(html_field="body"))`. With pandas
instead of Arrow: `pages.mapInPandas(extract_frames, SCHEMA)`. Pages are extracted in the executor's own process; Spark
tries a task again on another one if that process dies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow as pa

from kaensan.batch.extractor import Extractor
from kaensan.batch.options import Options
from kaensan.batch.schema import INNER, batch_of, schema
from kaensan.batch.sources.row_pages import page_fields

__all__ = ["SCHEMA", "extract_batches", "extract_frames"]


def extract_batches(batches: Iterable[Any], options: Options | None = None) -> Iterator[Any]:
    """Batches with markup to batches with the columns of a batch run; `offset` numbers the pages of the task."""
    extractor = Extractor(options or Options())
    filters, number = extractor.options.filters, 0
    for batch in batches:
        rows: list[dict[str, Any]] = []
        for given in batch.to_pylist():
            record = page_fields(number, given, extractor.options)
            number += 1
            if filters.refuses_url(record.url):
                continue
            row = extractor.extract(record, "spark")
            if not row["refused"] and (row["error"] is None or not extractor.options.drop_failed):
                rows.append(row)
        yield batch_of(rows).drop_columns(list(INNER))


def extract_frames(frames: Iterable[Any], options: Options | None = None) -> Iterator[Any]:
    """The same for pandas."""
    batches = (pa.RecordBatch.from_pandas(frame, preserve_index=False) for frame in frames)
    for batch in extract_batches(batches, options):
        yield batch.to_pandas()


def _spark_type(kind: Any) -> str:
    if pa.types.is_list(kind):
        return f"array<{_spark_type(kind.value_type)}>"
    if pa.types.is_struct(kind):
        return "struct<" + ",".join(f"{field.name}:{_spark_type(field.type)}" for field in kind) + ">"
    return {"string": "string", "int64": "bigint", "int32": "int", "double": "double", "bool": "boolean"}[str(kind)]


SCHEMA = ", ".join(f"`{field.name}` {_spark_type(field.type)}" for field in schema())
"""The columns in Spark's words."""
