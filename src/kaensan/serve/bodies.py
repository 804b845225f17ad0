"""Reading a request: never more than the limit, never for longer than the client's pauses allow."""

from __future__ import annotations

import asyncio
import types
from collections.abc import AsyncIterator
from typing import Any, TypeVar, Union, get_args, get_origin

from fastapi import Request
from pydantic import ValidationError
from starlette.requests import ClientDisconnect

from kaensan.serve.gate import Ticket
from kaensan.serve.problems import Problem, invalid
from kaensan.serve.requests import PageRequest
from kaensan.serve.settings import Limits

__all__ = ["chunks", "read_body", "read_json", "read_request"]

Model = TypeVar("Model", bound=PageRequest)

_RAW = ("text/html", "application/xhtml+xml", "application/octet-stream", "text/plain")
_JSON = "application/json"


async def chunks(request: Request, limits: Limits) -> AsyncIterator[bytes]:
    """The parts of a body as they come; a client that pauses too long is told so."""
    packed = request.headers.get("content-encoding", "identity")
    if packed.lower() != "identity":
        raise Problem(415, "media_type", f"the body is compressed ({packed[:40]}); send it as it is")
    stream = aiter(request.stream())
    while True:
        try:
            async with asyncio.timeout(limits.pause):
                chunk = await anext(stream)
        except StopAsyncIteration:
            return
        except TimeoutError:
            raise Problem(
                408,
                "slow",
                f"nothing of the request came for {limits.pause:g} seconds",
                headers={"Connection": "close"},
            ) from None
        except ClientDisconnect:
            raise Problem(400, "malformed", "the request ended before its body was complete") from None
        yield chunk


async def read_body(request: Request, limits: Limits, ticket: Ticket) -> bytes:
    """The whole body."""
    stated = request.headers.get("content-length", "")
    if stated.isdigit() and int(stated) > limits.body:
        raise too_large(limits)
    parts: list[bytes] = []
    size = 0
    async for chunk in chunks(request, limits):
        size += len(chunk)
        if size > limits.body:
            raise too_large(limits)
        ticket.hold(len(chunk))
        parts.append(chunk)
    return b"".join(parts)


def too_large(limits: Limits) -> Problem:
    return Problem(413, "too_large", f"the body is larger than {limits.body:,} bytes", headers={"Connection": "close"})


async def read_request(
    request: Request, model: type[Model], limits: Limits, ticket: Ticket
) -> tuple[Model, bytes | None]:
    """The options, and the page itself where it is the body.

    A JSON body holds everything. Any other body is the page, and the options are in the query.
    """
    media, _, parameters = request.headers.get("content-type", "").partition(";")
    media = media.strip().lower()
    if request.method == "GET":
        return _from_query(request, model), None
    body = await read_body(request, limits, ticket)
    if media == _JSON or media.endswith("+json"):
        for name in request.query_params:
            raise Problem(
                422, "invalid", f"{name}: with a JSON body the options belong into it", [(name, "not allowed here")]
            )
        return read_json(model, body), None
    if media not in _RAW:
        accepted = ", ".join((_JSON, *_RAW))
        raise Problem(415, "media_type", f"the body is {media or 'of no stated type'}; send one of {accepted}")
    asked = _from_query(request, model)
    if asked.charset is None and (charset := _charset(parameters)):
        asked = asked.model_copy(update={"charset": charset})
    return asked, body


def read_json(model: type[Model], body: bytes) -> Model:
    """A JSON body as a request."""
    try:
        return model.model_validate_json(body)
    except ValidationError as error:
        raise invalid(error, list(model.model_fields)) from None


def _from_query(request: Request, model: type[Model]) -> Model:
    values: dict[str, Any] = {}
    for name in request.query_params:
        given = request.query_params.getlist(name)
        field = model.model_fields.get(name)
        several = field is not None and _is_list(field.annotation)
        if several and given == ["all"]:
            values[name] = "all"
        elif several:
            values[name] = [part for value in given for part in value.split(",")]
        else:
            values[name] = given[-1]
    try:
        return model.model_validate(values)
    except ValidationError as error:
        raise invalid(error, list(model.model_fields)) from None


def _is_list(annotation: Any) -> bool:
    if get_origin(annotation) in (Union, types.UnionType):
        return any(_is_list(one) for one in get_args(annotation))
    return get_origin(annotation) is list


def _charset(parameters: str) -> str | None:
    for part in parameters.split(";"):
        name, _, value = part.partition("=")
        if name.strip().lower() == "charset":
            return value.strip().strip("\"'")[:60] or None
    return None
