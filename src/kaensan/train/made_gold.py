"""Made pages as pages with gold: what `core` learns boards and the furniture around articles from.

The gold of a made board is the own words of its posts, that of a made article the marks in its markup: these tell block
by block what is content, what is none and what nobody knows.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from kaensan.gold.datasets import GoldPage
from kaensan.page import parse
from kaensan.train.made.articles.marks import block_labels
from kaensan.train.made.articles.pages import MadeArticle, make_articles
from kaensan.train.made.articles.templates import read_layouts
from kaensan.train.made.boards.pages import MadePage, make_pages
from kaensan.train.made.boards.templates import read_templates

__all__ = ["ARTICLES", "BOARDS", "made_articles", "made_boards", "marked_labels"]

BOARDS, ARTICLES = "made-boards", "made-articles"
"""the names of the datasets that made pages come in"""
_PAGES = 4
"""pages of each template or layout: every other one is remodelled"""
_PAGES_OF_OTHERS = 8
"""pages of each layout that shows no article: of these there are fewer, and as many pages have to tell lists that are
content from lists beside it"""
_SEED = 1
"""other threads than those that the post models learn from"""
_MARKS = "marks"
"""the field of a page that holds its markup with marks"""


def made_boards() -> Iterator[GoldPage]:
    """Pages of all templates with posts, whose own words are the content."""
    for template in read_templates():
        if template.kind != "none":
            yield from map(_board, make_pages(template, _PAGES, _SEED))


def made_articles() -> Iterator[GoldPage]:
    """Pages of all layouts."""
    for layout in read_layouts():
        count = _PAGES if layout.page_type == "article" else _PAGES_OF_OTHERS
        yield from map(_article, make_articles(layout, count, _SEED))


def marked_labels(gold: GoldPage) -> NDArray[np.float32] | None:
    """What the marks of a made article say of its blocks, as it is; None for other pages."""
    marked = gold.extra.get(_MARKS)
    return block_labels(parse(marked, gold.url)) if marked else None


def _board(made: MadePage) -> GoldPage:
    strings = made.page.texts.strings
    words = (" ".join(" ".join(strings[slice(*post.words)]).split()) for post in made.posts)
    return GoldPage(
        id=made.id,
        dataset=BOARDS,
        split="train",
        html=made.html.encode(),
        text="\n".join(words),
        url=made.url,
        lang=made.language,
        page_type="forum",
        board=made.template.engine,
    )


def _article(made: MadeArticle) -> GoldPage:
    return GoldPage(
        id=made.id,
        dataset=ARTICLES,
        split="train",
        html=made.html.encode(),
        text=None,
        url=made.url,
        lang=made.language,
        page_type=made.layout.page_type,
        extra={_MARKS: made.marked, "layout": made.layout.name},
    )
