"""Text that Markdown reads back as it was: as few backslashes as are safe."""

from __future__ import annotations

import re

__all__ = ["escape_line_start", "escape_text"]

_ANY = re.compile(r"[\\`*\[\]~_<&|]")
"""What may need escaping; most texts hold none of it."""
_SPECIAL = re.compile(
    r"[\\`*\[\]~]"
    r"|(?<![^\W_])_|_(?![^\W_])"  # an underscore inside a word marks nothing
    r"|<(?=[a-zA-Z/!?]|$)"
    r"|&(?=#|[a-zA-Z]|$)"
)
_ENTITIES = {"<": "&lt;", "&": "&amp;"}
_LINE_START = re.compile(
    r"(?:#{1,6}|[-+]|>)(?=\s|$)|>"
    r"|\d{1,9}(?P<point>[.)])(?=\s|$)"
    r"|[-=|:][-=|:\s]*$"  # the rule under a heading or a table's first row
    r"|-\s*-\s*-[-\s]*$"
    r"|\|"
    r"|\[\^\w+\](?P<colon>:)"
)


def escape_text(text: str, in_table: bool = False) -> str:
    """Escape what would be markup inside a line.

    Not every reader knows backslashes before `<` and `&`, and one that does not would let a script run; all know
    entities.

    >>> print(escape_text("snake_case, 2 * 3, [a] & <b>"))
    snake_case, 2 \\* 3, \\[a\\] & &lt;b>
    """
    if not _ANY.search(text):
        return text
    escaped = _SPECIAL.sub(_escape, text)
    return escaped.replace("|", "\\|") if in_table else escaped


def _escape(match: re.Match[str]) -> str:
    return _ENTITIES.get(match.group()) or f"\\{match.group()}"


def escape_line_start(line: str) -> str:
    """Escape what would be a block at the start of a line that holds text.

    >>> print(escape_line_start("1. May"), escape_line_start("- 5 °C"), escape_line_start("#tag"))
    1\\. May \\- 5 °C #tag
    """
    start = None if line[:1].isalpha() else _LINE_START.match(line)
    if not start:
        return line
    at = max(start.start("point"), start.start("colon"), 0)
    return f"{line[:at]}\\{line[at:]}"
