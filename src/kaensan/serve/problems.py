"""What is wrong, as an answer: one JSON shape for every error of the service."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fastapi import Response
from pydantic import ValidationError

from kaensan.serve.work.task import Answer, problem

__all__ = ["UNFORESEEN", "Problem", "invalid", "response_of"]

UNFORESEEN = "something unforeseen went wrong; the log of the service says what"


class Problem(Exception):
    """A request that cannot be answered as asked."""

    def __init__(
        self,
        status: int,
        kind: str,
        message: str,
        fields: Sequence[tuple[str, str]] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.kind = kind
        self.message = message
        self.fields = tuple(fields)
        self.headers = dict(headers or {})

    def answer(self) -> Answer:
        return problem(self.status, self.kind, self.message, self.fields)

    def response(self) -> Response:
        return response_of(self.answer(), self.headers)


def response_of(answer: Answer, headers: Mapping[str, str] | None = None) -> Response:
    """An answer as the framework sends it."""
    return Response(answer.body, answer.status, headers=dict(headers or {}), media_type=answer.media)


def invalid(error: ValidationError, known: Sequence[str]) -> Problem:
    """A request with wrong fields: 422, with each field and what is wrong with it."""
    fields: list[tuple[str, str]] = []
    malformed = False
    for one in error.errors(include_url=False, include_context=False, include_input=False):
        name = ".".join(str(part) for part in one["loc"])
        if one["type"] == "extra_forbidden":
            fields.append((name, f"there is no such option; the options are {', '.join(known)}"))
        elif one["type"] == "json_invalid":
            malformed = True
            fields.append(("", one["msg"]))
        else:
            fields.append((name, one["msg"]))
    if malformed:
        return Problem(400, "malformed", f"the body is no JSON ({fields[0][1]})")
    named = ", ".join(name or "the body" for name, _ in fields)
    return Problem(422, "invalid", f"{named}: {fields[0][1]}", fields)
