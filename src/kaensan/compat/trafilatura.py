"""trafilatura's `extract`, `bare_extraction`, `extract_metadata` and `fetch_url`.

    from kaensan.compat.trafilatura import extract, fetch_url

What differs: comments are kept or left out as the page asks for unless `include_comments` is given, XML and TEI are not
written, and arguments without a meaning here are named in a warning.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Collection
from inspect import signature
from typing import Any
from urllib.parse import urlsplit

import kaensan
from kaensan.compat.unused import warn_unused
from kaensan.document import Document
from kaensan.errors import FetchError, UsageError
from kaensan.methods import Policy
from kaensan.render import RenderOptions

__all__ = ["Fields", "bare_extraction", "extract", "extract_metadata", "fetch_url"]

_FORMATS = ("txt", "markdown", "html", "json", "csv", "python")
_COLUMNS = ("url", "title", "author", "date", "language", "text")


class Fields(dict[str, Any]):
    """What is known of a page, as attributes (trafilatura from 2.0 on) and as a dictionary (before).

    >>> known = Fields(title="Tide")
    >>> known.title, known["title"], known.as_dict()
    ('Tide', 'Tide', {'title': 'Tide'})
    """

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"nothing is known of {name!r} here") from None

    def as_dict(self) -> dict[str, Any]:
        """The same as a plain dictionary."""
        return dict(self)


def extract(
    filecontent: str | bytes,
    url: str | None = None,
    record_id: str | None = None,
    *,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool | None = None,
    output_format: str = "txt",
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    url_blacklist: Collection[str] | None = None,
    author_blacklist: Collection[str] | None = None,
    **unused: Any,
) -> str | None:
    """The main content in the format asked for; None where there is none, as trafilatura has it.

    >>> extract("<title>Tide</title><p>High water came at nine in the evening.</p>")
    'High water came at nine in the evening.'
    """
    warn_unused("extract", unused)
    if output_format not in _FORMATS:
        raise UsageError(f"there is no format {output_format!r} here; choose one of {', '.join(_FORMATS)}")
    policy = _policy(include_comments, include_tables, favor_precision, favor_recall)
    document = kaensan.extract(filecontent, url, policy=policy)
    if not _is_wanted(document, target_language, only_with_metadata, url_blacklist):
        return None
    fields = _fields(document, author_blacklist) | ({} if record_id is None else {"id": record_id})
    if output_format == "json":
        return json.dumps({**fields, "text": document.text}, ensure_ascii=False)
    if output_format == "csv":
        return _as_csv({**fields, "text": document.text})
    form = "text" if output_format in ("txt", "python") else output_format
    if form == "text" and include_formatting:
        form = "markdown"
    front = {name: value for name, value in fields.items() if value} if with_metadata else {}
    return document.render(form, RenderOptions(links=include_links, images=include_images, front_matter=front))


def _policy(
    include_comments: bool | None = None,
    include_tables: bool = True,
    favor_precision: bool = False,
    favor_recall: bool = False,
) -> Policy:
    return Policy(
        comments="auto" if include_comments is None else "keep" if include_comments else "drop",
        tables="auto" if include_tables else "drop",
        lean="precision" if favor_precision else "recall" if favor_recall else "balance",
    )


def _is_wanted(
    document: Document,
    target_language: str | None = None,
    only_with_metadata: bool = False,
    url_blacklist: Collection[str] | None = None,
) -> bool:
    """Whether there is content, and the page is one that was asked for."""
    if not document.text or (target_language and document.language not in (None, target_language)):
        return False
    if url_blacklist and {document.url, document.metadata.url} & set(url_blacklist):
        return False
    return not only_with_metadata or bool(document.title and document.date and document.url)


def _as_csv(values: dict[str, Any]) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter="\t").writerow(values[column] for column in _COLUMNS)
    return out.getvalue().rstrip("\r\n")


def bare_extraction(
    filecontent: str | bytes,
    url: str | None = None,
    *,
    as_dict: bool = False,
    author_blacklist: Collection[str] | None = None,
    **options: Any,
) -> Fields | dict[str, Any] | None:
    """The content and everything known of the page, by the options of `extract`; None where there is no content."""
    policy, conditions = _taken(options, _policy), _taken(options, _is_wanted)
    warn_unused("bare_extraction", {name: value for name, value in options.items() if name not in _ALWAYS})
    document = kaensan.extract(filecontent, url, policy=_policy(**policy))
    if not _is_wanted(document, **conditions):
        return None
    found = Fields(**_fields(document, author_blacklist), text=document.text)
    return found.as_dict() if as_dict else found


_ALWAYS = ("with_metadata", "output_format")
"""options of `extract` that are already so in `bare_extraction`: everything known comes along, as an object"""


def _taken(options: dict[str, Any], function: Callable[..., object]) -> dict[str, Any]:
    """The options that a function has parameters for, taken out of the others."""
    return {name: options.pop(name) for name in signature(function).parameters if name in options}


def extract_metadata(
    filecontent: str | bytes,
    default_url: str | None = None,
    *,
    author_blacklist: Collection[str] | None = None,
    **unused: Any,
) -> Fields:
    """What is known of the page."""
    warn_unused("extract_metadata", unused)
    return _fields(kaensan.extract(filecontent, default_url), author_blacklist)


def _fields(document: Document, author_blacklist: Collection[str] | None = None) -> Fields:
    """Metadata under trafilatura's names."""
    known = document.metadata
    unwanted = {name.casefold() for name in author_blacklist or ()}
    return Fields(
        title=known.title,
        author="; ".join(name for name in known.authors if name.casefold() not in unwanted) or None,
        url=known.url or document.url,
        hostname=None if document.url is None else urlsplit(document.url).hostname,
        description=known.description,
        sitename=known.site,
        date=known.date[:10] if known.date else None,
        tags=list(known.keywords),
        image=known.image,
        language=known.language,
        pagetype=document.page_type,
    )


def fetch_url(url: str, **unused: Any) -> str | None:
    """The markup at an address, fetched safely; None where it cannot be had."""
    warn_unused("fetch_url", unused)
    try:
        return kaensan.fetch(url).source
    except FetchError:
        return None
