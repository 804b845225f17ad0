"""Code that is set as a block without `pre`: elements whose class or attributes say so."""

from __future__ import annotations

from kaensan.page import Page
from kaensan.page.stems import stem_table
from kaensan.page.tags import BLOCK, tag_id

__all__ = ["find_listings"]

_CODE, _DIV = tag_id("code"), tag_id("div")
_NAMES = frozenset({"code-block", "codeblock", "code_block"})
_CLASSES = {_CODE: _NAMES | {"block"}, _DIV: _NAMES}
"""Words of a class that make a listing of an element."""
_NONE: frozenset[str] = frozenset()
_STEMS = stem_table(("block",))
"""What each of these words holds."""
_LANGUAGES = ("data-lang", "data-language", "data-code-language")
_NO_LISTINGS: frozenset[int] = frozenset()
_LONGEST_CLASS = 300
"""Characters of a class that are looked at."""


def find_listings(page: Page) -> frozenset[int]:
    """The elements that are listings: `code` set as a block, and boxes of code without boxes in them.

    >>> from kaensan.page import parse
    >>> page = parse("<p><code>ls</code><code class='sh block'>ls -l</code><div class=codeblock data-lang=sh>pwd</div>")
    >>> sorted(page.elements.names[row] for row in find_listings(page))
    ['code', 'div']
    """
    elements = page.elements
    listings: set[int] = set()
    if elements.attrs.numbers.keys().isdisjoint(_LANGUAGES) and not elements.tags_held[_CODE]:
        return _NO_LISTINGS
    for value, rows in elements.with_stems("class", _STEMS):
        words = value[:_LONGEST_CLASS].lower().split()
        for row in rows:
            tag = int(elements.tag[row])
            if not _CLASSES.get(tag, _NONE).isdisjoint(words) and (tag == _CODE or _is_plain(page, row)):
                listings.add(row)
    return frozenset(listings)


def _is_plain(page: Page, row: int) -> bool:
    """Whether a box holds no other box, and says of which language its text is."""
    elements = page.elements
    if not any(elements.get(row, name) for name in _LANGUAGES):
        return False
    inner = elements.tag[row + 1 : int(elements.end[row])]
    return not BLOCK[inner].any() and not (inner == _CODE).any()
