"""Long work: start it, follow it, stop it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import ExitStack

from starlette.requests import Request
from starlette.responses import Response

from kaensan.serve.endpoints import Endpoint
from kaensan.serve.endpoints.pages import KINDS
from kaensan.serve.gate import Ticket
from kaensan.serve.gold.scoring import score_all
from kaensan.serve.gold.training_runs import LEARNERS, learn_sites, train
from kaensan.serve.jobs import Report, Work
from kaensan.serve.problems import Problem
from kaensan.serve.service import Service, data_of, service_of
from kaensan.serve.transfer import Sending, response_of
from kaensan.serve.work import Answer, Body, Task
from kaensan.serve.work.task import JSON, json_answer

__all__ = ["ENDPOINTS"]


async def start(request: Request) -> Response:
    """The body is that of `/v1/KIND` (extract, compare, thread, cloud, view, score). `score-gold` measures all methods
    on all gold pages; `learn`, `train-core` and `train-lstm` teach from them. The answer names the events to follow."""
    service = service_of(request)
    kind = request.path_params["kind"]
    with ExitStack() as inside:
        ticket = inside.enter_context(service.enter(request))
        if kind in KINDS:
            work = _page_work(service, ticket, kind, await service.receive(request, ticket))
        elif kind == "score-gold":
            work = score_all(service, ticket)
        elif kind == "learn":
            work = learn_sites(service, ticket)
        elif kind in LEARNERS:
            work = train(service, ticket, kind)
        else:
            known = ", ".join([*KINDS, "score-gold", "learn", *LEARNERS])
            raise Problem(404, "unknown", f"there is no work {kind[:40]!r}; choose one of {known}")
        job = service.jobs.start(kind, work, ticket.close)
        inside.pop_all()  # the job keeps what the request brought until it is done
    return response_of(json_answer({"job": job.id, "kind": kind, "events": f"/v1/events/{job.id}"}, 202))


async def events(request: Request) -> Response:
    """Server-sent events: `progress` as the work goes on, then one `result` or `failed`."""
    service = service_of(request)
    job = service.jobs.get(request.path_params["job"])
    last = request.headers.get("last-event-id", "")
    after = int(last) if last.isascii() and last.isdigit() and len(last) < 10 else 0
    headers = {"X-Accel-Buffering": "no"}
    ticket = service.enter(request)
    return Sending(service.jobs.follow(job, after), ticket, media="text/event-stream", headers=headers)


async def stop(request: Request) -> Response:
    """The job ends with `failed`."""
    service_of(request).jobs.cancel(request.path_params["job"])
    return Response(status_code=204)


def _page_work(service: Service, ticket: Ticket, kind: str, body: Body) -> Work:
    async def work(report: Report) -> Answer:
        async def do(task: Task) -> Answer:
            return await service.do(task, ticket, report)

        report("reading")
        if kind == "compare":
            return await _compare(do, body, report)
        answer = await do(Task(kind, body=body))
        if answer.media != JSON:
            raise Problem(422, "invalid", "a job answers in JSON; ask for format json", [("format", "not json")])
        if answer.status >= 400:
            data_of(answer)
        return answer

    return work


async def _compare(do: Callable[[Task], Awaitable[Answer]], body: Body, report: Report) -> Answer:
    """One method after another, each reported when it is done."""
    plan = data_of(await do(Task("compare-plan", body=body)))
    if plan["whole"]:
        report("deciding", done=0, total=1)
        return await do(Task("compare", body=body))
    parts: list[bytes] = []
    total = len(plan["methods"])
    for number, method in enumerate(plan["methods"]):
        report("deciding", method=method, done=number, total=total)
        decided = await do(Task("compare-one", options={"method": method}, body=body))
        if decided.status >= 400:
            data_of(decided)
        parts.append(decided.body)
        report("decided", method=method, done=number + 1, total=total)
    return await do(Task("compare-all", options={"parts": parts}))


ENDPOINTS = [
    Endpoint("POST", "/v1/jobs/{kind}", start, "Start long work"),
    Endpoint("GET", "/v1/events/{job}", events, "Follow a job"),
    Endpoint("DELETE", "/v1/jobs/{job}", stop, "Stop a job"),
]
