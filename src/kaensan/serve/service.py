"""The parts of a running service, and how a request becomes a task."""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
from dataclasses import dataclass
from typing import Any

from fastapi import Request

from kaensan.serve.engine import Do, Engine
from kaensan.serve.fetching import Fetcher
from kaensan.serve.gate import Gate
from kaensan.serve.gold.store import GoldStore
from kaensan.serve.jobs import Jobs
from kaensan.serve.metrics import Metrics
from kaensan.serve.problems import Problem
from kaensan.serve.requests import PageRequest
from kaensan.serve.samples import read_sample, samples
from kaensan.serve.settings import Settings
from kaensan.serve.work import Answer, Task, work
from kaensan.serve.work.task import Sent

__all__ = ["Service", "data_of", "service_of"]


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

    async def close(self) -> None:
        """Finish what was accepted."""
        self.ready = False
        await self.jobs.close()
        await self.engine.close()
        self.fetcher.close()

    async def task(self, kind: str, asked: PageRequest, body: bytes | None = None, **more: Any) -> Task:
        """The task for a request, its page fetched or looked up where it names one."""
        sent = await self.page(asked, body)
        self.metrics.received.inc(len(sent.html))
        options = {**asked.options(), **more}
        if options.get("site"):
            options["site"] = self.settings.sites
        return Task(kind, sent, options)

    async def do(self, kind: str, asked: PageRequest, body: bytes | None = None, **more: Any) -> Answer:
        return await self.engine.do(await self.task(kind, asked, body, **more))

    async def page(self, asked: PageRequest, body: bytes | None) -> Sent:
        """The page of a request."""
        given = {name: getattr(asked, name) for name in ("html", "base64", "sample", "gold")}
        named = [name for name, value in given.items() if value is not None]
        if len(named) + (body is not None) > 1:
            named = [*named, *(["the body"] if body is not None else [])]
            raise _wrong(named[1], f"give the page once, not as {' and as '.join(named)}")
        if asked.render and (named or body is not None or asked.url is None):
            raise _wrong("render", "only a page that is fetched by its url can be run in a browser")
        if body is not None:
            return Sent(body, asked.url, asked.charset)
        if asked.html is not None:
            return Sent(asked.html, asked.url, asked.charset)
        if asked.base64 is not None:
            return Sent(_decoded(asked.base64), asked.url, asked.charset)
        if asked.sample is not None:
            return _sample(asked.sample, asked.url)
        if asked.gold is not None:
            record = await self.record(asked.gold, "gold")
            return Sent(base64.b64decode(record["html"]), asked.url or record["url"])
        if asked.url is not None:
            return await self.fetcher.fetch(asked.url, render=asked.render)
        raise _wrong("html", "give a page: html, base64, url, sample or gold, or the page itself as the body")

    async def record(self, name: str, field: str = "id") -> dict[str, Any]:
        """A record of the gold store; one that is not there is a 404."""
        record = await asyncio.to_thread(self.gold.get, name)
        if record is None:
            message = f"there is no gold page {name!r}"
            raise Problem(404, "unknown", message, [(field, message)])
        return record


def service_of(request: Request) -> Service:
    """The service that a request came to."""
    service: Service | None = getattr(request.app.state, "service", None)
    if service is None or not service.ready:
        raise Problem(503, "starting", "the service is not ready yet", headers={"Retry-After": "1"})
    return service


def data_of(answer: Answer) -> Any:
    """The data of an answer that is JSON; a problem is raised."""
    data = json.loads(answer.body)
    if answer.status >= 400:
        error = data["error"]
        raise Problem(
            answer.status,
            error["kind"],
            error["message"],
            [(f["field"], f["problem"]) for f in error.get("fields", ())],
        )
    return data


def _wrong(field: str, problem: str) -> Problem:
    return Problem(422, "invalid", f"{field}: {problem}", [(field, problem)])


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise _wrong("base64", "this is not base64") from None


def _sample(name: str, url: str | None) -> Sent:
    found = read_sample(name)
    if found is None:
        known = ", ".join(sample["name"] for sample in samples())
        raise _wrong("sample", f"there is no sample {name!r}; choose one of {known}")
    return Sent(found[0], url or found[1])
