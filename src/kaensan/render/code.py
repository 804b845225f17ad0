"""The language of a code block, as the page names it."""

from __future__ import annotations

import re
from itertools import chain, pairwise

from kaensan.page import Page
from kaensan.page.tags import tag_id

__all__ = ["CodeLanguages"]

_PREFIXES = (
    "language-",
    "lang-",
    "highlight-source-",
    "highlight-text-",
    "highlight-",
    "brush:",
    "lang:",
    "codeblock-",
)
_FOLLOWED = frozenset({"hljs", "hl", "sourcecode", "brush:", "prettyprint", "highlight", "code"})
"""Words of a class after which the language may stand."""
_NO_LANGUAGE = frozenset(
    {
        *("default", "none", "text", "plaintext", "plain", "notranslate", "nohighlight", "source", "js-source"),
        *("wrapper", "block", "container", "lines", "dark", "light", "chroma", "table", "numbers", "line-numbers"),
    }
)
"""Words that stand in such places and name no language."""
_STATED = ("data-lang", "data-language", "data-code-language")
"""Attributes that are a language."""
_CODE, _BODY = tag_id("code"), tag_id("body")
_NAME = re.compile(r"[a-z0-9+#.\-]{1,20}", re.I)
_NEAR = 4
"""The `pre` element and boxes around it that may name its language; Sphinx puts it three boxes up."""
_LONGEST_CLASS = 300
"""Characters of a class that are looked at: nobody names a language after so many others."""


class CodeLanguages:
    """The languages of the code blocks of a page; each element is asked once."""

    def __init__(self, page: Page) -> None:
        self._elements = page.elements
        self._stating = [name for name in _STATED if name in page.elements.attrs.numbers]
        self._named: dict[int, str] = {}

    def of(self, row: int) -> str:
        """The language named by a `pre` element, the `code` in it, or the boxes around it; "" when none is."""
        elements = self._elements
        inner = [
            inside for inside in range(row + 1, min(row + 3, int(elements.end[row]))) if elements.tag[inside] == _CODE
        ]
        near = [row, *inner]
        for _ in range(_NEAR - 1):
            row = int(elements.parent[row])
            if row < 0 or elements.tag[row] == _BODY:
                break
            near.append(row)
        return next((name for place in near if (name := self._name(place))), "")

    def _name(self, row: int) -> str:
        if row not in self._named:
            self._named[row] = self._stated(row) or _language(self._elements.get(row, "class"))
        return self._named[row]

    def _stated(self, row: int) -> str:
        """The language that an attribute of an element is, "" where none is."""
        values = (self._elements.get(row, key) for key in self._stating)
        return next((value.lower() for value in values if _NAME.fullmatch(value)), "")


def _language(value: str) -> str:
    """The language that a class names, "" where it names none."""
    words = value[:_LONGEST_CLASS].lower().replace(";", " ").split()
    if not words:
        return ""
    prefixed = (word[len(prefix) :] for word in words for prefix in _PREFIXES if word.startswith(prefix))
    followed = (word for before, word in pairwise(words) if before in _FOLLOWED and word.isalnum())
    return next((name for name in chain(prefixed, followed) if _NAME.fullmatch(name) and name not in _NO_LANGUAGE), "")
