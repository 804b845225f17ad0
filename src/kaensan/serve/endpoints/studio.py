"""The studio: files that ship with the package."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter, Request, Response
from starlette.responses import FileResponse

from kaensan.serve.docs_page import render_docs
from kaensan.serve.problems import Problem

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

_STUDIO = Path(str(files("kaensan.serve"))) / "studio"
_MEDIA = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".ico": "image/x-icon",
    ".webmanifest": "application/manifest+json",
}


@router.get("/")
async def index() -> Response:
    return _file("index.html")


@router.get("/studio/{path:path}")
async def studio(path: str) -> Response:
    return _file(path)


@router.get("/favicon.ico")
async def icon() -> Response:
    return _file("favicon.svg") if (_STUDIO / "favicon.svg").is_file() else Response(status_code=204)


@router.get("/docs")
async def docs(request: Request) -> Response:
    return Response(render_docs(request.app.openapi()), media_type="text/html; charset=utf-8")


@router.get("/docs.css")
async def docs_style() -> Response:
    from kaensan.serve.docs_page import STYLE

    return Response(STYLE, media_type="text/css; charset=utf-8")


def _file(path: str) -> Response:
    """A file of the studio; nothing outside its folder, and only kinds that a studio is made of."""
    wanted = (_STUDIO / path.replace("\0", "")).resolve()
    if not wanted.is_relative_to(_STUDIO.resolve()) or not wanted.is_file() or wanted.suffix not in _MEDIA:
        raise Problem(404, "unknown", "there is nothing here")
    return FileResponse(wanted, media_type=_MEDIA[wanted.suffix], headers={"Cache-Control": "no-cache"})
