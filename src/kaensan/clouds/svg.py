"""A cloud as SVG: text stays text, in the part of the font that it needs, so it looks the same everywhere."""

from __future__ import annotations

import re
from base64 import b64encode
from html import escape

from kaensan.clouds.drawing import LEGEND, Drawing, Drawn
from kaensan.clouds.palette import DARK, LIGHT, Palette

__all__ = ["font_face", "palette_style", "render_legend", "render_svg", "render_texts", "xml"]

_UNDRAWABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def render_svg(drawing: Drawing) -> str:
    """The cloud as a picture that stands alone."""
    look = drawing.look
    names = ", ".join(drawn.term.text for drawn in drawing.drawn[:10])
    style = f"{font_face(drawing, ''.join(drawing.sides or ()))}\n{palette_style(drawing)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{look.width}" height="{look.height}" '
        f'viewBox="0 0 {look.width} {look.height}" role="img" aria-label="{xml(names)}">\n'
        f"<style>\n{style}\n</style>\n"
        f'<rect class="paper" width="100%" height="100%"/>\n{render_texts(drawing)}{render_legend(drawing)}</svg>\n'
    )


def render_texts(drawing: Drawing, attributes: str = "") -> str:
    """The terms as `text` elements, each with its count as a tooltip; `attributes` may use {number} and {label}."""
    lines = []
    for number, drawn in enumerate(drawing.drawn):
        label = f"{drawn.term.text}: {drawn.term.count}"
        more = attributes.replace("{number}", str(number)).replace("{label}", xml(label))
        lines.append(
            f'<text x="{drawn.place.x:.2f}" y="{drawn.place.y:.2f}" font-size="{drawn.place.size:.2f}" '
            f'textLength="{drawn.advance:.2f}" lengthAdjust="spacingAndGlyphs" class="{_colour(drawing, drawn)}"{more}>'
            f"<title>{xml(label)}</title>{xml(drawn.term.text)}</text>\n"
        )
    return "".join(lines)


def render_legend(drawing: Drawing) -> str:
    """What the colours of a comparison mean, below the terms; nothing for a plain cloud."""
    if drawing.sides is None:
        return ""
    share, y = drawing.look.width / 3, drawing.look.height - LEGEND / 2
    return "".join(
        f'<rect class="side{number}" x="{share * number + 16:.1f}" y="{y - 7:.1f}" width="14" height="14"/>'
        f'<text class="legend" x="{share * number + 38:.1f}" y="{y + 5:.1f}" font-size="15">{xml(name)}</text>\n'
        for number, name in enumerate(drawing.sides)
    )


def font_face(drawing: Drawing, text: str = "") -> str:
    """The style rule that carries the font, cut down to the characters of the terms and of `text`."""
    has_glyph = drawing.font.characters
    wanted = {*"".join(drawn.term.text for drawn in drawing.drawn), *(char for char in text if ord(char) in has_glyph)}
    characters = "".join(sorted(wanted))
    data = b64encode(drawing.font.subset(characters)).decode("ascii")
    family = drawing.font.family.replace('"', "").replace("\\", "").replace("<", "")
    return (
        f'@font-face {{ font-family: "Kaensan cloud"; src: url(data:font/woff;base64,{data}) format("woff"); }}\n'
        f'text {{ font-family: "Kaensan cloud", "{family}", sans-serif; text-rendering: geometricPrecision; '
        "white-space: pre; }"
    )


def palette_style(drawing: Drawing) -> str:
    """The style rules that colour paper and terms, by the theme of the look."""
    theme = drawing.look.theme
    style = _rules(DARK if theme == "dark" else LIGHT)
    return f"{style}\n@media (prefers-color-scheme: dark) {{\n{_rules(DARK)}\n}}" if theme == "auto" else style


def xml(text: str) -> str:
    """Text that is safe in XML and HTML, in elements and in attributes."""
    return escape(_UNDRAWABLE.sub("\ufffd", text))


def _rules(palette: Palette) -> str:
    rules = [f".paper {{ fill: {palette.background}; }}", f".legend {{ fill: {palette.text}; }}"]
    rules += [f".hue{number} {{ fill: {colour}; }}" for number, colour in enumerate(palette.hues)]
    rules += [f".side{number} {{ fill: {colour}; }}" for number, colour in enumerate(palette.sides)]
    return "\n".join(rules)


def _colour(drawing: Drawing, drawn: Drawn) -> str:
    return f"{'side' if drawing.compared else 'hue'}{drawn.colour}"
