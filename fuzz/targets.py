"""What is fuzzed: one function per stage, which takes any bytes and holds the stage to what it promises.

A target returns when the stage gave a result or one of `kaensan.errors`. Everything else that comes out of it, a broken
promise (`AssertionError`) included, is a finding.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import pairwise
from typing import TypeVar

import numpy as np
import turbohtml

import kaensan
from kaensan.adapters.mcp.search import search_sections
from kaensan.clouds.cloud import make_cloud
from kaensan.clouds.terms import TermOptions
from kaensan.document import Document
from kaensan.errors import KaensanError
from kaensan.methods import Method, Role, load, names
from kaensan.page import Page
from kaensan.page.decode import decode
from kaensan.render import RenderOptions, render_html, render_markdown, render_text
from kaensan.serve.work.safe_page import ViewOptions, render_view
from kaensan.thai.words import segment

__all__ = ["TARGETS", "Target"]

_Choice = TypeVar("_Choice")
_CHARSETS = (None, None, "utf-8", "tis-620", "windows-874", "shift_jis", "utf-16", "utf-7", "gbk", "no-such", "é")
_URLS = (None, "https://example.org/a/b?c=1", "http://[::1", "http://ไทย.example/ก", "javascript:alert(1)", "", "//x")
_REASONED = 4
"""of so many inputs one is asked for the reasons of its labels, which take longer than the labels"""
_ACTIVE = frozenset({"script", "style", "iframe", "object", "embed", "form", "base", "link", "meta", "template"})


@dataclass(frozen=True)
class Target:
    """A stage and what is tried on it."""

    name: str
    attempt: Callable[[bytes], None]

    def __call__(self, data: bytes) -> None:
        try:
            self.attempt(data)
        except KaensanError:
            return


def _pick(choices: tuple[_Choice, ...], data: bytes, salt: int = 0) -> _Choice:
    """One of the choices, the same for the same bytes."""
    return choices[zlib.crc32(data, salt) % len(choices)]


def _page(data: bytes) -> Page:
    return kaensan.parse(data, _pick(_URLS, data), charset=_pick(_CHARSETS, data, 1))


def _sound(text: str) -> None:
    text.encode("utf-8")  # lone surrogates would raise


def _decode(data: bytes) -> None:
    for charset in (None, _pick(_CHARSETS, data, 1)):
        decoded = decode(data, charset)
        _sound(decoded.text)
        assert decoded.encoding
        assert len(decoded.text) <= len(data) + 1


def _parse(data: bytes) -> None:
    page = _page(data)
    texts, elements = page.texts, page.elements
    rows, count = len(texts), len(elements)
    assert all(text.strip() for text in texts.strings)
    own = np.arange(count)
    assert (elements.parent < own).all()
    assert ((elements.end > own) & (elements.end <= count)).all()
    assert (elements.first_text <= elements.end_text).all()
    assert not rows or (texts.parent.min() >= 0 and texts.parent.max() < count)
    assert (np.diff(texts.block) >= 0).all()
    assert (texts.length > 0).all()
    for column in (texts.depth, texts.context, texts.heading, texts.anchor, texts.visible, texts.spaced, texts.offset):
        assert len(column) == rows
    assert ((texts.offset >= 0) & (texts.offset <= texts.end_offset) & (texts.end_offset <= len(page.source))).all()
    assert all(elements.xpath(row) for row in texts.parent[:8].tolist())
    for name, value in vars(type(page.head)).items():
        if isinstance(value, cached_property):
            getattr(page.head, name)
    assert page.tree is not None


def _method(method: Method, data: bytes) -> None:
    page = _page(data)
    labels = method.label(page)
    assert len(labels.role) == len(labels.score) == len(page.texts)
    assert np.isin(labels.role, [int(role) for role in Role]).all()
    assert np.isfinite(labels.score).all()
    assert ((labels.score >= 0) & (labels.score <= 1)).all()
    assert labels.confidence is None or 0 <= labels.confidence <= 1
    if zlib.crc32(data) % _REASONED == 0:
        for row in range(min(3, len(page.texts))):
            _sound(labels.reason(row))


def _render(data: bytes) -> None:
    page = _page(data)
    draw = np.random.default_rng(zlib.crc32(data))
    for share in (1.0, 0.5):
        kept = draw.random(len(page.texts)) < share
        options = RenderOptions(links=share < 1, images=share < 1)
        for rendered in (render_text(page, kept), render_markdown(page, kept), render_markdown(page, kept, options)):
            _sound(rendered)
        html = render_html(page, kept)
        _sound(html)
        _harmless(html)


def _harmless(html: str) -> None:
    """Nothing in it runs: no scripts, no event handlers, no addresses that are code."""
    for node in turbohtml.parse(html).descendants:
        if not isinstance(node, turbohtml.Element):
            continue
        assert node.tag not in _ACTIVE, node.tag
        for name, value in node.attrs.items():
            address = "".join(value if isinstance(value, str) else " ".join(value or ())).strip().lower()
            assert not name.startswith("on"), name
            assert not address.startswith(("javascript:", "vbscript:", "data:text")), address


def _view(data: bytes) -> None:
    """The page as the studio shows it: every row once, and nothing that runs."""
    page = _page(data)
    for options in (ViewOptions(), ViewOptions(pictures=True), ViewOptions(own_look=True)):
        view = render_view(page, options)
        _sound(view)
        _harmless(view)
        assert view.count(" data-row=") >= len(page.texts)


def _sections(data: bytes) -> None:
    """Sections cover the text in order, and a search in them gives passages of them."""
    page = _page(data)
    labels = load("weight").label(page)
    document = Document(page, replace(labels, role=np.full(len(page.texts), Role.CONTENT, np.int8)))
    sections = document.sections()
    assert all(document.text[section.start : section.end] == section.text for section in sections)
    assert all(one.end <= other.start for one, other in pairwise(sections))
    for passage in search_sections(sections, "words of a heading ข่าว", 3):
        _sound(passage.text)


def _document(data: bytes) -> None:
    document = kaensan.extract(data, _pick(_URLS, data), method="weight", charset=_pick(_CHARSETS, data, 1))
    assert json.loads(document.to_json()) == document.to_dict()
    _sound(document.to_json())
    for block in document.blocks:
        _sound(block.text)
    repr(document)


def _thread(data: bytes) -> None:
    page = _page(data)
    thread = Document(page, load("weight").label(page)).thread
    if thread is None:
        return
    assert thread.posts
    _sound(thread.to_json())
    _sound(json.dumps(thread.to_jsonld()))
    _sound(thread.text)
    for post in thread.posts:
        _sound(post.markdown)
        assert post.reply_to is None or 1 <= post.reply_to <= len(thread.posts)


def _extract(data: bytes) -> None:
    """The whole line as a user calls it, twice: the same page gives the same answer."""
    document = kaensan.extract(data, _pick(_URLS, data))
    again = kaensan.extract(data, _pick(_URLS, data))
    assert document.text == again.text
    assert document.to_dict() == again.to_dict()


def _segment(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    assert "".join(segment(text)) == text


def _cloud(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    terms = make_cloud(text, terms=_pick(_TERMS, data)).terms
    assert all(term.count >= 1 and np.isfinite(term.weight) for term in terms)
    assert sorted((term.weight for term in terms), reverse=True) == [term.weight for term in terms]


_TERMS = (TermOptions(), TermOptions(limit=3))

TARGETS: dict[str, Target] = {
    target.name: target
    for target in (
        Target("decode", _decode),
        Target("segment", _segment),
        Target("cloud", _cloud),
        Target("parse", _parse),
        *(Target(name, partial(_method, load(name))) for name in names()),
        Target("render", _render),
        Target("view", _view),
        Target("sections", _sections),
        Target("document", _document),
        Target("thread", _thread),
        Target("extract", _extract),
    )
}
"""every stage by name, the quick ones first"""
