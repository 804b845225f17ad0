"""Many pages, in order: in one process, in several, or in several threads of one."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from kaensan.cached import cached_property
from kaensan.document import Document
from kaensan.document.fallback import filled_from_data
from kaensan.document.folded import FoldedPage
from kaensan.errors import InputError, KaensanError, UsageError
from kaensan.handed_over import NamedMarkup, Received, read_markup
from kaensan.methods import DEFAULT, Method, load
from kaensan.page import Page, parse

if TYPE_CHECKING:
    from concurrent.futures import Future

    from kaensan.workers import Limits

__all__ = ["Extraction", "Source", "extract_page", "in_processes", "in_this_process", "in_threads"]

Source: TypeAlias = Received | Page | tuple[Received, str | None] | tuple[Received, str | None, str | None]
"""A page to extract: markup, a path, an open file or a response; a parsed page; or markup with its URL and charset."""

_AHEAD = 4
"""Pages that are read ahead for each worker: enough to keep it busy, few enough for endless sources."""


Task: TypeAlias = Page | FoldedPage | NamedMarkup
"""A page to work on. A `Page` is folded before it goes to another process."""


@dataclass
class Extraction:
    """What is done with a page; picklable, and the same in every process and thread."""

    method: str | Method | None
    formats: tuple[str, ...] = ()
    """renderings to make at once"""
    then: Callable[[Document], Document] | None = None
    """what is done with the document after that, where it was made"""

    def prepare(self) -> None:
        """Load the method; a wrong one is a `UsageError` here."""
        _ = self._method

    def __call__(self, source: Task) -> Document:
        """Decide about a page and render it; whatever goes wrong is the `error` of an empty document.

        Only a lack of memory is not: it ends a worker process, and with it what took the memory.
        """
        try:
            document = extract_page(_page(source), self._method)
            for name in ("metadata", *self.formats):
                getattr(document, name)
            return document if self.then is None else self.then(document)
        except MemoryError:
            raise
        except Exception as error:
            named = error if isinstance(error, KaensanError) else _unforeseen("this page could not be rendered", error)
            return Document.failed(named, source.url)

    def of_markup(self, html: str | bytes, url: str | None, charset: str | None) -> Document:
        """The same for markup, as it comes from a server; no error but a lack of memory comes out."""
        return self(NamedMarkup(html, url, charset))

    @cached_property
    def _method(self) -> Method:
        return load(self.method)


def extract_page(page: Page, method: Method) -> Document:
    """Decide about one page. An error inside the method is a `KaensanError` that says which method failed."""
    try:
        labels = method.label(page)
        filled = filled_from_data(page, labels) if labels.method == DEFAULT else None
        return Document(*(filled or (page, labels)))
    except (KaensanError, MemoryError):
        raise
    except Exception as error:
        raise _unforeseen(f"the method {method.name} failed on this page", error) from error


def in_this_process(sources: Iterable[Source], extraction: Extraction) -> Generator[Document, None, None]:
    """One page after another, each when it is asked for."""
    for source in sources:
        yield _done_here(source, extraction)


def _done_here(source: Source, extraction: Extraction) -> Document:
    try:
        task = _task(source)
    except InputError as error:
        return Document.failed(error)
    try:
        return extraction(task)
    except MemoryError:
        return Document.failed(_no_memory(), task.url)


def in_threads(sources: Iterable[Source], extraction: Extraction, threads: int) -> Generator[Document, None, None]:
    """The documents in the order of the sources, made by threads of this process."""
    extraction.prepare()
    return _on_threads(sources, extraction, threads)


def _on_threads(sources: Iterable[Source], extraction: Extraction, threads: int) -> Generator[Document, None, None]:
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(threads, "extract")
    try:
        yield from _in_order(sources, lambda task: pool.submit(extraction, task), _AHEAD * threads)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def in_processes(
    sources: Iterable[Source], extraction: Extraction, workers: int, limits: Limits | None = None
) -> Generator[Document, None, None]:
    """The documents in the order of the sources, made by several processes.

    No more than a few pages per worker are read ahead. A page that kills its process or goes past a limit becomes a
    failed document, and no other page notices.
    """
    try:
        pickle.dumps(extraction)
    except Exception as error:
        raise UsageError(f"this method cannot be sent to other processes ({error}); use workers=1") from error
    return _on_pool(sources, extraction, workers, limits)


def _on_pool(
    sources: Iterable[Source], extraction: Extraction, workers: int, limits: Limits | None
) -> Generator[Document, None, None]:
    from kaensan.workers import Limits, Pool

    limits = limits or Limits()
    pool: Pool[Task, Document] = Pool(
        extraction, workers, setup=extraction.prepare, time_limit=limits.seconds, memory_limit=limits.memory
    )

    def submit(task: Task) -> Future[Document]:
        return pool.submit(FoldedPage.of(task) if isinstance(task, Page) else task)

    with pool:
        yield from _in_order(sources, submit, _AHEAD * workers)


def _in_order(
    sources: Iterable[Source], submit: Callable[[Task], Future[Document]], ahead: int
) -> Generator[Document, None, None]:
    """The documents in the order of the sources, at most so many pages ahead of the one that is asked for."""
    waiting: deque[tuple[str | None, Future[Document]]] = deque()
    stopped: Exception | None = None
    more, upcoming = True, iter(sources)
    while True:
        while more and len(waiting) < ahead:
            try:
                source = next(upcoming)
            except StopIteration:
                more = False
            except Exception as error:  # the caller's: to be raised after the pages before it
                more, stopped = False, error
            else:
                waiting.append(_submitted(source, submit))
        if not waiting:
            break
        yield _result(*waiting.popleft())
    if stopped is not None:
        raise stopped


def _submitted(source: Source, submit: Callable[[Task], Future[Document]]) -> tuple[str | None, Future[Document]]:
    try:
        task = _task(source)
    except InputError as error:
        from concurrent.futures import Future

        failed: Future[Document] = Future()
        failed.set_result(Document.failed(error))
        return None, failed
    return task.url, submit(task)


def _result(url: str | None, future: Future[Document]) -> Document:
    """A document; a page that its process did not survive gives a failed one."""
    from kaensan.workers import NotStarted, WorkerDied

    try:
        return future.result()
    except MemoryError:
        return Document.failed(_no_memory(), url)
    except NotStarted as error:
        if error.reason and "__main__" in error.reason:
            raise UsageError(error.reason) from None
        raise
    except WorkerDied as died:
        return Document.failed(KaensanError(str(died).replace("the task", "the page")), url)


def _unforeseen(what: str, error: Exception) -> KaensanError:
    return KaensanError(f"{what} ({type(error).__name__}: {error}); please report it")


def _no_memory() -> KaensanError:
    return KaensanError("the page wanted more memory than there is")


def _task(source: Source) -> Task:
    """A source in one form, whatever it was given as."""
    if isinstance(source, Page):
        return source
    markup, *named = source if isinstance(source, tuple) and source else (source,)
    if len(named) > 2 or not all(isinstance(name, str | None) for name in named):
        raise InputError("a page in a tuple is markup, its URL and its charset")
    return read_markup(markup, *named)


def _page(task: Task) -> Page:
    if isinstance(task, Page):
        return task
    return task.unfold() if isinstance(task, FoldedPage) else parse(task.html, task.url, charset=task.charset)
