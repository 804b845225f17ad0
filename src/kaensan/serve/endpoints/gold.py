"""Corrected pages: save, list, get, forget, export, import."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request, Response
from starlette.responses import StreamingResponse

from kaensan.errors import KaensanError
from kaensan.serve.bodies import read_body, read_request
from kaensan.serve.gold.export import dataset_lines, marked_page, marked_zip, zstd_dataset
from kaensan.serve.gold.incoming import MEDIA, Incoming, take_apart
from kaensan.serve.problems import Problem, response_of
from kaensan.serve.requests import GoldRequest
from kaensan.serve.schema import described
from kaensan.serve.service import Service, data_of, service_of
from kaensan.serve.work import Sent, Task
from kaensan.serve.work.task import json_answer

__all__ = ["router"]

router = APIRouter(prefix="/v1/gold", tags=["gold"])

_UNPACKED = 8
"""An import may unpack to so many times the largest body."""


@router.get("", summary="All gold pages")
async def listed(request: Request) -> Response:
    """Summaries, the latest first."""
    service = service_of(request)
    return response_of(json_answer({"pages": await asyncio.to_thread(service.gold.summaries)}))


@router.post("", status_code=201, summary="Save a corrected page", openapi_extra=described(GoldRequest, raw=False))
async def save(request: Request) -> Response:
    """A page with a label for each of its rows; a page of the same bytes is replaced."""
    service = service_of(request)
    with service.gate.enter() as ticket:
        asked, body = await read_request(request, GoldRequest, service.settings.limits, ticket)
        record = data_of(await service.do("gold", asked, body))
    return response_of(json_answer(await asyncio.to_thread(service.gold.save, record), 201))


@router.get("/export", summary="The store as a dataset or as marked pages")
async def export(request: Request, format: str = "dataset") -> Response:
    """`dataset` (zstd-compressed JSON lines, `gold.dev.jsonl.zst`), `jsonl` (the same, not compressed) or `marked` (a
    zip of pages with `<<<T>>>` and `<<<C>>>`)."""
    store = service_of(request).gold
    if format == "dataset":
        data = await asyncio.to_thread(zstd_dataset, store)
        return _file(data, "application/zstd", "gold.dev.jsonl.zst")
    if format == "jsonl":
        headers = {"Content-Disposition": 'attachment; filename="gold.dev.jsonl"'}
        return StreamingResponse(dataset_lines(store), media_type="application/x-ndjson", headers=headers)
    if format == "marked":
        return _file(await asyncio.to_thread(marked_zip, store), "application/zip", "gold-marked.zip")
    message = f"there is no format {format!r}; choose dataset, jsonl or marked"
    raise Problem(422, "invalid", message, [("format", message)])


@router.post("/import", summary="Bring gold pages from elsewhere")
async def bring(request: Request, posts: bool = False, url: str | None = None) -> Response:
    """Lines of a dataset (`application/x-ndjson`, `application/zstd`), a marked page (`text/html`) or a zip of either.

    `posts` reads each `<<<C>>>` of a marked page as a post. What cannot be imported is named; the rest is saved.
    """
    service = service_of(request)
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media not in MEDIA:
        raise Problem(415, "media_type", f"gold is sent as one of {', '.join(MEDIA)}")
    saved: list[dict[str, Any]] = []
    failed: list[dict[str, str]] = []
    limits = service.settings.limits
    with service.gate.enter() as ticket:
        body = await read_body(request, limits, ticket)
        for incoming in await asyncio.to_thread(lambda: list(take_apart(media, body, _UNPACKED * limits.body))):
            try:
                saved.append(await _import(service, incoming, posts, url))
            except Problem as problem:
                failed.append({"name": incoming.name, "problem": problem.message})
    return response_of(json_answer({"saved": saved, "failed": failed}, 200 if saved or not failed else 422))


@router.get("/{name}", summary="One gold page")
async def get(request: Request, name: str) -> Response:
    """The whole record, in the dataset format; its labels are in `extra.labels`."""
    return response_of(json_answer(await service_of(request).record(name)))


@router.get("/{name}/marked", summary="One gold page with marks in it")
async def marked(request: Request, name: str) -> Response:
    record = await service_of(request).record(name)
    try:
        text = await asyncio.to_thread(marked_page, record)
    except KaensanError as error:
        raise Problem(422, "input", str(error)) from error
    return _file(text.encode("utf-8", "replace"), "text/plain; charset=utf-8", f"{name}.html")


@router.delete("/{name}", status_code=204, summary="Forget a gold page")
async def forget(request: Request, name: str) -> Response:
    service = service_of(request)
    await service.record(name)
    await asyncio.to_thread(service.gold.delete, name)
    return Response(status_code=204)


async def _import(service: Service, incoming: Incoming, posts: bool, url: str | None) -> dict[str, Any]:
    if incoming.problem:
        raise Problem(422, "invalid", incoming.problem)
    task = Task("import", Sent(incoming.html, incoming.url or url), {"line": incoming.line, "posts": posts})
    record = data_of(await service.engine.do(task))
    return await asyncio.to_thread(service.gold.save, record)


def _file(data: bytes, media: str, name: str) -> Response:
    return Response(data, media_type=media, headers={"Content-Disposition": f'attachment; filename="{name}"'})
