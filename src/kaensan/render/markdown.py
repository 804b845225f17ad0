"""The kept rows as markdown."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page
from kaensan.render.text import render_text

__all__ = ["render_markdown"]


def render_markdown(page: Page, kept: NDArray[np.bool_]) -> str:
    """The kept rows as markdown."""
    return render_text(page, kept)
