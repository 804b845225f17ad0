"""The templates: layouts that write a page, and pieces of furniture that layouts put around its content.

Both are Jinja2 files whose first line says what they are:

    {# layout: a regional paper of 2007; era: table; languages: en de #}
    {# layout: a shop with a table of data; type: product; era: css; languages: all #}
    {# furniture: most read, numbered; places: side after; eras: css modern #}

In the markup of both, `data-gold-content`, `data-gold-maybe` and `data-gold-other` mark what is content, what people
disagree on (headlines, names, dates, captions) and what is none; the innermost mark around a text holds, and what
stands in none is no content.

Both are given the page's `site`, `article` (`matter.Article`), `lang`, `era` and moment `now`; random choices `n`,
`pick` and `chance`; words by `say`, `prose`, `headline`, `phrase` and `name`; `teasers` of other stories and
`comments`; `{{ article.time | when(dates) }}` writes a date as the language does. Layouts call `place` for furniture,
`body` for texts in a style or of a kind (`bodies.Form`) where `article.body` does not do, `entries` of a live blog,
and `other` for whole articles that are no content here. Pages of other types than articles ask for `goods`, `adverts`,
`specs` and `answers` (`sundries.Sundries`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kaensan.methods.core.class_words import PAGE_TYPES
from kaensan.train.made.words import LANGUAGES

__all__ = ["ERAS", "FOLDER", "PLACES", "Furniture", "Layout", "read_furniture", "read_layouts"]

FOLDER = Path(__file__).parent
"""where the folders `layouts` and `furniture` are"""
ERAS = ("table", "css", "modern")
"""how a page is laid out: by tables and fonts, by boxes with names, by the elements of HTML 5"""
PLACES = ("top", "head", "before", "inside", "after", "side", "foot", "over")
"""where furniture stands: above everything, under the head of the site, before the article, between its paragraphs,
after it, beside it, at the foot of the page, or over all of it"""

_LAYOUT = re.compile(r"\{#\s*layout:\s*(.+?);(?:\s*type:\s*(\w+);)?\s*era:\s*(\w+);\s*languages:\s*([a-z ]+?)\s*#\}")
_FURNITURE = re.compile(r"\{#\s*furniture:\s*(.+?);\s*places:\s*([a-z ]+?);\s*eras:\s*([a-z ]+?)\s*#\}")


@dataclass(frozen=True)
class Layout:
    """How one kind of page is laid out."""

    name: str
    about: str
    page_type: str
    era: str
    languages: tuple[str, ...]


@dataclass(frozen=True)
class Furniture:
    """Something that stands around articles."""

    name: str
    about: str
    places: tuple[str, ...]
    eras: tuple[str, ...]


@cache
def read_layouts() -> tuple[Layout, ...]:
    """All layouts by name; none where the program was installed without them, as wheels are."""
    found = []
    for path in sorted((FOLDER / "layouts").glob("*.html")):
        about, page_type, era, languages = _facts(_LAYOUT, path)
        spoken = LANGUAGES if languages == "all" else tuple(languages.split())
        kind = _known(page_type or "article", PAGE_TYPES, path)
        found.append(Layout(path.stem, about, kind, _known(era, ERAS, path), spoken))
    return tuple(found)


@cache
def read_furniture() -> tuple[Furniture, ...]:
    """All pieces of furniture by name."""
    found = []
    for path in sorted((FOLDER / "furniture").glob("*.html")):
        about, places, eras = _facts(_FURNITURE, path)
        known = tuple(_known(place, PLACES, path) for place in places.split())
        found.append(Furniture(path.stem, about, known, tuple(_known(era, ERAS, path) for era in eras.split())))
    return tuple(found)


def _facts(pattern: re.Pattern[str], path: Path) -> tuple[str, ...]:
    facts = pattern.match(path.read_text("utf-8"))
    if facts is None:
        raise ValueError(f"{path.name} does not begin with a line of facts")
    return facts.groups()


def _known(word: str, known: Sequence[str], path: Path) -> str:
    if word not in known:
        raise ValueError(f"{path.name} names {word!r}, which is none of {', '.join(known)}")
    return word
