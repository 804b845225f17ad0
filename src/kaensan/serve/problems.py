"""What is wrong, as an answer: one JSON shape for every error of the service."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kaensan.serve.work.task import Answer, problem

__all__ = ["UNFORESEEN", "Problem", "invalid_field"]

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


def invalid_field(field: str, what: str) -> Problem:
    """A request with one wrong field."""
    return Problem(422, "invalid", f"{field}: {what}", [(field, what)])
