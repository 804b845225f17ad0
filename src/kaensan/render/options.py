"""How content is rendered, never which."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from kaensan.frozen_records import record

__all__ = ["FrontMatter", "RenderOptions"]

FrontMatter = Mapping[str, str | tuple[str, ...] | None]
"""What is known of a page, by name, as front matter writes it; what is empty is left out."""


@record
class RenderOptions:
    """What text, Markdown and HTML show besides the content."""

    links: bool = True
    """link targets; without them the text of a link stays"""
    images: bool = True
    """images with their alternative text"""
    title: str | None = None
    """a title above the content: a line of text, or a first heading"""
    front_matter: FrontMatter = field(default_factory=dict)
    """metadata before everything else: a YAML block in text and Markdown, a `dl` in HTML"""
