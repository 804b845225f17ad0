"""Fingerprints of the blocks of a page: what is compared from page to page.

A fingerprint stands for a stretch of text in an element of a certain shape. The text counts without case, digits,
signs and spaces, so that “Comments (12)” and “comments (7)” are one. A block as short as `WINDOW` has one
fingerprint; a longer one has one for its start, its end, and about every eighth of the windows between, chosen by
their own value, so that the same sentence is chosen wherever it stands.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page
from kaensan.page.tags import BLOCK, TAGS
from kaensan.page.texts import Texts

__all__ = ["WINDOW", "Fingerprints", "fingerprints", "plain_codes", "text_hashes"]

Hashes = NDArray[np.uint64]

WINDOW = 24
"""Letters in a window."""

_EVERY = 8
_STEPS = 4  # elements of the path, from the block outwards
_BASE = np.uint64(0x9E3779B97F4A7C15)
_INVERSE = np.uint64(pow(0x9E3779B97F4A7C15, -1, 1 << 64))
_ZERO = ord("0")


def _plain_table() -> NDArray[np.uint32]:
    """For every character of the basic plane what it counts as; 0 for one that does not count."""
    table = np.zeros(1 << 16, np.uint32)
    for code in range(1 << 16):
        kind = unicodedata.category(chr(code))
        if kind == "Nd":
            table[code] = _ZERO
        elif kind[0] in "LMN":
            lower = chr(code).lower()
            table[code] = ord(lower) if len(lower) == 1 else code
    return table


_PLAIN = _plain_table()


def plain_codes(codes: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """The characters as they count: in lower case, a number as one digit, and 0 for signs and spaces."""
    plain: NDArray[np.uint32] = np.where(codes < len(_PLAIN), _PLAIN[np.minimum(codes, len(_PLAIN) - 1)], codes)
    digit = plain == _ZERO
    plain[1:][digit[1:] & digit[:-1]] = 0
    return plain


@dataclass(frozen=True)
class Fingerprints:
    """The fingerprints of a page."""

    value: Hashes
    block: NDArray[np.int64]
    """the block of each, not decreasing"""
    letters: NDArray[np.int64]
    """letters of every block of the page"""


def fingerprints(page: Page) -> Fingerprints:
    """The fingerprints of the visible blocks of a page."""
    texts = page.texts
    codes = plain_codes(texts.codes)
    row = np.repeat(np.arange(len(texts)), np.diff(texts.start))
    counts = (codes > 0) & texts.visible[row] if len(texts) else codes > 0
    block = texts.block[row[counts]].astype(np.int64) if len(texts) else np.zeros(0, np.int64)
    letters = np.bincount(block, minlength=texts.blocks)
    value, owner = text_hashes(codes[counts], block)
    return Fingerprints(_mixed(value ^ _path_hash(page)[owner]), owner, letters)


def text_hashes(
    codes: NDArray[np.uint32], block: NDArray[np.int64], every: int = _EVERY
) -> tuple[Hashes, NDArray[np.int64]]:
    """Hashes of the chosen windows of a text that is cut into blocks, and the block of each."""
    if not len(codes):
        return np.zeros(0, np.uint64), np.zeros(0, np.int64)
    starts = np.flatnonzero(np.diff(block, prepend=-1))
    ends = np.append(starts[1:], len(codes))
    power = np.full(len(codes), _BASE)
    power[0] = 1
    inverse = np.full(len(codes), _INVERSE)
    inverse[0] = 1
    np.cumprod(power, out=power)
    np.cumprod(inverse, out=inverse)
    total = np.zeros(len(codes) + 1, np.uint64)
    np.cumsum(codes.astype(np.uint64) * power, out=total[1:])

    short = ends - starts < WINDOW
    whole = _mixed((total[ends[short]] - total[starts[short]]) * inverse[starts[short]])
    at = np.arange(max(len(codes) - WINDOW + 1, 0))
    at = at[block[at] == block[at + WINDOW - 1]]
    window = _mixed((total[at + WINDOW] - total[at]) * inverse[at])
    edge = np.zeros(len(codes) + 1, np.bool_)
    edge[starts[~short]] = True
    edge[ends[~short] - WINDOW] = True
    chosen = (window % np.uint64(every) == 0) | edge[at]
    value = np.concatenate([whole, window[chosen]])
    owner = np.concatenate([block[starts[short]], block[at[chosen]]])
    order = np.argsort(owner, kind="stable")
    return value[order], owner[order]


def _mixed(value: Hashes) -> Hashes:
    """The bits stirred (the finish of splitmix64), so that neighbouring sums become unlike."""
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: Hashes = value ^ (value >> np.uint64(31))
    return mixed


def _path_hash(page: Page) -> Hashes:
    """For every block the shape of its path: the tags of its block-level element and of three around it."""
    elements, texts = page.elements, page.texts
    at = elements.nearest(BLOCK[elements.tag])[first_parent(texts)]
    shape = np.zeros(len(at), np.uint64)
    tags = np.append(elements.tag, 0).astype(np.uint64)  # the slot that -1 points to
    parents = np.append(elements.parent, -1)
    for _ in range(_STEPS):
        shape = shape * np.uint64(len(TAGS)) + tags[at]
        at = parents[at]
    return _mixed(shape)


def first_parent(texts: Texts) -> NDArray[np.int32]:
    """The element of the first row of every block."""
    return texts.parent[texts.block_start[:-1]]
