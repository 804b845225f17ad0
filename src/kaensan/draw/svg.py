"""Shapes and words of a picture, as self-contained SVG.

A picture carries its own style sheet, in light and dark, and nothing else: no scripts, no fonts, no links. Colours
have names of the domain (`content`, `threshold`), never numbers.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from kaensan.draw.escaping import Markup, element, escape, join

__all__ = ["STYLE", "bars", "circle", "columns", "curve", "label", "legend", "line", "picture", "rect", "shorten"]

_LIGHT = {
    "ink": "#1f2328",
    "quiet": "#656d76",
    "grid": "#d8dee4",
    "paper": "#ffffff",
    "content": "#2563eb",
    "title": "#c2410c",
    "other": "#b3bac2",
    "threshold": "#dc2626",
    "second": "#0d9488",
    "third": "#7c3aed",
    "chosen": "#dbe7ff",
}
_DARK = {
    "ink": "#e6edf3",
    "quiet": "#9198a1",
    "grid": "#30363d",
    "paper": "#0d1117",
    "content": "#6ba4ff",
    "title": "#fb923c",
    "other": "#57606a",
    "threshold": "#f87171",
    "second": "#2dd4bf",
    "third": "#b197fc",
    "chosen": "#1b2b4b",
}
_FONT = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'Noto Sans Thai', Thonburi, 'Leelawadee UI', sans-serif"


def _colours(palette: dict[str, str]) -> str:
    fills = "".join(f".kd .{name}{{fill:{colour}}}" for name, colour in palette.items())
    strokes = "".join(f".kd .{name}-line{{fill:none;stroke:{colour}}}" for name, colour in palette.items())
    return fills + strokes


STYLE = (
    f".kd{{font:12px {_FONT}}}.kd .small{{font-size:10.5px}}.kd .strong{{font-weight:600}}.kd .thin{{stroke-width:1}}"
    ".kd .thick{stroke-width:2}.kd .dashed{stroke-dasharray:5 4}.kd .faint{opacity:.45}"
    ".kd .crisp{shape-rendering:crispEdges}"
    f"{_colours(_LIGHT)}@media (prefers-color-scheme:dark){{{_colours(_DARK)}}}"
)
"""The style sheet of all pictures."""


def picture(width: float, height: float, title: str, description: str, *parts: Markup, alone: bool = True) -> Markup:
    """The whole picture. `alone` makes it a file of its own; inside a report the report brings the style sheet."""
    style = [element("style", Markup(STYLE))] if alone else []
    return element(
        "svg",
        element("title", escape(title)),
        element("desc", escape(description)),
        *style,
        rect(0, 0, width, height, "paper"),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
        role="img",
        class_="kd",
    )


def rect(x: float, y: float, width: float, height: float, kind: str, *, tip: str = "", radius: float = 0) -> Markup:
    """A filled rectangle; `tip` shows when the pointer rests on it."""
    inside = [element("title", escape(tip))] if tip else []
    return element(
        "rect",
        *inside,
        x=float(x),
        y=float(y),
        width=float(width),
        height=float(height),
        rx=radius or None,
        class_=kind,
    )


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> Markup:
    """A straight line."""
    return element("line", x1=float(x1), y1=float(y1), x2=float(x2), y2=float(y2), class_=kind)


def circle(x: float, y: float, radius: float, kind: str, *, tip: str = "") -> Markup:
    """A filled circle."""
    inside = [element("title", escape(tip))] if tip else []
    return element("circle", *inside, cx=float(x), cy=float(y), r=float(radius), class_=kind)


def curve(x: NDArray[np.float64], y: NDArray[np.float64], kind: str) -> Markup:
    """A line through points."""
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x.tolist(), y.tolist(), strict=True))
    return element("polyline", points=points, class_=kind)


def bars(x: NDArray[np.float64], width: float, top: NDArray[np.float64], base: float, kind: str) -> Markup:
    """Upright bars of one width, all in one path."""
    steps = (
        f"M{a:.1f} {base:.1f}V{b:.1f}h{width:.2f}V{base:.1f}z"
        for a, b in zip(x.tolist(), top.tolist(), strict=True)
        if abs(b - base) >= 0.05
    )
    return element("path", d="".join(steps), class_=f"{kind} crisp")


def label(x: float, y: float, text: str, kind: str = "ink", anchor: str | None = None, *, tip: str = "") -> Markup:
    """Words at a place; `anchor` is start, middle or end."""
    inside = [element("title", escape(tip))] if tip else []
    return element("text", escape(text), *inside, x=float(x), y=float(y), class_=kind, text_anchor=anchor)


def legend(x: float, y: float, entries: Iterable[tuple[str, str]]) -> Markup:
    """Small squares of colour with what they mean, one after another."""
    parts: list[Markup] = []
    for kind, meaning in entries:
        parts += [rect(x, y - 9, 10, 10, kind), label(x + 15, y, meaning, "quiet small")]
        x += 30 + 6.2 * columns(meaning)
    return join(parts)


def columns(text: str) -> int:
    """How wide a text is, in columns of a terminal: marks take none, Han and the like take two.

    >>> columns("ที่"), columns("日本"), columns("abc")
    (1, 4, 3)
    """
    return sum(
        0 if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf") else _wide(char)
        for char in text
    )


def _wide(char: str) -> int:
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def shorten(text: str, width: int, *, keep: str = "start") -> str:
    """A text in at most so many columns, white space collapsed; `keep` says which part stays: start or end.

    >>> shorten("/html[1]/body[1]/div[2]", 12, keep="end")
    '…y[1]/div[2]'
    """
    text = " ".join(text[: 8 * width].split() if keep == "start" else text[-8 * width :].split())
    if columns(text) <= width:
        return text
    used, end = 1, 0
    for char in text if keep == "start" else reversed(text):
        used += columns(char)
        if used > width:
            break
        end += 1
    return text[:end] + "…" if keep == "start" else "…" + text[len(text) - end :]
