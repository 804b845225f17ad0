"""The studio: files that ship with the package."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response

from kaensan.serve.docs_page import STYLE, render_docs
from kaensan.serve.endpoints import Endpoint
from kaensan.serve.problems import Problem

__all__ = ["ENDPOINTS"]

_MEDIA = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_FOLDER = Path(str(files("kaensan.serve"))) / "studio"
_FILES = {path.relative_to(_FOLDER).as_posix(): path for path in _FOLDER.rglob("*") if path.suffix in _MEDIA}
"""What the studio is made of: no path that a client sends ever reaches the file system."""


async def index(request: Request) -> Response:
    return _file("index.html")


async def studio(request: Request) -> Response:
    return _file(request.path_params["path"])


async def icon(request: Request) -> Response:
    return _file("mark.svg")


async def description(request: Request) -> Response:
    return JSONResponse(request.app.state.description)


async def docs(request: Request) -> Response:
    return Response(render_docs(request.app.state.description), media_type="text/html; charset=utf-8")


async def docs_style(request: Request) -> Response:
    return Response(STYLE, media_type="text/css; charset=utf-8")


def _file(name: str) -> Response:
    path = _FILES.get(name)
    if path is None:
        raise Problem(404, "unknown", "there is nothing here")
    return FileResponse(path, media_type=_MEDIA[path.suffix], headers={"Cache-Control": "no-cache"})


ENDPOINTS = [
    Endpoint("GET", "/", index),
    Endpoint("GET", "/studio/{path:path}", studio),
    Endpoint("GET", "/favicon.ico", icon),
    Endpoint("GET", "/openapi.json", description),
    Endpoint("GET", "/docs", docs),
    Endpoint("GET", "/docs.css", docs_style),
]
