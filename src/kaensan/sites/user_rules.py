"""Rules that a user writes: a small YAML or TOML file of selectors per host.

    "*.example.org":            # a host pattern, with a path pattern after it if need be
      content: article .body    # the content is what this selects, and nothing else
      keep: .recipe-card        # kept as well, whatever the method says
      remove: [.share, .ads]    # never content
      post: .message            # each is a post of a discussion, and content
      title: h1
      author: .byline
      date: time

A selector is CSS, or XPath when it starts with `/`, `./` or `(`. What is wrong in the file is said with its line.
"""

from __future__ import annotations

import fnmatch
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from kaensan.errors import UsageError
from kaensan.extras import from_extra
from kaensan.page.selectors import selector_problem
from kaensan.sites.address import plain_host

__all__ = ["KEYS", "Entry", "Selector", "UserRules", "read_rules"]

KEYS = ("content", "keep", "remove", "post", "title", "author", "date")

_LARGEST = 1 << 20
_DEEPEST = 3
_PATTERN = re.compile(r"[\w.*?\-:\[\]]+(?:/\S*)?")


class Selector(NamedTuple):
    """A selector as it was written, and where."""

    text: str
    line: int


@dataclass(frozen=True)
class Entry:
    """The selectors for the pages of one pattern."""

    pattern: str
    line: int
    selectors: dict[str, tuple[Selector, ...]] = field(default_factory=dict)
    """by key, of `KEYS`"""

    def fits(self, address: str) -> bool:
        """Whether a page of this address is meant; a pattern without a path means all pages of its hosts."""
        host, slash, path = self.pattern.partition("/")
        known = plain_host(address)
        wanted = host.lower().removeprefix("www.")
        # As people mean it, *.example.org is example.org as well.
        if not (fnmatch.fnmatchcase(known, wanted) or (wanted.startswith("*.") and known == wanted[2:])):
            return False
        return not slash or fnmatch.fnmatchcase(urlsplit(address).path, f"/{path}")


@dataclass(frozen=True)
class UserRules:
    """The rules of a file, in its order."""

    name: str
    """the file that they are from"""
    entries: tuple[Entry, ...]
    """each with the addresses that it is for"""

    def for_address(self, address: str) -> list[Entry]:
        """The entries that a page of this address falls under."""
        return [entry for entry in self.entries if entry.fits(address)]


class _Located(NamedTuple):
    """A value of the file with its line: a str, a list or a mapping of such, or something else."""

    value: Any
    line: int


def read_rules(path: str | Path) -> UserRules:
    """Read and check a rules file; the ending says whether it is YAML (.yaml, .yml) or TOML (.toml)."""
    file = Path(path)
    try:
        data = file.read_bytes()
    except OSError as error:
        raise UsageError(f"{file} cannot be read ({error.strerror or error})") from error
    if len(data) > _LARGEST:
        raise UsageError(f"{file} is too large for a rules file (over {_LARGEST >> 20} MiB)")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise UsageError(f"{file}, line {line}: this is not UTF-8; save the file as UTF-8") from error
    kind = file.suffix.lower()
    if kind in (".yaml", ".yml"):
        top = _read_yaml(text, str(file))
    elif kind == ".toml":
        top = _read_toml(text, str(file))
    else:
        raise UsageError(f"{file}: a rules file ends in .yaml, .yml or .toml")
    return UserRules(str(file), tuple(_entries(top, str(file))))


def _entries(top: _Located, name: str) -> Iterator[Entry]:
    if top.value is None:
        return
    if not isinstance(top.value, dict):
        raise _wrong(name, top.line, "a rules file is a mapping of host patterns to selectors")
    for key, body in top.value.items():
        if not _PATTERN.fullmatch(key.value):
            raise _wrong(
                name, key.line, f"{key.value!r} is no host pattern, such as example.org or *.example.org/news/*"
            )
        if not isinstance(body.value, dict):
            raise _wrong(name, body.line, f"{key.value} needs selectors under it: {', '.join(KEYS)}")
        yield Entry(key.value, key.line, dict(_selectors(body, name)))


