"""Superscripts in plain text: 2¹⁰ and m², where dropping the element would leave 210 and m2."""

from __future__ import annotations

import re

from kaensan.page import Page
from kaensan.page.tags import tag_id
from kaensan.render.reading import Joint, Reading

__all__ = ["with_superscripts"]

_POWER = re.compile(r"[+\-−]?[0-9n]{1,4}|[0-9]{1,3}[+\-−]")
_SHAPES = str.maketrans("0123456789+-−n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ")
_RAISED = tag_id("sup")
_BASE = re.compile(r"(?:\d|(?:^|[\W\d_])[^\W\d_]{1,2})$")
"""What a power stands on: a number, or a sign or unit of one or two letters. After a word it is the mark of a note."""


def with_superscripts(page: Page, reading: Reading) -> list[str]:
    """The words of a reading, powers and charges written with superscript digits."""
    elements, texts = page.elements, page.texts
    if not elements.tags_held[_RAISED]:
        return reading.words
    raised = elements.tag == _RAISED
    words = list(reading.words)
    in_raised = elements.inherit(raised)[texts.parent[reading.rows]]
    for at in (in_raised & (reading.joint == Joint.GLUED)).nonzero()[0].tolist():
        is_link = texts.anchor[reading.rows[at]] >= 0
        if at and not is_link and _POWER.fullmatch(words[at]) and _BASE.search(words[at - 1][-4:]):
            words[at] = words[at].translate(_SHAPES)
    return words
