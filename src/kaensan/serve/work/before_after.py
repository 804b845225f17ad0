"""A model that was trained from the gold store beside the one that ships, on pages that it was not trained on."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kaensan.gold.metrics import trigram_f1
from kaensan.many import extract_page
from kaensan.methods import Method, load
from kaensan.page import parse
from kaensan.serve.gold.store import GoldStore
from kaensan.serve.work.task import Answer, Task, json_answer

__all__ = ["answer"]


def answer(task: Task) -> Answer:
    """F1 of both models on the pages that are named: of character trigrams, which are fair to text without spaces."""
    assert task.stores.gold is not None
    store = GoldStore(Path(task.stores.gold))
    method: str = task.options["method"]
    before, after = load(method), _TRAINED[method](Path(task.options["model"]))
    records = [record for name in task.options["ids"] if (record := store.get(name))]
    pages = [
        {"title": record["title"] or record["url"], "before": _f1(before, record), "after": _f1(after, record)}
        for record in records
    ]
    return json_answer({"pages": pages, **{key: _mean([page[key] for page in pages]) for key in ("before", "after")}})


def _f1(method: Method, record: dict[str, Any]) -> float:
    page = parse(base64.b64decode(record["html"]), record["url"])
    return round(trigram_f1(extract_page(page, method).text, record["text"]).f1, 4)


def _mean(values: list[Any]) -> float | None:
    return round(sum(values) / len(values), 4) if values else None


def _core(path: Path) -> Method:
    from kaensan.methods.core.method import Core, CoreOptions
    from kaensan.methods.core.model import read_model

    return Core(CoreOptions(model=read_model(path)))


def _lstm(path: Path) -> Method:
    from kaensan.methods.lstm.method import Lstm
    from kaensan.methods.lstm.model import read_network

    return Lstm(model=read_network(path))


_TRAINED: dict[str, Callable[[Path], Method]] = {"core": _core, "lstm": _lstm}
"""How a trained model of each method is read."""
