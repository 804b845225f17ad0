"""The pages of the documentation that the program itself gives: its public names and its commands."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from importlib import import_module
from itertools import groupby
from types import FunctionType

from docs_parameters import note_of

import kaensan
from kaensan.cli.describe import Command, commands

__all__ = ["api_page", "commands_page", "public_names", "undocumented"]

_MORE = {
    "Posts and threads": "kaensan.document:Metadata kaensan.document:Quote",
    "Methods": "kaensan.methods:Method kaensan.methods:Labels kaensan.methods:load",
    "Clouds": "kaensan.clouds.terms:TermOptions kaensan.clouds.drawing:Look",
    "Sites and rules": "kaensan.sites:Store kaensan.sites:SiteOptions kaensan.sites:UserRules",
    "Comparing": "kaensan.compare:compare kaensan.compare:Comparison",
    "Thai": "kaensan.thai:words kaensan.thai:segment kaensan.thai:Segmentation",
    "Fetching": "kaensan.web.client:Client kaensan.web.timeouts:Timeouts kaensan.web.single_page:FetchOptions",
    "Crawling": (
        "kaensan.crawl.run:crawl kaensan.crawl.options:CrawlOptions "
        "kaensan.crawl.watching:look kaensan.crawl.watching:WatchOptions"
    ),
    "Batch": (
        "kaensan.batch:run kaensan.batch:Options kaensan.batch:Filters kaensan.batch:Limits kaensan.batch:Running "
        "kaensan.batch:Statistics"
    ),
    "Tables": "kaensan.adapters.frames:extract_column kaensan.adapters.spark:extract_batches",
    "Drop-ins": (
        "kaensan.compat.trafilatura:extract kaensan.compat.trafilatura:bare_extraction "
        "kaensan.compat.trafilatura:extract_metadata kaensan.compat.trafilatura:fetch_url "
        "kaensan.compat.readability:Document kaensan.compat.newspaper:Article kaensan.compat.newspaper:article "
        "kaensan.compat.newspaper:fulltext"
    ),
}
"""what is documented besides the names of the package itself, by topic: module:name"""

_OUR_CLASSES = re.compile(
    rf"(?<![\w.])(?:{'|'.join(name for name in kaensan.__all__ if isinstance(getattr(kaensan, name), type))})\b"
)
_DATA = {"kaensan.compiled": "Whether the compiled kernel runs; plain Python gives the same results more slowly."}
"""what is said about public values that are neither functions nor classes"""


def public_names() -> Iterator[tuple[str, str, object]]:
    """Everything that is documented: its topic, its name and the thing itself."""
    for name in kaensan.__all__:
        yield "kaensan", f"kaensan.{name}", getattr(kaensan, name)
    for topic, listed in _MORE.items():
        for place in listed.split():
            module, _, name = place.partition(":")
            yield topic, f"{module}.{name}", getattr(import_module(module), name)


def api_page() -> str:
    """The public names with their signatures, docstrings and parameters."""
    parts = ["# The Python interface, name by name", "", "Made from the docstrings of this version.", ""]
    for topic, named in groupby(public_names(), lambda entry: entry[0]):
        parts += [f"## {topic}", ""]
        for _, name, value in named:
            parts += _described(name, value)
    return "\n".join(parts) + "\n"


def undocumented() -> list[str]:
    """The public names, members, fields and parameters about which nothing is said."""
    silent = []
    for _, name, value in public_names():
        if not (_DATA.get(name) if isinstance(value, bool | int | str) else inspect.getdoc(value)):
            silent.append(name)
        if isinstance(value, type):
            silent += [f"{name}.{field}" for field, note in _field_notes(value).items() if not note]
            silent += [f"{name}.{member}" for member, each in _documented_members(value) if not inspect.getdoc(each)]
        for function, qualified, said in _functions(value):
            notes = {each: note_of(each, qualified, said) for each in inspect.signature(function).parameters}
            silent += [f"{name}: {qualified}({each})" for each, note in notes.items() if note is None]
    return silent


def _functions(value: object) -> Iterator[tuple[Callable[..., object], str, str]]:
    """What can be called with arguments of its own: a function, or the methods of a class and what makes one."""
    if isinstance(value, FunctionType):
        yield value, value.__name__, inspect.getdoc(value) or ""
    elif isinstance(value, type):
        if _own_constructor(value):
            yield value.__init__, value.__name__, inspect.getdoc(value) or ""  # type: ignore[misc]
        for name, member in _documented_members(value):
            if isinstance(member, FunctionType):
                yield member, f"{value.__name__}.{name}", inspect.getdoc(member) or ""


def _own_constructor(value: type) -> bool:
    special = is_dataclass(value) or issubclass(value, Exception) or getattr(value, "_is_protocol", False)
    return "__init__" in vars(value) and not special


def _documented_members(value: type) -> Iterator[tuple[str, object]]:
    """The methods and properties of a class that are for everybody."""
    if issubclass(value, Exception):
        return
    notes = _field_notes(value)
    for name, member in vars(value).items():
        plain = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        known = isinstance(plain, FunctionType | property) or type(plain).__name__ == "cached_property"
        if known and not name.startswith("_") and name not in notes:
            yield name, plain


def _described(name: str, value: object) -> list[str]:
    """A name of the public interface as a directive of Sphinx, with its members."""
    if isinstance(value, bool | int | str):
        return [f"```{{py:data}} {name}", "", _DATA.get(name, ""), "```", ""]
    if not isinstance(value, type):
        assert isinstance(value, FunctionType), name
        return _directive("py:function", f"{name}{_signature(value)}", value, 3, _parameters(value, value.__name__))
    kind = "py:exception" if issubclass(value, Exception) else "py:class"
    inner = [] if issubclass(value, Exception) else list(_members(value))
    if _own_constructor(value):
        inner = _parameters(value.__init__, value.__name__, inspect.getdoc(value)) + inner  # type: ignore[misc]
    return _directive(kind, f"{name}{_constructor(value)}", value, 4, inner)


def _parameters(function: Callable[..., object], qualified: str, said: str | None = None) -> list[str]:
    """A line for each parameter that the docstring does not speak of."""
    text = said or inspect.getdoc(function) or ""
    notes = {each: note_of(each, qualified, text) for each in inspect.signature(function).parameters}
    return [*(f"- `{each}`: {note}" for each, note in notes.items() if note), ""]


def _directive(kind: str, signature: str, value: object, fence: int, inner: list[str] | None = None) -> list[str]:
    marks = "`" * (fence + 1)
    text = _as_markdown(inspect.getdoc(value) or "")
    return [f"{marks}{{{kind}}} {signature}", "", text, "", *(inner or []), marks, ""]


def _constructor(value: type) -> str:
    """The arguments that make one of a class, with their defaults."""
    if _own_constructor(value):
        return _signature(value.__init__, result=False)  # type: ignore[misc]
    if not is_dataclass(value):
        return ""
    listed = []
    for field in fields(value):
        if field.init and not field.name.startswith("_"):
            made = field.default_factory is not MISSING
            default = field.default_factory() if callable(field.default_factory) and made else field.default
            listed.append(field.name if default is MISSING else f"{field.name}={_default(default)}")
    return f"({', '.join(listed)})"


def _default(value: object) -> str:
    """A default as a reader would write it; of a larger object its name."""
    if isinstance(value, str | int | float | bool | tuple | None):
        return repr(value)
    if isinstance(value, FunctionType | type):
        return value.__name__
    return f"{type(value).__name__}()"


def _signature(function: Callable[..., object], *, result: bool = True) -> str:
    """The signature without `self`."""
    signature = inspect.signature(function)
    kept = [each for each in signature.parameters.values() if each.name not in ("self", "cls")]
    signature = signature.replace(parameters=kept)
    return _unquoted(signature if result else signature.replace(return_annotation=signature.empty))


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
            text += f": {_qualified(parameter.annotation)}"
        if parameter.default is not parameter.empty:
            text += f" = {_default(parameter.default)}"
        parts.append(text)
    result = "" if signature.return_annotation is signature.empty else f" -> {_qualified(signature.return_annotation)}"
    return f"({', '.join(parts)}){result}"


def _qualified(annotation: str) -> str:
    """An annotation with our own classes by their full names: drop-ins have classes of the same names."""
    return _OUR_CLASSES.sub(r"kaensan.\g<0>", str(annotation))


def _members(value: type) -> Iterator[str]:
    """The fields, properties and methods of a class, with what is said about each."""
    notes = _field_notes(value)
    for name, note in notes.items():
        yield from (f"```{{py:attribute}} {name}", "", note, "```", "")
    for name, member in _documented_members(value):
        if isinstance(member, FunctionType):
            parameters = _parameters(member, f"{value.__name__}.{name}")
            yield from _directive("py:method", f"{name}{_signature(member)}", member, 2, parameters)
        else:
            yield from _directive("py:property", name, member, 2)


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
