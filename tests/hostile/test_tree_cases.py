"""Markup and the rows of `texts` that the HTML standard makes of it, case by case from `tree_cases.dat`.

A case is its name, the markup after `#data`, and after `#texts` a line for each row: block, path and text.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kaensan


def _cases() -> list[tuple[str, str, list[str]]]:
    text = Path(__file__).with_name("tree_cases.dat").read_text(encoding="utf-8")
    cases = []
    for case in text.split("#case ")[1:]:
        name, _, rest = case.partition("\n#data\n")
        data, _, rows = rest.partition("\n#texts\n")
        cases.append((name, data, [row for row in rows.split("\n") if row]))
    return cases


def _rows(html: str) -> list[str]:
    page = kaensan.parse(html)
    places = zip(page.texts.block.tolist(), page.texts.parent.tolist(), page.texts.strings, strict=True)
    return [f"{block} {page.elements.xpath(row)} {json.dumps(text, ensure_ascii=False)}" for block, row, text in places]


@pytest.mark.parametrize(("html", "rows"), [pytest.param(data, rows, id=name) for name, data, rows in _cases()])
def test_the_rows_are_those_of_the_standard(html: str, rows: list[str]) -> None:
    assert _rows(html) == rows


def test_all_cases_are_read() -> None:
    names = [name for name, _, _ in _cases()]
    assert len(set(names)) == len(names) > 60
