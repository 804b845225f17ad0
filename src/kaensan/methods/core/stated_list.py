"""The list that a page states as data to be part of its content: the ingredients of a recipe.

Amounts and names often stand in cells of one or two words, among buttons and links to a shop, where each says little
for itself. What the page states tells which of them belong together.
"""

from __future__ import annotations

import re
from html import unescape
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.blocks import Blocks
from kaensan.page import Page

__all__ = ["with_stated_list"]

Bools = NDArray[np.bool_]

_PROPERTY = "recipeIngredient"
_FEWEST = 3
"""lines of a list"""
_LONGEST = 40 * 12
"""units (40 words) of a block that may be a line, or a part of one"""
_GAP = 5
"""blocks from one part of a line to the next: buttons, the heading of the next part of the list"""
_COVERED = 0.5
"""share of the lines that a run of blocks has from which it is the list"""
_WORDS = re.compile(r"\w+")


def with_stated_list(kept: Bools, blocks: Blocks) -> Bools:
    """Keep the run of blocks that has the words of the most stated lines, in whatever order: its lines and headings."""
    lines = _stated_lines(blocks.page)
    if len(lines) < _FEWEST:
        return kept
    parts = _parts(blocks, frozenset[str]().union(*lines))
    if not parts:
        return kept
    found = np.array(list(parts))
    runs = np.split(found, np.flatnonzero(np.diff(found) > _GAP) + 1)
    covered = [_covered(lines, frozenset[str]().union(*(parts[block] for block in run.tolist()))) for run in runs]
    most = int(np.argmax(covered))
    if covered[most] < _COVERED * len(lines):
        return kept
    run = runs[most]
    inside = np.zeros(len(kept), np.bool_)
    inside[run] = True
    between = slice(int(run[0]) + 1, int(run[-1]))
    inside[between] |= blocks.is_heading[between]
    inside[1:-1] |= inside[:-2] & inside[2:]  # a line that is written otherwise than stated
    return kept | inside


def _stated_lines(page: Page) -> list[frozenset[str]]:
    """The words of the lines that the page states."""
    if not any(_PROPERTY in script for script in page.head.json_ld_texts):
        return []
    lists = (thing.texts(_PROPERTY.lower()) for thing in page.head.linked_data)
    return [words for line in max(lists, key=len, default=[]) if (words := _words(line))]


def _parts(blocks: Blocks, stated: frozenset[str]) -> dict[int, frozenset[str]]:
    """The words of every block that has none but stated ones."""
    strings = blocks.page.texts.strings
    starts = blocks.page.texts.block_start.tolist()
    short = np.flatnonzero(blocks.units <= _LONGEST).tolist()
    parts = {block: _words(" ".join(strings[starts[block] : starts[block + 1]])) for block in short}
    return {block: words for block, words in parts.items() if words and words <= stated}


def _covered(lines: list[frozenset[str]], words: frozenset[str]) -> int:
    return sum(line <= words for line in lines)


def _words(text: str) -> frozenset[str]:
    """The words and numbers of a text; fractions as their digits."""
    plain = unescape(text) if "&" in text else text
    return frozenset(_WORDS.findall((plain if plain.isascii() else normalize("NFKC", plain)).casefold()))
