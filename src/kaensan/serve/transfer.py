"""Receiving bodies and sending answers: never more than the limits, never for longer than a client's pace allows."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from kaensan.serve.gate import Ticket, make_room_problem
from kaensan.serve.problems import Problem
from kaensan.serve.work.task import Answer

__all__ = [
    *("ABORT", "CLIENT", "LEFT_BEHIND", "Pace", "Sending", "body_parts", "client_of"),
    *("receive_body", "response_of", "send_answer", "send_file"),
]

Result = TypeVar("Result")

ABORT = "kaensan.abort"
"""The extension of the server's scope that cuts a connection without waiting for the client."""
LEFT_BEHIND = "kaensan.left_behind"
"""The extension that says how many bytes a client has left behind that has gone; None while it is there."""
CLIENT = "kaensan.client"
"""The entry of the scope that says who asks: an address, or the digest of an API key."""
_LOOK = 2.0
"""Seconds between two looks whether a client is still there whose bytes wait to be read."""
_SERVER_HOLDS = 1 << 20
"""Bytes of a body that the server may have read before they are asked for, and a margin."""
_PART = 64 << 10
"""Bytes handed to the connection at a time, so that little waits in it for a client that does not read."""


def client_of(request: Request) -> str:
    """Who asks, as far as fairness between clients is concerned."""
    return str(request.scope.get(CLIENT) or (request.client.host if request.client else ""))


class Pace:
    """How long a client may keep the service waiting.

    Only the time that the service waits for the client counts: at most `pause` seconds at a time, in all no more than
    `pause` seconds and one for every `rate` bytes, and never more than `transfer` seconds. A client that moves bytes
    the other way meanwhile, or is `excused` because it waits for the service itself, is not too slow.
    """

    def __init__(self, ticket: Ticket, excused: Callable[[], bool] = lambda: False) -> None:
        self._ticket = ticket
        self._excused = excused
        self._waited = 0.0
        self._moved = 0

    @property
    def left(self) -> float:
        """Seconds that the client may still take."""
        limits = self._ticket.limits
        earned = limits.pause + self._moved / limits.rate
        return max(min(limits.pause, min(earned, limits.transfer) - self._waited), 0.0)

    async def wait(self, call: Callable[[], Awaitable[Result]]) -> Result:
        """Wait for the client; a TimeoutError when it is too slow, a problem when its room is needed for others.

        What is called must bear to be cancelled and called again.
        """
        while True:
            began = time.monotonic()
            try:
                return await self._wait(call())
            except TimeoutError:
                if self._ticket.ended:
                    raise make_room_problem() from None
                if not (self._excused() or self._ticket.moved_at > began):
                    raise
                self.restart()

    async def _wait(self, awaitable: Awaitable[Result]) -> Result:
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            async with asyncio.timeout(self.left) as timeout:
                with self._ticket.interruptible(lambda: timeout.reschedule(loop.time()), transferring=True):
                    return await awaitable
        finally:
            self._waited += loop.time() - began

    async def wait_for_share(self, has_gone: Callable[[], bool]) -> None:
        """Wait while the client has sent more than its share and others are there, which is no fault of its pace."""
        turn = self._ticket.turn_to_send()
        if turn is None:
            return
        try:
            with self._ticket.interruptible(lambda: _end_waiting(turn), transferring=True):
                while not turn.done():
                    await asyncio.wait((turn,), timeout=_LOOK)
                    if has_gone():
                        raise _cut_short()
            turn.result()
        finally:
            turn.cancel()  # nothing where it is done

    def moved(self, size: int) -> None:
        """The client has sent or read some bytes."""
        self._moved += size
        self._ticket.moved(size)

    def received(self, size: int) -> None:
        """The client has sent some bytes, which count in its share."""
        self.moved(size)
        self._ticket.took(size)

    def restart(self) -> None:
        """Begin to count anew, for the next body or line."""
        self._waited, self._moved = 0.0, 0


def _end_waiting(turn: asyncio.Future[None]) -> None:
    if not turn.done():
        turn.set_exception(make_room_problem())


def _has_gone(request: Request, received: int) -> bool:
    """Whether the client has gone and cannot have sent the whole body: nobody tells while its bytes wait to be read."""
    stated = request.headers.get("content-length", "")
    left_behind = request.scope.get("extensions", {}).get(LEFT_BEHIND)
    if left_behind is None or not stated.isdigit() or (left := left_behind()) is None:
        return False
    return len(stated) > 18 or received + int(left) + _SERVER_HOLDS < int(stated)


