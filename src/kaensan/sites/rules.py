"""Rules for the pages of a site: what a page's content, headline, author and date are called there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page
from kaensan.sites.conditions import FEATURES, Condition, features
from kaensan.sites.selector import match, outermost

__all__ = ["FIELDS", "Clause", "Result", "Rule", "TextRule"]

FIELDS = ("title", "author", "date")
"""What a rule may name besides the main text."""

_LEAST = 0.2  # of the shortest text that the rule was learned from


@dataclass(frozen=True)
class Clause:
    """A kind of container: a selector, and conditions where that alone fits too much."""

    selector: str
    where: tuple[Condition, ...] = ()
    many: bool = False
    """whether a page has several of them, as a thread has posts"""

    def find(self, page: Page) -> list[int]:
        """The elements of a page that the clause means, outermost only."""
        rows = outermost(page.elements, match(page.elements, self.selector))
        if not self.where or not rows:
            return rows
        table = features(page, rows)
        holds = np.logical_and.reduce([condition.holds(table) for condition in self.where])
        return [row for row, good in zip(rows, holds.tolist(), strict=True) if good]

    def __str__(self) -> str:
        where = f" where {' and '.join(map(str, self.where))}" if self.where else ""
        return f"{'every ' if self.many else ''}{self.selector}{where}"

    def to_dict(self) -> dict[str, Any]:
        return {"selector": self.selector, "where": [list(one) for one in self.where], "many": self.many}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Clause:
        where = tuple(
            Condition(str(feature), bool(at_most), float(value)) for feature, at_most, value in data.get("where", [])
        )
        if any(condition.feature not in FEATURES for condition in where):
            raise ValueError("a condition on an unknown feature")
        return cls(str(data["selector"]), where, bool(data.get("many", False)))


@dataclass(frozen=True)
class Result:
    """What a rule finds on a page; without `rows` it found no single result, and `why` says so."""

    rows: NDArray[np.bool_] | None
    elements: tuple[int, ...] = ()
    why: str = ""


@dataclass(frozen=True)
class TextRule:
    """Where the main text is: in these containers, without those inside them."""

    keep: tuple[Clause, ...]
    """the first is required; the others add to it where they are there"""
    drop: tuple[str, ...] = ()
    shortest: int = 0
    """characters of the shortest text that the rule was learned from"""

    def apply(self, page: Page) -> Result:
        """The rows of the main text, when the rule gives a single result."""
        elements, texts = page.elements, page.texts
        rows = np.zeros(len(texts), np.bool_)
        used: list[int] = []
        for number, clause in enumerate(self.keep):
            found = clause.find(page)
            if number == 0 and len(found) != 1 and not (clause.many and found):
                return Result(None, (), f"{clause.selector} fits {len(found) or 'no'} element{'s'[: len(found) != 1]}")
            used += found
            for row in found:
                rows[elements.first_text[row] : elements.end_text[row]] = True
        for selector in self.drop:
            for row in match(elements, selector).tolist():
                rows[elements.first_text[row] : elements.end_text[row]] = False
        rows &= texts.visible
        if texts.length[rows].sum() < _LEAST * self.shortest:
            return Result(None, tuple(used), f"{self.keep[0].selector} holds hardly any text")
        return Result(rows, tuple(used))

    def __str__(self) -> str:
        return " and ".join(map(str, self.keep)) + (f" without {', '.join(self.drop)}" if self.drop else "")


@dataclass(frozen=True)
class Rule:
    """All that was learned about one class of pages of a site."""

    host: str
    page_class: str
    text: TextRule | None
    fields: Mapping[str, Clause] = field(default_factory=dict)
    """of `FIELDS`, those that were learned"""
    by: str = "method"
    """who labelled the pages: `hand`, or the name of a method"""
    pages: int = 0
    """how many pages it was learned from"""
    fits: int = 0
    """on how many of them it gives a single result"""
    agreement: float = 0.0
    """F1 between the rule and the labels it was learned from, mean over pages"""
    page_type: str | None = None
    learned: str = ""
    """when, in ISO 8601"""
    expired: str = ""
    """why it is no longer used; empty while it is"""

    @property
    def name(self) -> str:
        """How reasons and warnings call it."""
        return f"{self.host} {self.page_class}"

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        text = self.text and {
            "keep": [clause.to_dict() for clause in self.text.keep],
            "drop": list(self.text.drop),
            "shortest": self.text.shortest,
        }
        return {
            "host": self.host,
            "page_class": self.page_class,
            "text": text,
            "fields": {name: clause.to_dict() for name, clause in self.fields.items()},
            "by": self.by,
            "pages": self.pages,
            "fits": self.fits,
            "agreement": round(self.agreement, 4),
            "page_type": self.page_type,
            "learned": self.learned,
            "expired": self.expired,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Rule:
        text = data["text"]
        return cls(
            host=str(data["host"]),
            page_class=str(data["page_class"]),
            text=text
            and TextRule(
                tuple(map(Clause.from_dict, text["keep"])), tuple(map(str, text["drop"])), int(text["shortest"])
            ),
            fields={name: Clause.from_dict(clause) for name, clause in data["fields"].items() if name in FIELDS},
            by=str(data["by"]),
            pages=int(data["pages"]),
            fits=int(data.get("fits", 0)),
            agreement=float(data["agreement"]),
            page_type=data["page_type"],
            learned=str(data["learned"]),
            expired=str(data["expired"]),
        )
