"""Other extractors, each as a function from the bytes of a page to its text, called as their documentation shows."""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable

import turbohtml

from kaensan.errors import UsageError
from kaensan.page import parse
from kaensan.render import render_text

__all__ = ["PEERS", "Extractor", "load"]

Extractor = Callable[[bytes], str]


def trafilatura(html: bytes) -> str:
    """trafilatura with its defaults."""
    from trafilatura import extract

    return extract(html) or ""


def trafilatura_fast(html: bytes) -> str:
    """trafilatura without its fallbacks."""
    from trafilatura import extract

    return extract(html, fast=True) or ""


def resiliparse(html: bytes) -> str:
    """Resiliparse, main content only, in the encoding it detects."""
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import detect_encoding
    from resiliparse.parse.html import HTMLTree

    return str(extract_plain_text(HTMLTree.parse_from_bytes(html, detect_encoding(html)), main_content=True))


def turbohtml_main_text(html: bytes) -> str:
    """turbohtml's own `main_text`."""
    return turbohtml.parse(html).main_text() or ""


def readability(html: bytes) -> str:
    """readability-lxml; its HTML is turned into text by our own renderer, so that only its choice is judged."""
    from readability import Document

    return _whole_text(Document(html).summary())


def all_text(html: bytes) -> str:
    """Everything that a reader of the page would see: what doing nothing is worth."""
    return _whole_text(html)


def _whole_text(html: str | bytes) -> str:
    page = parse(html)
    return render_text(page, page.texts.visible)


PEERS: dict[str, tuple[Extractor, str, str]] = {
    "trafilatura": (trafilatura, "trafilatura", "trafilatura"),
    "trafilatura-fast": (trafilatura_fast, "trafilatura", "trafilatura"),
    "resiliparse": (resiliparse, "resiliparse", "resiliparse"),
    "readability": (readability, "readability", "readability-lxml"),
    "turbohtml": (turbohtml_main_text, "turbohtml", "turbohtml"),
    "all-text": (all_text, "kaensan", "kaensan"),
}
"""Each peer's function, the module it needs and the distribution that brings it."""


def load(name: str) -> Extractor:
    """The peer of that name, once its package is known to be installed."""
    try:
        extractor, module, distribution = PEERS[name]
    except KeyError:
        raise UsageError(f"there is no peer {name!r}; choose one of {', '.join(PEERS)}") from None
    try:
        importlib.import_module(module)
    except ImportError:
        raise UsageError(f"the peer {name!r} needs {distribution}: pip install 'kaensan[bench]'") from None
    for talkative in ("trafilatura", "readability", "htmldate", "courlan"):
        logging.getLogger(talkative).setLevel(logging.CRITICAL)
    return extractor
