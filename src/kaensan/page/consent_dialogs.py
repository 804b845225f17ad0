"""Dialogs that ask for consent to cookies, as the services that sell them write them into pages.

Such a dialog may hold more prose than the page and looks like posts, so nothing but its name gives it away. The names
are those that each service gives to its own elements, on every site that uses it; no site calls its own text so.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.page.page import Page
from kaensan.page.tags import family
from kaensan.page.telling_names import CONSENT

__all__ = ["in_consent_dialogs"]

_IS_PLAIN = np.int32(-1 << 31 | CONSENT)
"""the bit of such names, and that of names with characters beyond ASCII, which may be anything"""
_WHOLE = family("html body main article h1")
"""elements that are the page, or what it is about: a page may carry such a name for the state that it is in"""
_MOST = 0.9
"""share of the characters of a page from which a dialog is what it shows"""


def in_consent_dialogs(page: Page) -> NDArray[np.bool_] | None:
    """The elements in dialogs of consent services; None where there are none.

    >>> from kaensan.page import parse
    >>> page = parse("<p>Tea is a drink of leaves.</p><div id=onetrust-pc-sdk><p>We care.</div>")
    >>> found = in_consent_dialogs(page)
    >>> [text for text, row in zip(page.texts.strings, page.texts.parent) if found[row]]
    ['We care.']
    """
    elements, texts = page.elements, page.texts
    is_dialog = elements.telling & _IS_PLAIN == CONSENT
    if not np.count_nonzero(is_dialog):
        return None
    named = elements.named
    marked = np.zeros(len(elements), np.bool_)
    marked[named.owner[is_dialog[named.value]]] = True
    rows = marked.nonzero()[0]
    first, end = elements.first_text[rows], elements.end_text[rows]
    whole = np.zeros(len(elements) + 1, np.int32)
    np.cumsum(_WHOLE[elements.tag], out=whole[1:])
    length = np.zeros(len(texts) + 1, np.int64)
    np.cumsum(texts.length, out=length[1:])
    holds_page = whole[elements.end[rows]] > whole[rows]
    dialogs = rows[(end > first) & ~holds_page & (length[end] - length[first] < _MOST * length[-1])]
    if not len(dialogs):
        return None
    marked[:] = False
    marked[dialogs] = True
    return elements.inherit(marked)
