"""The kept rows as html."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page
from kaensan.render.text import render_text

__all__ = ["render_html"]


def render_html(page: Page, kept: NDArray[np.bool_]) -> str:
    """The kept rows as html."""
    return render_text(page, kept)
