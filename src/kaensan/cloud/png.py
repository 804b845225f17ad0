"""A cloud as a PNG, its text shaped by HarfBuzz through Pillow."""

from __future__ import annotations

import io

from kaensan.cloud.drawing import Drawing
from kaensan.cloud.palette import DARK, LIGHT

__all__ = ["render_png"]


def render_png(drawing: Drawing) -> bytes:
    """The cloud as pixels."""
    from PIL import Image, ImageDraw

    look = drawing.look
    palette = DARK if look.theme == "dark" else LIGHT
    colours = palette.sides if drawing.compared else palette.hues
    size = (round(look.width * look.scale), round(look.height * look.scale))
    image = Image.new("RGB", size, palette.background)
    canvas = ImageDraw.Draw(image)
    for drawn in drawing.drawn:
        place = drawn.place
        canvas.text(
            (place.x * look.scale, place.y * look.scale),
            drawn.term.text,
            fill=colours[drawn.colour],
            font=drawing.font.sized(place.size * look.scale),
            anchor="ls",
        )
    buffer = io.BytesIO()
    image.save(buffer, "PNG", optimize=False, compress_level=6)
    return buffer.getvalue()
