"""One page in, one answer out: extract, compare, thread, cloud, view, picture and score."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from kaensan.methods import names
from kaensan.serve.bodies import read_request
from kaensan.serve.gold.record import known_of
from kaensan.serve.presence import while_present
from kaensan.serve.problems import Problem, response_of
from kaensan.serve.requests import (
    CloudRequest,
    CompareRequest,
    ExtractRequest,
    PageRequest,
    PictureRequest,
    ScoreRequest,
    ThreadRequest,
    ViewRequest,
)
from kaensan.serve.schema import described
from kaensan.serve.service import Service, service_of

__all__ = ["KINDS", "options_for", "router"]

router = APIRouter(prefix="/v1", tags=["pages"])

KINDS: dict[str, type[PageRequest]] = {
    "extract": ExtractRequest,
    "compare": CompareRequest,
    "thread": ThreadRequest,
    "cloud": CloudRequest,
    "view": ViewRequest,
    "score": ScoreRequest,
}
"""What can be asked about a page, at once or as a job."""

_PLAIN = {"text/plain": "text", "text/markdown": "markdown", "text/html": "html"}


async def answer(request: Request, kind: str, model: type[PageRequest], **more: Any) -> Response:
    """Read a request, have it done, and send the answer."""
    service = service_of(request)
    with service.gate.enter() as ticket:
        asked, body = await read_request(request, model, service.settings.limits, ticket)
        options = await options_for(service, kind, asked)
        return response_of(await while_present(request, service.do(kind, asked, body, **options, **more)))


async def options_for(service: Service, kind: str, asked: PageRequest) -> dict[str, Any]:
    """What the worker needs to know besides the options themselves."""
    if not isinstance(asked, ScoreRequest):
        return {}
    if asked.labels is not None:
        return {}
    if asked.gold is None:
        problem = "give a label for each row, or the id of a saved page as gold"
        raise Problem(422, "invalid", f"labels: {problem}", [("labels", problem)])
    return known_of(await service.record(asked.gold, "gold"))


@router.post("/extract", summary="The main content of a page", openapi_extra=described(ExtractRequest))
async def extract(request: Request) -> Response:
    """The content in the formats asked for, with title, authors, dates and the rest.

    With `Accept: text/plain`, `text/markdown` or `text/html` the answer is the content alone.
    """
    plain = _PLAIN.get(request.headers.get("accept", "").strip().lower())
    return await answer(request, "extract", ExtractRequest, **({"plain": plain} if plain else {}))


@router.post("/compare", summary="Every method on one page", openapi_extra=described(CompareRequest))
async def compare(request: Request) -> Response:
    """What each method keeps, how far they agree, and all measures where `gold_text` is given."""
    return await answer(request, "compare", CompareRequest)


@router.post("/thread", summary="The posts of a board page", openapi_extra=described(ThreadRequest))
async def thread(request: Request) -> Response:
    """Who said what, and when; no posts where the page is no discussion."""
    return await answer(request, "thread", ThreadRequest)


@router.post("/cloud", summary="The tag cloud of a page", openapi_extra=described(CloudRequest))
async def cloud(request: Request) -> Response:
    """A picture (SVG, PNG) or the terms (JSON)."""
    return await answer(request, "cloud", CloudRequest)


@router.post("/view", summary="Everything the studio shows about a page", openapi_extra=described(ViewRequest))
async def view(request: Request) -> Response:
    """Rows with labels and reasons, renderings, metadata, posts, and the page itself made safe to look at."""
    return await answer(request, "view", ViewRequest)


@router.post("/score", summary="Methods measured against labels", openapi_extra=described(ScoreRequest))
async def score(request: Request) -> Response:
    """All measures of every method against labels that a person gave, or against a saved gold page."""
    return await answer(request, "score", ScoreRequest)


@router.get("/picture/{method}", summary="The pictures of a method, for a sample, a gold page or an address")
async def look_at_picture(request: Request, method: str) -> Response:
    """The same as `POST`, with the page named in the query."""
    return await _picture(request, method)


@router.post("/picture/{method}", summary="The pictures of a method", openapi_extra=described(PictureRequest))
async def picture(request: Request, method: str) -> Response:
    """The pictures as SVG, and the numbers behind them with their rows."""
    return await _picture(request, method)


async def _picture(request: Request, method: str) -> Response:
    if method not in names():
        message = f"there is no method {method!r}; choose one of {', '.join(names())}"
        raise Problem(404, "unknown", message, [("method", message)])
    return await answer(request, "picture", PictureRequest, method=method)
