"""One page in, one answer out: extract, compare, thread, cloud, view, picture and score."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from kaensan.methods import names
from kaensan.serve.endpoints import Endpoint
from kaensan.serve.problems import Problem
from kaensan.serve.requests import MODELS, PictureRequest
from kaensan.serve.service import service_of
from kaensan.serve.transfer import send_answer
from kaensan.serve.work import Task

__all__ = ["ENDPOINTS", "KINDS", "answer", "ask", "asking"]

_PLAIN = {"text/plain": "text", "text/markdown": "markdown", "text/html": "html"}


async def answer(request: Request, kind: str, **options: Any) -> Response:
    """Receive a request, have it done by a worker, and send the answer."""
    service = service_of(request)
    with ExitStack() as inside:
        ticket = inside.enter_context(service.enter(request))
        body = await service.receive(request, ticket)
        response = send_answer(await service.answer(request, Task(kind, options=options, body=body), ticket), ticket)
        inside.pop_all()  # the ticket is closed when the answer is sent
        return response


async def ask(request: Request, task: Task, headers: dict[str, str] | None = None) -> Response:
    """Have something done that needs nothing from the client but the request itself."""
    service = service_of(request)
    with ExitStack() as inside:
        ticket = inside.enter_context(service.enter(request))
        response = send_answer(await service.answer(request, task, ticket), ticket, headers)
        inside.pop_all()
        return response


async def extract(request: Request) -> Response:
    """The content in the formats asked for, with title, authors, dates and the rest.

    With `Accept: text/plain`, `text/markdown` or `text/html` the answer is the content alone.
    """
    plain = _PLAIN.get(request.headers.get("accept", "").strip().lower())
    return await answer(request, "extract", **({"plain": plain} if plain else {}))


def asking(kind: str, description: str) -> Callable[[Request], Awaitable[Response]]:
    """What answers an endpoint whose requests go to a worker as they are, as tasks of one kind."""

    async def handle(request: Request) -> Response:
        return await answer(request, kind)

    handle.__doc__ = description
    return handle


async def picture(request: Request) -> Response:
    """The pictures as SVG, and the numbers behind them with their rows."""
    method = request.path_params["method"]
    if method not in names():
        message = f"there is no method {method[:100]!r}; choose one of {', '.join(names())}"
        raise Problem(404, "unknown", message, [("method", message)])
    return await answer(request, "picture", method=method)


_ASKED = {
    "compare": (
        "Every method on one page",
        "What each method keeps, how far they agree, and all measures where `gold_text` is given.",
    ),
    "thread": (
        "The posts of a board page",
        "Who said what, and when; no posts where the page is no discussion.",
    ),
    "cloud": ("The tag cloud of a page", "A picture (SVG, PNG), a page (HTML) or the terms (JSON)."),
    "view": (
        "Everything the studio shows about a page",
        "Rows with labels, renderings, metadata, posts, and the page itself made safe to look at.",
    ),
    "look": (
        "The page in its own look",
        "The page made safe to look at, with the styles that it brings along; nothing is loaded from the web.",
    ),
    "reasons": ("Why rows were kept or dropped", "Why rows were kept or dropped, in a sentence and in numbers."),
    "corrected": ("The content as labels have it", "The content as a person's labels have it."),
    "score": (
        "Methods measured against labels",
        "All measures of every method against labels that a person gave, or against a saved gold page.",
    ),
}
"""what can be asked about a page besides its content: a summary, and a description"""
KINDS = ("extract", *_ASKED)
"""What can be asked about a page, at once or as a job."""


def _about_page(kind: str, handle: Callable[[Request], Awaitable[Response]], summary: str) -> Endpoint:
    return Endpoint("POST", f"/v1/{kind}", handle, summary, MODELS[kind], page_as_body=True)


ENDPOINTS = [
    _about_page("extract", extract, "The main content of a page"),
    *(_about_page(kind, asking(kind, described), summary) for kind, (summary, described) in _ASKED.items()),
    Endpoint(
        "GET", "/v1/picture/{method}", picture, "The pictures of a method, for a sample, a gold page or an address"
    ),
    Endpoint("POST", "/v1/picture/{method}", picture, "The pictures of a method", PictureRequest, page_as_body=True),
]
