"""The cost of methods is measured part by part."""

from __future__ import annotations

from pathlib import Path

import pytest

from kaensan.bench.method_cost import main, time_methods
from kaensan.errors import InputError
from kaensan.methods import load

PAGE = b"<title>t</title><p>Some words on a page.</p>" * 20


def test_every_method_is_timed_on_a_fresh_page_and_on_a_used_one() -> None:
    costs = time_methods([PAGE, PAGE], [load("xpath"), load("histogram")], repeats=1)
    assert [cost.part for cost in costs] == [
        "xpath, first",
        "xpath, tables there",
        "histogram, first",
        "histogram, tables there",
    ]
    assert all(cost.median > 0 and cost.total > 0 for cost in costs)


def test_a_folder_without_pages_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        main(["--data", str(tmp_path / "nowhere")])
