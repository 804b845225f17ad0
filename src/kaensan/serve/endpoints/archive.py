"""Web archives: the pages in a WARC file."""

from __future__ import annotations

from contextlib import ExitStack

from starlette.requests import Request
from starlette.responses import Response

from kaensan.serve.endpoints import Endpoint
from kaensan.serve.service import service_of
from kaensan.serve.transfer import receive_body, send_answer
from kaensan.serve.work import Sent, Task

__all__ = ["ENDPOINTS"]


async def pages(request: Request) -> Response:
    """The HTML pages of an archive, each with its address and in base64, as many as an answer may hold."""
    service = service_of(request)
    with ExitStack() as inside:
        ticket = inside.enter_context(service.enter(request))
        sent = Sent(await receive_body(request, ticket))
        response = send_answer(await service.answer(request, Task("archive", sent), ticket), ticket)
        inside.pop_all()
        return response


ENDPOINTS = [Endpoint("POST", "/v1/archive", pages, "The pages of a WARC file")]
