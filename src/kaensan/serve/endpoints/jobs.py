"""Long work: start it, follow it, stop it."""

from __future__ import annotations

from typing import Any

import numpy as np
from fastapi import APIRouter, Request, Response
from starlette.responses import StreamingResponse

from kaensan.methods import names
from kaensan.serve.bodies import read_request
from kaensan.serve.endpoints.pages import KINDS, options_for
from kaensan.serve.gold.learning import LEARNERS, learn, learn_sites
from kaensan.serve.gold.scoring import score_all
from kaensan.serve.jobs import Tell, Work
from kaensan.serve.problems import Problem, response_of
from kaensan.serve.requests import CompareRequest, PageRequest
from kaensan.serve.service import Service, data_of, service_of
from kaensan.serve.work import Task
from kaensan.serve.work.task import json_answer

__all__ = ["router"]

router = APIRouter(prefix="/v1", tags=["jobs"])


@router.post("/jobs/{kind}", status_code=202, summary="Start long work")
async def start(request: Request, kind: str) -> Response:
    """The body is that of `/v1/KIND` (extract, compare, thread, cloud, view, score). `score-gold` measures all methods
    on all gold pages; `learn`, `train-core` and `train-lstm` teach from them. The answer names the events to follow."""
    service = service_of(request)
    if kind in KINDS:
        with service.gate.enter() as ticket:
            asked, body = await read_request(request, KINDS[kind], service.settings.limits, ticket)
        work = _page_work(service, kind, asked, body)
    elif kind == "score-gold":
        work = score_all(service)
    elif kind == "learn":
        work = learn_sites(service)
    elif kind in LEARNERS:
        work = learn(service, kind)
    else:
        known = ", ".join([*KINDS, "score-gold", "learn", *LEARNERS])
        raise Problem(404, "unknown", f"there is no work {kind!r}; choose one of {known}")
    job = service.jobs.start(kind, work)
    return response_of(json_answer({"job": job.id, "kind": kind, "events": f"/v1/events/{job.id}"}, 202))


@router.get("/events/{job}", summary="Follow a job")
async def events(request: Request, job: str) -> Response:
    """Server-sent events: `progress` as the work goes on, then one `result` or `failed`."""
    service = service_of(request)
    last = request.headers.get("last-event-id", "")
    stream = service.jobs.follow(service.jobs.get(job), int(last) if last.isascii() and last.isdigit() else 0)
    return StreamingResponse(stream, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


@router.delete("/jobs/{job}", status_code=204, summary="Stop a job")
async def stop(request: Request, job: str) -> Response:
    service_of(request).jobs.cancel(job)
    return Response(status_code=204)


def _page_work(service: Service, kind: str, asked: PageRequest, body: bytes | None) -> Work:
    async def work(tell: Tell) -> Any:
        if asked.url and body is None and not any((asked.html, asked.base64, asked.sample, asked.gold)):
            tell("rendering" if asked.render else "fetching", url=asked.url)
        options = await options_for(service, kind, asked)
        task = await service.task(kind, asked, body, **options)
        if isinstance(asked, CompareRequest) and asked.gold_text is None:
            return await _compare(service, task, asked, tell)
        tell("deciding", done=0, total=1)
        answer = await service.engine.do(task)
        if answer.media != "application/json":
            raise Problem(422, "invalid", "a job answers in JSON; ask for format json", [("format", "not json")])
        return data_of(answer)

    return work


async def _compare(service: Service, task: Task, asked: CompareRequest, tell: Tell) -> dict[str, Any]:
    """One method after another, each told as it is done."""
    wanted = asked.methods or list(names())
    found: list[dict[str, Any]] = []
    missing: list[dict[str, Any]] = []
    lengths: list[int] = []
    for number, method in enumerate(wanted):
        tell("deciding", method=method, done=number, total=len(wanted))
        one = data_of(await service.engine.do(Task("one", task.sent, {"method": method})))
        if "missing" in one:
            missing.append({"method": method, "why": one["missing"]})
            continue
        lengths = one.pop("lengths")
        found.append(one)
        tell("decided", method=method, done=number + 1, total=len(wanted), one=one)
    return {
        "url": task.sent.url,
        "texts": len(lengths),
        "characters": sum(lengths),
        "methods": found,
        "missing": missing,
        "agreement": {"methods": [one["method"] for one in found], "shares": _shares(found, lengths)},
    }


def _shares(found: list[dict[str, Any]], lengths: list[int]) -> list[list[float]]:
    """For each two methods the share of kept characters that both keep, as `kaensan.compare.agreement` has it."""
    kept = np.array([[role == "content" for role in one["roles"]] for one in found], np.float64)
    kept = kept.reshape(len(found), len(lengths))
    both = (kept * np.array(lengths, np.float64)) @ kept.T
    each = np.diag(both)
    total = each[:, None] + each[None, :]
    shares: list[list[float]] = np.where(total > 0, 2 * both / np.maximum(total, 1), 1.0).round(4).tolist()
    return shares
