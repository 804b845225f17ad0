"""pandas and polars: a column of HTML becomes columns of content and metadata.

from kaensan.adapters.frames import extract_column

frame = frame.join(pd.DataFrame(extract_column(frame["html"])))       # pandas
frame = frame.with_columns(pl.DataFrame(extract_column(frame["html"])))  # polars
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from kaensan.api import extract_many

__all__ = ["COLUMNS", "extract_column"]

COLUMNS = ("title", "author", "date", "language", "site", "page_type", "confidence", "text", "markdown", "error")
"""The columns of the answer."""


def extract_column(
    pages: Iterable[str | bytes | None], urls: Iterable[str | None] | None = None, *, workers: int = 1
) -> dict[str, list[Any]]:
    """A list for each of `COLUMNS`, in the order of the pages; a missing or bad page has its reason in `error`.

    >>> extract_column(["<title>Tide</title><p>High water came at nine in the evening.", None])["text"]
    ['High water came at nine in the evening.', None]
    """
    columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    for document in extract_many(_sources(pages, urls), workers=workers, formats=("text", "markdown")):
        failed = document.error is not None
        known = {} if failed else {**document.to_dict(("text", "markdown"))}
        known["error"] = str(document.error) if failed else None
        for name in COLUMNS:
            columns[name].append(known.get(name))
    return columns


def _sources(pages: Iterable[str | bytes | None], urls: Iterable[str | None] | None) -> Iterator[Any]:
    """A missing page of a column (None, NaN) stays one: it fails alone."""
    if urls is None:
        yield from (page if isinstance(page, str | bytes) else None for page in pages)
        return
    for page, url in zip(pages, urls, strict=True):
        yield (page, url) if isinstance(page, str | bytes) else None
