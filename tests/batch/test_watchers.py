"""Whoever follows a run hears what happens in it."""

from __future__ import annotations

import io
import json
import urllib.request
from collections import Counter
from pathlib import Path

import pytest

from kaensan.batch.events import Done, Ended, Event, Failed
from kaensan.batch.logs import JsonLog, log_to
from kaensan.batch.progress_line import Line
from kaensan.batch.records import Chunk, Loss, Outcome
from kaensan.batch.run_metrics import Metrics
from kaensan.batch.shards import Shard
from kaensan.errors import UsageError

SHARD = Shard(0, "warc", "a.warc.gz", "a", 1000)
OTHER = Shard(1, "warc", "b.warc.gz", "b", 1000)
OUTCOME = Outcome(
    offsets=[0, 100],
    fates=["kept", "failed"],
    failures=[(100, "http://e.org/", "the page took more than 30 seconds")],
    losses=[Loss(200, 50, "a record is damaged")],
    seconds=[0.01, 30.0],
    skipped=Counter({"request record": 3}),
    markup=4_000_000,
)
EVENTS: list[Event] = [
    Done(SHARD, Chunk(0, "a.warc.gz", "warc", 0, 500, None, read=500), OUTCOME),
    Ended(SHARD),
    Failed(OTHER, "No such file or directory"),
]


def test_the_line_tells_speed_failures_and_the_time_left() -> None:
    stream = io.StringIO()
    line = Line(stream, every=0.0)
    line.begin([SHARD, OTHER], 3)
    for event in EVENTS:
        line.see(event)
    assert line.text(2.0) == "4/5 shards  2 pages  1.0 pages/s  2.0 MB/s  1 failed  0:00:06 left"
    line.end()
    shown = stream.getvalue().split("\r")
    assert "3/5 shards" in shown[1]
    assert shown[-1] == ""
    assert not shown[-2].strip()


def test_the_log_names_failures_and_losses_with_their_places(tmp_path: Path) -> None:
    path = tmp_path / "run.log"
    with log_to(str(path)):
        log = JsonLog()
        log.begin([SHARD, OTHER], 0)
        for event in EVENTS:
            log.see(event)
        log.end()
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [line["event"] for line in lines] == [
        "run begun",
        "page failed",
        "place lost",
        "shard ended",
        "shard failed",
        "run ended",
    ]
    assert (lines[1]["source"], lines[1]["offset"], lines[1]["level"]) == ("a.warc.gz", 100, "warning")
    assert (lines[2]["offset"], lines[2]["bytes"]) == (200, 50)


def test_metrics_are_served_while_the_run_lasts() -> None:
    metrics = Metrics(0)
    metrics.begin([SHARD], 0)
    for event in EVENTS:
        metrics.see(event)
    with urllib.request.urlopen(metrics.address) as response:
        told = response.read().decode()
    port = int(metrics.address.split(":")[2].split("/")[0])
    with pytest.raises(UsageError, match="cannot be used for metrics"):
        Metrics(port)
    metrics.end()
    for line in (
        'kaensan_pages_total{fate="failed"} 1.0',
        "kaensan_markup_bytes_total 4e+06",
        "kaensan_lost_places_total 1.0",
        'kaensan_shards_total{end="failed"} 1.0',
        "kaensan_page_seconds_count 2.0",
    ):
        assert line in told
