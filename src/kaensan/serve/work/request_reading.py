"""A request is read: what it asks for, and which page it means."""

from __future__ import annotations

import base64
import binascii
import json
import types
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from kaensan.serve.gold.record import known_of
from kaensan.serve.gold.store import GoldStore
from kaensan.serve.problems import Problem, invalid_field
from kaensan.serve.requests import MODELS, GoldRequest, PageRequest, ScoreRequest
from kaensan.serve.samples import read_sample, samples
from kaensan.serve.work.task import FETCH, JSON, Answer, Body, Sent, Stores, Task

__all__ = ["PAGE_MEDIA", "line_id", "read_task"]

Model = TypeVar("Model", bound=BaseModel)

PAGE_MEDIA = ("text/html", "application/xhtml+xml", "application/octet-stream", "text/plain")
"""The content types of a body that is the page itself."""


def read_task(task: Task) -> Task | Answer:
    """The task with its page and options; an answer that asks for the page where it must be fetched first."""
    if task.body is None:
        return task
    request, page = _read(task.body, MODELS[task.kind])
    if not isinstance(request, PageRequest):
        return replace(task, options={**request.model_dump(), **task.options}, body=None)
    options = {**request.options(), **task.options}
    if isinstance(request, ScoreRequest) and request.labels is None:
        if request.gold is None:
            raise invalid_field("labels", "give a label for each row, or the id of a saved page as gold")
        options.update(known_of(_record(request.gold, task.stores)))
    sent = task.sent or _page(request, page, task.stores)
    if sent is None:
        return Answer(json.dumps({"url": request.url, "render": request.render}).encode(), FETCH)
    return replace(task, sent=sent, options=options, body=None)


def line_id(task: Task) -> Answer:
    """The `id` of a line of a batch, `null` where it has none that can be read."""
    body = task.body.data if task.body else b""
    try:
        given = json.loads(body).get("id")
    except (ValueError, AttributeError, RecursionError):
        given = None
    known = given if isinstance(given, str | int) and not isinstance(given, bool) else None
    return Answer(json.dumps(known, ensure_ascii=False).encode("utf-8", "replace"), JSON)


def _read(body: Body, model: type[Model]) -> tuple[Model, bytes | None]:
    """The request, and the page where it is the body itself.

    A JSON body holds everything. Any other body is the page, and the options are in the query.
    """
    media, _, parameters = body.media.partition(";")
    media = media.strip().lower()
    if not media and not body.data:
        return _from_query(body.query, model), None
    if media == JSON or media.endswith("+json"):
        for name, _ in body.query:
            raise Problem(
                422, "invalid", f"{name}: with a JSON body the options belong into it", [(name, "not allowed here")]
            )
        try:
            return model.model_validate_json(body.data), None
        except ValidationError as error:
            raise _invalid(error, list(model.model_fields)) from None
    if media not in PAGE_MEDIA or not issubclass(model, PageRequest) or issubclass(model, GoldRequest):
        accepted = ", ".join((JSON, *PAGE_MEDIA))
        raise Problem(415, "media_type", f"the body is {media[:80] or 'of no stated type'}; send one of {accepted}")
    request = _from_query(body.query, model)
    if charset := _charset(parameters):
        request = request.model_copy(update={"charset": request.charset or charset})
    return request, body.data


def _from_query(query: Sequence[tuple[str, str]], model: type[Model]) -> Model:
    values: dict[str, Any] = {}
    for name, value in query:
        field = model.model_fields.get(name)
        if field is None or not _is_list(field.annotation) or (value == "all" and name not in values):
            values[name] = value
        else:
            before = values.get(name)
            values[name] = [*(before if isinstance(before, list) else ()), *value.split(",")]
    try:
        return model.model_validate(values)
    except ValidationError as error:
        raise _invalid(error, list(model.model_fields)) from None


def _page(request: PageRequest, body: bytes | None, stores: Stores) -> Sent | None:
    """The page of a request; None where it must be fetched."""
    given = {name: getattr(request, name) for name in ("html", "base64", "sample", "gold")}
    named = [name for name, value in given.items() if value is not None]
    if len(named) + (body is not None) > 1:
        named = [*named, *(["the body"] if body is not None else [])]
        raise invalid_field(named[1], f"give the page once, not as {' and as '.join(named)}")
    if request.render and (named or body is not None or request.url is None):
        raise invalid_field("render", "only a page that is fetched by its url can be run in a browser")
    if body is not None:
        return Sent(body, request.url, request.charset)
    if request.html is not None:
        return Sent(request.html, request.url, request.charset)
    if request.base64 is not None:
        return Sent(_decoded(request.base64), request.url, request.charset)
    if request.sample is not None:
        return _sample(request.sample, request.url)
    if request.gold is not None:
        record = _record(request.gold, stores)
        return Sent(base64.b64decode(record["html"]), request.url or record["url"])
    if request.url is None:
        raise invalid_field("html", "give a page: html, base64, url, sample or gold, or the page itself as the body")
    return None


def _record(name: str, stores: Stores) -> dict[str, Any]:
    record = GoldStore(Path(stores.gold)).get(name) if stores.gold else None
    if record is None:
        message = f"there is no gold page {name!r}"
        raise Problem(404, "unknown", message, [("gold", message)])
    return record


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise invalid_field("base64", "this is not base64") from None


def _sample(name: str, url: str | None) -> Sent:
    sample = read_sample(name)
    if sample is None:
        known = ", ".join(sample["name"] for sample in samples())
        raise invalid_field("sample", f"there is no sample {name!r}; choose one of {known}")
    return Sent(sample[0], url or sample[1])


def _invalid(error: ValidationError, known: Sequence[str]) -> Problem:
    """A request with wrong fields: 422, with each field and what is wrong with it."""
    fields: list[tuple[str, str]] = []
    for wrong in error.errors(include_url=False, include_context=False, include_input=False)[:_MOST_FIELDS]:
        name = ".".join(str(part) for part in wrong["loc"])[:200]
        if wrong["type"] == "json_invalid":
            return Problem(400, "malformed", f"the body is no JSON ({wrong['msg']})")
        if wrong["type"] == "extra_forbidden":
            fields.append((name, f"there is no such option; the options are {', '.join(known)}"))
        else:
            fields.append((name, wrong["msg"]))
    named = ", ".join(name or "the body" for name, _ in fields)
    return Problem(422, "invalid", f"{named}: {fields[0][1]}", fields)


_MOST_FIELDS = 20
"""Wrong fields that are named."""


def _is_list(annotation: Any) -> bool:
    if get_origin(annotation) in (Union, types.UnionType):
        return any(_is_list(choice) for choice in get_args(annotation))
    return get_origin(annotation) is list


def _charset(parameters: str) -> str | None:
    for part in parameters.split(";"):
        name, _, value = part.partition("=")
        if name.strip().lower() == "charset":
            return value.strip().strip("\"'")[:60] or None
    return None
