"""Whole visits to the studio, as a person would make them, on five kinds of pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from studio_visit import KINDS, mend_and_teach
from studio_window import Studio


@pytest.mark.parametrize("kind", KINDS)
def test_a_dropped_text_is_explained_mended_saved_and_taught(studio: Studio, kind: str, tmp_path: Path) -> None:
    mend_and_teach(studio, kind, tmp_path)