def _selectors(body: _Located, name: str) -> Iterator[tuple[str, tuple[Selector, ...]]]:
    for key, given in body.value.items():
        if key.value not in KEYS:
            raise _wrong(name, key.line, f"there is no key {key.value!r}; use {', '.join(KEYS)}")
        written = given.value if isinstance(given.value, list) else [given]
        chosen: list[Selector] = []
        for one in written:
            if not isinstance(one.value, str) or not one.value.strip():
                raise _wrong(name, one.line, f"{key.value} takes a selector or a list of them, as text")
            selector = Selector(one.value.strip(), one.line)
            problem = selector_problem(selector.text)
            if problem:
                raise _wrong(name, one.line, f"the selector {selector.text!r} is broken ({problem})")
            chosen.append(selector)
        yield key.value, tuple(chosen)


def _wrong(name: str, line: int, what: str) -> UsageError:
    return UsageError(f"{name}, line {line}: {what}")


def _read_yaml(text: str, name: str) -> _Located:
    with from_extra("rules", "a rules file in YAML, which may be TOML as well,"):
        import yaml
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise _wrong(name, line, f"this is not YAML ({error.problem or error.context})") from error
    except (yaml.YAMLError, RecursionError) as error:
        raise _wrong(name, 1, f"this is not YAML ({error})") from error
    return _from_node(node, name, 0) if node else _Located(None, 1)


def _from_node(node: Any, name: str, depth: int) -> _Located:
    """A YAML node as plain values with lines; every scalar counts as the text that was written."""
    line = node.start_mark.line + 1
    if depth > _DEEPEST:
        raise _wrong(name, line, "this is nested too deep for a rules file")
    if node.id == "scalar":
        empty = node.tag == "tag:yaml.org,2002:null"
        return _Located(None if empty else node.value, line)
    if node.id == "sequence":
        return _Located([_from_node(one, name, depth + 1) for one in node.value], line)
    mapping: dict[_Located, _Located] = {}
    seen: set[str] = set()
    for key_node, value_node in node.value:
        key = _from_node(key_node, name, depth + 1)
        if not isinstance(key.value, str):
            raise _wrong(name, key.line, "a key is text")
        if key.value in seen:
            raise _wrong(name, key.line, f"{key.value} is there twice")
        seen.add(key.value)
        mapping[key] = _from_node(value_node, name, depth + 1)
    return _Located(mapping, line)


_TOML_PLACE = re.compile(r"\(at line (\d+)")
_TOML_TABLE = re.compile(r"\s*\[\s*(.+?)\s*\]\s*(?:#.*)?$")
_TOML_KEY = re.compile(r"\s*([\w-]+|\"[^\"]*\"|'[^']*')\s*=")


def _read_toml(text: str, name: str) -> _Located:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _TOML_PLACE.search(str(error))
        lines = text.count("\n") + 1
        raise _wrong(name, int(found[1]) if found else lines, f"this is not TOML ({error})") from error
    except RecursionError as error:
        raise _wrong(name, 1, "this is nested too deep for a rules file") from error
    return _TomlLines(text).locate(data)


class _TomlLines:
    """Finds where the parts of a TOML file stand, which its parser does not tell."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines() or [""]

    def locate(self, data: dict[str, Any]) -> _Located:
        return _Located({self._table(host): self._body(host, body) for host, body in data.items()}, 1)

    def _table(self, host: str) -> _Located:
        return _Located(host, self._table_line(host))

    def _table_line(self, host: str) -> int:
        for number, line in enumerate(self.lines, start=1):
            table, key = _TOML_TABLE.match(line), _TOML_KEY.match(line)
            if (table and _unquoted(table[1]) == host) or (key and _unquoted(key[1]) == host):
                return number
        return 1

    def _body(self, host: str, body: Any) -> _Located:
        start = self._table_line(host)
        if not isinstance(body, dict):
            return self._value(body, start)
        return _Located(
            {self._key(key, start): self._value(value, self._key(key, start).line) for key, value in body.items()},
            start,
        )

    def _key(self, key: str, start: int) -> _Located:
        for number in range(start, len(self.lines) + 1):
            found = _TOML_KEY.match(self.lines[number - 1])
            if found and _unquoted(found[1]) == key:
                return _Located(key, number)
        return _Located(key, start)

    def _value(self, value: Any, start: int) -> _Located:
        if isinstance(value, list):
            return _Located([self._value(one, self._line_of(one, start)) for one in value], start)
        return _Located(value, start)

    def _line_of(self, value: Any, start: int) -> int:
        written = value if isinstance(value, str) else str(value)
        for number in range(start, len(self.lines) + 1):
            if written in self.lines[number - 1]:
                return number
        return start


def _unquoted(text: str) -> str:
    return text[1:-1] if text[:1] in ("'", '"') and text[-1:] == text[:1] else text
