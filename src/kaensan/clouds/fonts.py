"""The typeface of a cloud: what it covers, how large a text is in it, and the part of it that a picture needs."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kaensan.cached import cached_property
from kaensan.clouds.layout import Extent
from kaensan.errors import UsageError
from kaensan.extras import from_extra

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont
    from PIL.ImageFont import FreeTypeFont

__all__ = ["Font", "load_font"]

_REFERENCE = 200.0
"""the size, in pixels, at which texts are measured"""
_SHAPED_AS = "\u0e4d\u0e32\u0ecd\u0eb2\u25cc"
"""What shapers take SARA AM apart into, in Thai and in Lao, and the circle that they put under a stray mark."""


@dataclass(frozen=True)
class Font:
    """A font file."""

    path: Path

    @cached_property
    def family(self) -> str:
        """The name of the typeface, such as Sarabun SemiBold."""
        name: str | None = self._tables()["name"].getDebugName(4)
        return name or self.path.stem

    @cached_property
    def characters(self) -> frozenset[int]:
        """The code points that it has glyphs for."""
        return frozenset(self._tables().getBestCmap() or ())

    def missing(self, text: str) -> frozenset[str]:
        """The scripts of the characters of a text that the font lacks, such as Thai or CJK.

        >>> sorted(load_font().missing("ไทย and русский"))
        ['Cyrillic']
        """
        lacking = (char for char in text if ord(char) not in self.characters and not char.isspace())
        return frozenset(_script(char) for char in lacking if unicodedata.category(char) != "Cf")

    def sized(self, size: float) -> FreeTypeFont:
        """The font at a size in pixels, ready to draw shaped text."""
        from PIL import ImageFont

        return ImageFont.truetype(str(self.path), size, layout_engine=ImageFont.Layout.RAQM)

    def measure(self, texts: Iterable[str]) -> list[tuple[Extent, float]]:
        """The extent and the advance of each text, at size 1."""
        sized = self.sized(_REFERENCE)
        measured = []
        for text in texts:
            left, top, right, bottom = (edge / _REFERENCE for edge in sized.getbbox(text, anchor="ls"))
            measured.append((Extent(left, top, right, bottom), sized.getlength(text) / _REFERENCE))
        return measured

    def subset(self, text: str) -> bytes:
        """The font with only what a text needs, as WOFF; the same text gives the same bytes."""
        from fontTools.subset import Options, Subsetter

        options = Options()
        options.layout_features = ["*"]
        options.hinting = False
        options.notdef_outline = True
        font = self._tables()
        subsetter = Subsetter(options)
        subsetter.populate(text=text + _SHAPED_AS)
        subsetter.subset(font)
        font.flavor = "woff"
        buffer = io.BytesIO()
        font.save(buffer)
        return buffer.getvalue()

    def _tables(self) -> TTFont:
        from fontTools.ttLib import TTFont

        return TTFont(self.path, fontNumber=0, recalcTimestamp=False, lazy=True)


def load_font(path: str | Path | None = None) -> Font:
    """The font in a file, Sarabun where none is given; checks that it can be used."""
    with from_extra("cloud", "drawing a cloud"):
        import fontpkg_sarabun
        from fontTools.ttLib import TTLibError
        from PIL import features
    if not features.check("raqm"):
        raise UsageError("Pillow cannot shape Thai here; install FriBiDi (libfribidi0 on Debian, fribidi elsewhere)")
    font = Font(Path(path) if path else fontpkg_sarabun.ROOT / "files" / "Sarabun-SemiBold.ttf")
    try:
        font.sized(10)
        _ = font.characters
    except (OSError, TTLibError, ValueError) as error:
        raise UsageError(f"{font.path} cannot be read as a font; give a TrueType or OpenType file") from error
    return font


def _script(char: str) -> str:
    name = unicodedata.name(char, "unnamed").split()[0]
    return name if name == "CJK" else name.capitalize()
