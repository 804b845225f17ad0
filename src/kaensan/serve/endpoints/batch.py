"""Many pages over one connection: JSON lines in, JSON lines out, in order.

A few pages for each worker are under way at a time. Clients that send everything before they read anything would block
a server that waits for them to read, so results that are not taken yet wait in a temporary file; only when that is
full does the service stop reading.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator
from contextlib import ExitStack
from typing import IO

from fastapi import APIRouter, Request, Response
from starlette.types import Receive, Scope, Send

from kaensan.serve.bodies import chunks, read_json
from kaensan.serve.gate import Ticket
from kaensan.serve.problems import Problem
from kaensan.serve.requests import BatchLine
from kaensan.serve.schema import described
from kaensan.serve.service import Service, service_of
from kaensan.serve.settings import Limits
from kaensan.serve.work import Answer

__all__ = ["router"]

router = APIRouter(prefix="/v1", tags=["pages"])

_AHEAD = 4
"""Pages under way for each worker."""
_IN_MEMORY = 1 << 20
_ON_DISK = 1 << 30
"""Bytes of results that wait for a client that does not read."""
_MEDIA = "application/x-ndjson"


@router.post("/batch", summary="Many pages, one a line", openapi_extra=described(BatchLine, raw=False))
async def batch(request: Request) -> Response:
    """Each line is a request as for `/v1/extract`, with an `id` of its own; each line of the answer is its result, or
    an `error`, in the same order."""
    service = service_of(request)
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media not in (_MEDIA, "application/jsonl", "application/json"):
        raise Problem(415, "media_type", f"a batch is sent as {_MEDIA}")
    inside = ExitStack()
    ticket = inside.enter_context(service.gate.enter())
    return _Lines(_Batch(service, request, ticket), inside)


class _Lines(Response):
    """An answer that begins while the request is still coming in."""

    media_type = _MEDIA

    def __init__(self, work: _Batch, inside: ExitStack) -> None:
        super().__init__()
        del self.headers["content-length"]
        self._work = work
        self._inside = inside

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._inside:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            async for part in self._work.results():
                await send({"type": "http.response.body", "body": part, "more_body": True})
            await send({"type": "http.response.body", "body": b""})


Result = tuple[int, str | int | None, Answer]
"""The number of a line, its id, and what became of it."""


class _Batch:
    """The pages under way, first in first out."""

    def __init__(self, service: Service, request: Request, ticket: Ticket) -> None:
        self._service = service
        self._request = request
        self._ticket = ticket
        self._spool = _Spool()
        self._stopped: Problem | None = None
        room = _AHEAD * service.settings.workers
        self._ahead: asyncio.Queue[tuple[int, asyncio.Task[Result]] | None] = asyncio.Queue(room)

    async def results(self) -> AsyncIterator[bytes]:
        """The lines of the answer."""
        with self._spool.file:
            working = [asyncio.create_task(self._read()), asyncio.create_task(self._hand_over())]
            try:
                async for part in self._spool.parts():
                    yield part
            finally:
                for one in working:
                    one.cancel()
                while not self._ahead.empty():
                    if waiting := self._ahead.get_nowait():
                        waiting[1].cancel()
                await asyncio.gather(*working, return_exceptions=True)

    async def _read(self) -> None:
        """Take lines in as long as there is room for them."""
        index = 0
        try:
            async for line in _lines(self._request, self._service.settings.limits):
                self._ticket.hold(len(line))
                await self._ahead.put((len(line), asyncio.create_task(self._one(index, line))))
                index += 1
        except Problem as problem:
            self._stopped = problem  # told after the results of the lines before it
        await self._ahead.put(None)

    async def _hand_over(self) -> None:
        """Wait for the oldest line and write its result, until there is none."""
        try:
            while waiting := await self._ahead.get():
                size, task = waiting
                result = await task
                self._ticket.let_go(size)
                await self._spool.write(_line(*result))
            if self._stopped:
                await self._spool.write(_line(None, None, self._stopped.answer()))
        finally:
            await self._spool.end()

    async def _one(self, index: int, line: bytes) -> Result:
        name: str | int | None = None
        try:
            asked = read_json(BatchLine, line)
            name = asked.id
            return index, name, await self._service.do("extract", asked)
        except Problem as problem:
            return index, name, problem.answer()


class _Spool:
    """Results on their way to a client that reads as it likes."""

    def __init__(self) -> None:
        self.file: IO[bytes] = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 (the reader closes it)
        self._written = self._read = 0
        self._ended = False
        self._changed = asyncio.Condition()

    async def write(self, data: bytes) -> None:
        async with self._changed:
            await self._changed.wait_for(lambda: self._written - self._read < _ON_DISK)
            self.file.seek(self._written)
            self.file.write(data)
            self._written += len(data)
            self._changed.notify_all()

    async def end(self) -> None:
        async with self._changed:
            self._ended = True
            self._changed.notify_all()

    async def parts(self) -> AsyncIterator[bytes]:
        while True:
            async with self._changed:
                await self._changed.wait_for(lambda: self._ended or self._read < self._written)
                self.file.seek(self._read)
                part = self.file.read(min(self._written - self._read, 1 << 16))
                self._read += len(part)
                if self._read == self._written:
                    self.file.seek(0)
                    self.file.truncate()
                    self._read = self._written = 0
                self._changed.notify_all()
            if not part:
                return
            yield part


async def _lines(request: Request, limits: Limits) -> AsyncIterator[bytes]:
    """The lines of a body that are not blank."""
    rest = bytearray()
    async for chunk in chunks(request, limits):
        rest += chunk
        while (end := rest.find(b"\n")) >= 0:
            line = bytes(rest[:end])
            del rest[: end + 1]
            if line.strip():
                yield line
        if len(rest) > limits.body:
            raise Problem(413, "too_large", f"a line of the batch is larger than {limits.body:,} bytes")
    if rest.strip():
        yield bytes(rest)


def _line(index: int | None, name: str | int | None, answer: Answer) -> bytes:
    """A line of the answer: the worker's own JSON, which is one line, with the number and the id put in front."""
    known = {**({} if index is None else {"index": index}), **({} if name is None else {"id": name})}
    head = json.dumps(known, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return head[:-1] + (b"," if known else b"") + answer.body[1:] + b"\n"
