"""What people disagree on, as options: comments, reviews, related items and the like.

A policy changes what is kept without training anything. `auto` leaves a kind to the model, except that comments are
left out under an article; `keep` and `drop` decide a kind for the whole page. Kinds are recognised by how authors name
their elements, which is much the same in every language, and by the elements themselves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.errors import UsageError
from kaensan.methods.boards.post_places import Place
from kaensan.methods.core.blocks import Blocks
from kaensan.methods.core.features import Evidence
from kaensan.page import Context
from kaensan.page.elements import Elements
from kaensan.page.stems import StemTable, stem_table, with_stems
from kaensan.page.tables import data_tables
from kaensan.page.tags import family, tag_id
from kaensan.page.telling_names import COMMENTS

__all__ = ["KINDS", "Choice", "Lean", "Policy", "decided", "of_kind"]

Choice = Literal["auto", "keep", "drop"]
Lean = Literal["precision", "balance", "recall"]

_NAMES: dict[str, str] = {
    "comments": r"comments?(?:list|text|body|content|section|thread|area|box|wrapper)?|respond|disqus|replies"
    r"|commentaires?|comentarios?|kommentare?",
    "faq": r"faqs?|accordion|questions",
    "related": r"related-?(?:posts?|articles?|stories|news|products?|content|links?|items?|entries|topics?)?|yarpp"
    r"|recommend\w*|similar|trending|popular|read-?(?:more|next)|suggested|up-?sells?|cross-?sells?|outbrain|taboola"
    r"|(?:more|other)-?(?:posts?|articles?|stories|news|from)|(?:see|read)-?also|also-?(?:like|read)",
    "grids": r"products?-?(?:grid|list|card|tile|item)s?|productcard|cards?|tiles?|grid-?items?",
    "reviews": r"reviews?|testimonials?|ratings?",
    "author_boxes": r"author-?(?:box|bio|info|card|profile|about|desc\w*|details|block|widget)|bio|byline"
    r"|about-?(?:the-?)?author|(?:post|article|entry|single)-?author",
    "contents": r"toc|tableofcontents|table-of-contents?|toc-?(?:list|container|wrapper|body)|on-?this-?page",
    "prices": r"prices?|price-?(?:box|wrapper|amount|value|tag|block)",
    "captions": r"(?:image|photo|picture|media|figure|fig|thumb|gallery|wp|img)?-?captions?(?:-?text)?|gallerytext",
}
_STEMS: dict[str, tuple[str, ...]] = {
    "faq": ("faq", "accordion", "questions"),
    "related": (
        *("related", "yarpp", "recommend", "similar", "trending", "popular", "read", "suggested", "sell", "outbrain"),
        *("taboola", "also", "post", "article", "stories", "news", "from"),
    ),
    "grids": ("product", "card", "tile", "grid"),
    "reviews": ("review", "testimonial", "rating"),
    "author_boxes": ("author", "bio", "byline"),
    "contents": ("toc", "content", "page"),
    "prices": ("price",),
    "captions": ("caption", "gallerytext"),
}
"""parts of the names of each kind, one of which every match has: most pages have none, which is quickly seen"""
_START, _END = r"(?:(?<![a-z])|(?<=(?-i:[a-z]))(?=(?-i:[A-Z])))", r"(?=$|[\s_\d-]|(?-i:[A-Z]))"
_SHARE = 0.8  # an element that holds more than this of the page's text is the page, whatever it is called …
_CODE = family("pre code")
_H1 = int(Context.H1)
_CELL = family("td th")
_TABLE, _CAPTION = tag_id("table"), tag_id("figcaption")
_LONGEST_CELL = 600
"""letters of a cell; a longer one is a column of a page that a table lays out"""
_FIGURED = Context.TABLE | Context.PREFORMATTED | Context.QUOTE
"""what stands in figures and is no picture"""
_PAGE = family("html body main article")  # … and so is one of these, and one with the main heading in it
_BETA: dict[str, float] = {"precision": 0.5, "balance": 1.0, "recall": 2.0}


@dataclass(frozen=True)
class Policy:
    """What to do with the kinds of text that people disagree on, and which way to lean in doubt."""

    comments: Choice = "auto"
    """what readers wrote under the content"""
    faq: Choice = "auto"
    """questions and their answers"""
    related: Choice = "auto"
    """teasers of other pages"""
    grids: Choice = "auto"
    """cards of products or articles"""
    reviews: Choice = "auto"
    """what customers wrote"""
    tables: Choice = "auto"
    """tables of data"""
    captions: Choice = "auto"
    """text under and in figures"""
    author_boxes: Choice = "auto"
    """what is said about the author"""
    contents: Choice = "auto"
    """tables of contents"""
    prices: Choice = "auto"
    """what things cost"""
    quotes: Choice = "auto"
    """what a post of a discussion repeats of another one"""
    title: Choice = "auto"
    """the headline; by itself it is in the text where the head of the page states no title"""
    lead: Choice = "auto"
    """short lines between headline and body: standfirst, byline, dateline; by themselves they go with the headline"""
    lean: Lean = "balance"
    """`precision` keeps less, `recall` keeps more"""

    def __post_init__(self) -> None:
        for field in fields(self):
            known = tuple(_BETA) if field.name == "lean" else ("auto", "keep", "drop")
            if getattr(self, field.name) not in known:
                wrong = getattr(self, field.name)
                raise UsageError(f"the policy for {field.name} is one of {', '.join(known)}, not {wrong!r}")

    @cached_property
    def choices(self) -> dict[str, Choice]:
        """What is not left to the model, of the kinds that a block is of by itself."""
        chosen: dict[str, Choice] = {kind: getattr(self, kind) for kind in _OF_BLOCKS}
        return {kind: choice for kind, choice in chosen.items() if choice != "auto"}

    @property
    def beta(self) -> float:
        """The weight of recall against precision in the measure that the choice maximises."""
        return _BETA[self.lean]


_OF_BLOCKS: tuple[str, ...] = (*_NAMES, "tables", "quotes")
"""the kinds that a block is of by itself, wherever it stands"""

KINDS: tuple[str, ...] = (*_OF_BLOCKS, "title", "lead")
"""The kinds of text that a policy decides."""


def decided(policy: Policy, evidence: Evidence) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The blocks that the policy keeps and those that it drops, whatever the model says."""
    keep, drop = np.zeros((2, len(evidence.blocks)), np.bool_)
    for kind, choice in policy.choices.items():
        (keep if choice == "keep" else drop)[of_kind(kind, evidence)] = True
    keep[drop] = False
    return keep, drop


