"""JSON as web pages write it.

Structured data in pages is often not quite JSON: comments, trailing commas, raw line ends and quotes in strings,
HTML comment or CDATA wrappers, several values in a row, the end cut off. `read_json` takes the standard reader where
it works and otherwise reads as much as can be read, in time linear in the text.
"""

from __future__ import annotations

import re

from kaensan.page.safe_readers import Json, load_json, unescape

__all__ = ["MAX_DEPTH", "MAX_LENGTH", "Json", "read_json", "unescape_string"]

MAX_LENGTH = 4_000_000
"""Longer texts are not read."""

MAX_DEPTH = 100
"""Deeper values are left out when the lenient reader is at work."""

_SKIP = re.compile(r"(?:[\s\ufeff;]|<!--|-->|<!\[CDATA\[|\]\]>)*+")
_ENDS = {'"': re.compile(r'[^"\\]*+(?:\\.[^"\\]*+)*+"', re.S), "'": re.compile(r"[^'\\]*+(?:\\.[^'\\]*+)*+'", re.S)}
_AFTER_STRING = re.compile(r"\s*(?:[,:}\]]|$|//|/\*)")
_BARE = re.compile(r"[^\s,:{}\[\]\"]+")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.S)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_CONSTANTS: dict[str, Json] = {"true": True, "false": False, "null": None, "undefined": None}
_OPEN, _CLOSE = "{[", "}]"
_LONGEST_NUMBER = 40
"""Characters of a number; longer ones stay texts."""


def read_json(text: str) -> list[Json]:
    """The values in a text, as many as can be read.

    >>> read_json('<!-- {"a": [1, 2,], /* two */ "b": "say "hi""} {"c": 3} -->')
    [{'a': [1, 2], 'b': 'say "hi"'}, {'c': 3}]
    """
    if len(text) > MAX_LENGTH:
        return []
    try:
        return [load_json(text)]
    except ValueError:
        pass
    if "&quot;" in text and text.count("&quot;") > text.count('"'):
        return read_json(unescape(text))
    return _Reader(text).values()


class _Reader:
    """Reads tokens one after another and never goes back, so the work is linear in the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.comment_closes = True
        self.roots: list[Json] = []
        self.stack: list[dict[str, Json] | list[Json]] = []
        self.keys: list[str | None] = []  # the key that waits for its value, per open container
        self.dropped = 0  # containers open beyond the greatest depth

    def values(self) -> list[Json]:
        while (token := self._next()) is not None:
            kind, value = token
            if kind == "open":
                self._open(value == "{")
            elif kind == "close":
                self._close()
            elif kind == "value" and not self.dropped:
                self._put(value)
        return [root for root in self.roots if isinstance(root, dict | list)]

    def _open(self, is_object: bool) -> None:
        if self.dropped or len(self.stack) >= MAX_DEPTH:
            self.dropped += 1
            return
        made: dict[str, Json] | list[Json] = {} if is_object else []
        self._put(made, key=False)
        self.stack.append(made)
        self.keys.append(None)

    def _close(self) -> None:
        if self.dropped:
            self.dropped -= 1
        elif self.stack:
            self.stack.pop()
            self.keys.pop()

    def _put(self, value: Json, key: bool = True) -> None:
        if not self.stack:
            self.roots.append(value)
            return
        holder = self.stack[-1]
        if isinstance(holder, list):
            holder.append(value)
        elif self.keys[-1] is not None:
            holder[self.keys[-1]] = value
            self.keys[-1] = None
        elif key:
            self.keys[-1] = str(value)

    def _next(self) -> tuple[str, Json] | None:
        """The next bracket or value; commas, colons and comments say nothing that the order does not."""
        text = self.text
        while True:
            self.at = _SKIP.match(text, self.at).end()  # type: ignore[union-attr]  # the pattern matches anything
            if self.at >= len(text):
                return None
            char = text[self.at]
            if char in ",:":
                self.at += 1
                if char == "," and self.keys:
                    self.keys[-1] = None
            elif text.startswith("//", self.at):
                end = text.find("\n", self.at)
                self.at = len(text) if end < 0 else end
            elif self.comment_closes and text.startswith("/*", self.at):
                end = text.find("*/", self.at + 2)
                self.comment_closes = end >= 0
                self.at = end + 2 if end >= 0 else self.at + 2
            else:
                return self._token(char)

    def _token(self, char: str) -> tuple[str, Json]:
        if char in _OPEN or char in _CLOSE:
            self.at += 1
            return ("open" if char in _OPEN else "close"), char
        if char in _ENDS:
            return "value", self._string(char)
        bare = _BARE.match(self.text, self.at)
        word = bare.group() if bare else char
        self.at += len(word)
        return "value", _number(word)

    def _string(self, quote: str) -> str:
        """A string up to the first quote that something plausible follows."""
        start = self.at + 1
        end = start
        while found := _ENDS[quote].match(self.text, end):
            end = found.end()
            if _AFTER_STRING.match(self.text, end):
                self.at = end
                return unescape_string(self.text[start : end - 1])
        self.at = len(self.text)
        return unescape_string(self.text[start:])


def _number(word: str) -> Json:
    if word in _CONSTANTS:
        return _CONSTANTS[word]
    if len(word) > _LONGEST_NUMBER:
        return word
    try:
        return float(word) if any(char in ".eE" for char in word) else int(word)
    except ValueError:
        return word


def unescape_string(text: str) -> str:
    """What stands between the quotes of a string, without its escapes."""
    if "\\" not in text:
        return text
    plain = _ESCAPE.sub(_replace, text)
    # Characters beyond U+FFFF are written as two escapes, which only make sense together.
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace") if "\\u" in text else plain


def _replace(match: re.Match[str]) -> str:
    code = match.group(1)
    if len(code) == 5:
        return chr(int(code[1:], 16))
    return _ESCAPED.get(code, code)
