"""Forms to log in: what stands beside a field for a password is no content of any page."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page
from kaensan.page.stems import stem_table
from kaensan.page.tags import family, tag_id

__all__ = ["in_login_forms"]

_FORM = tag_id("form")
_FIELD = family("input")
_PASSWORD = stem_table(("password",))
_LARGEST = 400
"""letters of such a form: some systems put a form around the whole page"""


def in_login_forms(page: Page) -> NDArray[np.bool_] | None:
    """The elements in small forms with a field for a password; None where there are none."""
    elements, texts = page.elements, page.texts
    if not elements.tags_held[_FORM]:
        return None
    typed = elements.with_stems("type", _PASSWORD)
    fields = [row for kind, rows in typed if kind.strip().lower() == "password" for row in rows]
    fields = [row for row in fields if _FIELD[elements.tag[row]]]
    if not fields:
        return None
    forms = elements.nearest(elements.tag == _FORM)[fields]
    forms = np.unique(forms[forms >= 0])
    size = [int(texts.length[elements.first_text[form] : elements.end_text[form]].sum()) for form in forms.tolist()]
    small = forms[np.array(size, np.int64) <= _LARGEST]
    if not len(small):
        return None
    marked = np.zeros(len(elements), np.bool_)
    marked[small] = True
    return elements.inherit(marked)
