"""Any method under the rules that a user wrote."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.base import Labels, Method, Role, worded
from kaensan.page import Page
from kaensan.page.selectors import SelectableTree
from kaensan.sites.field_rules import read_field
from kaensan.sites.rules import FIELDS
from kaensan.sites.selector import outermost
from kaensan.sites.user_rules import Entry, Selector, UserRules

__all__ = ["RuledMethod", "post_elements"]

Rows = NDArray[np.bool_]


_VERDICTS = {
    "content": ("is content by {selector} ({name}, line {line})", "เป็นเนื้อหาตามกฎ {selector} ({name} บรรทัด {line})"),
    "keep": ("is kept by {selector} ({name}, line {line})", "เก็บไว้ตามกฎ {selector} ({name} บรรทัด {line})"),
    "post": ("is a post by {selector} ({name}, line {line})", "เป็นโพสต์ตามกฎ {selector} ({name} บรรทัด {line})"),
    "remove": ("is removed by {selector} ({name}, line {line})", "ตัดออกตามกฎ {selector} ({name} บรรทัด {line})"),
}
"""What rules say of a text, in English and in Thai."""


class RuledMethod:
    """A method whose decision the user's rules correct; where they name the content themselves, it is not asked."""

    def __init__(self, method: Method, rules: UserRules) -> None:
        self.method, self.rules = method, rules

    @property
    def name(self) -> str:
        return self.method.name

    def label(self, page: Page) -> Labels:
        """Label a page: `content` first, then `keep` and `post`, and `remove` last."""
        address = page.url or page.head.canonical
        entries = self.rules.for_address(address) if address else []
        if not entries:
            labels = self.method.label(page)
            if address is None:
                note = "no address is known for the page, so the rules file was not used; name it with --url or url="
                labels = replace(labels, warnings=(*labels.warnings, note))
            return labels
        return _Correction(page, entries, self.rules.name).apply(self.method)


def post_elements(page: Page, rules: UserRules) -> tuple[int, ...]:
    """The elements that rules call the posts of a page, none where they name none."""
    address = page.url or page.head.canonical
    entries = rules.for_address(address) if address else []
    return _Correction(page, entries, rules.name).posts() if entries else ()


class _Correction:
    """What the rules say about one page."""

    def __init__(self, page: Page, entries: list[Entry], name: str) -> None:
        self.page, self.entries, self.name = page, entries, name
        self.warnings: list[str] = []
        self.why: dict[int, str] = {}
        self.why_in_thai: dict[int, str] = {}
        self.tree = SelectableTree(page)

    def apply(self, method: Method) -> Labels:
        count = len(self.page.texts)
        content = self._rows("content", needed=True)
        if content is not None:
            labels = Labels(f"rules {self.name}", content.astype(np.int8), content.astype(np.float32))
            everywhere = f"outside what content selects in {self.name}"
        else:
            labels = method.label(self.page)
            everywhere = ""
        kept = self._rows("keep")
        posts = self._rows("post")
        removed = self._rows("remove")
        role = labels.role.copy()
        if kept is not None:
            role[kept & (role == Role.OTHER)] = Role.CONTENT
        if posts is not None:
            role[posts & (role == Role.OTHER)] = Role.CONTENT
        if removed is not None:
            role[removed] = Role.OTHER
        stated = self._fields()
        before, translated, why, thai = labels.reason, labels.translated, self.why, self.why_in_thai

        def in_language(row: int, language: str) -> str:
            said = (thai if language == "th" else why).get(row) or everywhere
            return said or (translated(row, language) if translated else before(row))

        score = np.where(role != labels.role, role > 0, labels.score).astype(np.float32) if count else labels.score
        return replace(
            labels,
            role=role,
            score=score,
            reason=lambda row: why.get(row) or everywhere or before(row),
            translated=in_language,
            stated={**labels.stated, **stated},
            posts=self.posts(),
            warnings=(*labels.warnings, *self.warnings),
        )

    def posts(self) -> tuple[int, ...]:
        """The elements that the rules call posts; of those that lie in one another the outermost."""
        matched = {element for selector in self._selectors("post") for element in self.tree.rows(selector.text)}
        return tuple(outermost(self.page.elements, np.array(sorted(matched), np.int64)))

    def _rows(self, key: str, *, needed: bool = False) -> Rows | None:
        """The rows that the selectors of a key mean; None when there are none."""
        elements = self.page.elements
        found: Rows | None = None
        for selector in self._selectors(key):
            matched = self.tree.rows(selector.text)
            if not matched and needed:
                self._nothing(key, selector)
            values = {"selector": selector.text, "name": self.name, "line": selector.line}
            why, in_thai = (worded(_VERDICTS, key, language, **values) for language in ("en", "th"))
            reached = 0  # what lies in an element that was selected before is done
            for element in sorted(matched):
                if found is None:
                    found = np.zeros(len(self.page.texts), np.bool_)
                first, end = max(reached, int(elements.first_text[element])), int(elements.end_text[element])
                reached = max(reached, end)
                found[first:end] = True
                for row in range(first, end):
                    self.why[row] = why
                    self.why_in_thai[row] = in_thai
        return found

    def _fields(self) -> dict[str, tuple[str, str]]:
        stated: dict[str, tuple[str, str]] = {}
        for name in FIELDS:
            selectors = self._selectors(name)
            for selector in selectors:
                values = (read_field(self.page, name, element) for element in self.tree.rows(selector.text))
                if value := next(filter(None, values), None):
                    stated[name] = (value, f"rule {selector.text}")
                    break
            else:
                if selectors:
                    self._nothing(name, selectors[-1])
        return stated

    def _selectors(self, key: str) -> list[Selector]:
        return [selector for entry in self.entries for selector in entry.selectors.get(key, ())]

    def _nothing(self, key: str, selector: Selector) -> None:
        self.warnings.append(f"{key} {selector.text} found nothing on this page ({self.name}, line {selector.line})")
