"""Everything that is done to a page, stage by stage: what the growth of work and memory is measured on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

import kaensan
from kaensan.adapters.mcp.search import search_sections
from kaensan.clouds.cloud import make_cloud
from kaensan.crawl.page_links import links_of
from kaensan.document import Document
from kaensan.document.fallback import filled_from_data
from kaensan.methods import Labels, Role, load, names
from kaensan.page import Page
from kaensan.page.decode import decode
from kaensan.render import render_html, render_markdown, render_text
from kaensan.serve.work.safe_page import ViewOptions, render_view
from kaensan.thai.words import segment
from kaensan.threads.finder import find_thread

__all__ = ["PAGE_STAGES", "TEXT_STAGES"]


def _all_rows(page: Page) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return np.ones(len(page.texts), np.bool_)


def _document(page: Page) -> Document:
    return Document(page, load("weight").label(page))


def _whole(page: Page) -> Document:
    """A document that keeps every text."""
    labels = load("weight").label(page)
    return Document(page, replace(labels, role=np.full(len(page.texts), Role.CONTENT, np.int8)))


def _emptied(page: Page) -> object:
    """What a page that keeps no text is filled with from its data."""
    nothing = np.zeros(len(page.texts), np.int8)
    return filled_from_data(page, Labels("none", nothing, nothing.astype(np.float32)))


def _thread(page: Page) -> object:
    thread = find_thread(page)
    return thread and (thread.to_json(), thread.to_jsonld(), thread.text)


def _reasons(page: Page) -> object:
    labels = load().label(page)
    return [labels.reason(row) for row in range(0, len(page.texts), max(1, len(page.texts) // 8))]


PAGE_STAGES: dict[str, Callable[[Page], object]] = {
    **{name: load(name).label for name in names()},
    "offsets": lambda page: page.texts.offset,
    "text": lambda page: render_text(page, _all_rows(page)),
    "markdown": lambda page: render_markdown(page, _all_rows(page)),
    "html": lambda page: render_html(page, _all_rows(page)),
    "blocks": lambda page: _document(page).blocks,
    "metadata": lambda page: _document(page).metadata,
    "json": lambda page: _document(page).to_json(),
    "embedded": lambda page: page.head.embedded,
    "thread": _thread,
    "reasons": _reasons,
    "cloud": lambda page: make_cloud(_document(page)).svg,
    "sections": lambda page: _whole(page).sections(),
    "search": lambda page: search_sections(_whole(page).sections(), "words of a heading ข่าว", 5),
    "filled": _emptied,
    "view": render_view,
    "own look": lambda page: render_view(page, ViewOptions(own_look=True)),
    "links": lambda page: list(links_of(page)),
}
"""what is done to a page that was parsed"""

TEXT_STAGES: dict[str, Callable[[str], object]] = {
    "decode": lambda html: decode(html.encode()),
    "parse": kaensan.parse,
    "segment": segment,
    "terms": lambda text: make_cloud(text).terms,
}
"""what is done to markup or text"""
