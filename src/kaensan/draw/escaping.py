"""Markup that cannot be broken by what a page says.

`Markup` is text that is safe to write into a document. It comes only from `escape` and `element`, and both escape what
they are given, so the type checker finds any place where a page's own text would get in unescaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape as _escape
from typing import NewType

__all__ = ["Markup", "element", "escape", "join"]

Markup = NewType("Markup", str)

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # in XML, even escaped
_VOID = frozenset({"br", "col", "meta"})


def escape(text: str) -> Markup:
    """Text as markup; characters that no document may hold become U+FFFD.

    >>> escape("a < b\\x00")
    'a &lt; b\ufffd'
    """
    return Markup(_escape(_FORBIDDEN.sub("\ufffd", text)))


def join(parts: Iterable[Markup]) -> Markup:
    """Markup after markup."""
    return Markup("".join(parts))


def element(name: str, /, *children: Markup, **attributes: str | float | None) -> Markup:
    """An element; `class_` stands for `class`, other underscores for hyphens, and None for no attribute.

    >>> element("rect", x=1.50, width=2, class_="bar", aria_hidden=None)
    '<rect x="1.5" width="2" class="bar"></rect>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in _VOID:
        return Markup(f"<{name}{written}/>")
    return Markup(f"<{name}{written}>{''.join(children)}</{name}>")


def _value(value: str | float) -> str:
    if isinstance(value, str):
        return escape(value)
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
