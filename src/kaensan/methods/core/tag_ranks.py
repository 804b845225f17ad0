"""Tags as numbers that a tree can cut: what usually holds text comes first, what usually does not comes last."""

from __future__ import annotations

import numpy as np

from kaensan.page.tags import TAGS, tag_id

__all__ = ["RANK"]

_ORDER = """
p pre blockquote h1 h2 h3 h4 h5 h6 article main section dd dt td li th figcaption div ul ol table tr
header form label button option aside nav footer
"""

RANK = np.zeros(len(TAGS), np.float32)
"""The place of every tag in that order; 0 for those that are not in it."""
for _number, _name in enumerate(_ORDER.split(), start=1):
    RANK[tag_id(_name)] = _number
