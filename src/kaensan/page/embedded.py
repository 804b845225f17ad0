"""Text that a page carries as data: the state of a script-rendered application, or the body in its JSON-LD.

These are candidates for pages whose markup holds no text. They are values of the data as they stand, often HTML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kaensan.frozen_records import record
from kaensan.page.elements import Elements
from kaensan.page.lenient_json import MAX_LENGTH, Json, read_json
from kaensan.page.safe_readers import decode_json_at, paired_surrogates

__all__ = ["Embedded", "embedded_texts", "long_strings"]

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
    r"(?:window|self|globalThis)(?:\.|\[\s{0,9}[\"'])(?!__next_f)([\w$]{2,60})(?:[\"']\s{0,9}\])?\s{0,9}"
    r"(?:=\s{0,9}(?:JSON\.parse\(\s{0,9})?|\.push\(\s{0,9})(?=[{\[\"])"
)
_FLIGHT = re.compile(r"self\.__next_f\.push\(\s{0,9}(?=\[)")
_CODE = re.compile(r"\s*+(?:function\b|\(function|var |!function|data:|https?://\S*$|[\w+/=\-.]{80,}$)")


@record
class Embedded:
    """One text found in the data of a page."""

    source: str
    """where it was: `json-ld`, the id of the script, the name of the variable or of the attribute"""
    path: str
    """the keys that lead to it, joined by dots"""
    text: str

    @property
    def markup(self) -> bool:
        """Whether the text is HTML rather than plain text."""
        return "</" in self.text or "<p" in self.text or "<br" in self.text


def embedded_texts(elements: Elements, scripts: list[tuple[int, str]], json_ld: list[Json]) -> list[Embedded]:
    """The long texts in the data of a page, in document order, each text once."""
    seen: dict[str, Embedded] = {}
    for source, value in _data(elements, scripts, json_ld):
        for path, text in long_strings(value):
            if len(text) >= _SHORTEST and not _CODE.match(text) and " " in text:
                seen.setdefault(text, Embedded(source, path, text))
                if len(seen) >= _MOST:
                    return list(seen.values())
    return list(seen.values())


def _data(elements: Elements, scripts: list[tuple[int, str]], json_ld: list[Json]) -> Iterator[tuple[str, Json]]:
    for value in json_ld:
        yield "json-ld", value
    for row, text in scripts:
        kind = elements.get(row, "type").lower()
        if "ld+json" in kind:
            continue
        if "json" in kind:
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
    """The values that a script assigns to global variables, and the chunks of a streamed application."""
    if len(script) > MAX_LENGTH:
        return
    script = paired_surrogates(script)
    for pattern, name in ((_ASSIGNED, ""), (_FLIGHT, "__next_f")):
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


def long_strings(value: Json) -> Iterator[tuple[str, str]]:
    """Every long text in a value with the path to it; texts that are JSON themselves are opened, some layers deep."""
    stack: list[tuple[str, Json, int]] = [("", value, 0)] if _may_hold_text(value) else []
    for _ in range(_MAX_NODES):
        if not stack:
            return
        path, value, layer = stack.pop()
        if isinstance(value, dict):
            held = ((key, value[key]) for key in reversed(value) if _may_hold_text(value[key]))
            stack.extend((_longer(path, key), member, layer) for key, member in held)
        elif isinstance(value, list):
            stack.extend((path, member, layer) for member in reversed(value) if _may_hold_text(member))
        elif isinstance(value, str):
            if value[0] not in "{[":
                yield path, value
            elif layer < _MOST_LAYERS:
                parts = (part for part in reversed(read_json(value)) if not isinstance(part, str))
                stack.extend((path, part, layer + 1) for part in parts)


def _may_hold_text(value: Json) -> bool:
    return len(value) >= _SHORTEST if isinstance(value, str) else isinstance(value, dict | list)


def _longer(path: str, key: str) -> str:
    """The path one key further, as far as it is kept: deep data must not carry a long path at every leaf."""
    if len(path) >= _LONGEST_PATH:
        return path
    return f"{path}.{key[:_LONGEST_PATH]}" if path else key[:_LONGEST_PATH]
