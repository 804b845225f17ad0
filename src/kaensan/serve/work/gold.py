"""Corrected pages: saved, listed, brought from elsewhere, written for others, and learned from."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from kaensan.dates.found_dates import read_date
from kaensan.errors import UsageError
from kaensan.gold.coverage import rows_in_text
from kaensan.gold.datasets import read_record
from kaensan.gold.marked import unmark
from kaensan.page import Page, parse
from kaensan.serve.gold.export import marked_page, write_dataset, write_lines, write_marked, write_zip
from kaensan.serve.gold.incoming import LINE, Allowance
from kaensan.serve.gold.incoming import unpack as unpack_upload
from kaensan.serve.gold.record import Correction, page_bytes, to_record
from kaensan.serve.gold.store import GoldStore
from kaensan.serve.problems import Problem
from kaensan.serve.work.task import Answer, Sent, Task, json_answer
from kaensan.sites import LabelledPage, Store

__all__ = ["export", "get", "import_entry", "learn_site", "list_pages", "marked", "save", "unpack"]

_LONGEST = 2_000
"""Letters of a title, an author, a date or a note that comes from elsewhere."""


def save(task: Task) -> Answer:
    """Keep a page with what a person says about it; gives the summary."""
    page = task.page()
    html = page_bytes(task.sent or Sent(""), page)
    return json_answer(_store(task).save(to_record(page, html, Correction(**task.options))), 201)


def list_pages(task: Task) -> Answer:
    """The summaries of all pages."""
    return json_answer({"pages": _store(task).summaries()})


def get(task: Task) -> Answer:
    """One page, in the dataset format."""
    return json_answer(_record(task))


def marked(task: Task) -> Answer:
    """One page with its marks."""
    return Answer(marked_page(_record(task)).encode("utf-8", "replace"), "text/plain; charset=utf-8")


def unpack(task: Task) -> Answer:
    """Take an upload apart into files of the folder that the options name; gives the list of them."""
    options = task.options
    allowed = Allowance(options["total"], options["each"])
    html = task.sent.html if task.sent else b""
    assert isinstance(html, bytes)
    entries = unpack_upload(options["media"], html, Path(options["folder"]), allowed)
    return json_answer([asdict(entry) for entry in entries])


def import_entry(task: Task) -> Answer:
    """Save one page that `unpack` has written: a marked page, or a line of a dataset."""
    path = Path(task.options["file"])
    data = path.read_bytes()
    url = task.options.get("url")
    if path.suffix == LINE:
        return json_answer(_store(task).save(_line_record(data, url)), 201)
    clean, marks = unmark(parse(data, url).source)
    page = parse(clean, url)
    correction = Correction(*marks.labels(page, as_posts=bool(task.options.get("posts"))))
    return json_answer(_store(task).save(to_record(page, page_bytes(Sent(clean), page), correction)), 201)


def _line_record(data: bytes, url: str | None) -> dict[str, Any]:
    line = read_record(data)
    html: bytes = line["html"]
    page = parse(html, _text(line, "url", 8_000) or url)
    given = line.get("extra")
    extra: Mapping[str, Any] = given if isinstance(given, dict) else {}
    labels = [str(label)[:20] for label in extra["labels"]] if isinstance(extra.get("labels"), list) else []
    fits = len(labels) == len(page.texts)
    correction = Correction(
        labels=labels if fits else _aligned(page, line),
        posts=_numbers(extra.get("posts"), len(page.texts)) if fits else None,
        title=_text(line, "title"),
        author=_text(line, "author"),
        date=_text(line, "date"),
        language=_text(line, "lang", 12),
        page_type=_text(line, "page_type", 40),
        note=_text(extra, "note") or "",
    )
    return to_record(page, html, correction)


def _text(line: Mapping[str, Any], name: str, longest: int = _LONGEST) -> str | None:
    value = line.get(name)
    return value[:longest] if isinstance(value, str) else None


def _numbers(given: Any, count: int) -> list[int] | None:
    if isinstance(given, list) and len(given) == count and all(isinstance(number, int) for number in given):
        return given
    return None


def _aligned(page: Page, line: Mapping[str, Any]) -> list[str]:
    """Labels from gold text alone."""
    text = line.get("text")
    if not isinstance(text, str):
        raise UsageError("a line of a dataset has the text of its page, or a label for each row in extra.labels")
    return ["content" if held else "other" for held in rows_in_text(page, text).tolist()]


_WRITERS = {"dataset": write_dataset, "jsonl": write_lines, "marked": write_zip, "folder": write_marked}


def export(task: Task) -> Answer:
    """Write the store to a path, in one of the formats; pages may be left out."""
    without = frozenset(task.options.get("without", ()))
    _WRITERS[task.options["format"]](_store(task), Path(task.options["path"]), without)
    return json_answer({})


def learn_site(task: Task) -> Answer:
    """Learn the rules of one site from the pages that are named, into the store of sites."""
    gold = _store(task)
    records = [record for name in task.options["ids"] if (record := gold.get(name))]
    assert task.stores.site is not None
    with Store(Path(task.stores.site)) as store:
        rules = store.learn(task.options["host"], map(_labelled, records))
    return json_answer(
        {"host": task.options["host"], "pages": len(records), "rules": [rule.to_dict() for rule in rules]}
    )


def _labelled(record: dict[str, Any]) -> LabelledPage:
    page = parse(base64.b64decode(record["html"]), record["url"])
    return LabelledPage(
        page=page,
        kept=np.array([label in ("content", "post") for label in record["extra"]["labels"]], np.bool_),
        title=record["title"],
        author=record["author"],
        date=read_date(record["date"] or ""),
        page_type=record["page_type"],
    )


def _store(task: Task) -> GoldStore:
    assert task.stores.gold is not None
    return GoldStore(Path(task.stores.gold))


def _record(task: Task) -> dict[str, Any]:
    name = task.options["id"]
    record = _store(task).get(name)
    if record is None:
        message = f"there is no gold page {name!r}"
        raise Problem(404, "unknown", message, [("id", message)])
    return record
