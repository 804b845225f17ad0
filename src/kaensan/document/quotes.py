"""What a post quotes, and whom."""

from __future__ import annotations

import re

import numpy as np

from kaensan.document.thread import Quote
from kaensan.model.boards_rows import LEXICON, Rows
from kaensan.page import Page
from kaensan.page.inline import inline_text
from kaensan.page.tags import family

__all__ = ["find_quotes"]

_QUOTE = list(LEXICON).index("quote")
_BLOCKQUOTE = family("blockquote q")
_ATTRIBUTES = ("data-author", "data-username", "data-quote", "data-poster", "data-name", "cite")
_SAID = re.compile(
    r"(?:originally\s)?(?:posted\sby|quote\sfrom|อ้างอิงจาก|ข้อความโดย|อ้างถึง|โดย)\s?:?\s?(?P<after>[^:]{1,60}?)\s*:?$"
    r"|(?P<before>.{1,60}?)\s?(?:wrote|said|says|writes|posted|schrieb|a écrit|escribió|ha scritto|"
    r"เขียนว่า|เขียนไว้ว่า|เขียน|กล่าวว่า|กล่าว|พูดว่า|ตอบว่า)\s?(?:in|on|@|เมื่อ)?.{0,80}?:?$",
    re.I,
)
_LONGEST = 140


def find_quotes(page: Page, rows: Rows, body: int) -> tuple[Quote, ...]:
    """The quotes in the body of a post, outermost ones only, in order."""
    elements = page.elements
    inside = np.arange(body + 1, int(elements.end[body]))
    marked = inside[_BLOCKQUOTE[elements.tag[inside]] | (rows.element_names[inside, _QUOTE] > 0)]
    quotes: list[Quote] = []
    reached = -1
    for element in marked.tolist():
        first, end = int(elements.first_text[element]), int(elements.end_text[element])
        if element < reached or end <= first:
            continue
        reached = int(elements.end[element])
        if end - first == elements.end_text[body] - elements.first_text[body] and elements.tag[element] != _Q:
            continue  # an element around everything is the body itself, whatever it is called
        quotes.append(_quote(page, element, first, end, int(elements.first_text[body])))
    return tuple(quote for quote in quotes if quote.text)


_Q = int(np.flatnonzero(family("q"))[0])


def _quote(page: Page, element: int, first: int, end: int, start: int) -> Quote:
    author = _named(page, element)
    head = " ".join(page.texts.strings[first].split())
    said = _SAID.fullmatch(head) if len(head) <= _LONGEST else None
    if said and end - first > 1:
        return Quote(inline_text(page.texts, first + 1, end), author or _speaker(said))
    if not author and end - first > 2:
        # A name in an element of its own and the verb after it: <b>Ann</b> wrote: …
        joined = " ".join(f"{head} {page.texts.strings[first + 1]}".split())
        said = _SAID.fullmatch(joined) if len(joined) <= _LONGEST and joined.endswith(":") else None
        if said:
            return Quote(inline_text(page.texts, first + 2, end), _speaker(said))
    if not author and first > start:
        before = " ".join(page.texts.strings[first - 1].split())
        said = _SAID.fullmatch(before) if len(before) <= _LONGEST and before.endswith(":") else None
        author = _speaker(said) if said else None
    return Quote(inline_text(page.texts, first, end), author)


def _speaker(said: re.Match[str]) -> str | None:
    name = (said["after"] or said["before"] or "").strip(" \t@»«\"'“”")
    return name or None


def _named(page: Page, element: int) -> str | None:
    for name in _ATTRIBUTES:
        value = page.elements.get(element, name).strip()
        if value and "://" not in value and len(value) <= 60:
            return value.partition(",")[0].strip() or None
    return None
