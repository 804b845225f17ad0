"""Text that a page carries as data: the state of a script-rendered application, or the body in its JSON-LD.

These are candidates for pages whose markup holds no text. They are values of the data as they stand, often HTML.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from kaensan.frozen_records import record
from kaensan.page.elements import Elements
from kaensan.page.flattened import flattened_strings
from kaensan.page.lenient_json import MAX_LENGTH, Json, read_json
from kaensan.page.safe_readers import decode_json_at, paired_surrogates

__all__ = ["PROGRAM", "STREAM", "Embedded", "Place", "embedded_texts", "long_strings", "program_texts", "texts_at"]

STREAM = "__next_f"
"""Source of the pieces of a streamed application, which make sense when they are joined."""
PROGRAM = "script"
"""Source of texts in scripts that are programs."""

_SHORTEST = 80
"""Characters of a text that may be content."""
_MOST = 1000
"""Texts that are kept."""
_MAX_NODES = 200_000
"""Values of one script or attribute that are looked at."""
_MAX_FAILURES = 20
"""Values of a script that turn out to be no data before the script is left: each may have been read to its end."""
_MOST_LAYERS = 4
"""Texts that are JSON in a text that is JSON, and so on: each layer is read anew, and every quote may begin one."""
_LONGEST_PATH = 200
"""Characters of the keys that lead to a text."""
_ASSIGNED = re.compile(
    r"(?:(?<![\w$.])(?:[A-Za-z_$][\w$]{0,60}+\.){1,3}|(?:window|self|globalThis)\[\s{0,9}[\"']"
    r"|(?<![\w$.])(?:var|let|const)\s{1,9})"
    r"(?!__next_f)([A-Za-z_$][\w$]{1,60}+)(?:[\"']\s{0,9}\])?\s{0,9}"
    r"(?:=\s{0,9}(?:JSON\.parse\(\s{0,9})?|\.(?:push|enqueue)\(\s{0,9})(?=[{\[\"])"
)
_FLIGHT = re.compile(r"self\.__next_f\.push\(\s{0,9}(?=\[)")
_CODE = re.compile(r"\s*+(?:function\b|\(function|var |!function|data:|https?://\S*$|[\w+/=\-.]{80,}$)")
_ANGULAR = {"&q;": '"', "&s;": "'", "&l;": "<", "&g;": ">", "&a;": "&"}
_ANGULAR_ESCAPE = re.compile("&[qslga];")
_NUMBERED = re.compile(r"(?=[^0-9]*[0-9])[0-9a-f-]++")
"""A key that is a number or an address of an entry: entries beside each other have different ones."""


@record
class Embedded:
    """One text found in the data of a page."""

    source: str
    """where it was: `json-ld`, the id of the script, the name of the variable or of the attribute"""
    path: str
    """the keys that lead to it, joined by dots; keys that only number entries are `#`"""
    text: str

    @property
    def markup(self) -> bool:
        """Whether the text is HTML rather than plain text."""
        return "</" in self.text or "<p" in self.text or "<br" in self.text

    @property
    def place(self) -> Place:
        """Where the text stands, as do the other paragraphs of the same article."""
        return Place(self.source, self.path)


class Place(NamedTuple):
    """A place in the data of a page, at which several texts may stand."""

    source: str
    path: str


def embedded_texts(elements: Elements, scripts: list[tuple[int, str]], json_ld: list[Json]) -> list[Embedded]:
    """The long texts in the data of a page, in document order, each text once."""
    return list(_texts(_data(elements, scripts, json_ld), _SHORTEST, None))


def texts_at(place: Place, elements: Elements, scripts: list[tuple[int, str]], json_ld: list[Json]) -> list[Embedded]:
    """All texts at a place of the data, short ones as well: headings and short paragraphs between long ones."""
    chosen = (data for data in _data(elements, scripts, json_ld) if data[0] == place.source)
    return list(_texts(chosen, 1, place))


def program_texts(scripts: list[tuple[int, str]]) -> list[Embedded]:
    """The long texts in the scripts of a page that are programs, each once."""
    from kaensan.page.script_texts import quoted_texts

    programs = (script for _, script in scripts if len(script) <= MAX_LENGTH and not _FLIGHT.search(script))
    quoted = (text for script in programs for text in quoted_texts(script, _SHORTEST))
    found = (Embedded(PROGRAM, name, text) for name, text in quoted if _is_text(text))
    return list({text.text: text for text in islice(found, _MOST)}.values())


def _texts(data: Iterable[tuple[str, Json]], shortest: int, place: Place | None) -> Iterable[Embedded]:
    seen: dict[str, Embedded] = {}
    for source, value in data:
        for path, text in _pieces(value) if source == STREAM else long_strings(value, shortest):
            if text in seen or (place and path != place.path):
                continue
            if source == STREAM or (not _CODE.match(text) if len(text) < _SHORTEST else _is_text(text)):
                seen[text] = Embedded(source, path, text)
                if len(seen) >= _MOST:
                    return seen.values()
    return seen.values()


def _pieces(value: Json) -> Iterator[tuple[str, str]]:
    """The pieces of a streamed application as they are: one may be a few letters, or begin like a value."""
    if isinstance(value, list):
        yield from (("", piece) for piece in value if isinstance(piece, str) and piece)


def _is_text(text: str) -> bool:
    """Whether a long string is a text, and neither a program nor an address."""
    return not _CODE.match(text) and (" " in text or not text.isascii())


def _data(elements: Elements, scripts: list[tuple[int, str]], json_ld: list[Json]) -> Iterator[tuple[str, Json]]:
    for value in json_ld:
        yield "json-ld", value
    for row, text in scripts:
        kind = elements.get(row, "type").lower()
        if "ld+json" in kind:
            continue
        if "json" in kind:
            if text.lstrip().startswith(("{&q;", "[&q;")):  # what Angular hands over
                text = _ANGULAR_ESCAPE.sub(lambda found: _ANGULAR[found[0]], text)
            for value in read_json(text):
                yield elements.get(row, "id") or "script", value
        else:
            yield from _assigned(text)
    for row, attributes in enumerate(elements.attrs):
        for name, value in attributes:
            if value and len(value) > 500 and name.startswith("data-") and value[0] in "{[":
                for part in read_json(value):
                    yield elements.get(row, "id") or name, part


def _assigned(script: str) -> Iterator[tuple[str, Json]]:
    """The values that a script assigns to variables, and the pieces of a streamed application."""
    if len(script) > MAX_LENGTH:
        return
    script = paired_surrogates(script)
    for pattern, name in ((_ASSIGNED, ""), (_FLIGHT, STREAM)):
        failures = end = 0
        for found in pattern.finditer(script):
            if found.start() < end:
                continue
            if (decoded := decode_json_at(script, found.end())) is None:  # a script, not data
                failures += 1
                if failures == _MAX_FAILURES:
                    break
                continue
            value, end = decoded
            yield name or found.group(1), value


def long_strings(value: Json, shortest: int = _SHORTEST) -> Iterator[tuple[str, str]]:
    """Every long text in a value with the path to it; texts that are JSON themselves are opened, some layers deep."""
    stack: list[tuple[str, Json, int]] = [("", value, 0)] if _may_hold_text(value, shortest) else []
    for _ in range(_MAX_NODES):
        if not stack:
            return
        path, value, layer = stack.pop()
        if isinstance(value, dict):
            held = ((key, value[key]) for key in reversed(value) if _may_hold_text(value[key], shortest))
            stack.extend((_longer(path, key), member, layer) for key, member in held)
        elif isinstance(value, list):
            if _is_flattened(value):
                texts = [(name, text) for name, text in flattened_strings(value) if _may_hold_text(text, shortest)]
                stack.extend((_longer(path, name), text, layer) for name, text in reversed(texts))
            else:
                stack.extend((path, member, layer) for member in reversed(value) if _may_hold_text(member, shortest))
        elif isinstance(value, str):
            if value[0] not in "{[" or len(value) < _SHORTEST:
                yield path, value
            elif layer < _MOST_LAYERS:
                parts = (part for part in reversed(read_json(value)) if not isinstance(part, str))
                stack.extend((path, part, layer + 1) for part in parts)


def _is_flattened(value: list[Json]) -> bool:
    """Whether a list looks like one that data was flattened into: texts, and a first object that holds places only."""
    first = value[0] if value else None
    if isinstance(first, list) and len(first) == 2 and isinstance(first[0], str) and len(value) > 1:
        first = value[1]
    if not isinstance(first, dict) or not first:
        return False
    if not all(type(place) is int and 0 < place < len(value) for place in first.values()):
        return False
    return any(isinstance(member, str) for member in value)


def _may_hold_text(value: Json, shortest: int) -> bool:
    return len(value) >= shortest if isinstance(value, str) else isinstance(value, dict | list)


def _longer(path: str, key: str) -> str:
    """The path one key further, as far as it is kept: deep data must not carry a long path at every leaf."""
    key = "#" if _NUMBERED.fullmatch(key[:_LONGEST_PATH]) else key[:_LONGEST_PATH].partition(":")[0]
    if len(path) >= _LONGEST_PATH:
        return path
    return f"{path}.{key}" if path else key
