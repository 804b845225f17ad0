"""What the service answers to: one module a concern, each with its table of endpoints."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

__all__ = ["Endpoint"]


@dataclass(frozen=True)
class Endpoint:
    """A path, what answers it, and how it is described."""

    method: str
    path: str
    handle: Callable[[Request], Awaitable[Response]]
    summary: str = ""
    """one line for the description of the interface; an endpoint without one is not described"""
    body: type[BaseModel] | None = None
    """what the JSON body may hold"""
    page_as_body: bool = False
    """whether the body may also be the page itself, with the options in the query"""
    query: Mapping[str, str] = field(default_factory=dict)
    """the options in the query, and what they are"""
