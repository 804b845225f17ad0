"""The parts of a running service, and how a request becomes an answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from starlette.requests import Request

from kaensan.memory_return import trim_memory
from kaensan.serve.fetching import Fetcher
from kaensan.serve.gate import Gate, Ticket
from kaensan.serve.gold.store import GoldStore
from kaensan.serve.jobs import Jobs, Report
from kaensan.serve.problems import Problem
from kaensan.serve.service_metrics import Metrics
from kaensan.serve.settings import Settings
from kaensan.serve.transfer import client_of, receive_body
from kaensan.serve.turns import Do, Engine
from kaensan.serve.work import Answer, Body, Task, work
from kaensan.serve.work.task import FETCH

__all__ = ["Service", "data_of", "service_of", "while_present"]

Result = TypeVar("Result")

_BETWEEN_LOOKS = 2.0
"""Seconds between two looks at what the service holds."""
_WORTH_RETURNING = 16 << 20
"""Bytes that the service must have held for their memory to be worth returning."""


@dataclass
class Service:
    """What the endpoints share."""

    settings: Settings
    metrics: Metrics
    gate: Gate
    engine: Engine
    fetcher: Fetcher
    gold: GoldStore
    jobs: Jobs
    ready: bool = False
    methods: bytes | None = None
    """the answer about methods, which does not change"""

    @classmethod
    def start(cls, settings: Settings, metrics: Metrics, do: Do = work) -> Service:
        """Start the workers, which `do` every task; called inside the event loop."""
        return cls(
            settings=settings,
            metrics=metrics,
            gate=Gate(settings.limits),
            engine=Engine(settings, metrics, do),
            fetcher=Fetcher(settings, metrics),
            gold=GoldStore(settings.gold),
            jobs=Jobs(settings.limits, metrics),
        )

    async def return_memory(self) -> None:
        """Give memory back to the system after load, for as long as the service runs: the allocator keeps it else."""
        most = 0
        while True:
            await asyncio.sleep(_BETWEEN_LOOKS)
            most = max(most, self.gate.take_peak())
            if most > _WORTH_RETURNING and self.gate.held < most / 4:
                most = 0
                await asyncio.to_thread(trim_memory)

    async def close(self) -> None:
        """Finish what was accepted."""
        self.ready = False
        await self.jobs.close()
        await self.engine.close()
        await self.fetcher.close()

    def enter(self, request: Request) -> Ticket:
        """A ticket for a request, which is closed when its answer is sent."""
        return self.gate.enter(client_of(request))

    async def receive(self, request: Request, ticket: Ticket) -> Body:
        """The body of a request, not yet read by anybody."""
        data = await receive_body(request, ticket) if request.method != "GET" else b""
        self.metrics.received.inc(len(data))
        media = request.headers.get("content-type", "") if request.method != "GET" else ""
        return Body(data, media, tuple(request.query_params.multi_items()))

    async def do(self, task: Task, ticket: Ticket, report: Report | None = None) -> Answer:
        """Have a task done; a page that it names by its address is fetched on the way, which is reported."""
        task = replace(task, stores=self.settings.stores, most=self.settings.limits.answer)
        answer = await self.engine.do(task, ticket)
        if answer.media == FETCH:
            wanted = json.loads(answer.body)
            if report is not None:
                report("rendering" if wanted["render"] else "fetching", url=wanted["url"])
            sent = await self.fetcher.fetch(wanted["url"], ticket.client, render=wanted["render"])
            ticket.hold(len(sent.html))
            if report is not None:
                report("deciding", done=0, total=1)
            try:
                answer = await self.engine.do(replace(task, sent=sent), ticket)
            finally:
                ticket.let_go(len(sent.html))
        return answer

    async def answer(self, request: Request, task: Task, ticket: Ticket) -> Answer:
        """Have a task done for a client that is still there; the request's bytes make room for those of the answer."""
        with ticket.work():
            answer = await while_present(request, self.do(task, ticket))
        ticket.let_go(ticket.held)
        ticket.hold(len(answer.body))
        return answer


def service_of(request: Request) -> Service:
    """The service that a request came to."""
    service: Service | None = getattr(request.app.state, "service", None)
    if service is None or not service.ready:
        raise Problem(503, "starting", "the service is not ready yet", headers={"Retry-After": "1"})
    return service


def data_of(answer: Answer) -> Any:
    """The data of a small answer that is JSON; a problem is raised."""
    data = json.loads(answer.body)
    if answer.status >= 400:
        error = data["error"]
        fields = [(field["field"], field["problem"]) for field in error.get("fields", ())]
        raise Problem(answer.status, error["kind"], error["message"], fields)
    return data


async def while_present(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """The result of some work, which is given up when the client goes away; its body has been received before."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_departure(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Problem(499, "gone", "the client went away")
        return await working
    finally:
        leaving.cancel()
        working.cancel()


async def _departure(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
