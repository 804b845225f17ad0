"""How content is rendered, never which."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["RenderOptions"]


@dataclass(frozen=True)
class RenderOptions:
    """What Markdown and HTML show besides the text."""

    links: bool = True
    """link targets; without them the text of a link stays"""
    images: bool = True
    """images with their alternative text"""
