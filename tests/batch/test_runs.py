"""A run puts every page into its output once, whatever happens on the way."""

from __future__ import annotations

import gzip
import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import fsspec
import pytest
import zstandard
from archives import inline, page, rows_of, write_jsonl, write_warc

from kaensan.batch.extractor import Extractor
from kaensan.batch.filters import Filters
from kaensan.batch.ledger import Ledger
from kaensan.batch.options import Options, Running
from kaensan.batch.run import run
from kaensan.batch.shards import Shard
from kaensan.batch.sources import jsonl, warc
from kaensan.batch.statistics import Statistics
from kaensan.errors import KaensanError, UsageError


@pytest.fixture
def inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Three archives of ten pages, cut small; the pages of the last are those of the first."""
    monkeypatch.setattr(warc, "PAGES_A_PART", 4)
    numbers = {"a": range(10), "b": range(10, 20), "c": range(10)}
    return [
        str(write_warc(tmp_path / f"{name}.warc.gz", [page(number) for number in some]))
        for name, some in numbers.items()
    ]


def go(inputs: list[str], out: Path, stop: int | None = None, **options: Any) -> Statistics:
    """A run in this process, stopped as by a power cut after so many chunks."""
    known: dict[str, Any] = {"method": "weight", "chunk": 600} | options
    extractor = Extractor(Options(**known))
    left = iter(range(10**9 if stop is None else stop))
    return run(inputs, out, extractor, Running(engine=inline(extractor, lambda _: next(left, None) is None)))


def outputs(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(out.iterdir()) if path.is_file() and path.suffix != ".json"}


def test_every_input_has_an_output_with_its_pages_in_order(inputs: list[str], tmp_path: Path) -> None:
    statistics = go(inputs, tmp_path / "out")
    assert sorted(outputs(tmp_path / "out")) == ["a.parquet", "b.parquet", "c.parquet"]
    assert [row["title"] for row in rows_of(tmp_path / "out/b.parquet")] == [f"Page {n}" for n in range(10, 20)]
    assert (statistics.counts["pages"], statistics.counts["kept"], statistics.finished) == (30, 30, 3)
    assert len(rows_of(tmp_path / "out/.kaensan/times/b.pq")) == 10
    told = json.loads((tmp_path / "out/.kaensan/statistics.json").read_text())
    assert (told["pages"], told["languages"], told["this_run"]["pages"]) == (30, {"en": 30}, 30)
    assert "30 pages: 30 kept, 0 failed" in str(statistics)


@pytest.mark.parametrize("options", [{}, {"duplicates": "near"}, {"format": "jsonl"}, {"limit": 17}, {"sample": 0.5}])
def test_a_run_that_was_stopped_anywhere_ends_as_if_it_had_not(
    inputs: list[str], tmp_path: Path, options: dict[str, Any]
) -> None:
    whole = go(inputs, tmp_path / "whole", **options)
    stop = 0
    while True:
        out = tmp_path / f"out{stop}"
        try:
            go(inputs, out, stop, **options)
        except KeyboardInterrupt:
            resumed = go(inputs, out, **options)
            assert outputs(out) == outputs(tmp_path / "whole")
            assert resumed.counts["rows"] == whole.counts["rows"]
            stop += 3
            continue
        break
    assert stop > 6


def test_what_is_finished_is_not_done_again(inputs: list[str], tmp_path: Path) -> None:
    go(inputs, tmp_path / "out")
    again = go(inputs, tmp_path / "out")
    assert (again.pages_now, again.counts["pages"]) == (0, 30)


def test_inputs_may_be_added_later(inputs: list[str], tmp_path: Path) -> None:
    go(inputs[1:], tmp_path / "out")
    more = go(inputs, tmp_path / "out")
    assert (more.pages_now, more.counts["pages"]) == (10, 30)
    assert sorted(outputs(tmp_path / "out")) == ["a.parquet", "b.parquet", "c.parquet"]


def test_other_options_or_a_changed_input_are_refused(inputs: list[str], tmp_path: Path) -> None:
    go(inputs[:1], tmp_path / "out")
    with pytest.raises(UsageError, match="another format and limit"):
        go(inputs[:1], tmp_path / "out", format="jsonl", limit=3)
    write_warc(Path(inputs[0]), [page(99)])
    with pytest.raises(UsageError, match="has changed"):
        go(inputs[:1], tmp_path / "out")


def test_a_restart_forgets_the_run_before(inputs: list[str], tmp_path: Path) -> None:
    go(inputs[:1], tmp_path / "out", duplicates="exact")
    extractor = Extractor(Options(method="weight", format="jsonl", duplicates="exact"))
    told = run(inputs[:1], tmp_path / "out", extractor, Running(engine=inline(extractor), restart=True))
    assert sorted(outputs(tmp_path / "out")) == ["a.jsonl"]
    assert told.counts["rows"] == 10


def test_a_folder_in_use_is_refused(inputs: list[str], tmp_path: Path) -> None:
    other = Ledger(tmp_path / "out/.kaensan")
    with pytest.raises(UsageError, match="another run is using"):
        go(inputs, tmp_path / "out")
    other.close()
    assert go(inputs, tmp_path / "out").finished == 3


def test_duplicates_are_dropped_across_inputs(inputs: list[str], tmp_path: Path) -> None:
    exact = go(inputs, tmp_path / "exact", duplicates="exact")
    assert (exact.counts["exact duplicate"], exact.counts["rows"]) == (10, 20)
    assert rows_of(tmp_path / "exact/c.parquet") == []
    long = " ".join(f"word{number}" for number in range(300))
    near = write_warc(tmp_path / "near.warc.gz", [page(1, long), page(1, long + " more"), page(2)])
    told = go([str(near)], tmp_path / "near", duplicates="near")
    assert told.to_dict()["duplicates"] == {"near duplicate": 1}


def test_a_limit_ends_the_run_at_a_page(inputs: list[str], tmp_path: Path) -> None:
    told = go(inputs, tmp_path / "out", limit=13)
    assert (told.counts["pages"], told.counts["rows"]) == (13, 13)
    assert sorted(outputs(tmp_path / "out")) == ["a.parquet", "b.parquet"]
    assert go(inputs, tmp_path / "out", limit=13).pages_now == 0


def test_a_limit_that_was_reached_just_before_a_kill_still_gives_its_output(
    inputs: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(ledger: Ledger, shard: Shard, counts: Counter[str]) -> None:
        ledger.rollback()
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Ledger, "finish", killed)
        for _ in range(2):
            with pytest.raises(KeyboardInterrupt):
                go(inputs[:1], tmp_path / "out", limit=8)
    assert go(inputs[:1], tmp_path / "out", limit=8).pages_now == 0
    assert len(rows_of(tmp_path / "out/a.parquet")) == 8


def test_filtered_pages_are_counted_and_not_written(inputs: list[str], tmp_path: Path) -> None:
    told = go(inputs, tmp_path / "out", filters=Filters(languages=("th",)))
    assert told.to_dict()["filtered"] == {"language": 30}
    assert rows_of(tmp_path / "out/a.parquet") == []


@pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz", "jsonl.zst"])
def test_json_lines_hold_the_same_rows(inputs: list[str], tmp_path: Path, ending: str) -> None:
    go(inputs[:1], tmp_path / "table")
    go(inputs[:1], tmp_path / "lines", format=ending)
    packed = (tmp_path / f"lines/a.{ending}").read_bytes()
    unpack: Any = {"jsonl": bytes, "jsonl.gz": gzip.decompress}.get(ending)
    text = unpack(packed) if unpack else zstandard.ZstdDecompressor().stream_reader(packed).read()
    assert [json.loads(line) for line in text.splitlines()] == rows_of(tmp_path / "table/a.parquet")


def test_losses_are_counted_and_said(tmp_path: Path) -> None:
    path = write_warc(tmp_path / "a.warc.gz", [page(1), page(2)])
    whole = path.read_bytes()
    path.write_bytes(whole[:50] + b"?" * 9 + whole[59:])
    told = go([str(path)], tmp_path / "out")
    assert told.counts["lost: a record is damaged"] == 1
    assert told.to_dict()["lost"]["bytes"] > 50
    assert f"lost: 1 places, {told.to_dict()['lost']['bytes']:,} bytes" in str(told)


def test_the_output_may_be_on_another_file_system(inputs: list[str], tmp_path: Path) -> None:
    extractor = Extractor(Options(method="weight"))
    run(inputs[:1], "memory://corpus", extractor, Running(engine=inline(extractor), work=tmp_path / "work"))
    go(inputs[:1], tmp_path / "local")
    assert fsspec.filesystem("memory").cat("/corpus/a.parquet") == (tmp_path / "local/a.parquet").read_bytes()
    with pytest.raises(UsageError, match="--work"):
        run(inputs[:1], "memory://corpus", Options(method="weight"))


def test_an_empty_input_has_an_empty_output(tmp_path: Path) -> None:
    for name in ("a.warc.gz", "b.jsonl", "c.txt"):
        (tmp_path / name).touch()
    told = go([str(tmp_path)], tmp_path.parent / f"{tmp_path.name}-out")
    assert (told.finished, told.counts["pages"]) == (3, 0)
    assert rows_of(tmp_path.parent / f"{tmp_path.name}-out/a.parquet") == []


def test_a_ledger_that_is_none_is_named(inputs: list[str], tmp_path: Path) -> None:
    (tmp_path / "out/.kaensan").mkdir(parents=True)
    (tmp_path / "out/.kaensan/ledger.sqlite").write_bytes(b"not a database" * 100)
    with pytest.raises(KaensanError, match="cannot be used"):
        go(inputs, tmp_path / "out")


def test_parts_of_lines_are_put_away_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonl, "PAGES_A_PART", 3)
    path = write_jsonl(tmp_path / "a.jsonl", [{"html": page(number).decode()} for number in range(12)])
    with pytest.raises(KeyboardInterrupt):
        go([str(path)], tmp_path / "out", 8, chunk=25)
    rest = go([str(path)], tmp_path / "out", chunk=25)
    assert rest.pages_now < 12
    assert [row["title"] for row in rows_of(tmp_path / "out/a.parquet")] == [f"Page {number}" for number in range(12)]


def test_a_line_that_cannot_be_read_is_one_failed_row(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    good = json.dumps({"html": page(1).decode()}).encode()
    bad = [b"{broken", b"[1]", b"[" * 200_000, b'{"html": ' + b"9" * 5000 + b"}", b"\xff\xfe", b'{"html": null}']
    path.write_bytes(b"\n".join([good, *bad, good]))
    told = go([str(path)], tmp_path / "out")
    rows = rows_of(tmp_path / "out/a.parquet")
    assert [row["error"] is None for row in rows] == [True, *[False] * len(bad), True]
    assert (told.counts["kept"], told.counts["failed"], told.failed) == (2, len(bad), {})
    assert "nested too deep" in rows[3]["error"]


def test_a_changed_input_of_the_same_size_is_noticed_and_put_back_goes_on(inputs: list[str], tmp_path: Path) -> None:
    out, first = tmp_path / "out", Path(inputs[0])
    with pytest.raises(KeyboardInterrupt):
        go(inputs, out, 4)
    whole, times = first.read_bytes(), first.stat()
    first.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    os.utime(first, ns=(times.st_atime_ns, times.st_mtime_ns))
    with pytest.raises(UsageError, match=r"a.warc.gz has changed since the run began; put it back"):
        go(inputs, out)
    assert go(inputs[1:], out).counts["rows"] >= 20  # the others go on without it
    first.write_bytes(whole)
    assert go(inputs, out).counts["rows"] == 30


def test_a_run_that_was_refused_can_be_resumed(inputs: list[str], tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        go(inputs, out, 4)
    for wrong in ({"format": "jsonl"}, {"method": "xpath"}, {"sample": 0.5}):
        with pytest.raises(UsageError):
            go(inputs, out, **wrong)
    with pytest.raises(KaensanError):
        go([*inputs, str(tmp_path / "none.warc.gz")], out)
    assert go(inputs, out).counts["rows"] == 30


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "pages"
    made.mkdir()
    for number in range(0, 80, 2):
        (made / f"{number:03}.html").write_bytes(page(number))
    return made


def test_a_folder_that_grows_and_shrinks_between_runs_loses_and_doubles_nothing(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        go([str(folder)], tmp_path / "out", 1)
    (folder / "001.html").write_bytes(page(1))  # comes before all that is left
    (folder / "000.html").unlink()  # was read
    (folder / "078.html").unlink()  # was not
    go([str(folder)], tmp_path / "out")
    rows = rows_of(tmp_path / "out/pages.parquet")
    assert sorted(row["title"] for row in rows if row["error"] is None) == sorted(
        f"Page {number}" for number in (*range(0, 78, 2), 1)
    )
    assert [Path(row["id"]).name for row in rows if row["error"]] == ["078.html"]


def test_files_that_come_after_a_folder_was_finished_get_an_output_of_their_own(folder: Path, tmp_path: Path) -> None:
    go([str(folder)], tmp_path / "out")
    before = (tmp_path / "out/pages.parquet").read_bytes()
    assert go([str(folder)], tmp_path / "out").pages_now == 0
    (folder / "new.html").write_bytes(page(99))
    assert go([str(folder)], tmp_path / "out").pages_now == 1
    assert (tmp_path / "out/pages.parquet").read_bytes() == before
    assert [row["title"] for row in rows_of(tmp_path / "out/pages-2.parquet")] == ["Page 99"]
    assert go([str(folder)], tmp_path / "out").pages_now == 0


def test_a_page_of_a_folder_that_changed_after_it_was_read_is_noticed(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        go([str(folder)], tmp_path / "out", 1)
    unread = folder / "076.html"
    unread.write_bytes(page(776))
    assert go([str(folder)], tmp_path / "out").counts["rows"] == 40
    (folder / "000.html").write_bytes(page(0).replace(b"river", b"rivet"))
    with pytest.raises(UsageError, match=r"000.html has changed"):
        go([str(folder)], tmp_path / "out")


@pytest.mark.parametrize("damage", [b"not a database" * 1000, b"SQLite format 3\0" + b"x" * 8000])
def test_a_damaged_ledger_is_set_aside_by_a_restart(inputs: list[str], tmp_path: Path, damage: bytes) -> None:
    out = tmp_path / "out"
    go(inputs, out)
    ledger = out / ".kaensan/ledger.sqlite"
    ledger.write_bytes(damage)
    with pytest.raises(KaensanError, match="--restart sets it aside"):
        go(inputs, out)
    extractor = Extractor(Options(method="weight"))
    told = run(inputs, out, extractor, Running(engine=inline(extractor), restart=True))
    assert told.counts["rows"] == 30
    assert "the ledger was damaged and is now" in told.notes[0]
    assert (out / ".kaensan/ledger.damaged-1.sqlite").read_bytes() == damage


@pytest.mark.parametrize("damage", ["cut", "changed", "gone"])
def test_a_damaged_part_is_found_and_made_again(inputs: list[str], tmp_path: Path, damage: str) -> None:
    go(inputs, tmp_path / "whole")
    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        go(inputs, out, 8)
    parts = sorted(out.glob(".kaensan/parts/*/*.arrow"))
    assert len(parts) > 1
    content = parts[0].read_bytes()
    if damage == "gone":
        parts[0].unlink()
    else:
        middle = len(content) // 2
        parts[0].write_bytes(content[:middle] + (b"" if damage == "cut" else b"?" + content[middle + 1 :]))
    told = go(inputs, out)
    assert "were damaged on the disk and are made again" in told.notes[0]
    assert outputs(out) == outputs(tmp_path / "whole")


def test_an_interrupted_run_keeps_what_is_done(inputs: list[str], tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        go(inputs, out, 3)
    rest = go(inputs, out)
    assert rest.pages_now < 30 - 3  # not even the chunks that made no whole part were done again
