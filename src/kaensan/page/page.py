"""One parsed page: what every method looks at."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field

import turbohtml

from kaensan.cached import cached_property
from kaensan.errors import InputError
from kaensan.frozen_records import record
from kaensan.page.budget import Budget
from kaensan.page.decode import decode
from kaensan.page.elements import Elements
from kaensan.page.head import Head
from kaensan.page.normalise import normalise_all
from kaensan.page.parse import Flat, flatten, flatten_shortened
from kaensan.page.safe_readers import valid_text
from kaensan.page.source import Source
from kaensan.page.texts import Texts
from kaensan.page.white_space import text_line_ends

__all__ = ["MAX_BYTES", "Page", "binary_kind", "parse"]

MAX_BYTES = 64 * 1024 * 1024
"""Longer input is cut here, with a warning: work and memory per page stay bounded."""

MOST_ATTRIBUTES = 256
"""Attributes of one element that are read: every one is looked at whenever the element is asked for one."""

LONGEST_NAME = 4096
"""Characters of a class, an id and other names: they are read again for every text around."""

_NAMES = frozenset({"class", "id", "itemprop", "itemtype", "rel", "role", "aria-label", "name", "property", "type"})
_TITLE = re.compile(r"<title(?:\s[^<>]*+)?>", re.I)
_TITLE_END = re.compile(r"</title", re.I)
_FRAMESET = re.compile(r"<frameset\b", re.I)
_FRAMES = re.compile(r"</?(?:frameset|frame|noframes)\b[^<>]{0,2000}>", re.I)
_BINARY = (
    (b"%PDF-", "a PDF document"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"PK\x03\x04", "a ZIP archive or office document"),
    (b"\x1f\x8b", "gzip-compressed data"),
    (b"\x28\xb5\x2f\xfd", "zstd-compressed data"),
    (b"\x7fELF", "a program"),
    (b"ID3", "an audio file"),
    (b"OggS", "an Ogg media file"),
    (b"\xd0\xcf\x11\xe0", "an old office document"),
)

_SIGNS = tuple(magic for magic, _ in _BINARY)
_CONTROLS = bytes({*range(32)} - {*b"\t\n\v\f\r\x1a\x1b"})  # ESC is how ISO-2022-JP changes its alphabet


@record
class Page:
    """A page after decoding and parsing; nothing in it changes."""

    _source: Source
    url: str | None
    """where the page came from"""
    encoding: str | None
    """the encoding the bytes were in; None when the page was handed over as text"""
    elements: Elements
    """a table with a row for each element, in preorder"""
    texts: Texts
    """a table with a row for each text, in order"""
    unread: Mapping[int, str]
    """text of elements that are not read as text (`script`, `style`, the head's `title`), by element row"""
    warnings: tuple[str, ...]
    """what was odd about the page, each in a sentence"""
    budget: Budget = field(repr=False, compare=False)
    """what the stages of its work may cost, and which of them had to stop"""

    def __repr__(self) -> str:
        """Short: a page holds all of its markup."""
        return f"Page(url={self.url!r}, {len(self.texts)} texts, {len(self._source)} characters of markup)"

    @property
    def source(self) -> str:
        """The decoded markup, with line ends as `\\n`."""
        return self._source.text

    @cached_property
    def head(self) -> Head:
        """What the page says about itself."""
        return Head(self.elements, self.texts, self.unread, self.url, self.budget)

    @cached_property
    def tree(self) -> turbohtml.Document:
        """The page as a tree of nodes, parsed anew: for selectors and for rendering markup. Do not change it."""
        return turbohtml.parse(self.source, positions=False, allow_declarative_shadow_roots=False)


def parse(html: str | bytes | bytearray | memoryview, url: str | None = None, *, charset: str | None = None) -> Page:
    """Parse a page, to try several methods on it.

    `charset` is the encoding that the HTTP response named, if any. Any bytes give a Page; what was odd about them is
    in its `warnings`.

    >>> page = parse("<title>A</title><p>Some <b>bold</b> text")
    >>> page.texts.strings
    ['Some ', 'bold', ' text']
    """
    warnings: list[str] = []
    data, length = b"", 0
    flat: Flat | None = None
    if isinstance(html, str):
        encoding, source = None, html
        if len(source) > MAX_BYTES:
            source = source[:MAX_BYTES]
            warnings.append(f"the page was cut to its first {MAX_BYTES >> 20} million characters")
        source = text_line_ends(source)
        if (valid := valid_text(source)) != source:
            source = valid
            warnings.append("lone surrogates, which stand for no character, became U+FFFD")
    elif isinstance(html, bytes | bytearray | memoryview):
        data = bytes(html[: MAX_BYTES + 1])
        if len(data) > MAX_BYTES:
            data = data[:MAX_BYTES]
            warnings.append(f"the page was cut to its first {MAX_BYTES >> 20} MiB")
        kind = binary_kind(data, charset)
        if kind:
            warnings.append(f"this is {kind}, not a web page")
            data = b""
        decoded = decode(data, charset, shorten=True)
        if decoded.aside and (flat := flatten_shortened(decoded.text, decoded.aside)):
            length = decoded.length
        elif decoded.aside:
            decoded = decode(data, charset)
        encoding, source = decoded.encoding, decoded.text
        warnings.extend(decoded.warnings)
    else:
        raise InputError(f"a page is str or bytes, not {type(html).__name__}")
    flat = flat or flatten(source)
    if not flat.strings and (closed := _with_closed_title(source)):
        warnings.append("the title is never closed and would swallow the page; it was closed at the next tag")
        source, data, flat = closed, b"", flatten(closed)
    if not flat.strings and _FRAMESET.search(source):
        warnings.append("the page is made of frames; what it offers to readers without frames was read")
        source, data = _FRAMES.sub("", source), b""
        flat = flatten(source)
    kept_source = Source(source, data, charset, length)
    texts = Texts(
        strings=normalise_all(flat.strings),
        parent=flat.parent,
        block=flat.block,
        elements=flat.elements,
        source=kept_source,
        _blank_before=flat.spaced,
        _as_parsed=flat.strings,
        _code=flat.code,
        gaps=flat.gaps,
    )
    if not len(texts) and not warnings:
        warnings.append("the page has no text")
    if flat.elements.attrs.bound(MOST_ATTRIBUTES, LONGEST_NAME, _NAMES):
        warnings.append(
            f"elements with more than {MOST_ATTRIBUTES} attributes, or names over {LONGEST_NAME} characters, were cut"
        )
    budget = Budget(len(kept_source))
    url = valid_text(url) if url else url
    return Page(kept_source, url, encoding, flat.elements, texts, flat.code, tuple(warnings), budget)


def _with_closed_title(source: str) -> str | None:
    """The source with its title closed before the next tag, where it never is; a parser takes all the rest for it."""
    title = _TITLE.search(source)
    if not title or _TITLE_END.search(source, title.end()):
        return None
    at = source.find("<", title.end())
    return None if at < 0 else f"{source[:at]}</title>{source[at:]}"


def binary_kind(data: bytes, charset: str | None) -> str | None:
    """What kind of file this is, when it is plainly not markup."""
    if data.startswith(_SIGNS):
        return next(kind for magic, kind in _BINARY if data.startswith(magic))
    head = data[:1024]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")) or (charset or "").lower().startswith("utf-16"):
        return None  # in UTF-16 every other byte may be zero
    if head[:4] == b"RIFF" or head[4:8] == b"ftyp":
        return "a media file"
    controls = len(head) - len(head.translate(None, _CONTROLS))
    return "binary data" if controls * 20 > len(head) else None
