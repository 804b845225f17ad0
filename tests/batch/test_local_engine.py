"""The engine for one machine: in order, through any page, and no further ahead than it must."""

from __future__ import annotations

import gzip
import json
import os
import signal
import threading
import time
import zlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from archives import InlinePool, chunks_of, page, rows_of, shard_of, warc_record, write_jsonl, write_warc

from experiments.poison import POISONS, poison_test
from kaensan.batch import extractor as extracting
from kaensan.batch import local
from kaensan.batch.cutting import Cutter
from kaensan.batch.events import Done, Ended, Event, Failed
from kaensan.batch.extractor import Extractor
from kaensan.batch.local import run_shards
from kaensan.batch.options import Limits, Options, Running
from kaensan.batch.records import Chunk, Record
from kaensan.batch.run import run
from kaensan.batch.shards import Shard
from kaensan.batch.sources import jsonl, warc
from kaensan.workers import NotStarted
from plain_methods import Deadly

WEIGHT = Options(method="weight")


def test_only_poisoned_pages_fail(tmp_path: Path) -> None:
    told = poison_test(tmp_path, 300, seed=3, each=1, seconds=15.0)
    assert told["wrongly"] == []
    assert [len(told[poison]) for poison in POISONS] == [1, 1, 1]
    assert "SIGSEGV" in told["crash"][0]
    assert "more than 15 seconds" in told["hang"][0]
    assert "more than 1,073,741,824 bytes" in told["eat"][0]


def test_a_chunk_that_takes_long_is_done_in_parts(tmp_path: Path) -> None:
    path = write_warc(tmp_path / "a.warc.gz", [page(number) for number in range(10)])
    (chunk,) = chunks_of(path)
    hasty = Extractor(Options(method="weight", limits=Limits(seconds=1e-9)))
    offsets: list[int] = []
    left: int | None = 0
    while left is not None:
        outcome = hasty(replace(chunk, skip=left))
        assert len(outcome.offsets) == 1
        offsets += outcome.offsets
        left = outcome.left
    assert offsets == Extractor(WEIGHT)(chunk).offsets


class Drowsy(Extractor):
    """By its own clock it takes so long that no chunk is done in one go."""

    def extract(self, record: Record, source: str) -> dict[str, Any]:
        clock: Any = vars(extracting)["time"]
        late = clock.perf_counter() + 60.0
        vars(extracting)["time"] = SimpleNamespace(perf_counter=lambda: late)
        return super().extract(record, source)


def test_parts_of_a_chunk_come_together_in_order(tmp_path: Path) -> None:
    path = write_warc(tmp_path / "a.warc.gz", [page(number) for number in range(8)])
    drowsy = Drowsy(Options(method="weight", limits=Limits(seconds=120.0)))
    done, ended = events_of([path], drowsy)
    assert isinstance(ended, Ended)
    assert isinstance(done, Done)
    assert done.outcome.fates == ["kept"] * 8
    assert done.outcome.offsets == sorted(done.outcome.offsets)


def events_of(paths: Sequence[Path], extractor: Extractor | None = None) -> list[Event]:
    shards = [Shard(number, shard_of(path).kind, str(path), path.name, None) for number, path in enumerate(paths)]
    return list(run_shards([(shard, 0) for shard in shards], extractor or Extractor(WEIGHT), workers=2))


def test_an_input_that_cannot_be_read_stops_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = write_warc(tmp_path / "good.warc.gz", [page(1)])
    gone = write_warc(tmp_path / "gone.warc.gz", [page(2)])
    shards = [(Shard(0, "warc", str(gone), "gone", None), 0), (Shard(1, "warc", str(good), "good", None), 0)]
    gone.unlink()
    events = list(run_shards(shards, Extractor(WEIGHT), workers=1))
    assert [type(event) for event in events] == [Failed, Done, Ended]
    assert isinstance(events[0], Failed)
    assert events[0].reason == "No such file or directory"


def test_a_disk_error_within_an_input_keeps_what_came_before_and_the_next_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "cutting_pool", lambda options, remote: InlinePool(Cutter(options)))
    few = replace(WEIGHT, chunk=25)
    path = write_jsonl(tmp_path / "a.jsonl", [{"html": page(number).decode()} for number in range(6)])
    original = jsonl._lines

    def failing(stream: Any, longest: int) -> Any:
        for number, line in enumerate(original(stream, longest)):
            if number == 4:
                raise OSError(5, "Input/output error")
            yield line

    monkeypatch.setattr(jsonl, "_lines", failing)
    told = run([str(path)], tmp_path / "out", few, Running(workers=1))
    assert told.failed == {str(path): "Input/output error"}
    assert not (tmp_path / "out/a.parquet").exists()
    monkeypatch.setattr(jsonl, "_lines", original)
    told = run([str(path)], tmp_path / "out", few, Running(workers=1))
    assert (told.failed, told.pages_now) == ({}, 3)
    assert [row["title"] for row in rows_of(tmp_path / "out/a.parquet")] == [f"Page {number}" for number in range(6)]


def test_workers_that_are_killed_from_outside_cost_no_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_warc(tmp_path / "a.warc.gz", [page(number) for number in range(120)])
    stop = threading.Event()

    def kill_workers() -> None:
        for _ in range(2):
            if stop.wait(0.4):
                return
            for listed in Path(f"/proc/{os.getpid()}/task").glob("*/children"):
                for pid in listed.read_text().split():
                    with suppress(OSError):  # it may have ended by itself
                        if b"kaensan.workers" in Path(f"/proc/{pid}/cmdline").read_bytes():
                            os.kill(int(pid), signal.SIGKILL)

    killer = threading.Thread(target=kill_workers)
    killer.start()
    told = run([str(path)], tmp_path / "out", replace(WEIGHT, chunk=500))
    stop.set()
    killer.join()
    assert (told.counts["kept"], told.counts["failed"]) == (120, 0)
    assert [row["title"] for row in rows_of(tmp_path / "out/a.parquet")] == [f"Page {number}" for number in range(120)]


