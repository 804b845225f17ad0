"""The tag cloud of a page."""

from __future__ import annotations

from typing import Any

import numpy as np

from kaensan.clouds.cloud import Cloud, make_cloud
from kaensan.clouds.drawing import Look
from kaensan.clouds.terms import TermOptions
from kaensan.document import Document
from kaensan.serve.work.task import Answer, Task, json_answer
from kaensan.thai import Segmentation, standard_dictionary

__all__ = ["answer"]

_MEDIA = {"svg": "image/svg+xml", "png": "image/png", "html": "text/html; charset=utf-8"}
_MOST_ROWS = 5_000
"""Terms are looked for in so many rows."""


def answer(task: Task) -> Answer:
    document = task.document()
    options = task.options
    cloud = make_cloud(document, terms=_terms(options), look=_look(options), title=document.title or "Tag cloud")
    form = options["format"]
    if form in _MEDIA:
        drawn = cloud.render(form)
        return Answer(drawn.encode() if isinstance(drawn, str) else drawn, _MEDIA[form])
    return json_answer(_data(cloud, document, drawn=options["svg"]))


def _terms(options: dict[str, Any]) -> TermOptions:
    more = options["dictionary"]
    dictionary = standard_dictionary().extended(more) if more else None
    return TermOptions(
        limit=options["terms"],
        weight=options["weight"],
        headings=options["headings"],
        compounds=options["compounds"],
        fewest=options["fewest"],
        ignored=frozenset(options["ignore"]),
        language=options["language"],
        segmentation=Segmentation(dictionary, options["engine"], options["cjk"]),
    )


def _look(options: dict[str, Any]) -> Look:
    return Look(
        options["width"], options["height"], options["theme"], seed=options["seed"], scale=float(options["scale"])
    )


def _data(cloud: Cloud, document: Document, *, drawn: bool) -> dict[str, Any]:
    """The terms, each with the kept rows it occurs in; with `svg` the picture and what is missing from it."""
    kept = np.flatnonzero(document.labels.kept)[:_MOST_ROWS].tolist()
    strings = [(row, document.page.texts.strings[row].casefold()) for row in kept]
    data = cloud.to_dict()
    for term in data["terms"]:
        sought = term["text"].casefold()
        term["rows"] = [row for row, text in strings if sought in text]
    if drawn:
        data["svg"] = cloud.svg
        data["warnings"] = list(cloud.warnings)
    return data
