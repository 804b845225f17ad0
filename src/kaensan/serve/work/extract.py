"""The main content of a page."""

from __future__ import annotations

from typing import Any

from kaensan.document import Document
from kaensan.render import RenderOptions
from kaensan.serve.work.rows import rows_of
from kaensan.serve.work.task import Answer, Task, json_answer

__all__ = ["MEDIA", "answer", "document_data"]

MEDIA = {"text": "text/plain", "markdown": "text/markdown", "html": "text/html", "json": "application/json"}
"""The media type of each format."""


def answer(task: Task) -> Answer:
    document = task.document()
    if plain := task.options.get("plain"):  # the content itself, without what is known about it
        rendered = document.render(plain, _render_options(task))
        return Answer(rendered.encode("utf-8", "replace"), f"{MEDIA[plain]}; charset=utf-8")
    return json_answer(document_data(document, task))


def document_data(document: Document, task: Task) -> dict[str, Any]:
    """The document as plain data, with whatever else was asked for."""
    options = task.options
    data = document.to_dict(())
    warnings = data.pop("warnings")
    for form in options.get("formats") or ("text",):
        if form != "json":  # the answer is JSON already
            data[form] = document.render(form, _render_options(task))
    if options.get("posts"):
        data["posts"] = [post.to_dict() for post in document.posts]
    if options.get("blocks"):
        data["blocks"] = [
            {"text": block.text, "kind": block.kind, "level": block.level, "score": round(block.score, 4)}
            for block in document.blocks
        ]
    if options.get("explain"):
        data["rows"] = rows_of(document, explain=True)
    data["warnings"] = warnings
    return data


def _render_options(task: Task) -> RenderOptions:
    return RenderOptions(links=task.options.get("links", True), images=task.options.get("images", True))
