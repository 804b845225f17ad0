"""The HTML elements we know by number, and the families of elements that methods speak of."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

__all__ = ["BLOCK", "NUMBERS", "PREFORMATTED", "RAW", "TAGS", "family", "tag_id"]

_NAMES = """
html head title base link meta style script noscript template body
article section nav aside header footer main address hgroup search
h1 h2 h3 h4 h5 h6 p hr pre blockquote ol ul menu li dl dt dd figure figcaption div center
a em strong small s cite q dfn abbr ruby rt rp rb rtc data time code var samp kbd sub sup
i b u mark bdi bdo span br wbr ins del strike big tt font acronym nobr
picture source img iframe embed object param video audio track map area canvas
svg math path g use table caption colgroup col tbody thead tfoot tr td th
form label input button select datalist optgroup option textarea output progress meter
fieldset legend details summary dialog frame frameset noframes noembed plaintext xmp listing
marquee applet dir slot image rdf text desc
"""

TAGS: tuple[str, ...] = ("?", *_NAMES.split())
"""Element names by number; number 0 stands for every other name."""

NUMBERS: dict[str, int] = {name: number for number, name in enumerate(TAGS)}
"""The numbers of the names."""


def tag_id(name: str) -> int:
    """The number of an element name; 0 when it is not one of `TAGS`.

    >>> TAGS[tag_id("table")], tag_id("x-unknown")
    ('table', 0)
    """
    return NUMBERS.get(name, 0)


def family(names: str | Iterable[str]) -> NDArray[np.bool_]:
    """A table over tag numbers that is true for the named elements: `family("ul ol")[elements.tag]`."""
    table = np.zeros(len(TAGS), np.bool_)
    for name in names.split() if isinstance(names, str) else names:
        table[NUMBERS[name]] = True
    return table


BLOCK = family(
    "html body article section nav aside header footer main address hgroup search h1 h2 h3 h4 h5 h6 p hr pre "
    "blockquote ol ul menu li dl dt dd figure figcaption div center noscript template table caption colgroup col "
    "tbody thead tfoot tr td th form fieldset legend details summary dialog frame frameset br iframe video audio "
    "canvas object option optgroup select textarea button marquee plaintext xmp listing dir title"
)
"""Elements before and after which a browser, or a reader, starts a new line: they separate blocks."""

RAW = family("script style iframe noframes noembed")
"""Elements whose text is code or unparsed markup, never a row of `texts`."""

PREFORMATTED = family("pre textarea listing xmp plaintext")
"""Elements whose white space is content."""
