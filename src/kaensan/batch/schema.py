"""The columns of the output. They are the same for every run, and documented in docs/reference/batch-schema.md."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from kaensan.extras import from_extra

__all__ = ["INNER", "batch_of", "full_schema", "need", "schema"]

INNER = ("seconds", "text_hash", "bands")
"""Columns that rows carry inside a run and lose before they are written: a row depends on its page alone."""


def need(module: str) -> Any:
    """A module of the `batch` extra."""
    from importlib import import_module

    with from_extra("batch", "a batch run"):
        return import_module(module)


@cache
def schema() -> Any:
    """The columns of a Parquet file; JSON lines have the same keys."""
    pa = need("pyarrow")
    words = pa.list_(pa.string())
    quote = pa.struct([("author", pa.string()), ("text", pa.string())])
    post = pa.struct(
        [
            ("position", pa.int32()),
            ("id", pa.string()),
            ("url", pa.string()),
            ("author", pa.string()),
            ("author_url", pa.string()),
            ("date", pa.string()),
            ("date_text", pa.string()),
            ("text", pa.string()),
            ("markdown", pa.string()),
            ("quotes", pa.list_(quote)),
            ("reply_to", pa.int32()),
            ("depth", pa.int32()),
            ("is_op", pa.bool_()),
            ("score", pa.int64()),
            ("signature", pa.string()),
        ]
    )
    return pa.schema(
        [
            ("source", pa.string()),
            ("offset", pa.int64()),
            ("id", pa.string()),
            ("url", pa.string()),
            ("fetched", pa.string()),
            ("title", pa.string()),
            ("text", pa.string()),
            ("markdown", pa.string()),
            ("html", pa.string()),
            ("author", pa.string()),
            ("authors", words),
            ("date", pa.string()),
            ("modified", pa.string()),
            ("site", pa.string()),
            ("language", pa.string()),
            ("description", pa.string()),
            ("keywords", words),
            ("image", pa.string()),
            ("canonical_url", pa.string()),
            ("page_type", pa.string()),
            ("confidence", pa.float64()),
            ("method", pa.string()),
            ("posts", pa.list_(post)),
            ("warnings", words),
            ("error", pa.string()),
        ]
    )


@cache
def full_schema() -> Any:
    """The columns of rows inside a run."""
    pa = need("pyarrow")
    inner = [pa.field("seconds", pa.float32()), pa.field("text_hash", pa.binary()), pa.field("bands", pa.binary())]
    return pa.schema([*schema(), *inner])


def batch_of(rows: Sequence[dict[str, Any]]) -> Any:
    """Rows as an Arrow batch; what cannot be encoded, such as half of a surrogate pair, becomes a question mark."""
    pa = need("pyarrow")
    try:
        return pa.RecordBatch.from_pylist(rows, full_schema())
    except UnicodeEncodeError:
        return pa.RecordBatch.from_pylist([_encodable(row) for row in rows], full_schema())


def _encodable(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, list | tuple):
        return [_encodable(inner) for inner in value]
    if isinstance(value, dict):
        return {name: _encodable(inner) for name, inner in value.items()}
    return value
