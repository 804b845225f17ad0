"""The function `kaensan.cloud`; it imports what it needs when it is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kaensan.cloud.cloud import Cloud
    from kaensan.cloud.drawing import Look
    from kaensan.cloud.sources import Sources
    from kaensan.cloud.terms import TermOptions

__all__ = ["cloud"]


def cloud(
    sources: Sources,
    *,
    compare: Sources | None = None,
    terms: TermOptions | None = None,
    look: Look | None = None,
    title: str = "Tag cloud",
) -> Cloud:
    """The tag cloud of a document, a text, or several of either; with `compare`, of two sets against each other.

    >>> cloud("ฝนตก น้ำท่วม ฝนตก").terms[0].text
    'ฝนตก'
    """
    from kaensan.cloud.cloud import make_cloud

    return make_cloud(sources, compare=compare, terms=terms, look=look, title=title)
