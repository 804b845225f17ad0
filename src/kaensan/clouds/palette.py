"""Colours that can be read: each has a contrast of at least 4.5 to 1 against its background (WCAG AA)."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["DARK", "LIGHT", "Palette", "contrast"]


@dataclass(frozen=True)
class Palette:
    """The colours of one theme."""

    background: str
    text: str
    hues: tuple[str, ...]
    """colours of the terms of a plain cloud, all alike"""
    sides: tuple[str, str, str]
    """in a comparison: the first set, both, the second set"""


LIGHT = Palette(
    background="#ffffff",
    text="#1c1e21",
    hues=("#1f4e79", "#8c2d04", "#1b6b3a", "#6a2c70", "#73560a", "#0b636e", "#9c1552", "#3b3b94"),
    sides=("#0b5cad", "#5a5f66", "#b03a00"),
)
DARK = Palette(
    background="#14161a",
    text="#eceff3",
    hues=("#8ec5ff", "#ffb38a", "#7fe0a3", "#dfa8ff", "#f2d16b", "#7fe0e8", "#ff9ec7", "#b9b8ff"),
    sides=("#7cc0ff", "#b3b8c0", "#ffab7a"),
)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours after WCAG 2, from 1 to 21.

    >>> contrast("#ffffff", "#000000")
    21.0
    """
    darker, lighter = sorted(map(_luminance, (one, other)))
    return round((lighter + 0.05) / (darker + 0.05), 2)


def _luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
