"""Pages that are empty until a browser has run their scripts."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page
from kaensan.page.tags import tag_id

__all__ = ["needs_scripts"]

_LITTLE = 250
"""Characters of text; a page that holds more has something to read."""
_HARDLY_ANY = 40
_NAMES = "root app __next __nuxt ___gatsby q-app svelte react-root app-root main-app vue-app application"
_ROOTS = frozenset(_NAMES.split())
_ASKS = re.compile(
    r"(?:enable|requires?|turn on|activate|needs?|without|disabled|เปิดใช้|เปิดการ|ต้องใช้|aktivier|activer|habilit)"
    r".{0,60}java\s?script|java\s?script.{0,60}(?:enable|required|disabled|turned off|ถูกปิด|desactivad|désactiv)",
    re.I | re.S,
)
_SCRIPT, _NOSCRIPT, _TEMPLATE = tag_id("script"), tag_id("noscript"), tag_id("template")


def needs_scripts(page: Page) -> str | None:
    """A warning for a page that shows next to nothing without a browser; None for every other page.

    >>> from kaensan.page import parse
    >>> needs_scripts(parse('<body><div id=root></div><script src=app.js></script>'))
    'the page is empty until a browser runs its scripts; fetch it with --render (render=True)'
    >>> needs_scripts(parse('<p>Short, but there.</p>')) is None
    True
    """
    elements, texts = page.elements, page.texts
    if not (elements.tag == _SCRIPT).any():
        return None
    length = int(texts.length[_read(page)].sum())
    if length < _HARDLY_ANY or (length < _LITTLE and (_empty_root(page) or _asks(page))):
        return "the page is empty until a browser runs its scripts; fetch it with --render (render=True)"
    return None


def _read(page: Page) -> NDArray[np.bool_]:
    """The rows that a reader gets to read; what stands in noscript is among them, unless it only asks for scripts."""
    elements, texts = page.elements, page.texts
    read: NDArray[np.bool_] = ~elements.inherit(elements.tag == _TEMPLATE)[texts.parent]
    for row in np.flatnonzero(elements.inherit(elements.tag == _NOSCRIPT)[texts.parent]).tolist():
        read[row] &= not _ASKS.search(texts.strings[row])
    return read


def _empty_root(page: Page) -> bool:
    """Whether an element that frameworks fill is there and holds nothing."""
    elements = page.elements
    rows = [row for row, value in elements.having("id") if value.lower() in _ROOTS]
    rows += [row for row, name in enumerate(elements.names) if name == "app-root"]
    return any(elements.first_text[row] == elements.end_text[row] for row in rows)


def _asks(page: Page) -> bool:
    """Whether the page says that it wants scripts."""
    return bool(_ASKS.search(" ".join(page.texts.strings)[:20_000]))
