"""The interface as a page to read: made from its OpenAPI description, without scripts and without the network."""

from __future__ import annotations

from html import escape
from typing import Any

__all__ = ["STYLE", "render_docs"]

STYLE = """
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1.5rem}
code{font:0.9em ui-monospace,monospace}h2{margin:2rem 0 .25rem;font-size:1.1rem}table{border-collapse:collapse}
td,th{text-align:left;vertical-align:top;padding:.2rem .8rem .2rem 0;border-bottom:1px solid #8884}
.way{font-weight:700;display:inline-block;min-width:4rem}
"""


def render_docs(description: dict[str, Any]) -> str:
    """Every endpoint with what it does and its options."""
    info = description["info"]
    parts = [
        "<!doctype html><html lang=en><head><meta charset=utf-8><meta name=viewport content='width=device-width'>",
        f"<title>{escape(info['title'])}</title><link rel=stylesheet href=/docs.css></head><body><main>",
        f"<h1>{escape(info['title'])} {escape(info['version'])}</h1><p>{escape(info.get('description', ''))}</p>",
        "<p>Machine-readable: <a href=/openapi.json>openapi.json</a></p>",
    ]
    for path, ways in description["paths"].items():
        for way, operation in ways.items():
            parts.append(_operation(path, way, operation))
    return "".join([*parts, "</main></body></html>"])


def _operation(path: str, way: str, operation: dict[str, Any]) -> str:
    rows = [(one["name"], one.get("schema", {}), one.get("description", "")) for one in operation.get("parameters", ())]
    content = operation.get("requestBody", {}).get("content", {})
    schema = content.get("application/json", {}).get("schema", {})
    rows += [(name, one, one.get("description", "")) for name, one in schema.get("properties", {}).items()]
    text = escape(operation.get("description") or "").replace("\n\n", "</p><p>")
    head = f"<h2><span class=way>{way.upper()}</span> <code>{escape(path)}</code></h2>"
    summary = escape(operation.get("summary", ""))
    table = "".join(
        f"<tr><td><code>{escape(name)}</code></td><td><code>{escape(_kind(one))}</code></td><td>{escape(said)}</td></tr>"
        for name, one, said in rows
    )
    return f"{head}<p>{summary}</p><p>{text}</p>" + (f"<table>{table}</table>" if table else "")


def _kind(schema: dict[str, Any]) -> str:
    """The type of an option in a few words."""
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if "const" in schema:
        return str(schema["const"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_kind(one) for one in schema["anyOf"]))
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    default = schema.get("default")
    return str(schema.get("type", "")) + ("" if default in (None, [], "") else f" ({default})")
