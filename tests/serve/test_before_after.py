"""Whether training helped is told by pages that it did not see."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import zstandard

from kaensan.methods.core.model import shipped_model
from kaensan.methods.model_files import shipped_path
from kaensan.page import parse
from kaensan.serve.gold import training_runs
from kaensan.serve.gold.held_back import held_back
from kaensan.serve.gold.record import Correction, to_record
from kaensan.serve.gold.store import GoldStore
from kaensan.serve.work import Answer, Stores, Task, work

PAGE = """<title>Tide {0}</title><nav><a href=/>Home</a><a href=/tides>Calendar</a></nav><h1>Tide {0}</h1>
<p>On day {0} the water rose higher than the old mark at the pier, and the fishermen tied their boats twice.</p>
<p>The harbour master wrote the number {0} into his book, and went home before the wind turned to the north.</p>"""


@pytest.fixture
def gold(tmp_path: Path) -> GoldStore:
    """Ten gold pages."""
    store = GoldStore(tmp_path / "gold")
    for number in range(10):
        html = PAGE.format(number)
        page = parse(html)
        kinds = {"Tide": "title", "On": "content", "The": "content"}
        labels = [kinds.get(text.split()[0], "other") for text in page.texts.strings]
        store.save(to_record(page, html.encode(), Correction(labels)))
    return store


def test_one_page_in_five_is_held_back_whatever_their_order(gold: GoldStore) -> None:
    ids = gold.ids()
    assert len(held_back(ids)) == 2
    assert held_back(ids) == held_back(ids[::-1])


def before_after(gold: GoldStore, model: Path) -> dict[str, Any]:
    options = {"method": "core", "model": str(model), "ids": held_back(gold.ids())}
    answer = work(Task("before-after", options=options, stores=Stores(gold=str(gold.folder))))
    found: dict[str, Any] = json.loads(answer.body)
    return found


def test_the_shipped_model_is_as_good_as_itself_and_better_than_one_that_keeps_nothing(
    gold: GoldStore, tmp_path: Path
) -> None:
    same = before_after(gold, shipped_path("core/core.npz"))
    assert same["before"] == same["after"] > 0.9
    model = shipped_model()
    never = replace(model, forest=replace(model.forest, leaf=0 * model.forest.leaf, bias=-20.0))
    never.save(tmp_path / "never.npz")
    worse = before_after(gold, tmp_path / "never.npz")
    assert worse["before"] == same["before"] > worse["after"]
    assert len(worse["pages"]) == 2


def test_a_training_reads_all_pages_but_those_it_is_measured_on(
    gold: GoldStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    async def trained(command: Sequence[str], folder: Path, report: object) -> tuple[int, list[str]]:
        packed = (folder / "export" / "gold.dev.jsonl.zst").read_bytes()
        lines = zstandard.ZstdDecompressor().stream_reader(packed).read().decode().splitlines()
        read.extend(json.loads(line)["title"] for line in lines)
        (folder / "core").mkdir()
        shutil.copy(shipped_path("core/core.npz"), folder / "core" / "core.npz")
        return 0, ["done"]

    async def do(task: Task, ticket: object) -> Answer:
        return work(replace(task, stores=Stores(gold=str(gold.folder))))

    monkeypatch.setattr(training_runs, "_run", trained)
    service = cast(Any, SimpleNamespace(gold=gold, do=do))

    async def run() -> Any:
        return await training_runs.train(service, cast(Any, None), "train-core")(lambda what, **more: None)

    result = asyncio.run(run())
    measured = result["held_back"]
    assert result["pages"] == len(read) == 8
    assert len(measured["pages"]) == 2
    assert not {page["title"] for page in measured["pages"]} & set(read)
    assert measured["before"] == measured["after"]
