"""The same page in other clothes, so that the model does not lean on what other pages lack.

Copies without names teach it to do without class and id; copies in other scripts, to do without spaces and Latin
punctuation; articles with a listing grafted beside them, that a page may hold more links than text and still be about
the text; pages with made furniture around them, that what it is made of is known for what it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from kaensan.page import Page
from kaensan.page.attributes import AttributeTable

__all__ = ["grafted", "headless", "rescripted", "stripped", "surrounded", "unnamed"]

_KEPT = frozenset({"style", "hidden", "href", "open", "width"})
_NAMING = frozenset({"class", "id", "role", "itemprop"})
_TELLING = frozenset({"content", "itemprop", "itemtype", "property"})
_LETTER = re.compile(r"[^\W\d_]")
_LETTERS = re.compile(r"[^\W\d_]{1,3}")
_SPACE = re.compile(r"(?<=\S) (?=\S)")
_BODY = re.compile(rb"<body[^>]*>(.*)</body>", re.S | re.I)
_ALPHABETS = {"arabic": "ابتثجحخدذرزسشصضطظعغفقكلمنهوي", "hindi": "अआइईउएओकखगघचछजझटठडतथदधनपफबभमयरलवशसह"}
_THAI = "กขคงจชซดตถทนบปผพมยรลวสหอ"
_JAPANESE = "あいうえおかきくけこさしすせそ日本語新聞記事今年大会社"
_GRAFT = 200_000


def stripped(page: Page) -> Page:
    """The page without class, id and the like, and without what it says about itself."""
    return replace(_with_attributes(page, lambda name: name in _KEPT), unread={}, url=None)


def unnamed(page: Page) -> Page:
    """The page without class, id, role and itemprop."""
    return _with_attributes(page, lambda name: name not in _NAMING)


def headless(page: Page) -> Page:
    """The page without title, metadata, structured data and address."""
    return replace(_with_attributes(page, lambda name: name not in _TELLING), unread={}, url=None)


def _with_attributes(page: Page, wanted: Callable[[str], bool]) -> Page:
    attrs = [tuple(pair for pair in attrs if wanted(pair[0])) for attrs in page.elements.attrs]
    elements = replace(page.elements, attrs=AttributeTable.of(attrs))
    return replace(page, elements=elements, texts=replace(page.texts, elements=elements))


def rescripted(page: Page, script: str) -> Page:
    """The page with its letters replaced by those of another script; Thai and Japanese lose most of their spaces."""
    if script in _ALPHABETS:
        strings = [_in_alphabet(text, _ALPHABETS[script]) for text in page.texts.strings]
    else:
        change = _thai if script == "thai" else _japanese
        strings = [change(text) or "ก" for text in page.texts.strings]
    return replace(page, texts=replace(page.texts, strings=strings))


def _thai(text: str) -> str:
    letters = _LETTER.sub(lambda found: _THAI[ord(found.group()) % len(_THAI)], text)
    spaces = iter(range(len(letters)))
    return _SPACE.sub(lambda _: " " if next(spaces) % 7 == 6 else "", letters)


def _in_alphabet(text: str, alphabet: str) -> str:
    return _LETTER.sub(lambda found: alphabet[ord(found.group()) % len(alphabet)], text)


def _japanese(text: str) -> str:
    letters = _LETTERS.sub(lambda found: _JAPANESE[sum(map(ord, found.group())) % len(_JAPANESE)], text)
    return _SPACE.sub("", letters).replace(".", "。").replace(",", "、")


def grafted(article: bytes, listing: bytes, *, first: bool) -> bytes | None:
    """The markup of an article with the body of a listing before or after its own; None where a body is missing."""
    own, other = _BODY.search(article), _BODY.search(listing)
    if not own or not other:
        return None
    parts = [b"<div>", own.group(1), b"</div>"]
    graft = [b"<div>", other.group(1)[:_GRAFT], b"</div>"]
    body = graft + parts if first else parts + graft
    return article[: own.start(1)] + b"".join(body) + b"</body></html>"


def surrounded(page: bytes, above: bytes, below: bytes) -> bytes | None:
    """The markup of a page with other markup at the beginning and the end of its body; None where it has no body.

    >>> surrounded(b"<body class=a>Tea.</body>", b"<nav>Home</nav>", b"<p>Imprint</p>")
    b'<body class=a><nav>Home</nav>Tea.<p>Imprint</p></body>'
    """
    body = _BODY.search(page)
    if not body:
        return None
    begin, end = body.span(1)
    return b"".join((page[:begin], above, page[begin:end], below, page[end:]))
