"""Markup and the rows of `texts` that the HTML standard makes of it, case by case from `tree_cases.dat`.

A case is its name, the markup after `#data`, and after `#texts` a line for each row: block, path and text.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import kaensan

_CASE = re.compile(r"#case (.+)\n#data\n(.*?)\n#texts\n(.*?)(?:\n\n|\n?\Z)", re.S)


def _cases() -> list[tuple[str, str, list[str]]]:
    text = Path(__file__).with_name("tree_cases.dat").read_text(encoding="utf-8")
    return [(name, data, rows.splitlines()) for name, data, rows in _CASE.findall(text)]


def _rows(html: str) -> list[str]:
    page = kaensan.parse(html)
    places = zip(page.texts.block.tolist(), page.texts.parent.tolist(), page.texts.strings, strict=True)
    return [f"{block} {page.elements.xpath(row)} {json.dumps(text, ensure_ascii=False)}" for block, row, text in places]


@pytest.mark.parametrize(("html", "rows"), [pytest.param(data, rows, id=name) for name, data, rows in _cases()])
def test_the_rows_are_those_of_the_standard(html: str, rows: list[str]) -> None:
    assert _rows(html) == rows


def test_all_cases_are_read() -> None:
    text = Path(__file__).with_name("tree_cases.dat").read_text(encoding="utf-8")
    assert len(_cases()) == text.count("#case ") > 60
