"""Where in the source a text node came from.

The tree builder reports no positions for text, the tokeniser does. Both see the same characters, so the text tokens
are dealt out to the text nodes in order: one token for one node as a rule, several where the parser dropped a tag
between them. Where the tree is not in source order (misnested tables, say) the next few tokens are searched.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from turbohtml import TokenType, tokenize

__all__ = ["locate"]

_NEAR = 16


def locate(source: str, strings: list[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Start and end offset in the source of each text, given all texts of the page that are not blank."""
    wanted = TokenType.TEXT
    tokens = list(tokenize(source, capture_attributes=False))
    data: list[str] = []
    places: list[tuple[int, int, int, int]] = []
    for number, token in enumerate(tokens, start=1):
        if token.type is wanted:
            text = token.data
            if text and not text.isspace():
                data.append(text)
                after = tokens[number] if number < len(tokens) else None
                end_line, end_col = (after.line, after.col) if after else (0, 0)
                places.append((token.line, token.col, end_line, end_col))
    if not data or not strings:
        return np.zeros(len(strings), np.int64), np.zeros(len(strings), np.int64)
    line_start = np.concatenate([[0], np.flatnonzero(_codes(source) == ord("\n")) + 1])
    place = np.array(places, np.int64)[_deal(data, strings)]
    start = line_start[place[:, 0] - 1] + place[:, 1]
    end = np.where(place[:, 2] > 0, line_start[place[:, 2] - 1] + place[:, 3], len(source))
    return start, end


def _deal(data: list[str], strings: list[str]) -> list[int]:
    """The number of the first token of each string."""
    dealt: list[int] = []
    last = len(data) - 1
    at = 0
    for text in strings:
        if at > last:
            at = last
        if data[at] != text and not text.startswith(data[at]):
            for near in range(at + 1, min(at + _NEAR, last + 1)):
                if text.startswith(data[near]):
                    at = near
                    break
        dealt.append(at)
        used = len(data[at])
        at += 1
        while used < len(text) and at <= last and text.startswith(data[at], used):
            used += len(data[at])
            at += 1
    return dealt


def _codes(source: str) -> NDArray[np.generic]:
    """The source as an array of numbers, as narrow as its characters allow."""
    if source.isascii():
        return np.frombuffer(source.encode("ascii"), np.uint8)
    return np.frombuffer(source.encode("utf-32-le", "surrogatepass"), np.uint32)
