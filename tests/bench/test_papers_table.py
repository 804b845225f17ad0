"""The table of what the papers have and where it is: every link leads to a file that holds what the link names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kaensan.methods import load
from kaensan.methods.base import steps

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "reproduction.md"
SECTION = PAGE.read_text(encoding="utf-8").partition("## Where everything of the papers is")[2].partition("\n## ")[0]
LINKS = re.findall(r"\[([^\]]+)\]\(([^)#\s]+)\)", SECTION)
PUBLISHED = ("xpath", "lineblock", "lstm", "weight", "histogram")


@pytest.mark.parametrize(("name", "target"), LINKS)
def test_a_link_of_the_table_leads_to_what_it_names(name: str, target: str) -> None:
    path = (PAGE.parent / target).resolve()
    assert path.is_file()
    if name.startswith("`"):
        symbol = re.escape(name.strip("`"))
        defined = rf"^\s*(?:def|class) {symbol}\b|^\s*{symbol}\b\s*[:=]"
        assert re.search(defined, path.read_text(encoding="utf-8"), re.M)


def test_every_paper_and_every_step_of_its_code_is_in_the_table() -> None:
    linked = {name.strip("`") for name, _ in LINKS}
    for method in PUBLISHED:
        assert f"| `{method}` |" in SECTION
        assert {step.function for step in steps(load(method))} <= linked
