"""A cloud as one HTML page: hover for counts, choose a term for its sentences, print it."""

from __future__ import annotations

import json
from importlib.resources import files

from kaensan.clouds.drawing import Drawing
from kaensan.clouds.palette import DARK, LIGHT, Palette
from kaensan.clouds.svg import font_face, palette_style, render_legend, render_texts, xml

__all__ = ["render_html"]

_HINTS = {
    "en": "Choose a term to see the sentences it comes from.",
    "th": "เลือกคำเพื่ออ่านประโยคที่คำนั้นมาจาก",
}


def render_html(drawing: Drawing, title: str, language: str | None = None) -> str:
    """The cloud as a page that needs nothing else, works from the keyboard, and loads nothing.

    The page around the cloud is set in the cloud's font where that has all of its letters, and else in the reader's
    own: no word is ever made of two fonts.
    """
    terms = [drawn.term for drawn in drawing.drawn]
    hint = _HINTS["th" if language == "th" else "en"]
    legend = "".join(drawing.sides or ())
    around = "".join([title, hint, legend, *(sentence for term in terms for sentence in term.sentences)])
    whole = not drawing.font.missing(around)
    parts = {
        "LANGUAGE": xml(language or "und"),
        "TITLE": xml(title),
        "HINT": xml(hint),
        "HINT_LANGUAGE": "th" if language == "th" else "en",
        "FONT": font_face(drawing, around if whole else legend),
        "TEXT_FONT": '"Kaensan cloud", sans-serif' if whole else "system-ui, sans-serif",
        "PALETTE": palette_style(drawing),
        "THEME": _theme(drawing),
        "WIDTH": str(drawing.look.width),
        "HEIGHT": str(drawing.look.height),
        "TEXTS": render_texts(drawing, ' tabindex="0" role="button" aria-label="{label}" data-term="{number}"')
        + render_legend(drawing),
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
