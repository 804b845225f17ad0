"""From decoded markup to flat tables: the parser's tree, written down and read as columns.

The parser (turbohtml) builds the tree that the HTML standard prescribes. Its nodes are never made into Python objects.
"""

from __future__ import annotations

import turbohtml

from kaensan.page.columns import Flat, read_columns

__all__ = ["Flat", "flatten"]


def flatten(source: str) -> Flat:
    """Parse markup, in which no lone surrogates are left, into the element table and the text nodes."""
    # The content of a declared shadow root stays where it is written, in its template.
    return read_columns(turbohtml.parse(source, positions=False, allow_declarative_shadow_roots=False).encode())
