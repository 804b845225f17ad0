"""Hooks of MkDocs: the order of the pages, and the reference that is made from the program itself.

The pages of a section are its files, those named below first. Links to files of the repository outside `docs` and to
files that are no pages are left to the repository.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

import kaensan
from kaensan.cli.describe import Command, commands

_SECTIONS = {
    "Tutorials": ("tutorials", "first-page corpus cloud"),
    "How to": (
        "how-to",
        "thai boards compare fetch crawl batch common-crawl sites own-rules own-model migration service",
    ),
    "Reference": ("reference", "api cli http generated/api generated/commands"),
    "Explanation": (
        "explanation",
        "architecture methods core model-card-core peers boards metadata rendering clouds growth hostile-input",
    ),
    "ภาษาไทย": ("th", "index"),
    "Gallery": ("gallery", "README"),
}
_GENERATED = ("reference/generated/api.md", "reference/generated/commands.md")
_OUTSIDE = re.compile(
    r"\[([^\]]+)\]\((?:\.\./)+((?:README|CHANGELOG|CONTRIBUTING|SECURITY|LICENSE)[^)\s]*|(?:src|fuzz|tests)/[^)\s]*)\)"
)
_FOLDER = re.compile(r"\[([^\]]+)\]\(pages\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Set the navigation from the files that are there."""
    docs = Path(config.docs_dir)
    nav: list[dict[str, Any]] = [{"Kaensan": "index.md"}]
    for title, (folder, first) in _SECTIONS.items():
        there = [path.relative_to(docs).as_posix() for path in (docs / folder).glob("*.md")]
        there += [path for path in _GENERATED if path.startswith(folder)]
        order = [f"{folder}/{name}.md" for name in first.split()]
        nav.append({title: [path for path in order if path in there] + sorted(set(there) - set(order))})
    config.nav = nav
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages."""
    for path, text in zip(_GENERATED, (api_page(), commands_page()), strict=True):
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Name files of the repository instead of linking to them: the site does not hold them."""
    return _FOLDER.sub(r"\1", _OUTSIDE.sub(r"\1 (`\2` in the repository)", markdown))


def api_page() -> str:
    """The public names with their signatures and docstrings."""
    parts = ["# The Python interface, name by name", "Made from the docstrings of this version.", ""]
    for name in kaensan.__all__:
        thing = getattr(kaensan, name)
        parts += list(_described(f"kaensan.{name}", thing, 2))
        if inspect.isclass(thing) and not issubclass(thing, Exception):
            for member, value in _members(thing):
                parts += list(_described(f"{name}.{member}", value, 3))
    return "\n".join(parts) + "\n"


def _members(thing: type) -> Iterator[tuple[str, object]]:
    for member, value in vars(thing).items():
        wanted = isinstance(value, FunctionType | property | classmethod) or type(value).__name__ == "cached_property"
        if wanted and not member.startswith("_"):
            yield member, value


def _described(name: str, thing: object, level: int) -> Iterator[str]:
    yield f"{'#' * level} {name}"
    yield ""
    if isinstance(thing, FunctionType):
        yield f"```text\n{name.rpartition('.')[2]}{inspect.signature(thing)}\n```"
        yield ""
    yield _as_markdown(inspect.getdoc(thing) or "")
    yield ""


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
    rows = [(argument, argument.help) for argument in command.arguments if "-h" not in argument.flags]
    if not rows:
        return []
    lines = ["| argument | |", "|---|---|"]
    for argument, said in rows:
        choices = f" One of {', '.join(f'`{choice}`' for choice in argument.choices)}." if argument.choices else ""
        lines.append(f"| `{_cell(argument.usage)}` | {_cell(said)}{choices} |")
    return lines


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
