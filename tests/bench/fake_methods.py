"""Methods whose answer is known, registered under names of their own."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np
import pytest

from kaensan.errors import ModelError
from kaensan.methods import Labels, Method, Role
from kaensan.page import Page


class Everything:
    """Keeps every row, and fails on a page that says so."""

    name = "everything"

    def label(self, page: Page) -> Labels:
        if any("POISON" in text for text in page.texts.strings):
            raise RuntimeError("poisoned")
        rows = len(page.texts)
        return Labels(self.name, np.full(rows, Role.CONTENT, np.int8), np.ones(rows, np.float32))


class Paragraphs(Everything):
    """Keeps the rows in `p` elements."""

    name = "paragraphs"

    def label(self, page: Page) -> Labels:
        kept = np.array([page.elements.names[row] == "p" for row in page.texts.parent], np.int8)
        return Labels(self.name, kept, kept.astype(np.float32))


class Untrained:
    """Lacks its model."""

    name = "untrained"

    def label(self, page: Page) -> Labels:
        raise ModelError("there is no model for this method")


def register(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    known: dict[str, tuple[str, str, str]] = {
        made.name: (__name__, made.__name__, "a fake") for made in (Everything, Paragraphs, Untrained)
    }
    monkeypatch.setattr(sys.modules["kaensan.methods"], "_METHODS", known)
    yield


_: Method = Everything()