def test_a_record_that_goes_on_after_its_chunk_is_read_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive within an archive looks like the start of records where there is none."""
    inner = b"".join(gzip.compress(warc_record(number)) for number in range(100, 110))
    outer = gzip.compress(warc_record(1, inner).replace(b"text/html", b"x/archive"), 0)
    records = [gzip.compress(warc_record(number)) for number in (0, 2, 3, 4)]
    path = tmp_path / "a.warc.gz"
    path.write_bytes(records[0] + outer + b"".join(records[1:]))
    events = events_of([path], Extractor(replace(WEIGHT, chunk=700)))
    outcomes = [event.outcome for event in events if isinstance(event, Done)]
    offsets = [offset for outcome in outcomes for offset in outcome.offsets]
    starts = [len(records[0]) + len(outer) + sum(map(len, records[1:place])) for place in (1, 2, 3)]
    assert offsets == [0, *starts]
    assert sum(outcome.skipped["x/archive"] for outcome in outcomes) == 1
    assert [outcome.losses for outcome in outcomes if outcome.losses] == []


class _Removing(Cutter):
    """Cuts an archive and then removes it, if it is the one that goes."""

    def __call__(self, order: Any) -> Any:
        chunk = super().__call__(order)
        if order[0].name == "goes":
            Path(order[0].location).unlink(missing_ok=True)
        return chunk


def test_an_archive_that_goes_while_it_is_read_fails_and_no_page_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes = write_warc(tmp_path / "goes.warc.gz", [page(number) for number in range(40)])
    stays = write_warc(tmp_path / "stays.warc.gz", [page(1)])
    extractor = Extractor(replace(WEIGHT, chunk=100))
    monkeypatch.setattr(local, "cutting_pool", lambda options, remote: InlinePool(_Removing(options)))
    shards = [(Shard(0, "warc", str(goes), "goes", None), 0), (Shard(1, "warc", str(stays), "stays", None), 0)]
    events = list(run_shards(shards, extractor, workers=1))
    assert [(type(event), event.shard.name) for event in events] == [
        (Failed, "goes"),
        (Done, "stays"),
        (Ended, "stays"),
    ]
    assert isinstance(events[0], Failed)
    assert events[0].reason == "No such file or directory"


def test_no_more_is_read_ahead_than_keeps_the_workers_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []

    def endless(shard: Shard, start: int, options: Options) -> Any:
        for number in range(10**9):
            taken.append(number)
            yield Chunk(0, "endless", "jsonl", number, number + 1, [])

    monkeypatch.setattr(warc, "chunks", endless)
    monkeypatch.setattr(local, "cutting_pool", lambda options, remote: InlinePool(Cutter(options)))
    events = run_shards([(Shard(0, "warc", "endless", "endless", None), 0)], Extractor(WEIGHT), workers=1)
    for _ in range(5):
        next(events)
    time.sleep(0.2)
    assert len(taken) <= 5 + 4 + 1 + 3  # three are cut ahead
    events.close()


def test_a_worker_that_cannot_start_ends_the_run_and_fails_no_page(tmp_path: Path) -> None:
    path = write_warc(tmp_path / "a.warc.gz", [page(1)])
    cramped = Extractor(Options(method="weight", limits=Limits(memory=8 << 20)))
    with pytest.raises(NotStarted):
        events_of([path], cramped)


def test_a_record_that_swells_without_measure_fails_alone_and_says_which_it_is(tmp_path: Path) -> None:
    bomb = gzip.compress(warc_record(1, b"<p>" + b"x" * (200 << 20)), 9)
    path = tmp_path / "a.warc.gz"
    path.write_bytes(b"".join([gzip.compress(warc_record(0)), bomb, gzip.compress(warc_record(2))]))
    limits = Limits(memory=700 << 20, size=1 << 20)
    run([str(path)], tmp_path / "out", Options(method="weight", limits=limits), Running(workers=1))
    rows = rows_of(tmp_path / "out/a.parquet")
    assert [row["url"] for row in rows] == [f"http://example.org/{number}" for number in range(3)]
    assert [row["error"] for row in rows] == [None, "the page is longer than 1,048,576 bytes", None]


@pytest.mark.parametrize("kind", ["warc", "jsonl.gz"])
def test_nothing_is_unpacked_or_parsed_where_the_ledger_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    if kind == "warc":
        path = write_warc(tmp_path / "a.warc.gz", [page(number) for number in range(3)] + [page(3, "die")])
    else:
        path = tmp_path / "a.jsonl.gz"
        rows = [{"html": page(number, "die" if number == 3 else "live").decode()} for number in range(4)]
        path.write_bytes(gzip.compress("".join(json.dumps(row) + "\n" for row in rows).encode()))
    extractor = Extractor(Options(method=Deadly()))  # type: ignore[arg-type]
    extractor.prepare()

    def forbidden(*_: Any, **__: Any) -> Any:
        raise AssertionError("this is work for another process")

    for module, name in ((zlib, "decompressobj"), (warc, "records"), (jsonl, "records"), (extracting, "parse")):
        monkeypatch.setattr(module, name, forbidden)
    events = list(run_shards([(shard_of(path), 0)], extractor, workers=1))
    fates = [fate for event in events if isinstance(event, Done) for fate in event.outcome.fates]
    assert fates == ["kept", "kept", "kept", "failed"]
