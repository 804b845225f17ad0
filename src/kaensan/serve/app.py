"""The application: its parts put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from kaensan.errors import InputError, KaensanError, UsageError
from kaensan.serve.endpoints import about, batch, gold, jobs, pages, studio
from kaensan.serve.engine import Do
from kaensan.serve.guard import Guard
from kaensan.serve.metrics import Metrics
from kaensan.serve.problems import Problem
from kaensan.serve.service import Service
from kaensan.serve.settings import Settings
from kaensan.serve.work import FIRST, work

__all__ = ["make_app"]


def make_app(settings: Settings | None = None, do: Do = work) -> FastAPI:
    """The service as an ASGI application; its workers, which `do` every task, start and end with it."""
    from kaensan import __version__

    chosen = settings or Settings()
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        service = Service.start(chosen, metrics, do)
        app.state.service = service
        try:
            await service.engine.do(FIRST)
            service.ready = True
            yield
        finally:
            await service.close()

    app = FastAPI(
        title="Kaensan",
        version=__version__,
        description="The main content of any web page, with particular care for Thai.",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        middleware=[Middleware(Guard, settings=chosen, metrics=metrics)],
    )
    app.state.metrics = metrics
    for part in (about, pages, batch, gold, jobs, studio):
        app.include_router(part.router)
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(KaensanError, _named)
    return app


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return error.response()


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    kind = {404: "unknown", 405: "way"}.get(error.status_code, "http")
    said = {404: "there is nothing here", 405: f"{request.method} is not possible here"}
    return Problem(
        error.status_code, kind, said.get(error.status_code, str(error.detail)), headers=error.headers
    ).response()


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    fields = [(".".join(map(str, one["loc"][1:])), str(one["msg"])) for one in error.errors()]
    return Problem(422, "invalid", "; ".join(f"{name}: {what}" for name, what in fields), fields).response()


async def _named(request: Request, error: Exception) -> Response:
    status = 422 if isinstance(error, UsageError) else 400 if isinstance(error, InputError) else 500
    return Problem(status, "failed" if status == 500 else "input", str(error)).response()
