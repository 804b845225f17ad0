"""The figures about batch runs are worked out as they say."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

from experiments.made_archives import made_page, write_archive
from experiments.memory_ceiling import Watch, draw
from experiments.throughput import Cost, measure, payloads, projection, table


def test_an_archive_holds_what_was_put_into_it(tmp_path: Path) -> None:
    pages = [(f"http://example.org/{number}", made_page(number)) for number in range(5)]
    archive = write_archive(tmp_path / "a.warc.gz", pages)
    assert list(payloads(str(archive))) == [html for _, html in pages]
    assert len({html for _, html in pages}) == 5


def test_every_system_has_a_cost(tmp_path: Path) -> None:
    pages = [("http://example.org/", made_page(number)) for number in range(6)]
    archive, few = write_archive(tmp_path / "a.warc.gz", pages), write_archive(tmp_path / "b.warc.gz", pages[:2])
    (cost,) = measure(archive, few, 6, ["reading alone"], rounds=1, seed=0)
    assert cost.system == "reading alone"
    assert min(cost.wall, cost.cpu) > 0


def test_the_table_sets_the_engine_beside_the_others() -> None:
    costs = [
        Cost("the engine alone, 1 worker", 1.0, 1.0 / 0.9),
        Cost("the engine alone, 2 workers", 1.0, 2.5),
        Cost("kaensan batch, 1 worker", 11.0, 10.0 / 0.9),
        Cost("kaensan batch, 2 workers", 5.5, 12.5),
        Cost("resiliparse, loop", 3.0, 3.0),
        Cost("trafilatura, loop", 66.0, 200 / 3),
    ]
    told = table(costs)
    assert "| kaensan batch, 2 workers | 181.8 | 80.0 | 12.50 |" in told
    assert "kaensan batch per core to trafilatura, loop: 6.00" in told
    assert "from 1 to 2 workers, on the clock: 2.00" in told
    assert "not extraction, 1 worker: 10.0%" in told
    assert "not extraction, 2 workers: 20.0%" in told


def test_a_projection_grows_with_the_bytes() -> None:
    lines = projection(Cost("kaensan batch, 2 workers", 5.0, 10.0), 100_000, 0.05).splitlines()
    assert lines[0].startswith("kaensan batch, 2 workers: 10.0 MB of markup per second and core (mean page 100 kB)")
    assert lines[1] == "projected for pages of 85 kB: 117 pages/s and core"
    assert lines[2] == "a million such pages: 2.37 core-hours, 0.12 at 0.05 per core-hour"
    assert lines[3].startswith("2.9 billion: 6,872 core-hours, 41 cores for a week")


def test_memory_is_drawn_against_pages() -> None:
    watch = Watch(pages=[100, 200, 300], parent=[90.0, 95.0, 95.0], workers=[200.0, 210.0, 205.0])
    drawn = ET.fromstring(draw(watch))
    assert "300 pages" in "".join(drawn.itertext())
