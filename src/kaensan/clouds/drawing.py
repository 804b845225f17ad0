"""From terms to a picture that is not yet in any format: each term with its place, size and colour."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from kaensan.clouds.fonts import Font, load_font
from kaensan.clouds.layout import Place, arrange
from kaensan.clouds.palette import LIGHT
from kaensan.clouds.terms import Term
from kaensan.errors import UsageError

__all__ = ["LEGEND", "Drawing", "Drawn", "Look", "draw"]

_THEMES = ("auto", "light", "dark")
_ESSENTIAL = 0.1
"""A script with this share of the weight cannot be left out of the picture."""
_NEUTRAL = 0.05
"""Terms that lean less, their odds in one set being within a tenth of those in the other, belong to both."""
LEGEND = 40
"""height of the legend of a comparison, in pixels"""


@dataclass(frozen=True)
class Look:
    """What a cloud looks like."""

    width: int = 1200
    """units, 50 to 10,000"""
    height: int = 800
    """units, 50 to 10,000"""
    theme: Literal["auto", "light", "dark"] = "auto"
    """`auto` follows the reader's system where the format can (SVG, HTML) and is light elsewhere"""
    font: str | Path | None = None
    """a TrueType or OpenType file; Sarabun where none is given"""
    seed: int = 0
    """another one gives another arrangement of the same terms"""
    scale: float = 2.0
    """pixels of a PNG for each unit of width and height"""

    def __post_init__(self) -> None:
        if self.theme not in _THEMES:
            raise UsageError(f"there is no theme {self.theme!r}; choose one of {', '.join(_THEMES)}")
        if not (50 <= self.width <= 10_000 and 50 <= self.height <= 10_000 and 0.1 <= self.scale <= 8):
            raise UsageError("a cloud is 50 to 10,000 units wide and high, and 0.1 to 8 pixels a unit")


@dataclass(frozen=True)
class Drawn:
    """A term in its place."""

    term: Term
    place: Place
    advance: float
    """how far the text runs along its baseline"""
    colour: int
    """which of the palette's hues, or which of its sides in a comparison"""


@dataclass(frozen=True)
class Drawing:
    """Terms in their places."""

    drawn: tuple[Drawn, ...]
    look: Look
    font: Font
    sides: tuple[str, str, str] | None
    """in a comparison what the colours mean: the first set, both, the second set"""
    warnings: tuple[str, ...]

    @property
    def compared(self) -> bool:
        return self.sides is not None


def draw(terms: tuple[Term, ...], look: Look, *, sides: tuple[str, str, str] | None = None) -> Drawing:
    """Arrange terms, given in order of falling weight, on a canvas; a comparison has a legend below them."""
    font = load_font(look.font)
    covered, warnings = _covered(terms, font)
    measured = font.measure(term.text for term in covered)
    weights = [term.weight for term in covered]
    height = look.height - (LEGEND if sides else 0)
    places = arrange([extent for extent, _ in measured], weights, look.width, height, look.seed)
    hues = np.random.default_rng(look.seed).integers(0, len(LIGHT.hues), len(covered)).tolist()
    drawn = tuple(
        Drawn(term, place, advance * place.size, _side(term) if sides else hue)
        for term, place, (_, advance), hue in zip(covered, places, measured, hues, strict=True)
        if place
    )
    if len(drawn) < len(covered):
        warnings.append(f"{len(covered) - len(drawn)} terms have no room; make the cloud larger or ask for fewer terms")
    if not covered:
        warnings.append("there are no words to draw")
    return Drawing(drawn, look, font, sides, tuple(warnings))


def _covered(terms: tuple[Term, ...], font: Font) -> tuple[list[Term], list[str]]:
    """The terms that the font can draw, and what is to be said of the others."""
    lacking = {term.text: font.missing(term.text) for term in terms}
    total = sum(term.weight for term in terms)
    scripts = sorted(frozenset[str]().union(*lacking.values()))
    for script in scripts:
        if sum(term.weight for term in terms if script in lacking[term.text]) > _ESSENTIAL * total:
            raise UsageError(f"the font {font.family} has no letters for {script}; give one that has, with --font FILE")
    covered = [term for term in terms if not lacking[term.text]]
    left_out = len(terms) - len(covered)
    named = ", ".join(scripts)
    return covered, [f"{left_out} terms are not drawn: {font.family} has no letters for {named}"] if left_out else []


def _side(term: Term) -> int:
    return 1 if abs(term.leaning) < _NEUTRAL else 0 if term.leaning > 0 else 2
