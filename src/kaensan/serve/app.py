"""The application: its parts put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kaensan.errors import InputError, KaensanError, UsageError
from kaensan.serve.endpoints import about, archive, batch, gold, image, jobs, pages, site, studio
from kaensan.serve.guard import Guard
from kaensan.serve.openapi import describe
from kaensan.serve.problems import Problem
from kaensan.serve.service import Service
from kaensan.serve.service_metrics import Metrics
from kaensan.serve.settings import Settings
from kaensan.serve.transfer import response_of
from kaensan.serve.turns import Do
from kaensan.serve.work import FIRST, work

__all__ = ["make_app"]

_ENDPOINTS = [
    endpoint for part in (about, pages, image, batch, archive, site, gold, jobs, studio) for endpoint in part.ENDPOINTS
]


def make_app(settings: Settings | None = None, do: Do = work) -> Starlette:
    """The service as an ASGI application; its workers, which `do` every task, start and end with it."""
    from kaensan import __version__

    chosen = settings or Settings()
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        service = Service.start(chosen, metrics, do)
        app.state.service = service
        try:
            await service.engine.do(FIRST)
            service.ready = True
            returning = asyncio.create_task(service.return_memory())
            yield
            returning.cancel()
        finally:
            await service.close()

    app = Starlette(
        routes=[Route(each.path, each.handle, methods=[each.method]) for each in _ENDPOINTS],
        middleware=[Middleware(Guard, settings=chosen, metrics=metrics)],
        exception_handlers={Problem: _problem, HTTPException: _http, KaensanError: _named},
        lifespan=lifespan,
    )
    app.state.metrics = metrics
    app.state.description = describe(_ENDPOINTS, __version__)
    return app


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return response_of(error.answer(), error.headers)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    messages = {404: "there is nothing here", 405: f"{request.method} is not possible here"}
    kind = {404: "unknown", 405: "way"}.get(error.status_code, "http")
    message = messages.get(error.status_code, str(error.detail))
    return response_of(Problem(error.status_code, kind, message).answer(), error.headers)


async def _named(request: Request, error: Exception) -> Response:
    status = 422 if isinstance(error, UsageError) else 400 if isinstance(error, InputError) else 500
    return response_of(Problem(status, "failed" if status == 500 else "input", str(error)).answer())
