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
from typing import IO

from starlette.requests import Request
from starlette.responses import Response

from kaensan.serve.endpoints import Endpoint
from kaensan.serve.gate import Ticket
from kaensan.serve.problems import Problem
from kaensan.serve.requests import BatchLine
from kaensan.serve.service import Service, service_of
from kaensan.serve.transfer import Pace, Sending, body_parts
from kaensan.serve.work import Answer, Body, Task
from kaensan.serve.work.task import JSON

__all__ = ["ENDPOINTS"]

_AHEAD = 4
"""Pages under way for each worker."""
_IN_MEMORY = 1 << 20
_ON_DISK = 256 << 20
"""Bytes of results that wait for a client that does not read; then the service stops reading from it."""
_MEDIA = "application/x-ndjson"


async def batch(request: Request) -> Response:
    """Each line is a request as for `/v1/extract`, with an `id` of its own; each line of the answer is its result, or
    an `error`, in the same order."""
    service = service_of(request)
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media not in (_MEDIA, "application/jsonl", JSON):
        raise Problem(415, "media_type", f"a batch is sent as {_MEDIA}")
    ticket = service.enter(request)
    return Sending(_Batch(service, request, ticket).results(), ticket, media=_MEDIA)


class _Batch:
    """The pages under way, first in first out."""

    def __init__(self, service: Service, request: Request, ticket: Ticket) -> None:
        self._service = service
        self._request = request
        self._ticket = ticket
        self._spool = _Spool()
        self._stopped: Problem | None = None
        self._under_way = 0
        room = _AHEAD * service.settings.workers
        self._ahead: asyncio.Queue[tuple[int, asyncio.Task[bytes]] | None] = asyncio.Queue(room)

    async def results(self) -> AsyncIterator[bytes]:
        """The lines of the answer."""
        with self._spool.file:
            working = [asyncio.create_task(self._read()), asyncio.create_task(self._hand_over())]
            try:
                async for part in self._spool.parts():
                    yield part
            finally:
                for task in working:
                    task.cancel()
                while not self._ahead.empty():
                    if waiting := self._ahead.get_nowait():
                        waiting[1].cancel()
                await asyncio.gather(*working, return_exceptions=True)

    async def _read(self) -> None:
        """Take lines in as long as there is room for them."""
        index = 0
        try:
            async for line in self._lines():
                self._under_way += 1
                await self._ahead.put((len(line), asyncio.create_task(self._result(index, line))))
                index += 1
        except Problem as problem:
            # Its message follows the results of the lines before it; where it arose, the unfinished line is still held.
            self._stopped = problem.with_traceback(None)
        await self._ahead.put(None)

    async def _lines(self) -> AsyncIterator[bytes]:
        """The lines of the body that are not blank, their bytes counted as they come."""
        # A client may wait for the results of what it sent before it sends more.
        pace = Pace(self._ticket, excused=lambda: self._under_way > 0)
        most = self._ticket.limits.body
        rest = bytearray()
        async for part in body_parts(self._request, pace):
            self._ticket.hold(len(part))
            sought = len(rest)
            rest += part
            while (end := rest.find(b"\n", sought)) >= 0:
                line = bytes(rest[:end])
                del rest[: end + 1]
                sought = 0
                pace.restart()
                self._ticket.let_go(1)
                if line.strip():
                    yield line
                else:
                    self._ticket.let_go(len(line))
            if len(rest) > most:
                raise Problem(413, "too_large", f"a line of the batch is larger than {most:,} bytes")
        if rest.strip():
            yield bytes(rest)

    async def _hand_over(self) -> None:
        """Wait for the oldest line and write its result, until there is none."""
        try:
            while waiting := await self._ahead.get():
                size, task = waiting
                result = await task
                self._under_way -= 1
                self._ticket.let_go(size)
                await self._spool.write(result)
            if self._stopped:
                await self._spool.write(_line({}, self._stopped.answer()))
        finally:
            await self._spool.end()

    async def _result(self, index: int, line: bytes) -> bytes:
        try:
            answer = await self._service.do(Task("line", body=Body(line)), self._ticket)
        except Problem as problem:
            answer = problem.answer()
        known: dict[str, str | int] = {"index": index}
        return _line(known, answer) if answer.status < 400 else _line(known | await self._id(line), answer)

    async def _id(self, line: bytes) -> dict[str, str | int]:
        """The `id` of a line that failed; a worker puts it into the others itself."""
        try:
            name = json.loads((await self._service.do(Task("line-id", body=Body(line)), self._ticket)).body)
        except (Problem, ValueError):
            return {}
        return {} if name is None or isinstance(name, dict) else {"id": name}


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


def _line(known: dict[str, str | int], answer: Answer) -> bytes:
    """A line of the answer: the worker's own JSON, which is one line, with what is known of the line put in front."""
    head = json.dumps(known, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return head[:-1] + (b"," if known else b"") + answer.body[1:] + b"\n"


ENDPOINTS = [Endpoint("POST", "/v1/batch", batch, "Many pages, one a line", BatchLine)]
