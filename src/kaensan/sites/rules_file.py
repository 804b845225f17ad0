"""Learned rules as a rules file, to be read, edited and kept by a person."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from kaensan.sites.address import ANY
from kaensan.sites.rules import Rule

__all__ = ["EXPORTS", "export"]

EXPORTS = ("json", "yaml", "toml")


def export(rules: Iterable[Rule], form: str) -> str:
    """The rules as YAML or TOML in the format of rules files; a condition, which it cannot say, stands in a comment."""
    parts: list[str] = []
    for rule in rules:
        if rule.expired:
            continue
        table: dict[str, list[str]] = {}
        notes: list[str] = []
        if rule.text:
            table["content"] = [clause.selector for clause in rule.text.keep]
            table["remove"] = list(rule.text.drop)
            notes += [str(clause) for clause in rule.text.keep if clause.where]
        for name, clause in rule.fields.items():
            table[name] = [clause.selector]
        written = {key: selectors for key, selectors in table.items() if selectors}
        pattern = rule.host if rule.page_class == ANY else f"{rule.host}{_path_pattern(rule.page_class)}"
        head = f"# from {rule.pages} pages labelled by {rule.by}, agreement {rule.agreement:.3f}"
        parts.append(
            "\n".join([head, *(f"# the rule says: {note}" for note in notes), *_table(pattern, written, form)])
        )
    return "\n\n".join(parts) + "\n" if parts else ""


def _table(pattern: str, table: dict[str, list[str]], form: str) -> list[str]:
    name = json.dumps(pattern, ensure_ascii=False)
    if form == "toml":
        return [f"[{name}]", *(f"{key} = {_list(selectors)}" for key, selectors in table.items())]
    return [f"{name}:", *(f"  {key}: {_list(selectors)}" for key, selectors in table.items())]


def _list(selectors: list[str]) -> str:
    """A list of strings, written as both YAML and TOML read it."""
    return "[" + ", ".join(json.dumps(selector, ensure_ascii=False) for selector in selectors) + "]"


def _path_pattern(page_class: str) -> str:
    """The class of a page as a path pattern: numbers and names may be anything, and a query does not count."""
    return re.sub(r"\*+", "*", page_class.partition("?")[0].replace("#", "*"))
