"""The folders of the program import one another in one direction only, as docs/explanation/architecture.md says."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[1] / "src" / "kaensan"
PAGE = Path(__file__).parents[1] / "docs" / "explanation" / "architecture.md"

ALLOWED = {
    "page": "errors",
    "thai": "page errors extras",
    "dates": "page thai errors",
    "methods": "page thai dates errors extras",
    "render": "page errors lazy_names",
    "gold": "page methods errors extras",
    "metadata": "page dates methods thai errors",
    "threads": "page dates methods metadata render thai errors",
    "document": "page methods metadata threads render thai errors lazy_names",
    "workers": "errors",
    "web": "page workers errors extras",
    "draw": "page methods errors",
}
"""The folders of the straight line, each with what it may import; folders that use the line are free but for cycles."""
EVERYWHERE = {"cached", "frozen_records", "memory_return"}
"""Tools that know nothing of the rest: any folder may use them."""
USED_BY_THEIR_COMMANDS_ONLY = ("bench", "train")
PARSER = "turbohtml"
PARSER_CALLERS = ("page", "render", "bench")  # bench calls it as a peer


def _imports(path: Path) -> Iterator[str]:
    """The modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "kaensan":
            yield from (f"kaensan.{name.name}" for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def _folder(path: Path) -> str:
    parts = path.relative_to(SOURCES).parts
    return parts[0] if len(parts) > 1 else path.stem


@cache
def _graph() -> dict[str, set[str]]:
    graph: dict[str, set[str]] = {}
    for path in SOURCES.rglob("*.py"):
        inside = {name.split(".")[1] for name in _imports(path) if name.startswith("kaensan.")}
        graph.setdefault(_folder(path), set()).update(inside - {_folder(path), "__version__", "compiled"})
    return graph


@pytest.mark.parametrize("folder", ALLOWED)
def test_a_folder_of_the_line_imports_only_what_comes_before_it(folder: str) -> None:
    assert _graph()[folder] <= set(ALLOWED[folder].split()) | EVERYWHERE


def test_no_folder_imports_in_a_circle() -> None:
    tuple(TopologicalSorter(_graph()).static_order())  # raises CycleError, which names the circle


@pytest.mark.parametrize("folder", USED_BY_THEIR_COMMANDS_ONLY)
def test_measuring_and_training_are_imported_by_their_commands_only(folder: str) -> None:
    assert {user for user, used in _graph().items() if folder in used} <= {"cli"}


def test_only_page_and_render_call_the_parser() -> None:
    callers = {_folder(path) for path in SOURCES.rglob("*.py") if PARSER in {n.split(".")[0] for n in _imports(path)}}
    assert callers <= set(PARSER_CALLERS)


def test_the_page_about_the_architecture_names_every_folder() -> None:
    folders = {path.parent.name for path in SOURCES.glob("*/__init__.py")}
    text = PAGE.read_text(encoding="utf-8")
    assert {folder for folder in folders if f"`{folder}/`" not in text} == set()
