"""Made boards as pages with gold text: from them `core` learns what the own words of posts look like elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from kaensan.gold.datasets import GoldPage
from kaensan.train.made.boards.pages import MadePage, make_pages
from kaensan.train.made.boards.templates import read_templates

__all__ = ["MADE", "made_gold"]

MADE = "made"
"""the name of the dataset that made pages come in"""
_PAGES = 4
"""pages of each template: every other one is remodelled"""
_SEED = 1
"""other threads than those that the post models learn from"""


def made_gold() -> Iterator[GoldPage]:
    """Pages of all templates with posts, whose own words are the content."""
    for template in read_templates():
        if template.kind != "none":
            yield from map(_gold, make_pages(template, _PAGES, _SEED))


def _gold(made: MadePage) -> GoldPage:
    strings = made.page.texts.strings
    words = (" ".join(" ".join(strings[slice(*post.words)]).split()) for post in made.posts)
    return GoldPage(
        id=made.id,
        dataset=MADE,
        split="train",
        html=made.html.encode(),
        text="\n".join(words),
        url=made.url,
        lang=made.language,
        page_type="forum",
        board=made.template.engine,
    )
