"""A line of worker processes for many pages."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from kaensan.document import Document
from kaensan.errors import InputError, KaensanError
from kaensan.many import Folded, Source, extract_folded, fold
from kaensan.methods import Method, load

__all__ = ["Line"]

_AHEAD = 4
"""Pages that are read ahead for each worker: enough to keep it busy, few enough for endless sources."""


class Line:
    """A row of worker processes and the pages in work, first in first out."""

    def __init__(self, method: str | Method | None, formats: tuple[str, ...], workers: int) -> None:
        self._setup = (method, formats)
        self._workers = workers
        self._pool = self._start(workers)
        self._at_work: deque[tuple[Folded | None, Future[Document]]] = deque()

    def _start(self, workers: int) -> ProcessPoolExecutor:
        # Not forked: the model runtime has threads of its own, and a fork would copy them half-way.
        return ProcessPoolExecutor(workers, get_context("spawn"), _set_up, self._setup)

    def run(self, sources: Iterable[Source]) -> Generator[Document, None, None]:
        """The documents, in the order of the sources."""
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
            folded = fold(source)
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

    def _again(self, folded: Folded | None, future: Future[Document]) -> Future[Document]:
        if folded is None or (future.done() and not future.cancelled() and future.exception() is None):
            return future
        return _done(self._alone(folded))

    def _alone(self, folded: Folded) -> Document:
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


def _work(folded: Folded) -> Document:
    return extract_folded(folded, _Worker.method, _Worker.formats)


def _done(document: Document) -> Future[Document]:
    future: Future[Document] = Future()
    future.set_result(document)
    return future
