"""The page itself, made safe to look at: its structure and text, and nothing that runs, loads, styles or submits.

The view is written anew from the flat tree, never copied from the source: a few elements and attributes are let
through, everything else is left out, and every text is escaped. Each row of `texts` stands in a
`<span data-row="N">`. The view is meant for the `srcdoc` of a sandboxed frame.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

import numpy as np

from kaensan.methods.lstm.tokens import places
from kaensan.page import Page
from kaensan.page.elements import Attributes

__all__ = ["ALLOWED", "ViewOptions", "render_view"]

_ALLOWED = """
article section nav aside header footer main address hgroup search h1 h2 h3 h4 h5 h6 p pre blockquote ol ul menu li
dl dt dd figure figcaption div a em strong small s cite q dfn abbr ruby rt rp data time code var samp kbd sub sup
i b u mark bdi bdo span ins del table caption tbody thead tfoot tr td th details summary br hr wbr
"""
ALLOWED = frozenset(_ALLOWED.split())
"""The elements that are written as they are."""

_INSTEAD = {
    "body": "div",
    "center": "div",
    "form": "div",
    "fieldset": "div",
    "legend": "div",
    "dialog": "div",
    "noscript": "div",
    "marquee": "div",
    "dir": "ul",
    "listing": "pre",
    "xmp": "pre",
    "plaintext": "pre",
    "textarea": "pre",
    "optgroup": "div",
    "option": "div",
    "select": "div",
    "button": "span",
    "label": "span",
    "output": "span",
    "font": "span",
    "big": "span",
    "nobr": "span",
    "tt": "code",
    "strike": "s",
    "acronym": "abbr",
}
"""What is written in the place of other elements; those in neither table leave only what is in them."""

_EMPTY = frozenset({"br", "hr", "wbr"})
_PLAIN = {"dir", "lang", "title", "colspan", "rowspan", "start", "reversed", "value", "datetime", "open"}
_DIRECTIONS = frozenset({"ltr", "rtl", "auto"})
_NUMBERS = frozenset({"colspan", "rowspan", "start", "value"})
_MOST_CELLS = 1_000
_LONGEST = 2_000
_SCHEMES = frozenset({"http", "https", "mailto", "tel"})


@dataclass(frozen=True)
class ViewOptions:
    """What the view shows besides the text."""

    pictures: bool = False
    """images by their http(s) address, for a client that wants to load them; else their alternative text alone"""


def render_view(page: Page, options: ViewOptions | None = None) -> str:
    """The page as a safe fragment of HTML with every row of `texts` in a `<span data-row="N">`.

    >>> from kaensan.page import parse
    >>> render_view(parse("<p onclick=alert(1)>Hello <a href='javascript:alert(1)'>world</a><script>alert(1)</script>"))
    '<div><p><span data-row="0">Hello </span><a><span data-row="1">world</span></a></p></div>'
    """
    options = options or ViewOptions()
    elements, texts = page.elements, page.texts
    opening, closing = _tags(page, options)
    visible = texts.visible.tolist()
    at_start, at_end, at_row = places(page)
    place = np.concatenate([at_start, at_end, at_row])
    order = np.argsort(place, kind="stable").tolist()
    count = len(elements)
    parts: list[str] = []
    for event in order:
        if event < count:
            parts.append(opening[event])
        elif event < 2 * count:
            parts.append(closing[event - count])
        else:
            row = event - 2 * count
            hidden = "" if visible[row] else ' data-hidden=""'
            parts.append(f'<span data-row="{row}"{hidden}>{_text(texts.strings[row])}</span>')
    return "".join(parts)


def _tags(page: Page, options: ViewOptions) -> tuple[list[str], list[str]]:
    """What is written for the start and for the end of every element."""
    opening: list[str] = []
    closing: list[str] = []
    absolute = _harmless(page)
    for name, attributes in zip(page.elements.names, page.elements.attrs, strict=True):
        if name == "img" or name == "image":
            opening.append(_picture(attributes, options, absolute))
            closing.append("")
            continue
        written = name if name in ALLOWED else _INSTEAD.get(name)
        if written is None:
            opening.append("")
            closing.append("")
        else:
            opening.append(f"<{written}{_attributes(written, attributes, absolute)}>")
            closing.append("" if written in _EMPTY else f"</{written}>")
    return opening, closing


def _attributes(name: str, attributes: Attributes, absolute: Callable[[str], str | None]) -> str:
    parts: list[str] = []
    for key, value in attributes:
        given = (value or "")[:_LONGEST]
        if key == "href" and name == "a":
            if address := absolute(given):
                parts.append(f' data-href="{_value(address)}"')
        elif key in _PLAIN and (checked := _checked(key, given)) is not None:
            parts.append(f' {key}="{_value(checked)}"')
    return "".join(parts)


def _checked(key: str, value: str) -> str | None:
    """The value of an attribute where it is of the right kind."""
    if key in _NUMBERS:
        digits = value.strip()
        return digits if digits.isascii() and digits.isdigit() and int(digits[:9]) <= _MOST_CELLS else None
    if key == "dir":
        return value.lower() if value.lower() in _DIRECTIONS else None
    return "" if key in ("reversed", "open") else value


def _picture(attributes: Attributes, options: ViewOptions, absolute: Callable[[str], str | None]) -> str:
    known = {key: (value or "")[:_LONGEST] for key, value in attributes}
    described = _value(known.get("alt") or known.get("title") or "")
    address = absolute(known.get("src") or known.get("data-src") or "")
    if options.pictures and address and address.startswith(("http:", "https:")):
        return f'<img alt="{described}" src="{_value(address)}" referrerpolicy="no-referrer">'
    return f'<span data-picture="" role="img" aria-label="{described}">{described}</span>'


def _harmless(page: Page) -> Callable[[str], str | None]:
    """Addresses as a reader may see them: absolute, of a harmless kind, or None."""

    def resolve(given: str) -> str | None:
        address = page.head.absolute(given) if given else None
        scheme = (address or "").partition(":")[0].lower()
        return address if scheme in _SCHEMES else None

    return resolve


def _text(text: str) -> str:
    return escape(text.replace("\0", "\ufffd"), quote=False)


def _value(text: str) -> str:
    return escape(text.replace("\0", "\ufffd"), quote=True)
