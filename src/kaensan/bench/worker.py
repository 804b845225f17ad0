"""One system in a process of its own: pages in on standard input, answers out on standard output.

    python -m kaensan.bench.worker method core
    python -m kaensan.bench.worker peer trafilatura

A request is a line of JSON and then the page: `{"bytes": 1234, "url": null, "task": "text", "metadata": true}`. The
answer is a line of JSON: text (or html), metadata, and the CPU seconds that it took; or an error.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any, BinaryIO

import turbohtml

from kaensan.bench.peers import PEERS, Fields, Found, quieten, whole_text
from kaensan.page import Page, parse

__all__ = ["BARE_PARSE", "OWN_PARSE", "OWN_WORK", "PAGE_PARSED", "TEXT", "Task", "main", "serve", "tasks_of"]

TEXT = "text"
PAGE_PARSED = "page parsed"
"""a method on a page just parsed, where it pays for the columns that it is the first to ask for"""
OWN_WORK = "own work"
"""a method on a page whose columns are there already"""
BARE_PARSE = "turbohtml parse"
"""turbohtml's bare parse of the page's bytes: the least that any method built on it must pay"""
OWN_PARSE = "kaensan parse"

Task = tuple[Callable[[bytes, str | None], Any], Callable[[Any], Any]]
"""what is done before the clock starts, and what is timed"""


def tasks_of(kind: str, name: str) -> dict[str, Task]:
    """What a system can do with a page, by name of the task."""
    if kind == "parse":
        return {BARE_PARSE: (_bytes, turbohtml.parse), OWN_PARSE: (_bytes, parse)}
    if kind == "peer":
        extract = PEERS[name].extract
        if extract is None:
            raise ValueError(f"{name} runs in Node")
        return {TEXT: (lambda html, url: (html, url), lambda given: extract(*given))}
    return _method_tasks(name)


def _method_tasks(name: str) -> dict[str, Task]:
    from kaensan.document import Document
    from kaensan.methods import load
    from kaensan.render import render_text

    method = load(name)

    def labelled(html: bytes, url: str | None) -> Page:
        page = parse(html, url)
        method.label(page)
        return page

    def whole(given: tuple[bytes, str | None]) -> Found:
        page = parse(*given)
        labels = method.label(page)

        def metadata() -> Fields:
            found = Document(page, labels).metadata
            wanted = ("title", "author", "date", "site", "language", "description")
            return {field: getattr(found, field) for field in wanted}

        return Found(render_text(page, labels.kept), metadata=metadata)

    return {
        TEXT: (lambda html, url: (html, url), whole),
        PAGE_PARSED: (parse, method.label),
        OWN_WORK: (labelled, method.label),
    }


def _bytes(html: bytes, url: str | None) -> bytes:
    return html


def main(arguments: list[str] | None = None) -> None:
    """Load the system, say so, and answer until there are no more requests."""
    kind, name = sys.argv[1:] if arguments is None else arguments
    serve(lambda: tasks_of(kind, name))


def serve(load: Callable[[], dict[str, Task]]) -> None:
    """Answer every request on standard input with one of the tasks that `load` makes."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a system prints must not get among the answers
    quieten()
    try:
        tasks = load()
        if TEXT in tasks:
            _perform(tasks[TEXT], _TRIAL, {"metadata": True})
    except Exception as error:
        _tell(answers, {"error": _reason(error), "unfit": True})
        return
    _tell(answers, {"ready": True})
    while line := sys.stdin.buffer.readline():
        request = json.loads(line)
        html = sys.stdin.buffer.read(request["bytes"])
        try:
            answer = _perform(tasks[request.get("task", TEXT)], html, request)
        except Exception as error:
            answer = {"error": _reason(error)}
        _tell(answers, answer)


def _perform(task: Task, html: bytes, request: dict[str, Any]) -> dict[str, Any]:
    prepare, work = task
    given = prepare(html, request.get("url"))
    gc.disable()
    try:
        began = time.process_time()
        found = work(given)
        seconds = time.process_time() - began
    finally:
        gc.enable()
    if not isinstance(found, Found):
        return {"seconds": seconds}
    text = found.text if found.text is not None else whole_text(found.html or "")
    answer: dict[str, Any] = {"seconds": seconds, "text": text}
    if request.get("metadata") and found.metadata is not None:
        answer["metadata"] = {field: str(value) for field, value in found.metadata().items() if value}
    return answer


def _tell(answers: BinaryIO, answer: dict[str, Any]) -> None:
    answers.write(json.dumps(answer).encode() + b"\n")
    answers.flush()


def _reason(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".partition("\n")[0][:200]


_TRIAL = (
    b"<!doctype html><title>A trial</title><body><article><h1>A trial</h1>"
    b"<p>One sentence, to see that the system is complete, and a second one so that there is something to find."
)

if __name__ == "__main__":
    main()
