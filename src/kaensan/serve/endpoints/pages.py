"""One page in, one answer out: extract, compare, thread, cloud, view, picture and score."""

from __future__ import annotations

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

__all__ = ["ENDPOINTS", "KINDS", "answer", "ask"]

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


async def compare(request: Request) -> Response:
    """What each method keeps, how far they agree, and all measures where `gold_text` is given."""
    return await answer(request, "compare")


async def thread(request: Request) -> Response:
    """Who said what, and when; no posts where the page is no discussion."""
    return await answer(request, "thread")


async def cloud(request: Request) -> Response:
    """A picture (SVG, PNG), a page (HTML) or the terms (JSON)."""
    return await answer(request, "cloud")


async def view(request: Request) -> Response:
    """Rows with labels, renderings, metadata, posts, and the page itself made safe to look at."""
    return await answer(request, "view")


async def reasons(request: Request) -> Response:
    """Why rows were kept or dropped, in a sentence and in numbers."""
    return await answer(request, "reasons")


async def corrected(request: Request) -> Response:
    """The content as a person's labels have it."""
    return await answer(request, "corrected")


async def score(request: Request) -> Response:
    """All measures of every method against labels that a person gave, or against a saved gold page."""
    return await answer(request, "score")


async def picture(request: Request) -> Response:
    """The pictures as SVG, and the numbers behind them with their rows."""
    method = request.path_params["method"]
    if method not in names():
        message = f"there is no method {method[:100]!r}; choose one of {', '.join(names())}"
        raise Problem(404, "unknown", message, [("method", message)])
    return await answer(request, "picture", method=method)


_SUMMARIES = {
    extract: "The main content of a page",
    compare: "Every method on one page",
    thread: "The posts of a board page",
    cloud: "The tag cloud of a page",
    view: "Everything the studio shows about a page",
    reasons: "Why rows were kept or dropped",
    corrected: "The content as labels have it",
    score: "Methods measured against labels",
}
KINDS = tuple(handle.__name__ for handle in _SUMMARIES)
"""What can be asked about a page, at once or as a job."""

ENDPOINTS = [
    *(
        Endpoint("POST", f"/v1/{handle.__name__}", handle, summary, MODELS[handle.__name__], page_as_body=True)
        for handle, summary in _SUMMARIES.items()
    ),
    Endpoint(
        "GET", "/v1/picture/{method}", picture, "The pictures of a method, for a sample, a gold page or an address"
    ),
    Endpoint("POST", "/v1/picture/{method}", picture, "The pictures of a method", PictureRequest, page_as_body=True),
]
