"""From decoded markup to flat tables: the parser's tree, written down and read as columns.

The parser (turbohtml) builds the tree that the HTML standard prescribes. Its nodes are never made into Python objects.
"""

from __future__ import annotations

import re

import turbohtml

from kaensan.page.columns import read_columns
from kaensan.page.flat import Flat
from kaensan.page.scripts_aside import Aside
from kaensan.page.utf8 import utf8_bytes

__all__ = ["Flat", "flatten", "flatten_shortened"]

_SCRIPT = re.compile(r"<script[\t\n\f\r />]", re.IGNORECASE)
_MARK = "endofpage"
_MARK_RUNS = re.compile(f"{_MARK}(x*+)")


def flatten_shortened(shortened: str, aside: Aside) -> Flat | None:
    """Parse a page whose scripts and style sheets were set aside; None where it must be parsed as it is."""
    markup = utf8_bytes(_pieces(shortened), aside.page, aside.spans)
    flat = read_columns(markup, aside=[end - start for start, end in aside.spans])
    may_end_in_script = flat.has_comment_in_script and _open_comment(shortened) >= 0
    return flat if flat.is_whole and flat.strings and not may_end_in_script else None


def flatten(source: str) -> Flat:
    """Parse markup, in which no lone surrogates are left, into the element table and the text nodes."""
    flat = read_columns(_written(source))
    if flat.has_comment_in_script and _may_end_in_script(source):
        mark = _mark_for(source)
        marked = read_columns(_written(source + mark), mark.encode())
        return marked if marked.ended_in_script else flat
    return flat


def _written(source: str) -> bytes:
    """The tree of a page as markup; the content of a declared shadow root stays where it is, in its template.

    It is taken piece by piece: the parser writes with four bytes a character, in room for twice as many. The tree is
    gone before the pieces are joined.
    """
    return utf8_bytes(_pieces(source))


def _pieces(source: str) -> list[str]:
    tree = turbohtml.parse(source, positions=False, allow_declarative_shadow_roots=False)
    return list(tree.serialize_iter())


def _may_end_in_script(source: str) -> bool:
    """Whether a comment, with a script in it, is open at the end of the page.

    Where that comment is itself in a script, the tree as it is written does not tell where the script ends: an end tag
    closes only the script in the comment, and what was moved behind it, out of a table, would be read as its text.
    """
    comment = _open_comment(source)
    return comment >= 0 and _SCRIPT.search(source, comment) is not None


def _open_comment(source: str) -> int:
    """Where a comment begins that is not closed, -1 for nowhere."""
    return source.find("<!--", max(source.rfind("-->") - 2, 0))


def _mark_for(source: str) -> str:
    """A word that the page does not have: longer than any like it that it has."""
    return _MARK + "x" * (1 + max(map(len, _MARK_RUNS.findall(source)), default=0))
