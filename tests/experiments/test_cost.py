"""The figures on cost come from the whole line, on the same bytes as the bare parse."""

from __future__ import annotations

import pytest

from experiments import cost
from kaensan.page import parse

PAGE = b"<title>t</title><main>" + b"<p class=a>Some <a href=b>linked</a> words</p>" * 200


def test_each_part_is_a_multiple_of_the_bare_parse() -> None:
    parts = cost.time_pages([PAGE, PAGE * 2], repeats=2)
    assert [part.part for part in parts] == [
        "decode, parse, texts",
        "the same with all columns",
        "the same with all columns and all of head",
        "offsets alone",
    ]
    assert all(part.median > 0 and part.total > 0 for part in parts)
    assert parts[2].total > parts[1].total > parts[0].total


def test_using_everything_computes_the_columns_but_no_offsets() -> None:
    page = parse(PAGE)
    cost.use_everything(page)
    assert {"context", "anchor", "heading", "spaced", "length", "visible"} <= set(vars(page.texts))
    assert "offset" not in vars(page.texts)
    assert {"title", "meta"} <= set(vars(page.head))


def test_memory_is_measured_in_a_process_of_its_own() -> None:
    page = PAGE * 200  # 2 MB of tags: its tables are larger than it is
    assert 1 < cost.peak_memory(page) < 1000


def test_a_page_made_to_measure_is_timed_at_every_size() -> None:
    times = cost.doublings(lambda size: PAGE * size, [1, 2, 4], repeats=1)
    assert len(times) == 3
    assert all(bare > 0 and line > 0 for bare, line in times)


def test_a_report_names_its_pages(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    class Gold:
        html = PAGE * 10

    monkeypatch.setattr(cost, "load", lambda _folder, _name: iter([Gold(), Gold(), Gold()]))
    monkeypatch.setattr(cost, "_GROWTH", (("pages", lambda size: PAGE * size, (1, 2)),))
    assert cost.main(["--data", "anywhere", "--sample", "2", "--memory", "1"]) == 0
    printed = capsys.readouterr().out
    assert "Time over 2 pages of wcxb.dev" in printed
    assert "Peak memory over 1 pages" in printed
    assert "| pages | 2 |" in printed