def _cut_short() -> Problem:
    return Problem(400, "malformed", "the request ended before its body was complete")


async def body_parts(request: Request, pace: Pace) -> AsyncIterator[bytes]:
    """The parts of a body as they come; a client that is too slow is told so."""
    packed = request.headers.get("content-encoding", "identity")
    if packed.lower() != "identity":
        raise Problem(415, "media_type", f"the body is compressed ({packed[:40]}); send it as it is")
    more = True
    received = 0
    while more:
        await pace.wait_for_share(partial(_has_gone, request, received))
        try:
            message = await pace.wait(request.receive)
        except TimeoutError:
            raise Problem(408, "slow", "the request came too slowly", headers={"Connection": "close"}) from None
        if message["type"] == "http.disconnect":
            raise _cut_short()
        part = message.get("body", b"")
        received += len(part)
        more = message.get("more_body", False)
        pace.received(len(part))
        if part:
            yield part


async def receive_body(request: Request, ticket: Ticket) -> bytes:
    """The whole body, its bytes counted as they come."""
    largest = ticket.limits.body
    stated = request.headers.get("content-length", "")
    if stated.isdigit() and (len(stated) > 18 or int(stated) > largest):
        raise _too_large(largest)
    parts: list[bytes] = []
    size = 0
    async for part in body_parts(request, Pace(ticket)):
        size += len(part)
        if size > largest:
            raise _too_large(largest)
        ticket.hold(len(part))
        parts.append(part)
    return b"".join(parts)


def _too_large(largest: int) -> Problem:
    return Problem(413, "too_large", f"the body is larger than {largest:,} bytes", headers={"Connection": "close"})


class Sending(Response):
    """An answer whose request is over when the client has read it, or was too slow to."""

    def __init__(
        self,
        parts: AsyncIterable[bytes],
        ticket: Ticket,
        *,
        status: int = 200,
        media: str = "application/json",
        size: int | None = None,
        headers: Mapping[str, str] | None = None,
        inside: ExitStack | None = None,
    ) -> None:
        super().__init__(None, status, headers=dict(headers or {}), media_type=media)
        if size is None:
            del self.headers["content-length"]
        else:
            self.headers["content-length"] = str(size)
        self._parts = parts
        self._ticket = ticket
        self._inside = inside or ExitStack()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._inside, self._ticket:
            try:
                await self._send(send)
            except (TimeoutError, Problem):  # too late for an error message: the answer has begun
                abort = scope.get("extensions", {}).get(ABORT)
                if abort is None:
                    raise
                abort()
                await asyncio.sleep(0)  # the connection hears that it is lost before the application returns
            finally:
                if isinstance(self._parts, AsyncGenerator):
                    await self._parts.aclose()  # what it holds is let go now, not some time later

    async def _send(self, send: Send) -> None:
        pace = Pace(self._ticket)

        async def give(message: Message) -> None:
            await pace.wait(lambda: send(message))

        await give({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        async for part in self._parts:
            pace.restart()
            for at in range(0, len(part), _PART):
                piece = part[at : at + _PART]
                await give({"type": "http.response.body", "body": piece, "more_body": True})
                pace.moved(len(piece))
        await give({"type": "http.response.body", "body": b""})


def send_answer(answer: Answer, ticket: Ticket, headers: Mapping[str, str] | None = None) -> Response:
    """An answer, counted in the room of its ticket until it is sent."""

    async def parts() -> AsyncIterator[bytes]:
        yield answer.body

    return Sending(parts(), ticket, status=answer.status, media=answer.media, size=len(answer.body), headers=headers)


def send_file(path: Path, ticket: Ticket, media: str, name: str, inside: ExitStack) -> Response:
    """A file to be saved under a name; `inside` is closed when it is sent."""

    async def parts() -> AsyncIterator[bytes]:
        with path.open("rb") as file:
            while part := file.read(_PART):
                yield part

    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Sending(parts(), ticket, media=media, size=path.stat().st_size, headers=headers, inside=inside)


def response_of(answer: Answer, headers: Mapping[str, str] | None = None) -> Response:
    """A small answer, which needs no room."""
    return Response(answer.body, answer.status, headers=dict(headers or {}), media_type=answer.media)