def of_kind(kind: str, evidence: Evidence) -> NDArray[np.bool_]:
    """The blocks that are of a kind, by the names or the elements around them."""
    blocks = evidence.blocks
    if kind == "quotes":
        return _quotes(evidence)
    if kind == "tables":
        return _in_tables(blocks)
    if kind == "captions":
        return _named(kind, evidence) | _in_figures(blocks)
    return _named(kind, evidence)


def _named(kind: str, evidence: Evidence) -> NDArray[np.bool_]:
    """The blocks inside elements whose names tell of a kind."""
    blocks = evidence.blocks
    elements, texts = blocks.page.elements, blocks.page.texts
    named = evidence.names.elements(_pattern(kind), _numbers(kind, elements), len(elements))
    if named is None:
        return np.zeros(len(blocks), np.bool_)
    rows = named.nonzero()[0]
    first, end = elements.first_text[rows], elements.end_text[rows]
    is_part = ~_PAGE[elements.tag[rows]] & (end - first <= _SHARE * len(texts))
    headings = (texts.context & _H1).nonzero()[0]
    if len(headings):
        is_part &= headings.searchsorted(first) == headings.searchsorted(end)
    if np.count_nonzero(_CODE & elements.tags_held):
        is_part &= ~elements.inherit(_CODE[elements.tag])[rows]  # a comment in a program is another matter
    named[rows] = is_part
    inside: NDArray[np.bool_] = elements.inherit(named)[blocks.parent]
    return inside


def _numbers(kind: str, elements: Elements) -> NDArray[np.intp]:
    """The numbers of the names that may tell of a kind."""
    if kind == "comments":
        return (elements.telling & COMMENTS).nonzero()[0]
    named = elements.named
    return with_stems(_stems(kind), named.markup, named.begin, named.end)


def _in_tables(blocks: Blocks) -> NDArray[np.bool_]:
    """The blocks in tables of data, not those of a page that tables lay out."""
    elements, texts = blocks.page.elements, blocks.page.texts
    is_data = data_tables(blocks.page, elements.end_text > elements.first_text, headings=True)
    if is_data.any():
        before = np.append(0, np.cumsum(texts.length))
        size = before[elements.end_text] - before[elements.first_text]
        columns = elements.nearest(elements.tag == _TABLE)[_CELL[elements.tag] & (size > _LONGEST_CELL)]
        is_data[columns[columns >= 0]] = False
    inside: NDArray[np.bool_] = elements.inherit(is_data)[blocks.parent]
    return inside


def _in_figures(blocks: Blocks) -> NDArray[np.bool_]:
    """The blocks under pictures; figures also hold tables, code and quotes, of which only the captions are meant."""
    elements = blocks.page.elements
    captioned: NDArray[np.bool_] = elements.inherit(elements.tag == _CAPTION)[blocks.parent]
    return captioned | (blocks.within(Context.FIGURE) & ~blocks.within(_FIGURED))


def _quotes(evidence: Evidence) -> NDArray[np.bool_]:
    """The blocks that repeat another post, on a page that is likely a thread."""
    thread = evidence.thread
    if thread is None or thread.log_odds < 0:
        return np.zeros(len(evidence.blocks), np.bool_)
    place = thread.candidates.places(thread.group)[evidence.blocks.row]
    repeated: NDArray[np.bool_] = place == Place.REPEATED
    own = place == Place.OWN
    marked = own & evidence.blocks.within(Context.QUOTE)
    if marked.sum() < own.sum():  # boards name whole posts after the button that quotes them
        repeated |= marked
    return repeated


@cache
def _pattern(kind: str) -> re.Pattern[str]:
    return re.compile(f"{_START}(?:{_NAMES[kind]}){_END}", re.I)


@cache
def _stems(kind: str) -> StemTable:
    return stem_table(_STEMS[kind])
