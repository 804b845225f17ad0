"""A cloud: terms, and their picture in every format."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kaensan.cached import cached_property
from kaensan.clouds.cloud_texts import Sources, read_sources
from kaensan.clouds.drawing import Drawing, Look, draw
from kaensan.clouds.terms import Term, TermOptions, find_terms
from kaensan.document import Document
from kaensan.errors import InputError, UsageError

__all__ = ["FORMATS", "Cloud", "make_cloud"]

FORMATS = ("svg", "png", "html", "json", "txt")
_TITLES = {"en": "Tag cloud", "th": "เมฆคำ"}
_SIDES = {"en": ("the first", "the second"), "th": ("ชุดแรก", "ชุดที่สอง")}


@dataclass(frozen=True)
class Cloud:
    """Weighted terms, drawn when they are asked for."""

    terms: tuple[Term, ...]
    """the weightiest first"""
    look: Look = field(default_factory=Look)
    """width, height, colours and font"""
    sides: tuple[str, str] | None = None
    """the names of the two sets, in a comparison"""
    title: str = "Tag cloud"
    """what the picture is called"""
    language: str | None = None
    """the language that most of it is in (ISO 639-1), where that is known"""

    @property
    def compared(self) -> bool:
        """Whether two sets are held against each other."""
        return self.sides is not None

    @cached_property
    def drawing(self) -> Drawing:
        """The terms in their places."""
        first, second = self.sides or ("", "")
        both = "ทั้งสอง" if self.language == "th" else "both"
        return draw(self.terms, self.look, sides=(first, both, second) if self.sides else None)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is missing from the picture."""
        return self.drawing.warnings

    def __repr__(self) -> str:
        return f"Cloud({len(self.terms)} terms, title={self.title!r})"

    def _repr_svg_(self) -> str:
        """How notebooks show it."""
        return self.svg

    @cached_property
    def svg(self) -> str:
        """The picture as SVG, its words selectable."""
        from kaensan.clouds.svg import render_svg

        return render_svg(self.drawing)

    @cached_property
    def png(self) -> bytes:
        """The picture as PNG."""
        from kaensan.clouds.png import render_png

        return render_png(self.drawing)

    @cached_property
    def html(self) -> str:
        """The picture as a page of its own, with the terms as a table."""
        from kaensan.clouds.html_page import render_html

        return render_html(self.drawing, self.title, self.language)

    @property
    def text(self) -> str:
        """A line for each term: the term, its count, its weight."""
        return "".join(f"{term.text}\t{term.count}\t{term.weight:.6g}\n" for term in self.terms)

    def to_dict(self) -> dict[str, Any]:
        """The terms as plain data, ready for JSON."""
        return {
            "title": self.title,
            "language": self.language,
            "compared": self.compared,
            "sides": list(self.sides or ()),
            "terms": [term.to_dict() for term in self.terms],
        }

    def render(self, form: str) -> str | bytes:
        """The cloud in one of `FORMATS`."""
        if form == "json":
            return json.dumps(self.to_dict(), ensure_ascii=False, indent=1) + "\n"
        if form not in FORMATS:
            raise UsageError(f"a cloud cannot be written as {form!r}; choose one of {', '.join(FORMATS)}")
        rendered: str | bytes = getattr(self, {"txt": "text"}.get(form, form))
        return rendered

    def save(self, path: str | Path) -> None:
        """Write the cloud to a file, in the format that its ending names."""
        target = Path(path)
        rendered = self.render(target.suffix.lower().removeprefix("."))
        try:
            target.write_bytes(rendered.encode("utf-8", "replace") if isinstance(rendered, str) else rendered)
        except OSError as error:
            raise InputError(f"cannot write {target}: {error.strerror}") from error


def make_cloud(
    sources: Sources,
    *,
    compare: Sources | None = None,
    terms: TermOptions | None = None,
    look: Look | None = None,
    title: str | None = None,
    sides: tuple[str, str] | None = None,
) -> Cloud:
    """The cloud of a document, a text, or several of them; with `compare`, of two sets against each other.

    The title is that of the document where none is given; `sides` names the two sets in the legend of a comparison.
    """
    options = terms or TermOptions()
    given = sources if isinstance(sources, Document | str) else list(sources)
    ours = read_sources(given, options.segmentation)
    theirs = None if compare is None else read_sources(compare, options.segmentation)
    found = find_terms(ours, options, against=theirs)
    language = _language(given, found)
    named = given.title if isinstance(given, Document) and compare is None else None
    compared = None if compare is None else sides or _SIDES["th" if language == "th" else "en"]
    return Cloud(
        found, look or Look(), compared, title or named or _TITLES["th" if language == "th" else "en"], language
    )


def _language(given: Sources, terms: tuple[Term, ...]) -> str | None:
    """The language of a cloud: Thai where most of its weight is in Thai letters, else that of its document."""
    thai = sum(term.weight for term in terms if "\u0e00" <= term.text[0] <= "\u0e7f")
    if 2 * thai > sum(term.weight for term in terms):
        return "th"
    return given.language if isinstance(given, Document) else None
