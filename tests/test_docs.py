"""What the documentation shows is what happens."""

from __future__ import annotations

import argparse
import doctest
from importlib import import_module
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"


@pytest.mark.parametrize("page", ["tutorials/first-page.md", "reference/api.md"])
def test_the_examples_run(page: str) -> None:
    result = doctest.testfile(str(DOCS / page), module_relative=False, encoding="utf-8")
    assert result.attempted > 5
    assert result.failed == 0


@pytest.mark.parametrize("command", ["extract", "demo", "crawl"])
def test_every_option_is_documented(command: str) -> None:
    parser = argparse.ArgumentParser(add_help=False)
    import_module(f"kaensan.cli.{command}").configure(parser)
    reference = (DOCS / "reference/cli.md").read_text(encoding="utf-8")
    for action in parser._actions:
        assert all(f"`{option}" in reference or f"[{option}" in reference for option in action.option_strings), action
