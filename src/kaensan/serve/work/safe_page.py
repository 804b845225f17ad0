"""The page itself, made safe to look at: its structure and text, and nothing that runs, loads, styles or submits.

The view is written anew from the flat tree, never copied from the source: a few elements and attributes are let
through, everything else is left out, and every text is escaped. Each row of `texts` stands in a
`<span data-row="N">`. The view is meant for the `srcdoc` of a sandboxed frame.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.lstm.tokens import places
from kaensan.page import Page
from kaensan.page.elements import Attributes
from kaensan.render.links import Links

__all__ = ["ALLOWED", "ViewOptions", "names_for_styles", "render_view"]

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
_DIGITS = 4
"""Digits of the width of an image in pixels: no screen is ten thousand wide."""
_LONGEST_IMAGE = 100_000
"""Characters of a picture in the markup itself: icons and previews have some thousand."""
_INLINE_IMAGES = tuple(f"data:image/{kind};base64," for kind in ("png", "jpeg", "gif", "webp"))
_CUSTOM = re.compile(r"[a-z][a-z0-9]{0,30}(?:-[a-z0-9]{1,30}){1,4}")
"""Elements that a page defines by script: without scripts they are boxes that styles may mean."""


@dataclass(frozen=True)
class ViewOptions:
    """What the view shows besides the text."""

    pictures: bool = False
    """images by their http(s) address, for a client that wants to load them; else their alternative text alone"""
    own_look: bool = False
    """names that the page's own styles mean, styles as `data-style` and addresses of images as `data-src`: the client
    puts them in where it may; `html` and `body` are left to it, and texts stand in elements that no page names"""


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
    span = "text-row" if options.own_look else "span"
    spaced = _spaced(page) if options.own_look else np.zeros(len(texts), np.bool_)
    parts: list[str] = []
    for event in order:
        if event < count:
            parts.append(opening[event])
        elif event < 2 * count:
            parts.append(closing[event - count])
        else:
            row = event - 2 * count
            hidden = "" if visible[row] else ' data-hidden=""'
            space = " " if spaced[row] else ""
            parts.append(f'{space}<{span} data-row="{row}"{hidden}>{_text(texts.strings[row])}</{span}>')
    return "".join(parts)


_SPACE_OUTSIDE_TAGS = re.compile(r">\s")


def _spaced(page: Page) -> NDArray[np.bool_]:
    """Before which rows there is white space in the source, which is no row of its own."""
    start, end = page.texts.offset.tolist(), page.texts.end_offset.tolist()
    between = zip([0, *end], start, strict=False)  # there is nothing after the last row
    found = [bool(_SPACE_OUTSIDE_TAGS.search(page.source, first, last)) for first, last in between]
    return np.array(found, np.bool_)


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
        written = _written(name, options)
        if written is None:
            opening.append("")
            closing.append("")
        else:
            named = names_for_styles(attributes) if options.own_look else ""
            opening.append(f"<{written}{_attributes(written, attributes, absolute)}{named}>")
            closing.append("" if written in _EMPTY else f"</{written}>")
    return opening, closing


def _written(name: str, options: ViewOptions) -> str | None:
    """The element that is written for one of the page; None for none."""
    if name in ALLOWED:
        return name
    if options.own_look and (name == "body" or _CUSTOM.fullmatch(name)):
        return None if name == "body" else name
    return _INSTEAD.get(name)


def names_for_styles(attributes: Attributes) -> str:
    """Class and id of an element, and its own style as `data-style`."""
    known = {key: (value or "")[:_LONGEST] for key, value in attributes}
    kept = (("class", known.get("class")), ("id", known.get("id")), ("data-style", known.get("style")))
    return "".join(f' {key}="{_value(value)}"' for key, value in kept if value)


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
    if options.own_look:
        inline = dict(attributes).get("src") or ""
        address = inline if len(inline) < _LONGEST_IMAGE and inline.startswith(_INLINE_IMAGES) else address
        source = f' data-src="{_value(address)}"' if address else ""
        return f'<img alt="{described}"{source}{_sides(known)}{names_for_styles(attributes)}>'
    if options.pictures and address and address.startswith(("http:", "https:")):
        return f'<img alt="{described}" src="{_value(address)}" referrerpolicy="no-referrer">'
    return f'<span data-picture="" role="img" aria-label="{described}">{described}</span>'


def _sides(known: dict[str, str]) -> str:
    """Width and height of an image where they are numbers of pixels."""
    sides = ((key, known.get(key, "").strip().removesuffix("px")) for key in ("width", "height"))
    return "".join(
        f' {key}="{side}"' for key, side in sides if side.isascii() and side.isdigit() and len(side) <= _DIGITS
    )


def _harmless(page: Page) -> Callable[[str], str | None]:
    """Addresses as a reader may see them: absolute, of a harmless kind, or None."""

    links = Links(page)

    def resolve(given: str) -> str | None:
        address = links.resolve(given) if given else None
        scheme = (address or "").partition(":")[0].lower()
        return address if scheme in _SCHEMES else None

    return resolve


def _text(text: str) -> str:
    return escape(text.replace("\0", "\ufffd"), quote=False)


def _value(text: str) -> str:
    return escape(text.replace("\0", "\ufffd"), quote=True)
