"""Mails in one element: lines that begin with ">" are of somebody else, and what follows "-- " is a signature.

Archives of mailing lists keep the lines of a mail as they are, so that no element tells whose words they are.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from kaensan.threads.thread import Quote

__all__ = ["MarkedLines", "read_marked_lines"]

_SIGNATURE_MARK = "--"
_LONGEST_SIGNATURE = 8
"""lines"""
_SAYS_WHO = re.compile(r".{1,120}:$")
"""the line above a quote"""
_MARKS = re.compile(r"^[>＞][\s>＞]*")


class MarkedLines(NamedTuple):
    """The words of a text that are its own, and the runs of lines that it quotes."""

    own: str
    quotes: tuple[Quote, ...]
    """none where all that is left out is a signature"""


def read_marked_lines(text: str) -> MarkedLines | None:
    """A text without the lines that it quotes, the line above each that says whom, and a signature; None where it has
    neither a line that begins with ">" nor a signature.

    >>> read_marked_lines("Ann wrote:\\n> Is it dry?\\n> Is it warm?\\n\\nYes.\\n--\\nBob, at home").own
    'Yes.'
    """
    lines = text.split("\n")
    signed = len(lines)
    lines = _without_signature(lines)
    if len(lines) == signed and not any(line.startswith((">", "＞")) for line in lines):
        return None
    own: list[str] = []
    quoted: list[str] = []
    quotes: list[Quote] = []
    for line in [*lines, ""]:
        if line.startswith((">", "＞")):
            if not quoted:
                _drop_blank(own)
                if own and _SAYS_WHO.fullmatch(own[-1].strip()):
                    own.pop()
            quoted.append(_MARKS.sub("", line))
        else:
            if quoted:
                quotes.append(Quote(" ".join(part for part in quoted if part), None))
                quoted = []
            own.append(line)
    return MarkedLines("\n".join(own).strip("\n"), tuple(quotes))


def _drop_blank(lines: list[str]) -> None:
    while lines and not lines[-1].strip():
        lines.pop()


def _without_signature(lines: list[str]) -> list[str]:
    """The lines before the one that parts a signature from them."""
    for at in range(len(lines) - 1, max(len(lines) - 1 - _LONGEST_SIGNATURE, 0), -1):
        if lines[at].rstrip() == _SIGNATURE_MARK:
            return lines[:at]
    return lines
