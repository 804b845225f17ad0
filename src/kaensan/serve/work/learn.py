"""Rules of one site, learned from its gold pages."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import numpy as np

from kaensan.metadata.dates import read_date
from kaensan.page import parse
from kaensan.serve.gold.store import GoldStore
from kaensan.serve.work.task import Answer, Task, json_answer
from kaensan.sites import LabelledPage, Store

__all__ = ["answer"]


def answer(task: Task) -> Answer:
    """Learn from the pages of the gold store that are named, into the store of sites."""
    gold = GoldStore(Path(task.options["gold"]))
    records = [record for name in task.options["ids"] if (record := gold.get(name))]
    with Store(Path(task.options["site"])) as store:
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
