"""Corrected pages: save, list, get, forget, export, import."""

from __future__ import annotations

import asyncio
import json
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from kaensan.serve.endpoints import Endpoint
from kaensan.serve.endpoints.pages import answer, ask
from kaensan.serve.gate import Ticket
from kaensan.serve.gold.export import DATASET_FILE
from kaensan.serve.gold.incoming import MEDIA
from kaensan.serve.problems import Problem, invalid_field
from kaensan.serve.requests import GoldRequest
from kaensan.serve.service import Service, data_of, service_of, while_present
from kaensan.serve.transfer import receive_body, send_answer, send_file
from kaensan.serve.work import Answer, Sent, Task

__all__ = ["ENDPOINTS"]

_UNPACKED = 8
"""An import may unpack to so many times the largest body."""
_LINE = 2
"""A line of a dataset may have so many times the bytes of the largest page: its page is in base64, with its text."""
_FILES = {
    "dataset": (DATASET_FILE, "application/zstd"),
    "jsonl": ("gold.dev.jsonl", "application/x-ndjson"),
    "marked": ("gold-marked.zip", "application/zip"),
}
"""The name and the media type of each export."""


async def list_pages(request: Request) -> Response:
    """Summaries, the latest first."""
    return await ask(request, Task("gold-list"))


async def save(request: Request) -> Response:
    """A page with a label for each of its rows; a page of the same bytes is replaced."""
    return await answer(request, "gold")


async def get(request: Request) -> Response:
    """The whole record, in the dataset format; its labels are in `extra.labels`."""
    return await ask(request, Task("gold-get", options={"id": request.path_params["name"]}))


async def marked(request: Request) -> Response:
    """The page with `<<<T>>>` and `<<<C>>>` around title and content."""
    name = request.path_params["name"]
    headers = {"Content-Disposition": f'attachment; filename="{_file_name(name)}.html"'}
    return await ask(request, Task("gold-marked", options={"id": name}), headers)


async def forget(request: Request) -> Response:
    """The page is gone from the store."""
    service = service_of(request)
    name = request.path_params["name"]
    if not await asyncio.to_thread(service.gold.delete, name):
        message = f"there is no gold page {name[:100]!r}"
        raise Problem(404, "unknown", message, [("id", message)])
    return Response(status_code=204)


async def export(request: Request) -> Response:
    """`dataset` (zstd-compressed JSON lines, `gold.dev.jsonl.zst`), `jsonl` (the same, not compressed) or `marked` (a
    zip of pages with `<<<T>>>` and `<<<C>>>`)."""
    form = request.query_params.get("format", "dataset")
    if form not in _FILES:
        raise invalid_field("format", f"there is no format {form[:40]!r}; choose dataset, jsonl or marked")
    service = service_of(request)
    name, media = _FILES[form]
    with ExitStack() as inside:
        ticket = inside.enter_context(service.enter(request))
        path = Path(inside.enter_context(tempfile.TemporaryDirectory(prefix="kaensan-"))) / name
        task = Task("gold-export", options={"format": form, "path": str(path)})
        data_of(await service.answer(request, task, ticket))
        return send_file(path, ticket, media, name, inside.pop_all())


async def bring(request: Request) -> Response:
    """Lines of a dataset (`application/x-ndjson`, `application/zstd`), a marked page (`text/html`) or a zip of either.

    `posts` reads each `<<<C>>>` of a marked page as a post. What cannot be imported is named; the rest is saved.
    """
    service = service_of(request)
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media not in MEDIA:
        raise Problem(415, "media_type", f"gold is sent as one of {', '.join(MEDIA)}")
    posts = request.query_params.get("posts", "").lower() in ("true", "1", "yes", "on")
    url = request.query_params.get("url")
    with ExitStack() as inside:
        ticket = inside.enter_context(service.enter(request))
        sent = Sent(await receive_body(request, ticket))
        with tempfile.TemporaryDirectory(prefix="kaensan-") as folder, ticket.work():
            options = {"media": media, "folder": folder, "posts": posts, "url": url}
            imported = await while_present(request, _import(service, ticket, sent, options))
        inside.pop_all()
        return send_answer(imported, ticket)


async def _import(service: Service, ticket: Ticket, sent: Sent, options: dict[str, Any]) -> Answer:
    """Take an upload apart, then save its pages, one task each, so that a page that fails takes no other with it."""
    limits = service.settings.limits
    bounds = {"total": _UNPACKED * limits.body, "each": _LINE * limits.body}
    entries = data_of(await service.do(Task("gold-unpack", sent, {**options, **bounds}), ticket))
    saved: list[bytes] = []
    failed: list[dict[str, str]] = []
    for entry in entries:
        file = str(Path(options["folder"]) / entry["file"])
        try:
            result = await service.do(Task("gold-import", options={**options, "file": file}), ticket)
            if result.status >= 400:
                data_of(result)
            saved.append(result.body)
        except Problem as problem:
            failed.append({"name": entry["name"], "problem": problem.message})
    written = b'{"saved":[%s],"failed":%s}' % (b",".join(saved), json.dumps(failed, ensure_ascii=False).encode())
    ticket.hold(len(written))
    return Answer(written, status=200 if saved or not failed else 422)


def _file_name(name: str) -> str:
    return "".join(letter for letter in name[:40] if letter.isascii() and letter.isalnum())


ENDPOINTS = [
    Endpoint("GET", "/v1/gold", list_pages, "All gold pages"),
    Endpoint("POST", "/v1/gold", save, "Save a corrected page", GoldRequest),
    Endpoint(
        *("GET", "/v1/gold/export", export, "The store as a dataset or as marked pages"),
        query={"format": "dataset, jsonl or marked"},
    ),
    Endpoint(
        *("POST", "/v1/gold/import", bring, "Bring gold pages from elsewhere"),
        query={"posts": "true: each marked content is a post", "url": "where the pages came from"},
    ),
    Endpoint("GET", "/v1/gold/{name}", get, "One gold page"),
    Endpoint("GET", "/v1/gold/{name}/marked", marked, "One gold page with marks in it"),
    Endpoint("DELETE", "/v1/gold/{name}", forget, "Forget a gold page"),
]
