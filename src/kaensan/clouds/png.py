"""A cloud as a PNG, its text shaped by HarfBuzz through Pillow."""

from __future__ import annotations

import io
from math import ceil, floor
from typing import TYPE_CHECKING

from kaensan.clouds.drawing import LEGEND, Drawing, Drawn
from kaensan.clouds.fonts import Font
from kaensan.clouds.palette import DARK, LIGHT, Palette

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["render_png", "term_mask"]

_SMOOTH = 72.0
"""Below this size in pixels fonts are fitted to the pixel grid, which moves marks; text is drawn larger and reduced."""


def render_png(drawing: Drawing) -> bytes:
    """The cloud as pixels."""
    from PIL import Image

    look = drawing.look
    palette = DARK if look.theme == "dark" else LIGHT
    colours = palette.sides if drawing.compared else palette.hues
    image = Image.new("RGB", (round(look.width * look.scale), round(look.height * look.scale)), palette.background)
    for drawn in drawing.drawn:
        mask, corner = term_mask(drawing.font, drawn, look.scale)
        image.paste(colours[drawn.colour], corner, mask)
    _draw_legend(image, drawing, palette)
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=6)
    return buffer.getvalue()


def _draw_legend(image: Image, drawing: Drawing, palette: Palette) -> None:
    """What the colours of a comparison mean, where the SVG has it."""
    from PIL import ImageDraw

    if drawing.sides is None:
        return
    pen, scale = ImageDraw.Draw(image), drawing.look.scale
    share, y = drawing.look.width / 3, drawing.look.height - LEGEND / 2
    for number, name in enumerate(drawing.sides):
        x = share * number + 16
        pen.rectangle([x * scale, (y - 7) * scale, (x + 14) * scale, (y + 7) * scale], fill=palette.sides[number])
        place = ((x + 22) * scale, (y + 5) * scale)
        pen.text(place, name, fill=palette.text, font=drawing.font.sized(15 * scale), anchor="ls")


def term_mask(font: Font, drawn: Drawn, scale: float) -> tuple[Image, tuple[int, int]]:
    """The ink of a term, and where its left upper corner belongs."""
    from PIL import Image, ImageDraw

    place = drawn.place
    times = max(1, ceil(_SMOOTH / (place.size * scale)))
    border = 2 + place.size * scale / 10
    left, top = floor(place.left * scale - border), floor(place.top * scale - border)
    right, bottom = ceil(place.right * scale + border), ceil(place.bottom * scale + border)
    large = Image.new("L", ((right - left) * times, (bottom - top) * times))
    start = ((place.x * scale - left) * times, (place.y * scale - top) * times)
    sized = font.sized(place.size * scale * times)
    ImageDraw.Draw(large).text(start, drawn.term.text, fill=255, font=sized, anchor="ls")
    return large.reduce(times), (left, top)
