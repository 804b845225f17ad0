"""Work for clients that are still there: who hangs up no longer waits in the queue."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import Request

from kaensan.serve.problems import Problem

__all__ = ["while_present"]

Result = TypeVar("Result")


async def while_present(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """The result of some work, which is given up when the client goes away; its body has been read before."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Problem(499, "gone", "the client went away")
        return await working
    finally:
        leaving.cancel()
        working.cancel()


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
