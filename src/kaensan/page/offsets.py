"""Where in the source a text node came from.

The tree builder reports no positions for text, the tokeniser does. Both see the same characters, so the text tokens
are dealt out to the text nodes in order: one token for one node as a rule, several where the parser dropped a tag
between them. Where the tree is not in source order (misnested tables, say) the tokens near by are searched.
"""

from __future__ import annotations

import re
from collections import deque

import numpy as np
from numpy.typing import NDArray
from turbohtml import TokenType, tokenize

__all__ = ["locate"]

_NEAR = 16
_PREFIX = 64  # characters that are compared when nothing is equal: a long text must not be read again and again
_NOSCRIPT = re.compile("(</?)noscript", re.IGNORECASE)
_ALTERED = str.maketrans("", "", "\x00\ufffd")  # what the tree builder drops or replaces


def locate(source: str, strings: list[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Start and end offset in the source of each text, given all texts of the page that are not blank.

    A text that cannot be found, such as a CDATA section, gets the place of the text after it and no extent.
    """
    data, places = _text_tokens(source)
    if not data or not strings:
        return np.zeros(len(strings), np.int64), np.zeros(len(strings), np.int64)
    line_start = np.concatenate([[0], np.flatnonzero(_codes(source) == ord("\n")) + 1])
    place = np.array(places, np.int64)
    starts = line_start[place[:, 0] - 1] + place[:, 1]
    ends = np.where(place[:, 2] > 0, line_start[place[:, 2] - 1] + place[:, 3], len(source))
    dealt = np.array(_deal(data, strings), np.int64)
    start = starts[dealt[:, 0]]
    return start, np.where(dealt[:, 1] >= 0, ends[dealt[:, 1]], start)


def _text_tokens(source: str) -> tuple[list[str], list[tuple[int, int, int, int]]]:
    """The text tokens that are not blank, with the line and column of their start and end (0, 0 for the very end)."""
    # The tokeniser would take what is inside noscript for text, the tree builder reads it as markup.
    tokens = list(tokenize(_NOSCRIPT.sub(r"\1noscripx", source), capture_attributes=False))
    wanted = TokenType.TEXT
    data: list[str] = []
    places: list[tuple[int, int, int, int]] = []
    for number, token in enumerate(tokens, start=1):
        if token.type is wanted:
            text = token.data
            if text and not text.isspace():
                data.append(text)
                after = tokens[number] if number < len(tokens) else None
                end = (after.line, after.col) if after else (0, 0)
                places.append((token.line, token.col, *end))
    return data, places


def _deal(data: list[str], strings: list[str]) -> list[tuple[int, int]]:
    """The first and the last token of each string; (next token, -1) for a string that no token begins."""
    dealt: list[tuple[int, int]] = []
    count = len(data)
    passed: deque[int] = deque(maxlen=_NEAR)  # tokens that the search went over and no string has taken yet
    at = 0
    for text in strings:
        if at < count and data[at] == text:
            first = at
        else:
            near = [*range(at, min(at + _NEAR, count)), *passed]
            first = _begins(text, data, near)
            if first < 0:
                dealt.append((min(at, count - 1), -1))
                continue
        if first < at:
            passed.remove(first)
            dealt.append((first, first))
            continue
        passed.extend(range(max(at, first - _NEAR), first))
        at = _last(text, data, first) + 1
        dealt.append((first, at - 1))
    return dealt


def _begins(text: str, data: list[str], near: list[int]) -> int:
    """The token that the text starts with, -1 for none: an equal one before one that is a part of it."""
    for token in near:
        if data[token] == text:
            return token
    plain = text[: 2 * _PREFIX].translate(_ALTERED).lstrip()
    for token in near:
        if plain.startswith(data[token][:_PREFIX].translate(_ALTERED).strip()):
            return token
    return -1


def _last(text: str, data: list[str], first: int) -> int:
    """The last of the tokens, from the first one on, that make up the text."""
    used = len(data[first])
    last = first
    while used < len(text) and last + 1 < len(data):
        following = data[last + 1]
        if not text.startswith(following, used):
            while text[used : used + 1].isspace():  # blank tokens are not in the list
                used += 1
            following = following.lstrip()
            if not text.startswith(following, used):
                break
        used += len(following)
        last += 1
    return last


def _codes(source: str) -> NDArray[np.uint8] | NDArray[np.uint32]:
    """The source as an array of numbers, as narrow as its characters allow."""
    if source.isascii():
        return np.frombuffer(source.encode("ascii"), np.uint8)
    return np.frombuffer(source.encode("utf-32-le", "surrogatepass"), np.uint32)
