"""What the service says about itself: health, metrics, methods, samples."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from kaensan.serve.metrics import MEDIA, Metrics
from kaensan.serve.problems import Problem, response_of
from kaensan.serve.samples import read_sample, samples
from kaensan.serve.service import service_of
from kaensan.serve.work import Sent, Task
from kaensan.serve.work.task import json_answer

__all__ = ["router"]

router = APIRouter(tags=["service"])


@router.get("/healthz", summary="Whether the process is alive")
async def health() -> Response:
    from kaensan import __version__

    return response_of(json_answer({"status": "ok", "version": __version__}))


@router.get("/readyz", summary="Whether requests are answered")
async def ready(request: Request) -> Response:
    service = service_of(request)
    running = len(service.engine.processes)
    return response_of(json_answer({"status": "ready", "workers": running, "inside": service.gate.inside}))


@router.get("/metrics", summary="Counters in the format of Prometheus")
async def metrics(request: Request) -> Response:
    counted: Metrics = request.app.state.metrics
    service = service_of(request)
    counted.inside.set(service.gate.inside)
    counted.workers.set(len(service.engine.processes))
    return Response(counted.render(), headers={"Content-Type": MEDIA})


@router.get("/v1/methods", summary="The methods, and which of them can run here")
async def methods(request: Request) -> Response:
    service = service_of(request)
    if service.methods is None:
        service.methods = (await service.engine.do(Task("methods", Sent("")))).body
    return Response(service.methods, media_type="application/json")


@router.get("/v1/samples", summary="Sample pages")
async def sample_list() -> Response:
    return response_of(json_answer({"samples": samples()}))


@router.get("/v1/samples/{name}", summary="One sample page, as its source")
async def sample(name: str) -> Response:
    found = read_sample(name)
    if found is None:
        raise Problem(404, "unknown", f"there is no sample {name!r}", [("name", "unknown")])
    return Response(found[0], media_type="text/plain; charset=utf-8")
