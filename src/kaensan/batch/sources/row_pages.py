"""Rows of other people's files as pages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kaensan.batch.options import Options
from kaensan.batch.records import Record

__all__ = ["FIELDS", "page_fields"]

FIELDS = ("html", "content", "raw_html")
"""Names of the field that holds the markup, in the order in which they are tried."""


def page_fields(offset: int, row: dict[str, Any], options: Options) -> Record:
    """A row as a record. A row without markup is a page that failed, so that it is not lost."""
    url, identity = row.get(options.url_field), row.get("id")
    bare = Record(
        offset,
        b"",
        url=url if isinstance(url, str) else None,
        id=str(identity) if isinstance(identity, str | int) else None,
    )
    names = (options.html_field,) if options.html_field else FIELDS
    markup = next((row[name] for name in names if row.get(name) is not None), None)
    if not isinstance(markup, str | bytes):
        kind = "nothing" if markup is None else type(markup).__name__
        return replace(bare, error=f"the row has {kind} where markup is expected ({', '.join(names)})")
    if len(markup) > options.limits.size:
        return replace(bare, error=f"the page is longer than {options.limits.size:,} bytes")
    return replace(bare, content=markup)
