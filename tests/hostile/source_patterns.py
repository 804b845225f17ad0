"""Every regular expression of the sources, and whether it is searched for or only matched at a given place."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import kaensan

__all__ = ["SourcePattern", "inline_patterns", "module_names", "module_patterns"]

_PLACED = frozenset({"match", "fullmatch"})
"""methods that try one place only"""
_OURS = ("kaensan.train", "kaensan.bench")
"""folders that read data sets and their own files, no pages of strangers"""


class SourcePattern(NamedTuple):
    """A pattern, by the name of its module and its own."""

    name: str
    pattern: re.Pattern[Any]
    anywhere: bool


def module_names() -> list[str]:
    """The modules that pages come through, less what the compiler wrote by itself."""
    found = pkgutil.walk_packages(kaensan.__path__, "kaensan.")
    ours = (one.name for one in found if not one.name.startswith(_OURS) and "__main__" not in one.name)
    return [name for name in ours if _source_file(name).is_file()]


def module_patterns(name: str) -> Iterator[SourcePattern]:
    """The patterns among the constants of a module, also those inside tuples, dictionaries and objects."""
    module = importlib.import_module(name)
    used = _uses(module)
    for constant, value in vars(module).items():
        if constant.startswith("__") or (inspect.ismodule(value) or inspect.isclass(value)):
            continue
        methods = used.get(constant, {""})
        for pattern in _inside(value):
            yield SourcePattern(f"{name}.{constant}", pattern, not methods <= _PLACED)


def inline_patterns(name: str) -> Iterator[tuple[str, SourcePattern | None]]:
    """The calls of `re` inside functions, each with its pattern, or None where that is put together as it runs."""
    tree = ast.parse(_source(importlib.import_module(name)))
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.Lambda):
            continue
        for call in ast.walk(function):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and _is_re(call.func.value):
                place = f"{name}.{getattr(function, 'name', 'lambda')}"
                pattern = call.args[0] if call.args else None
                if isinstance(pattern, ast.Constant):
                    found = SourcePattern(place, re.compile(pattern.value), call.func.attr not in _PLACED)
                    yield place, found
                else:
                    yield place, None


def _is_re(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "re"


def _source(module: ModuleType) -> str:
    """The source of a module, also where its compiled form is what was imported."""
    return _source_file(module.__name__).read_text(encoding="utf-8")


def _source_file(name: str) -> Path:
    path = Path(kaensan.__file__).parent.joinpath(*name.split(".")[1:])
    file = path.with_suffix(".py")
    return file if file.is_file() else path / "__init__.py"


def _uses(module: ModuleType) -> dict[str, set[str]]:
    """The methods that a module calls of each name; other uses are the method ""."""
    used: dict[str, set[str]] = {}
    tree = ast.parse(_source(module))
    attributes = {id(node.value): node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            used.setdefault(node.id, set()).add(attributes.get(id(node), ""))
    return used


def _inside(value: Any, depth: int = 0) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif depth == 3:
        return
    elif isinstance(value, dict):
        for member in value.values():
            yield from _inside(member, depth + 1)
    elif isinstance(value, tuple | list | frozenset):
        for member in value:
            yield from _inside(member, depth + 1)
    elif type(value).__module__.startswith("kaensan") and hasattr(value, "__dict__"):
        yield from _inside(vars(value), depth + 1)
