"""Many pages, in order, in one process or several."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import NamedTuple, TypeAlias

from kaensan.document import Document
from kaensan.document.folded import FoldedPage
from kaensan.errors import InputError, KaensanError, UsageError
from kaensan.methods import Method, load
from kaensan.page import Page, parse

__all__ = ["Source", "extract_page", "in_processes", "in_this_process"]

Markup: TypeAlias = str | bytes | bytearray | memoryview
Source: TypeAlias = Markup | Page | tuple[Markup, str | None] | tuple[Markup, str | None, str | None]
"""A page to extract: its markup, a parsed page, or its markup with its URL and the charset that the server named."""


class _Named(NamedTuple):
    html: str | bytes
    url: str | None
    charset: str | None


_Folded: TypeAlias = FoldedPage | _Named

_AHEAD = 4
"""Pages that are read ahead for each worker: enough to keep it busy, few enough for endless sources."""


def extract_page(page: Page, method: Method) -> Document:
    """Decide about one page. An error inside the method is a `KaensanError` that says which method failed."""
    try:
        return Document(page, method.label(page))
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
            folded = _fold(source)
        except InputError as error:
            yield Document.failed(error)
            continue
        yield _extract(source if isinstance(source, Page) else folded, method, formats)


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
    return _Line(method, tuple(formats), workers).run(sources)


class _Line:
    """A row of worker processes and the pages in work, first in first out."""

    def __init__(self, method: str | Method | None, formats: tuple[str, ...], workers: int) -> None:
        self._setup = (method, formats)
        self._workers = workers
        self._pool = self._start(workers)
        self._at_work: deque[tuple[_Folded | None, Future[Document]]] = deque()

    def _start(self, workers: int) -> ProcessPoolExecutor:
        # Not forked: the model runtime has threads of its own, and a fork would copy them half-way.
        return ProcessPoolExecutor(workers, get_context("spawn"), _set_up, self._setup)

    def run(self, sources: Iterable[Source]) -> Generator[Document, None, None]:
        stopped: Exception | None = None
        ahead = iter(sources)
        more = True
        try:
            while True:
                while more and len(self._at_work) < _AHEAD * self._workers:
                    try:
                        self._submit(next(ahead))
                    except StopIteration:
                        more = False
                    except Exception as error:  # the caller's: to be raised after the pages before it
                        more, stopped = False, error
                if not self._at_work:
                    break
                yield self._next()
            if stopped is not None:
                raise stopped
        finally:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _submit(self, source: Source) -> None:
        try:
            folded = _fold(source)
        except InputError as error:
            self._at_work.append((None, _done(Document.failed(error))))
            return
        try:
            future = self._pool.submit(_work, folded)
        except BrokenProcessPool as error:
            future = Future()
            future.set_exception(error)
        self._at_work.append((folded, future))

    def _next(self) -> Document:
        folded, future = self._at_work.popleft()
        try:
            return future.result()
        except BrokenProcessPool:
            assert folded is not None
            document = self._alone(folded)
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = self._start(self._workers)
            self._at_work = deque((again, self._again(again, old)) for again, old in self._at_work)
            return document

    def _again(self, folded: _Folded | None, future: Future[Document]) -> Future[Document]:
        if folded is None or (future.done() and not future.cancelled() and future.exception() is None):
            return future
        return _done(self._alone(folded))

    def _alone(self, folded: _Folded) -> Document:
        """Do one page in a process of its own, to find out whether it is the one that kills it."""
        with self._start(1) as pool:
            try:
                return pool.submit(_work, folded).result()
            except BrokenProcessPool:
                error = KaensanError("the process died on this page, perhaps for lack of memory")
                return Document.failed(error, folded.url)


class _Worker:
    """What a worker process keeps from page to page."""

    method: Method
    formats: Sequence[str]


def _set_up(method: str | Method | None, formats: Sequence[str]) -> None:
    _Worker.method, _Worker.formats = load(method), formats


def _work(folded: _Folded) -> Document:
    return _extract(folded, _Worker.method, _Worker.formats)


def _extract(source: Page | _Folded, method: Method, formats: Sequence[str]) -> Document:
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


def _fold(source: Source) -> _Folded:
    if isinstance(source, Page):
        return FoldedPage.of(source)
    html, *named = source if isinstance(source, tuple) and source else (source,)
    if isinstance(html, bytearray | memoryview):
        html = bytes(html)
    if not isinstance(html, str | bytes) or len(named) > 2 or not all(isinstance(name, str | None) for name in named):
        raise InputError(f"a page is str, bytes, a Page, or a tuple of markup and URL, not {type(source).__name__}")
    url, charset = [*named, None, None][:2]
    return _Named(html, url, charset)


def _done(document: Document) -> Future[Document]:
    future: Future[Document] = Future()
    future.set_result(document)
    return future
