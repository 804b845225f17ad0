"""Methods whose answer is plain to see. They live in a module, so that worker processes can load them."""

from __future__ import annotations

import os
import time
from dataclasses import replace

import numpy as np

from kaensan.document import Document
from kaensan.methods import Labels, Role
from kaensan.page import Page

__all__ = ["All", "Deadly", "Failing", "Greedy", "Paragraphs", "with_process_number"]


class All:
    """Keeps every text."""

    name = "all"

    def label(self, page: Page) -> Labels:
        rows = len(page.texts)
        role = np.full(rows, Role.CONTENT, np.int8)
        return Labels(self.name, role, np.ones(rows, np.float32), reason=lambda row: f"row {row}", confidence=0.5)


class Paragraphs:
    """Keeps the texts that stand directly in a paragraph."""

    name = "paragraphs"

    def label(self, page: Page) -> Labels:
        names = page.elements.names
        role = np.array([names[parent] == "p" for parent in page.texts.parent], np.int8)
        reason = [f"in {names[parent]}" for parent in page.texts.parent]
        return Labels(self.name, role, role.astype(np.float32), reason=reason.__getitem__)


class Failing(All):
    """Has a mistake that shows on some pages."""

    name = "failing"

    def label(self, page: Page) -> Labels:
        if "fail" in page.source:
            raise ZeroDivisionError("division by zero")
        return super().label(page)


class Deadly(All):
    """Takes its whole process down on some pages, as a lack of memory would."""

    name = "deadly"

    def label(self, page: Page) -> Labels:
        if "die" in page.source:
            os._exit(9)
        return super().label(page)


class Greedy(All):
    """Takes all time on some pages, all memory on others."""

    name = "greedy"

    def label(self, page: Page) -> Labels:
        if "hang" in page.source:
            time.sleep(600)
        if "eat" in page.source:
            bytearray(4 << 30)
        return super().label(page)


def with_process_number(document: Document) -> Document:
    """The document with a warning that names the process it was made in."""
    return Document(document.page, replace(document.labels, warnings=(*document.labels.warnings, str(os.getpid()))))
