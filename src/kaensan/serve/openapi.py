"""The interface as OpenAPI describes it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel

from kaensan.serve.endpoints import Endpoint

__all__ = ["describe"]

_PAGE = {"schema": {"type": "string", "format": "binary"}}
_PARAMETER = re.compile(r"\{(\w+)[^}]*\}")


def describe(endpoints: Iterable[Endpoint], version: str) -> dict[str, Any]:
    """The OpenAPI document of all endpoints that have a summary."""
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        if endpoint.summary:
            path = _PARAMETER.sub(r"{\1}", endpoint.path)
            paths.setdefault(path, {})[endpoint.method.lower()] = _operation(endpoint)
    info = {
        "title": "Kaensan",
        "version": version,
        "description": "The main content of any web page, with particular care for Thai.",
    }
    return {"openapi": "3.1.0", "info": info, "paths": paths}


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in _PARAMETER.findall(endpoint.path)
    ]
    in_query = [
        {"name": name, "in": "query", "description": what, "schema": {"type": "string"}}
        for name, what in endpoint.query.items()
    ]
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "description": inspect.getdoc(endpoint.handle) or "",
        "parameters": in_path + in_query,
        "responses": {"200": {"description": "the answer"}, "default": {"description": "what is wrong, as JSON"}},
    }
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": _content(endpoint.body, endpoint.page_as_body)}
    return operation


def _content(model: type[BaseModel], page_as_body: bool) -> dict[str, Any]:
    schema = model.model_json_schema()
    definitions = schema.pop("$defs", {})
    content: dict[str, Any] = {"application/json": {"schema": _inlined(schema, definitions)}}
    return {**content, "text/html": _PAGE} if page_as_body else content


def _inlined(schema: Any, definitions: dict[str, Any]) -> Any:
    """The schema without references, which an OpenAPI document would look for in another place."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            return _inlined(definitions[schema["$ref"].rpartition("/")[2]], definitions)
        return {name: _inlined(value, definitions) for name, value in schema.items()}
    if isinstance(schema, list):
        return [_inlined(value, definitions) for value in schema]
    return schema
