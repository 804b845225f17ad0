"""trafilatura's `extract`, `bare_extraction`, `extract_metadata` and `fetch_url`.

    from kaensan.compat.trafilatura import extract, fetch_url

What differs: comments are kept or left out as the page asks for unless `include_comments` is given, XML and TEI are not
written, and arguments without a meaning here are named in a warning.
"""

from __future__ import annotations

import csv
import io
from typing import Any

import kaensan
from kaensan.compat.unused import warn_unused
from kaensan.document import Document
from kaensan.errors import FetchError, UsageError
from kaensan.methods import Policy
from kaensan.render import RenderOptions

__all__ = ["bare_extraction", "extract", "extract_metadata", "fetch_url"]

_FORMATS = ("txt", "markdown", "html", "json", "csv", "python")
_COLUMNS = ("url", "title", "author", "date", "language", "text")


def extract(
    filecontent: str | bytes,
    url: str | None = None,
    *,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool | None = None,
    output_format: str = "txt",
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool = False,
    include_links: bool = False,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    **unused: Any,
) -> str | None:
    """The main content in the format asked for; None where there is none, as trafilatura has it.

    >>> extract("<title>Tide</title><p>High water came at nine in the evening.</p>")
    'High water came at nine in the evening.'
    """
    warn_unused("extract", unused)
    if output_format not in _FORMATS:
        raise UsageError(f"there is no format {output_format!r} here; choose one of {', '.join(_FORMATS)}")
    policy = Policy(
        comments="auto" if include_comments is None else "keep" if include_comments else "drop",
        tables="auto" if include_tables else "drop",
        lean="precision" if favor_precision else "recall" if favor_recall else "balance",
    )
    document = kaensan.extract(filecontent, url, policy=policy)
    if not document.text or (target_language and document.language not in (None, target_language)):
        return None
    if only_with_metadata and not (document.title and document.date and document.url):
        return None
    if output_format == "json":
        return document.to_json(("text",))
    if output_format == "csv":
        return _as_csv(document)
    form = "text" if output_format in ("txt", "python") else output_format
    if form == "text" and include_formatting:
        form = "markdown"
    options = RenderOptions(
        links=include_links,
        images=include_images,
        front_matter=document.metadata.front_matter() if with_metadata else {},
    )
    return document.render(form, options)


def _as_csv(document: Document) -> str:
    values = {**document.metadata.to_dict(), "url": document.url, "text": document.text}
    out = io.StringIO()
    csv.writer(out, delimiter="\t").writerow(values[column] for column in _COLUMNS)
    return out.getvalue().rstrip("\r\n")


def bare_extraction(filecontent: str | bytes, url: str | None = None, **options: Any) -> dict[str, Any] | None:
    """The content and everything known of the page as a dictionary; None where there is no content."""
    text = extract(filecontent, url, **{**options, "output_format": "txt"})
    return None if text is None else {**_fields(kaensan.extract(filecontent, url)), "text": text}


def extract_metadata(filecontent: str | bytes, default_url: str | None = None, **unused: Any) -> dict[str, Any]:
    """What is known of the page."""
    warn_unused("extract_metadata", unused)
    return _fields(kaensan.extract(filecontent, default_url))


def _fields(document: Document) -> dict[str, Any]:
    """Metadata under trafilatura's names."""
    known = document.metadata
    return {
        "title": known.title,
        "author": "; ".join(known.authors) or None,
        "url": known.url or document.url,
        "hostname": None if document.url is None else document.url.partition("//")[2].partition("/")[0] or None,
        "description": known.description,
        "sitename": known.site,
        "date": known.date[:10] if known.date else None,
        "tags": list(known.keywords),
        "image": known.image,
        "language": known.language,
        "pagetype": document.page_type,
    }


def fetch_url(url: str, **unused: Any) -> str | None:
    """The markup at an address, fetched safely; None where it cannot be had."""
    warn_unused("fetch_url", unused)
    try:
        return kaensan.fetch(url).source
    except FetchError:
        return None
