"""The main content of a page, its posts, and the methods that can find them."""

from __future__ import annotations

from typing import Any

from kaensan.document import Document
from kaensan.errors import KaensanError
from kaensan.methods import DEFAULT, load, names
from kaensan.methods.core.policy import KINDS
from kaensan.page import parse
from kaensan.render import RenderOptions
from kaensan.serve.work.decided_rows import rows_of
from kaensan.serve.work.task import JSON, Answer, Task, json_answer
from kaensan.threads.finder import find_thread

__all__ = ["MEDIA", "document_data", "extract", "methods", "thread"]

MEDIA = {"text": "text/plain", "markdown": "text/markdown", "html": "text/html", "json": JSON}
"""The media type of each format."""


def extract(task: Task) -> Answer:
    """The content in the formats asked for; `plain` gives the content alone."""
    document = task.document()
    if plain := task.options.get("plain"):
        rendered = document.render(plain, _render_options(task))
        return Answer(rendered.encode("utf-8", "replace"), f"{MEDIA[plain]}; charset=utf-8")
    return json_answer(document_data(document, task))


def document_data(document: Document, task: Task) -> dict[str, Any]:
    """The document as plain data, with whatever else was asked for."""
    options = task.options
    data = document.to_dict(())
    warnings = data.pop("warnings")
    if options.get("id") is not None:
        data = {"id": options["id"], **data}
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


def thread(task: Task) -> Answer:
    """The posts of a board page; `null` with no posts where the page is no discussion."""
    page = task.page()
    found = find_thread(page, bodies=task.taught_posts(page))
    if found is None:
        return json_answer({"thread": None, "posts": []})
    if task.options.get("format") == "jsonld":
        return json_answer(found.to_jsonld())
    data = found.to_dict()
    return json_answer({"thread": {name: value for name, value in data.items() if name != "posts"}, **data})


def methods(task: Task) -> Answer:
    """The methods, and which of them can run here."""
    page = parse("<title>x</title><h1>x</h1><p>One sentence, to see whether the method runs.</p>")
    listed = []
    for name, summary in names().items():
        try:
            load(name).label(page)
            why = None
        except (KaensanError, ImportError) as error:
            why = str(error)
        about = {"name": name, "summary": summary, "default": name == DEFAULT, "available": why is None, "why": why}
        listed.append(about)
    return json_answer({"methods": listed, "policy": list(KINDS)})
