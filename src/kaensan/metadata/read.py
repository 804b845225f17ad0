"""Reading the title, author, dates and the rest of a page, each with the place it was taken from."""

from __future__ import annotations

from typing import Any

from kaensan.metadata.authors import find_authors
from kaensan.metadata.cleaning import clean
from kaensan.metadata.evidence import Candidate
from kaensan.metadata.languages import date_style, find_language
from kaensan.metadata.marks import Marks
from kaensan.metadata.metadata import SEPARATOR, Metadata
from kaensan.metadata.published import date_candidates, find_modified, find_published
from kaensan.metadata.site_name import find_site
from kaensan.metadata.titles import find_title
from kaensan.methods import Labels
from kaensan.page import Page

__all__ = ["read_metadata"]

_WITHOUT_BYLINE = frozenset({"collection", "listing", "product", "service"})
"""types of pages on which names and dates in the text are those of what is listed or reviewed there"""


def read_metadata(page: Page, labels: Labels) -> Metadata:
    """Gather the metadata of a page."""
    site = find_site(page)
    name = site.value if site else None
    language = find_language(page, labels)
    title = find_title(page, name)
    headline = title.row if title else -1
    marks = Marks(page)
    signed = labels.page_type not in _WITHOUT_BYLINE
    authors = None if "author" in labels.stated else find_authors(marks, headline, name, signed=signed)
    style = date_style(page, language.value if language else None)
    days = date_candidates(marks, headline, style, signed=signed)
    published = find_published(days)
    modified = find_modified(days, published.value if published else None)
    chosen: dict[str, Candidate | None] = {
        "title": title,
        "authors": authors,
        "date": published,
        "modified": modified,
        "site": site,
        "language": language,
        "description": _description(page),
        "keywords": _keywords(page),
        "image": _image(page),
        "url": Candidate(page.head.canonical, "link canonical") if page.head.canonical else None,
    }
    for name, (value, source) in labels.stated.items():
        chosen["authors" if name == "author" else name] = Candidate(value, source)
    values: dict[str, Any] = {name: candidate.value for name, candidate in chosen.items() if candidate}
    for several, separator in (("authors", SEPARATOR), ("keywords", ",")):
        if several in values:
            values[several] = tuple(values[several].split(separator))
    return Metadata(**values, source={name: candidate.source for name, candidate in chosen.items() if candidate})


def _description(page: Page) -> Candidate | None:
    for meta in ("og:description", "description", "twitter:description", "dc.description"):
        for value in page.head.meta.get(meta, []):
            if text := clean(value):
                return Candidate(text, f"meta {meta}")
    for thing in page.head.things:
        if not thing.within and any(kind.endswith(("article", "posting", "page")) for kind in thing.types):
            for value in thing.texts("description"):
                if text := clean(value):
                    return Candidate(text, f"{thing.origin} description")
    return None


def _image(page: Page) -> Candidate | None:
    for meta in ("og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src"):
        for value in page.head.meta.get(meta, []):
            if address := page.head.absolute(value):
                return Candidate(address, f"meta {meta}")
    for thing in page.head.things:
        if thing.within or not any(kind.endswith(("article", "posting", "recipe", "product")) for kind in thing.types):
            continue
        for image in [*thing.properties.get("image", []), *thing.properties.get("thumbnailurl", [])]:
            stated = image.get("url") if isinstance(image, dict) else image
            if isinstance(stated, str) and stated and (address := page.head.absolute(stated)):
                return Candidate(address, f"{thing.origin} image")
    return None


def _keywords(page: Page) -> Candidate | None:
    """The keywords, each once, joined by commas."""
    head = page.head
    offered = [(f"meta {name}", head.meta.get(name, [])) for name in ("article:tag", "keywords", "news_keywords")]
    offered += [(f"{thing.origin} keywords", thing.texts("keywords")) for thing in head.things if not thing.within]
    for source, values in offered:
        words = [clean(word) for value in values for word in value.replace(";", ",").split(",")]
        if distinct := dict.fromkeys(word for word in words if word):
            return Candidate(",".join(distinct), source)
    return None
