"""The language of a code block, as the page names it."""

from __future__ import annotations

import re
from itertools import chain, pairwise

from kaensan.page import Page

__all__ = ["code_language"]

_PREFIXES = ("language-", "lang-", "highlight-source-", "highlight-text-", "brush:")
_FOLLOWED = frozenset({"hljs", "sourcecode", "brush:", "prettyprint"})
_NAME = re.compile(r"[a-z0-9+#.\-]{1,20}", re.I)
_NEAR = 3


def code_language(page: Page, row: int) -> str:
    """The language named by a `pre` element, the `code` in it, or the boxes around it; "" when none is."""
    elements = page.elements
    inner = [
        inside for inside in range(row + 1, min(row + 3, int(elements.end[row]))) if elements.names[inside] == "code"
    ]
    near = [row, *inner]
    for _ in range(_NEAR - 1):
        row = int(elements.parent[row])
        if row < 0 or elements.names[row] == "body":
            break
        near.append(row)
    for place in near:
        if name := _named(dict(elements.attrs[place])):
            return name
    return ""


def _named(attrs: dict[str, str | None]) -> str:
    for key in ("data-lang", "data-language"):
        if _NAME.fullmatch(attrs.get(key) or ""):
            return (attrs[key] or "").lower()
    tokens = (attrs.get("class") or "").lower().replace(";", " ").split()
    prefixed = (token[len(prefix) :] for token in tokens for prefix in _PREFIXES if token.startswith(prefix))
    followed = (token for before, token in pairwise(tokens) if before in _FOLLOWED)
    return next((name for name in chain(prefixed, followed) if _NAME.fullmatch(name)), "")
