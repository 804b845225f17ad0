"""A cloud as one HTML page: hover for counts, choose a term for its sentences, print it."""

from __future__ import annotations

import json
from importlib.resources import files

from kaensan.clouds.drawing import Drawing
from kaensan.clouds.palette import DARK, LIGHT, Palette
from kaensan.clouds.svg import font_face, palette_style, render_texts, xml

__all__ = ["render_html"]


def render_html(drawing: Drawing, title: str = "Tag cloud") -> str:
    """The cloud as a page that needs nothing else, works from the keyboard, and loads nothing."""
    terms = [drawn.term for drawn in drawing.drawn]
    shown = "".join(sentence for term in terms for sentence in term.sentences)
    has_glyph = drawing.font.characters
    parts = {
        "TITLE": xml(title),
        "FONT": font_face(drawing, "".join(char for char in shown if ord(char) in has_glyph)),
        "PALETTE": palette_style(drawing),
        "THEME": _theme(drawing),
        "WIDTH": str(drawing.look.width),
        "HEIGHT": str(drawing.look.height),
        "TEXTS": render_texts(drawing, ' tabindex="0" role="button" aria-label="{label}" data-term="{number}"'),
        "TERMS": json.dumps([term.to_dict() for term in terms], ensure_ascii=True).replace("<", "\\u003c"),
    }
    page = files("kaensan.clouds").joinpath("page.html").read_text(encoding="utf-8")
    head, *rest = page.split("{{")
    return head + "".join(parts[name] + after for name, _, after in (piece.partition("}}") for piece in rest))


def _theme(drawing: Drawing) -> str:
    """The colours of the page around the cloud."""
    theme = drawing.look.theme
    style = _root(DARK if theme == "dark" else LIGHT)
    return f"{style}\n@media (prefers-color-scheme: dark) {{\n{_root(DARK)}\n}}" if theme == "auto" else style


def _root(palette: Palette) -> str:
    return f":root {{ --paper: {palette.background}; --ink: {palette.text}; --accent: {palette.sides[0]}; }}"
