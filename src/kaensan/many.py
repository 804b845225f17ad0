"""Many pages, in order, in one process or several."""

from __future__ import annotations

import pickle
from collections.abc import Generator, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from kaensan.document import Document
from kaensan.document.fallback import filled_from_data
from kaensan.document.folded import FoldedPage
from kaensan.errors import InputError, KaensanError, UsageError
from kaensan.methods import DEFAULT, Method
from kaensan.page import Page, parse

__all__ = ["Folded", "Source", "extract_folded", "extract_page", "fold", "in_processes", "in_this_process"]

Markup: TypeAlias = str | bytes | bytearray | memoryview
Source: TypeAlias = Markup | Page | tuple[Markup, str | None] | tuple[Markup, str | None, str | None]
"""A page to extract: its markup, a parsed page, or its markup with its URL and the charset that the server named."""


class _Named(NamedTuple):
    html: str | bytes
    url: str | None
    charset: str | None


Folded: TypeAlias = FoldedPage | _Named
"""A page as it travels between processes."""


def extract_page(page: Page, method: Method) -> Document:
    """Decide about one page. An error inside the method is a `KaensanError` that says which method failed."""
    try:
        labels = method.label(page)
        filled = filled_from_data(page, labels) if labels.method == DEFAULT else None
        return Document(*(filled or (page, labels)))
    except KaensanError:
        raise
    except Exception as error:
        raise _unforeseen(f"the method {method.name} failed on this page", error) from error


def in_this_process(
    sources: Iterable[Source], method: Method, formats: Sequence[str]
) -> Generator[Document, None, None]:
    """One page after another, each when it is asked for."""
    for source in sources:
        try:
            folded = fold(source)
        except InputError as error:
            yield Document.failed(error)
            continue
        yield extract_folded(source if isinstance(source, Page) else folded, method, formats)


def in_processes(
    sources: Iterable[Source], method: str | Method | None, formats: Sequence[str], workers: int
) -> Generator[Document, None, None]:
    """The documents in the order of the sources, made by several processes.

    No more than a few pages per worker are read ahead. A page that kills its process (by exhausting the memory, say)
    becomes a failed document, and the pages that were in work beside it are done again.
    """
    try:
        pickle.dumps(method)
    except Exception as error:
        raise UsageError(f"this method cannot be sent to other processes ({error}); use workers=1") from error
    from kaensan.line import Line

    return Line(method, tuple(formats), workers).run(sources)


def extract_folded(source: Page | Folded, method: Method, formats: Sequence[str]) -> Document:
    """Decide about a page and render it; whatever goes wrong is the `error` of an empty document."""
    try:
        if isinstance(source, Page):
            page = source
        else:
            page = source.unfold() if isinstance(source, FoldedPage) else parse(*source[:2], charset=source.charset)
        document = extract_page(page, method)
        for name in ("metadata", *formats):
            getattr(document, name)
    except Exception as error:
        named = error if isinstance(error, KaensanError) else _unforeseen("this page could not be rendered", error)
        return Document.failed(named, source.url)
    return document


def _unforeseen(what: str, error: Exception) -> KaensanError:
    return KaensanError(f"{what} ({type(error).__name__}: {error}); please report it")


def fold(source: Source) -> Folded:
    """A source in the form in which it is sent to another process."""
    if isinstance(source, Page):
        return FoldedPage.of(source)
    html, *named = source if isinstance(source, tuple) and source else (source,)
    if isinstance(html, bytearray | memoryview):
        html = bytes(html)
    if not isinstance(html, str | bytes) or len(named) > 2 or not all(isinstance(name, str | None) for name in named):
        raise InputError(f"a page is str, bytes, a Page, or a tuple of markup and URL, not {type(source).__name__}")
    url, charset = [*named, None, None][:2]
    return _Named(html, url, charset)
