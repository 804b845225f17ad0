"""Dialogs that ask for consent to cookies, as the services that sell them write them into pages.

Such a dialog may hold more prose than the page and looks like posts, so nothing but its name gives it away. The names
are those that each service gives to its own elements, on every site that uses it; no site calls its own text so.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.page.page import Page
from kaensan.page.stems import stem_bits
from kaensan.page.tags import family

__all__ = ["in_consent_dialogs"]

_SERVICES = (
    *("onetrust", "optanon", "cybotcookiebot", "didomi-", "usercentrics", "qc-cmp", "sp_message_", "truste-"),
    *("trustarc", "cookie-law-info", "cli-modal", "cmplz-", "cky-consent", "cky-modal", "moove_gdpr", "borlabs"),
    *("iubenda-cs", "osano-cm", "termly-", "tarteaucitron", "axeptio", "fc-consent", "fc-dialog", "cookiescript_"),
    *("cmpbox", "evidon-", "hs-eu-cookie", "tc-privacy", "cookiefirst", "cookiehub", "cookieyes", "shopify-pc__"),
    *("eu-cookie-compliance", "sliding-popup", "ch2-dialog", "klaro", "ccc-overlay", "gdprcookie", "cc-window"),
    *("cookie-notice-container", "cookieconsent", "cookie-consent", "cookie-banner", "consent-banner"),
    *("cookiewow", "pdpa-consent"),
)
"""what the names of the dialogs of consent services have in them; the last few are names that sites give themselves"""
_STEMS = stem_bits([_SERVICES])
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
    held = elements.stem_kinds(_STEMS)
    if not held.any():
        return None
    named = elements.named
    rows = np.unique(named.owner[held[named.value] > 0])
    first, end = elements.first_text[rows], elements.end_text[rows]
    whole = np.zeros(len(elements) + 1, np.int32)
    np.cumsum(_WHOLE[elements.tag], out=whole[1:])
    length = np.zeros(len(texts) + 1, np.int64)
    np.cumsum(texts.length, out=length[1:])
    holds_page = whole[elements.end[rows]] > whole[rows]
    dialogs = rows[(end > first) & ~holds_page & (length[end] - length[first] < _MOST * length[-1])]
    if not len(dialogs):
        return None
    marked = np.zeros(len(elements), np.bool_)
    marked[dialogs] = True
    return elements.inherit(marked)
