"""Other extractors, each called as its documentation shows: from the bytes of a page to what it finds there."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import turbohtml

from kaensan.page import parse
from kaensan.page.decode import decode
from kaensan.render import render_text

__all__ = ["PEERS", "Found", "Peer", "quieten", "whole_text"]

Fields = dict[str, str | None]


@dataclass(frozen=True)
class Found:
    """What an extractor returns; markup is turned into text by our own renderer, so that only its choice is judged."""

    text: str | None = None
    html: str | None = None
    metadata: Callable[[], Fields] | None = None
    """asked for after the clock has stopped"""


@dataclass(frozen=True)
class Peer:
    """An extractor that is not ours."""

    distribution: str
    called: str
    """how it is called, for the reader of a table"""
    extract: Callable[[bytes, str | None], Found] | None
    """None: it runs in Node"""
    extra: str = "bench"
    """the extra of this package that installs it"""


def _trafilatura(**options: Any) -> Callable[[bytes, str | None], Found]:
    def extract(html: bytes, url: str | None) -> Found:
        import trafilatura

        return Found(trafilatura.extract(html, url=url, **options) or "", metadata=lambda: _of_trafilatura(html, url))

    return extract


def _of_trafilatura(html: bytes, url: str | None) -> Fields:
    from trafilatura.metadata import extract_metadata

    found = extract_metadata(html, default_url=url)
    return _fields(found, site="sitename") if found else {}


def _resiliparse(html: bytes, url: str | None) -> Found:
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import detect_encoding
    from resiliparse.parse.html import HTMLTree

    tree = HTMLTree.parse_from_bytes(html, detect_encoding(html) or "utf-8")
    return Found(str(extract_plain_text(tree, main_content=True)))


def _turbohtml(html: bytes, url: str | None) -> Found:
    def metadata() -> Fields:
        return _fields(turbohtml.parse(html).article(), author="byline", site="site_name", language="lang")

    return Found(turbohtml.parse(html).main_text() or "", metadata=metadata)


def _readability(html: bytes, url: str | None) -> Found:
    from readability import Document

    document = Document(html, url=url)
    return Found(html=document.summary(), metadata=lambda: {"title": document.short_title()})


def _justext(html: bytes, url: str | None) -> Found:
    import justext

    paragraphs = justext.justext(html, _all_stop_words())
    return Found("\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate))


@lru_cache(maxsize=1)
def _all_stop_words() -> frozenset[str]:
    """The stop words of every language that jusText knows: nobody tells an extractor the language of a page."""
    import justext

    return frozenset().union(*map(justext.get_stoplist, justext.get_stoplists()))


def _newspaper(html: bytes, url: str | None) -> Found:
    import newspaper

    article = newspaper.Article(url or "https://example.org/", fetch_images=False)
    article.download(input_html=decode(html).text)
    article.parse()
    metadata: Fields = {
        "title": article.title,
        "author": "; ".join(article.authors),
        "date": article.publish_date.date().isoformat() if article.publish_date else None,
        "site": article.meta_site_name,
        "language": article.meta_lang,
        "description": article.meta_description,
    }
    return Found(article.text, metadata=lambda: metadata)


def _goose(html: bytes, url: str | None) -> Found:
    from goose3 import Goose

    with Goose({"enable_image_fetching": False}) as goose:
        article = goose.extract(raw_html=decode(html).text, url=url)
    metadata: Fields = {
        "title": article.title,
        "author": "; ".join(article.authors or ()),
        "date": article.publish_date,
        "language": article.meta_lang,
        "description": article.meta_description,
    }
    return Found(article.cleaned_text or "", metadata=lambda: metadata)


def _boilerpy(html: bytes, url: str | None) -> Found:
    from boilerpy3.extractors import ArticleExtractor

    document = ArticleExtractor().get_doc(decode(html).text)
    return Found(document.content, metadata=lambda: {"title": document.title})


def _inscriptis(html: bytes, url: str | None) -> Found:
    from inscriptis import get_text

    return Found(get_text(decode(html).text))


def _html_text(html: bytes, url: str | None) -> Found:
    import html_text

    return Found(html_text.extract_text(decode(html).text))


def _all_text(html: bytes, url: str | None) -> Found:
    return Found(whole_text(html))


def whole_text(html: str | bytes) -> str:
    """Everything that a reader of some markup would see."""
    page = parse(html)
    return render_text(page, page.texts.visible)


def _fields(found: Any, **named: str) -> Fields:
    wanted = ("title", "author", "date", "site", "language", "description")
    return {field: getattr(found, named.get(field, field), None) for field in wanted}


PEERS: dict[str, Peer] = {
    "trafilatura": Peer("trafilatura", "`trafilatura.extract(html, url)`", _trafilatura()),
    "trafilatura-precision": Peer(
        "trafilatura", "`trafilatura.extract(html, url, favor_precision=True)`", _trafilatura(favor_precision=True)
    ),
    "trafilatura-recall": Peer(
        "trafilatura", "`trafilatura.extract(html, url, favor_recall=True)`", _trafilatura(favor_recall=True)
    ),
    "trafilatura-fast": Peer("trafilatura", "`trafilatura.extract(html, url, fast=True)`", _trafilatura(fast=True)),
    "resiliparse": Peer(
        "resiliparse", "`extract_plain_text(tree, main_content=True)`, encoding by `detect_encoding`", _resiliparse
    ),
    "turbohtml": Peer("turbohtml", "`turbohtml.parse(html).main_text()`", _turbohtml),
    "readability": Peer("readability-lxml", "`readability.Document(html, url).summary()` ‡", _readability),
    "justext": Peer("justext", "`justext.justext(html, stop words of all its languages)`", _justext),
    "newspaper": Peer("newspaper4k", "`newspaper.Article(url)`, `download(input_html)`, `parse()`", _newspaper),
    "goose3": Peer("goose3", "`Goose({'enable_image_fetching': False}).extract(raw_html, url)`", _goose, "goose"),
    "boilerpy3": Peer("boilerpy3", "`ArticleExtractor().get_doc(html)`", _boilerpy),
    "inscriptis": Peer("inscriptis", "`inscriptis.get_text(html)`: all text, laid out", _inscriptis),
    "html-text": Peer("html-text", "`html_text.extract_text(html)`: all text", _html_text),
    "mozilla-readability": Peer("@mozilla/readability", "`new Readability(jsdom document).parse()`, in Node ‡", None),
    "defuddle": Peer("defuddle", "`Defuddle(linkedom document, url)`, in Node ‡", None),
    "all-text": Peer("kaensan", "everything a reader would see: what doing nothing is worth", _all_text),
}
"""Every peer by name; ‡ returns markup."""


def quieten() -> None:
    """Stop the peers' own messages about pages."""
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
