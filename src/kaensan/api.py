"""The functions most users need."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

from kaensan import many as _many
from kaensan.document import FORMATS, Document
from kaensan.errors import UsageError
from kaensan.handed_over import Received, read_markup
from kaensan.many import Source
from kaensan.methods import Method, Policy, load, names
from kaensan.page import Page, parse

if TYPE_CHECKING:
    from pathlib import Path

    from kaensan.clouds.cloud import Cloud
    from kaensan.clouds.cloud_texts import Sources
    from kaensan.clouds.drawing import Look
    from kaensan.clouds.terms import TermOptions
    from kaensan.sites import Store, UserRules
    from kaensan.web.timeouts import Timeouts
    from kaensan.workers import Limits

__all__ = ["cloud", "extract", "extract_many", "fetch", "method_names"]


def extract(
    html: Received | Page,
    url: str | None = None,
    *,
    method: str | Method | None = None,
    policy: Policy | None = None,
    charset: str | None = None,
    site: Store | str | Path | None = None,
    rules: UserRules | str | Path | None = None,
) -> Document:
    """Find the main content of a page.

    The page is its markup (bytes are best, text will do), a `pathlib.Path`, an open file, a response of requests, httpx
    or urllib, or a `Page`. A string is always markup: one that is only an address or a file name is an `InputError`
    that says what to do, as is any other value that is no page. Any bytes give a `Document`; what was odd about them is
    in its `warnings`.

    The learned method decides unless another is named; `policy` tells it what to do with comments, tables and other
    kinds of text that people disagree on. `url` is where the page came from, `charset` the encoding that the HTTP
    response named, if any.

    `site` is a store of what is known of sites (`kaensan.sites.Store`, or its path), which is only read; `rules` a
    file of your own selectors per host. Both need to know the address of the page.

    >>> doc = extract("<title>Tea</title><p>Tea is a drink made from leaves.</p>", method="weight")
    >>> doc.title, doc.text
    ('Tea', 'Tea is a drink made from leaves.')
    """
    _require(url=(url, str), charset=(charset, str))
    chosen = choose_method(method, policy, site, rules)
    if isinstance(html, Page):
        if url is not None or charset is not None:
            raise UsageError("a Page knows its address and its encoding; name url and charset when it is parsed")
        return _many.extract_page(html, chosen)
    markup = read_markup(html, url, charset)
    return _many.extract_page(parse(markup.html, markup.url, charset=markup.charset), chosen)


def extract_many(
    pages: Iterable[Source],
    *,
    method: str | Method | None = None,
    policy: Policy | None = None,
    site: Store | str | Path | None = None,
    rules: UserRules | str | Path | None = None,
    workers: int = 1,
    threads: int = 1,
    limits: Limits | None = None,
    formats: Sequence[str] = ("text",),
    then: Callable[[Document], Document] | None = None,
) -> Generator[Document, None, None]:
    """Find the main content of many pages: a `Document` for each, in order.

    A page is what `extract` takes, or a tuple of that, its URL and the charset that the server named. One bad page
    never stops the rest: it gives an empty document whose `error` says why. Pages are read as the documents are taken,
    a few ahead of time for each worker, so `pages` may be endless; an exception that it raises itself comes out after
    the documents of the pages before.

    With more than one worker, processes share the work, and a page that kills its process or goes past the `limits` of
    time and memory gives a failed document. With more than one thread, threads of this process do, without limits:
    they gain as much as the compiled kernel runs outside Python's lock. Either makes the renderings named in `formats`
    at once; others are made when they are asked for. `then` is done with each document where it was made; workers need
    a function that can be pickled.

    A script that defines its own method or `then` and uses workers needs the usual `if __name__ == "__main__":`.

    >>> [doc.text for doc in extract_many(["<p>One.</p>", b"<p>Two.</p>", None], method="weight")]
    ['One.', 'Two.', '']
    """
    for name, number in (("workers", workers), ("threads", threads)):
        if not isinstance(number, int) or number < 1:
            raise UsageError(f"{name} is a number from 1, not {number!r}")
    if workers > 1 and threads > 1:
        raise UsageError("either workers or threads share the work, not both")
    if isinstance(pages, str | bytes) or not isinstance(pages, Iterable):
        raise UsageError(f"pages is a list or another iterable of pages, not one {type(pages).__name__}: use extract")
    if isinstance(formats, str | bytes) or not isinstance(formats, Iterable):
        raise UsageError(f"formats is a list of names such as ['text', 'markdown'], not {formats!r}")
    for form in formats:
        if form not in FORMATS or form == "json":
            raise UsageError(f"{form!r} cannot be made ahead; choose from text, markdown and html")
    chosen = choose_method(method, policy, site, rules)
    if workers == 1:
        extraction = _many.Extraction(chosen, tuple(formats), then)
        if threads > 1:
            return _many.in_threads(pages, extraction, threads)
        return _many.in_this_process(pages, extraction)
    plain = policy is None and site is None and rules is None
    extraction = _many.Extraction(method if plain else chosen, tuple(formats), then)
    return _many.in_processes(pages, extraction, workers, limits)


def choose_method(
    method: str | Method | None,
    policy: Policy | None,
    site: Store | str | Path | None,
    rules: UserRules | str | Path | None,
) -> Method:
    """The method with its policy and what is known of sites."""
    _require(policy=(policy, Policy))
    if not isinstance(method, str | None) and not callable(getattr(method, "label", None)):
        raise UsageError(f"method is a name, see kaensan.method_names(), or an object with label(page), not {method!r}")
    chosen = load(method, policy)
    if site is None and rules is None:
        return chosen
    from kaensan.sites import SiteOptions, Store, UserRules, with_site

    _require(site=(site, Store, str, PathLike), rules=(rules, UserRules, str, PathLike))
    # Rules that the method taught itself are about its own choice of what to keep, not about another policy.
    return with_site(chosen, site, rules, SiteOptions(own_rules=policy is None))


def _require(**options: tuple[Any, *tuple[type, ...]]) -> None:
    """Raise a `UsageError` that names the first option whose value is neither None nor of one of the types after it."""
    for name, (value, *wanted) in options.items():
        if value is not None and not isinstance(value, tuple(wanted)):
            known = " or ".join(kind.__name__ for kind in wanted)
            raise UsageError(f"{name} is {known}, not {type(value).__name__}: {repr(value)[:60]}")


def cloud(
    sources: Sources,
    *,
    compare: Sources | None = None,
    terms: TermOptions | None = None,
    look: Look | None = None,
    title: str | None = None,
    sides: tuple[str, str] | None = None,
) -> Cloud:
    """The tag cloud of a document, a text, or several of either; with `compare`, of two sets against each other.

    The title is that of the document where none is given; `sides` names the two sets in the legend of a comparison.

    >>> cloud("ฝนตก น้ำท่วม ฝนตก", terms=None).terms[0].text
    'ฝนตก'
    """
    from kaensan.clouds.cloud import make_cloud
    from kaensan.clouds.drawing import Look
    from kaensan.clouds.terms import TermOptions

    _require(terms=(terms, TermOptions), look=(look, Look), title=(title, str), sides=(sides, tuple))
    return make_cloud(sources, compare=compare, terms=terms, look=look, title=title, sides=sides)


def fetch(
    url: str,
    *,
    render: bool = False,
    allow_private: bool = False,
    timeout: float | Timeouts | None = None,
    max_bytes: int | None = None,
    robots: bool = True,
    cache: Path | str | None = None,
) -> Page:
    """Fetch a page from the web (the `fetch` extra); a `FetchError` says why it cannot be had.

    Safe by default: only public addresses, within bounds of time and size, and only what the site's robots.txt allows.
    `timeout` is the number of seconds for everything together, `cache` a file to keep pages in. `render` lets an
    installed Chromium run the page's scripts. To fetch many pages, use `aextract_many` or one
    `kaensan.web.client.Client`.
    """
    from kaensan.web.single_page import FetchOptions, fetch_page
    from kaensan.web.timeouts import Timeouts

    _require(url=(url, str), timeout=(timeout, int, float, Timeouts), max_bytes=(max_bytes, int))
    _require(cache=(cache, str, PathLike), render=(render, bool), allow_private=(allow_private, bool))
    if url is None:
        raise UsageError("url is the address of a page, not None")
    return fetch_page(url, FetchOptions(render, allow_private, timeout, max_bytes, robots, cache))


def method_names() -> dict[str, str]:
    """The names of all methods, each with a line that says what it does."""
    return names()
