"""Pictures that stand in pages, fetched for the studio through the safe client."""

from __future__ import annotations

from contextlib import ExitStack

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response

from kaensan.serve.endpoints import Endpoint
from kaensan.serve.problems import Problem, invalid_field
from kaensan.serve.requests import ImageRequest
from kaensan.serve.service import service_of, while_present
from kaensan.serve.transfer import receive_body, send_answer
from kaensan.serve.work import Answer

__all__ = ["ENDPOINTS"]

_LONGEST = 50_000
"""Bytes of a request: an address, written in JSON."""


async def image(request: Request) -> Response:
    """A picture by its address, for a page that is looked at: the page's server learns of the service alone."""
    service = service_of(request)
    with ExitStack() as inside:
        ticket = inside.enter_context(service.enter(request))
        url = _address(await receive_body(request, ticket))
        with ticket.work():
            body, media = await while_present(request, service.fetcher.fetch_image(url, ticket.client))
        ticket.let_go(ticket.held)
        ticket.hold(len(body))
        response = send_answer(Answer(body, media), ticket)
        inside.pop_all()
        return response


def _address(body: bytes) -> str:
    if len(body) > _LONGEST:
        raise Problem(413, "too_large", f"the request is larger than {_LONGEST:,} bytes")
    try:
        return ImageRequest.model_validate_json(body).url
    except ValidationError:
        raise invalid_field("url", "give the address of a picture") from None


ENDPOINTS = [Endpoint("POST", "/v1/image", image, "A picture of a page", ImageRequest)]
