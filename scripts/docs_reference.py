"""The pages of the documentation that the program itself gives: its public names and its commands."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from importlib import import_module
from types import FunctionType

import kaensan
from kaensan.cli.describe import Command, commands

__all__ = ["api_page", "commands_page"]

_MORE = {
    "Posts and threads": "kaensan.document:Metadata kaensan.document:Quote",
    "Clouds": "kaensan.clouds.terms:TermOptions kaensan.clouds.drawing:Look",
    "Sites and rules": "kaensan.sites:Store kaensan.sites:SiteOptions kaensan.sites:UserRules",
    "Comparing": "kaensan.compare:compare kaensan.compare:Comparison",
    "Thai": "kaensan.thai:words kaensan.thai:segment kaensan.thai:Segmentation",
    "Fetching": "kaensan.web.client:Client kaensan.web.timeouts:Timeouts",
    "Batch": "kaensan.batch:run kaensan.batch:Options kaensan.batch:Filters",
}
"""what is documented besides the names of the package itself, by topic: module:name"""

_DATA = {"kaensan.compiled": "Whether the compiled kernel runs; plain Python gives the same results more slowly."}
"""what is said about public values that are neither functions nor classes"""


def api_page() -> str:
    """The public names with their signatures and docstrings."""
    parts = ["# The Python interface, name by name", "", "Made from the docstrings of this version.", ""]
    parts += ["## kaensan", ""]
    for name in kaensan.__all__:
        parts += _described(f"kaensan.{name}", getattr(kaensan, name))
    for topic, listed in _MORE.items():
        parts += [f"## {topic}", ""]
        for place in listed.split():
            module, _, name = place.partition(":")
            parts += _described(f"{module}.{name}", getattr(import_module(module), name))
    return "\n".join(parts) + "\n"


def _described(name: str, value: object) -> list[str]:
    """A name of the public interface as a directive of Sphinx, with its members."""
    if isinstance(value, bool | int | str):
        return [f"```{{py:data}} {name}", "", _DATA.get(name, ""), "```", ""]
    if not inspect.isclass(value):
        assert isinstance(value, FunctionType), name
        return _directive("py:function", f"{name}{_signature(value)}", value, 3)
    kind = "py:exception" if issubclass(value, Exception) else "py:class"
    inner = [] if issubclass(value, Exception) else list(_members(value))
    return _directive(kind, f"{name}{_constructor(value)}", value, 4, inner)


def _directive(kind: str, signature: str, value: object, fence: int, inner: list[str] | None = None) -> list[str]:
    marks = "`" * (fence + 1)
    text = _as_markdown(inspect.getdoc(value) or "")
    return [f"{marks}{{{kind}}} {signature}", "", text, "", *(inner or []), marks, ""]


def _constructor(value: type) -> str:
    """The arguments of a class, as far as they are simple to say."""
    if not is_dataclass(value):
        return ""
    listed = []
    for field in fields(value):
        if field.init and not field.name.startswith("_"):
            plain = field.default is not MISSING and isinstance(field.default, str | int | float | bool | None)
            optional = field.default is not MISSING or field.default_factory is not MISSING
            listed.append(
                f"{field.name}={field.default!r}" if plain else f"{field.name}=..." if optional else field.name
            )
    return f"({', '.join(listed)})"


def _signature(function: FunctionType) -> str:
    """The signature, with the values of options where they can be read as Python."""
    signature = inspect.signature(function)
    simple = []
    for parameter in signature.parameters.values():
        plain = isinstance(parameter.default, str | int | float | bool | tuple | None)
        simple.append(parameter if parameter.default is parameter.empty or plain else parameter.replace(default=...))
    return _unquoted(signature.replace(parameters=simple))


def _unquoted(signature: inspect.Signature) -> str:
    """A signature whose annotations, which are strings, stand without quotes."""
    parts = []
    star = False
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not star:
            parts.append("*")
            star = True
        star = star or parameter.kind is parameter.VAR_POSITIONAL
        text = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "") + parameter.name
        if parameter.annotation is not parameter.empty and parameter.name != "self":
            text += f": {parameter.annotation}"
        if parameter.default is not parameter.empty:
            text += f" = {'...' if parameter.default is ... else repr(parameter.default)}"
        parts.append(text)
    result = "" if signature.return_annotation is signature.empty else f" -> {signature.return_annotation}"
    return f"({', '.join(parts)}){result}"


def _members(value: type) -> Iterator[str]:
    """The fields, properties and methods of a class, with what is said about each."""
    notes = _field_notes(value)
    for name, note in notes.items():
        yield from (f"```{{py:attribute}} {name}", "", note, "```", "")
    for name, member in vars(value).items():
        if name.startswith("_") or name in notes:
            continue
        if isinstance(member, classmethod | staticmethod):
            function = member.__func__
            yield from _directive("py:method", f"{name}{_unquoted(inspect.signature(function))}", function, 2)
        elif isinstance(member, FunctionType):
            yield from _directive("py:method", f"{name}{_unquoted(_without_self(member))}", member, 2)
        elif isinstance(member, property) or type(member).__name__ == "cached_property":
            yield from _directive("py:property", name, member, 2)


def _without_self(function: FunctionType) -> inspect.Signature:
    signature = inspect.signature(function)
    return signature.replace(parameters=[one for one in signature.parameters.values() if one.name != "self"])


def _field_notes(value: type) -> dict[str, str]:
    """The fields of a dataclass, each with the string that stands under it in the source."""
    if not is_dataclass(value):
        return {}
    source = inspect.getsource(value)
    named = [field.name for field in fields(value) if not field.name.startswith("_")]
    notes = {}
    for name in named:
        note = re.search(rf'^    {name}: [^\n]*\n    """(.*?)"""', source, re.M | re.S)
        notes[name] = " ".join(note[1].split()) if note else ""
    return notes


def _as_markdown(doc: str) -> str:
    """A docstring with its examples in fences."""
    return re.sub(r"(?ms)^>>> .*?(?=^\s*$|\Z)", lambda example: f"```pycon\n{example[0].rstrip()}\n```\n", doc)


def commands_page() -> str:
    """Every command with its options, as `--help` has them."""
    parts = ["# The commands, option by option", "", "Made from the commands of this version.", ""]
    for command in commands():
        parts += [f"## kaensan {command.name}", "", f"{command.summary[:1].upper()}{command.summary[1:]}.", ""]
        parts += ["```text", command.usage, "```", "", *_table(command), ""]
    return "\n".join(parts)


def _table(command: Command) -> list[str]:
    rows = [argument for argument in command.arguments if "-h" not in argument.flags]
    if not rows:
        return []
    lines = ["| argument | |", "|---|---|"]
    for argument in rows:
        choices = f" One of {', '.join(f'`{choice}`' for choice in argument.choices)}." if argument.choices else ""
        lines.append(f"| `{_cell(argument.usage)}` | {_cell(argument.help)}{choices} |")
    return lines


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
