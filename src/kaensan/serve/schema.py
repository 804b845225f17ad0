"""Request models as OpenAPI describes them."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

__all__ = ["described"]

_PAGE = {"schema": {"type": "string", "format": "binary"}}


def described(model: type[BaseModel], *, raw: bool = True) -> dict[str, Any]:
    """The body of an endpoint: the model as JSON, or the page itself with the options in the query."""
    schema = model.model_json_schema()
    definitions = schema.pop("$defs", {})
    content: dict[str, Any] = {"application/json": {"schema": _inlined(schema, definitions)}}
    if raw:
        content["text/html"] = _PAGE
    return {"requestBody": {"required": True, "content": content}}


def _inlined(schema: Any, definitions: dict[str, Any]) -> Any:
    """The schema without references, which an OpenAPI document would look for in another place."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            return _inlined(definitions[schema["$ref"].rpartition("/")[2]], definitions)
        return {name: _inlined(value, definitions) for name, value in schema.items()}
    if isinstance(schema, list):
        return [_inlined(value, definitions) for value in schema]
    return schema
