"""What the service says about itself: health, metrics, methods, samples."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from kaensan.serve.endpoints import Endpoint
from kaensan.serve.problems import Problem
from kaensan.serve.samples import read_sample, samples
from kaensan.serve.service import service_of
from kaensan.serve.service_metrics import MEDIA, Metrics
from kaensan.serve.transfer import response_of
from kaensan.serve.work import Task
from kaensan.serve.work.task import JSON, Answer, json_answer

__all__ = ["ENDPOINTS"]


async def health(request: Request) -> Response:
    from kaensan import __version__

    return response_of(json_answer({"status": "ok", "version": __version__}))


async def ready(request: Request) -> Response:
    service = service_of(request)
    running = len(service.engine.processes)
    return response_of(json_answer({"status": "ready", "workers": running, "inside": service.gate.inside}))


async def metrics(request: Request) -> Response:
    counted: Metrics = request.app.state.metrics
    service = service_of(request)
    counted.inside.set(service.gate.inside)
    counted.held.set(service.gate.held)
    counted.workers.set(len(service.engine.processes))
    return Response(counted.render(), headers={"Content-Type": MEDIA})


async def methods(request: Request) -> Response:
    service = service_of(request)
    if service.methods is None:
        with service.enter(request) as ticket:
            service.methods = (await service.do(Task("methods"), ticket)).body
    return response_of(Answer(service.methods, JSON))


async def list_samples(request: Request) -> Response:
    return response_of(json_answer({"samples": samples()}))


async def sample(request: Request) -> Response:
    name = request.path_params["name"]
    page = read_sample(name)
    if page is None:
        raise Problem(404, "unknown", f"there is no sample {name[:100]!r}", [("name", "unknown")])
    return Response(page[0], media_type="text/plain; charset=utf-8")


ENDPOINTS = [
    Endpoint("GET", "/healthz", health, "Whether the process is alive"),
    Endpoint("GET", "/readyz", ready, "Whether requests are answered"),
    Endpoint("GET", "/metrics", metrics, "Counters in the format of Prometheus"),
    Endpoint("GET", "/v1/methods", methods, "The methods, and which of them can run here"),
    Endpoint("GET", "/v1/samples", list_samples, "Sample pages"),
    Endpoint("GET", "/v1/samples/{name}", sample, "One sample page, as its source"),
]
