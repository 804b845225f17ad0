"""The columns of the output. They are the same for every run, and documented in docs/reference/batch-schema.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import cache, lru_cache
from typing import Any, get_args, get_origin, get_type_hints

from kaensan.extras import from_extra
from kaensan.threads.thread import Post

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
            ("posts", pa.list_(_struct_of(Post))),
            ("warnings", words),
            ("error", pa.string()),
        ]
    )


def _struct_of(kind: type) -> Any:
    """A small dataclass as a struct with the keys of its `to_dict`, so that no field of it can be forgotten."""
    pa = need("pyarrow")
    types = get_type_hints(kind)
    names = [field.name for field in fields(kind) if field.name != "body"]
    if hasattr(kind, "markdown"):
        names.append("markdown")
        types["markdown"] = str
    return pa.struct([(name, _type_of(types[name])) for name in names])


def _type_of(hint: Any) -> Any:
    pa = need("pyarrow")
    inner = [kind for kind in get_args(hint) if kind not in (type(None), ...)]
    if get_origin(hint) is tuple:
        return pa.list_(_type_of(inner[0]))
    if inner:
        return _type_of(inner[0])
    plain = {str: pa.string(), int: pa.int64(), bool: pa.bool_(), float: pa.float64()}
    return plain[hint] if hint in plain else _struct_of(hint)


@cache
def full_schema() -> Any:
    """The columns of rows inside a run."""
    pa = need("pyarrow")
    inner = [pa.field("seconds", pa.float32()), pa.field("text_hash", pa.binary()), pa.field("bands", pa.binary())]
    return pa.schema([*schema(), *inner])


def batch_of(rows: Sequence[dict[str, Any]]) -> Any:
    """Rows as an Arrow batch; half of a surrogate pair becomes a question mark, a number past 64 bits nothing."""
    pa = need("pyarrow")
    try:
        return _batch(rows)
    except (UnicodeEncodeError, OverflowError, pa.ArrowInvalid):
        return _batch([_encodable(row) for row in rows])


def _batch(rows: Sequence[dict[str, Any]]) -> Any:
    pa = need("pyarrow")
    length = len(rows)
    arrays = []
    for name, kind in _types():
        values = [row.get(name) for row in rows]
        arrays.append(_nulls(name, length) if values.count(None) == length else pa.array(values, kind))
    return pa.RecordBatch.from_arrays(arrays, schema=full_schema())


@cache
def _types() -> tuple[tuple[str, Any], ...]:
    return tuple((field.name, field.type) for field in full_schema())


@lru_cache(maxsize=1024)
def _nulls(name: str, length: int) -> Any:
    """A column without values: most runs leave several columns empty, and a few lengths are those of most chunks."""
    return need("pyarrow").nulls(length, full_schema().field(name).type)


def _encodable(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, int) and not -(1 << 63) <= value < 1 << 63:
        return None
    if isinstance(value, list | tuple):
        return [_encodable(inner) for inner in value]
    if isinstance(value, dict):
        return {name: _encodable(inner) for name, inner in value.items()}
    return value
