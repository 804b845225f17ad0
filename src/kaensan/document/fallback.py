"""Pages whose markup holds no text: the content is looked for in the data that the page carries for its scripts.

The text of an application's state, of JSON-LD or of an `iframe` with `srcdoc` is added to the end of the page, so that
everything else (title, author, date, links) is read from the page as it is.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from kaensan.methods import Labels, Role
from kaensan.page import Context, Page, parse

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kaensan.page.embedded import Embedded, Place

__all__ = ["filled_from_data"]

_FEW = 200
"""letters of text up to which a page counts as empty: a notice about cookies or scripts has as many"""
_TIMES = 3
"""how much longer than the text of the page its data must be to be believed"""
_LEAST = 200
"""letters that an article or the posts of a thread have"""
_CONFIDENCE = 0.3
"""nobody has decided what of the data is content, so little is promised"""
_CLOSING = tuple(",.;:!?)]’”»、。，")
"""signs that never begin a paragraph"""
_NOTICE = "the page shows nothing without scripts, and no text was found in its data"
_MARK = "data-kaensan-embedded"
_DESCRIPTIONS = ("description", "og:description", "twitter:description")
_CHILDREN = re.compile(r'"children":"((?:[^"\\]|\\.)*)"')
_TEXT_ROW = re.compile(r"\b[0-9a-f]{1,6}:T([0-9a-f]{1,6}),")
_SENTENCE = 25
"""letters of a text in a streamed application, or of a description, that is more than a label"""


def filled_from_data(page: Page, labels: Labels) -> tuple[Page, Labels] | None:
    """The page with the text of its data at the end, and its labels; None where it needs none or has none."""
    kept_rows = labels.kept
    kept = int(page.texts.length[kept_rows].sum())
    if kept > _FEW:
        return None
    asks = _only_without_scripts(page, kept_rows)
    if asks:
        kept = 0
    least = max(_LEAST, _TIMES * kept)
    best = _best(page, least) or _quoted(page, max(least, _TIMES * _LEAST))
    if best is None:
        best = None if kept else _described(page)
    if best is None:
        return (page, _without_text(labels)) if asks else None
    source, markup = best
    filled = parse(f"{page.source}<div {_MARK}>{markup}</div>", page.url)
    marked = filled.elements.having(_MARK)
    if not marked:
        return None
    element = marked[0][0]
    role = np.zeros(len(filled.texts), np.int8)
    role[: len(labels.role)] = np.where(labels.role == Role.TITLE, Role.TITLE, Role.OTHER)[: len(role)]
    role[filled.elements.first_text[element] : filled.elements.end_text[element]] = Role.CONTENT
    warning = f"the markup of the page holds hardly any text; the content was taken from its data ({source})"
    return replace(filled, encoding=page.encoding, warnings=page.warnings), replace(
        labels,
        role=role,
        score=(role == Role.CONTENT).astype(np.float32) * _CONFIDENCE,
        reason=lambda row: f"taken from the data of the page ({source})" if role[row] == Role.CONTENT else "",
        evidence=None,
        translated=None,
        confidence=_CONFIDENCE,
        warnings=(warning,),
    )


def _only_without_scripts(page: Page, kept: NDArray[np.bool_]) -> bool:
    """Whether all that is kept is told to browsers without scripts: that they need them."""
    return bool(kept.any()) and bool(((page.texts.context[kept] & int(Context.NOSCRIPT)) != 0).all())


def _without_text(labels: Labels) -> Labels:
    """Labels that keep nothing, and say so."""
    role = np.where(labels.role == Role.CONTENT, Role.OTHER, labels.role)
    return replace(labels, role=role, evidence=None, translated=None, confidence=0.0, warnings=(_NOTICE,))


def _best(page: Page, least: int) -> tuple[str, str] | None:
    """Where the longest content in the data of a page stands, and its markup of at least so many characters.

    Texts that stand at the same place of the data, such as the posts of a thread or the paragraphs of an article,
    belong together, and short ones between them, such as headings, with them. An `articleBody` goes before all others.
    """
    from kaensan.page.embedded import STREAM, Place

    together: dict[Place, list[str]] = defaultdict(list)
    stream = "".join(text.text for text in page.head.embedded if text.source == STREAM)
    if stream:
        together[Place(STREAM, "texts")] = _streamed(stream)
    held: dict[Place, list[Embedded]] = defaultdict(list)
    for text in page.head.embedded:
        if text.source != STREAM:
            held[text.place].append(text)
    together.update((place, _markup(texts)) for place, texts in held.items())
    for element, value in page.elements.having("srcdoc"):
        if value and page.elements.name_of(element) == "iframe":
            together[Place("iframe", "srcdoc")].append(value)
    stated = [place for place in together if place.path.lower().endswith("articlebody")]
    best = _longest({place: together[place] for place in stated or together}, least)
    if best is None:
        return None
    if best.path and len(held.get(best, ())) > 1:
        together[best] = max(
            together[best], _markup(page.head.embedded_at(best)), key=lambda texts: sum(map(len, texts))
        )
    return _named(best), "\n".join(together[best])


def _quoted(page: Page, least: int) -> tuple[str, str] | None:
    """The same of the texts that the programs of an empty page quote under one name.

    Programs of other pages quote what they may have to say: that a comment is empty, that a date is wrong.
    """
    if int(page.texts.length.sum()) > _FEW:
        return None
    together: dict[Place, list[Embedded]] = defaultdict(list)
    for text in page.head.quoted:
        together[text.place].append(text)
    markup = {place: _markup(texts) for place, texts in together.items()}
    best = _longest(markup, least)
    return (_named(best), "\n".join(markup[best])) if best else None


def _named(place: Place) -> str:
    return f"{place.source}: {place.path}"


def _longest(together: dict[Place, list[str]], least: int) -> Place | None:
    """The place with the longest markup, where any has enough."""
    lengths = {place: sum(map(len, texts)) for place, texts in together.items()}
    best = max(lengths, key=lengths.__getitem__, default=None)
    return best if best and lengths[best] >= least else None


def _described(page: Page) -> tuple[str, str] | None:
    """The description of a page whose markup holds no text: often the beginning of what its scripts would show."""
    if int(page.texts.length.sum()) > _FEW:
        return None
    meta = page.head.meta
    found = max((text for name in _DESCRIPTIONS for text in meta.get(name, ())), key=len, default="")
    if len(found) < _SENTENCE:
        return None
    return "description", _paragraphs(found)


def _streamed(stream: str) -> list[str]:
    """The texts of a streamed application: its rows of text and its values that are markup, or what elements hold.

    What an element holds is named its `children`. Articles that come from a content system are one value of markup.
    """
    from kaensan.page.embedded import long_strings
    from kaensan.page.lenient_json import read_json

    rows = (row.partition(":")[2] for row in stream.split("\n"))
    data = (value for row in rows if row[:1] in ("[", "{") for value in read_json(row))
    values = [*_text_rows(stream), *(text for value in data for _, text in long_strings(value))]
    markup = [f"<div>{value}</div>" for value in values if len(value) >= _LEAST and "</" in value]
    held = (match[1] for match in _CHILDREN.finditer(stream))
    shown = [f"<p>{escape(text, quote=False)}</p>" for text in map(_unescaped, held) if len(text) >= _SENTENCE]
    return max(markup, shown, key=lambda texts: sum(map(len, texts)))


def _text_rows(stream: str) -> Iterator[str]:
    """The rows `NUMBER:TLENGTH,TEXT` of a stream, whose length is in bytes and hexadecimal."""
    row = _TEXT_ROW.search(stream)
    while row:
        text = stream[row.end() : row.end() + int(row[1], 16)].encode("utf-8", "replace")[: int(row[1], 16)]
        found = text.decode("utf-8", "ignore")
        yield found
        row = _TEXT_ROW.search(stream, row.end() + len(found))


def _unescaped(text: str) -> str:
    try:
        return str(json.loads(f'"{text}"', strict=False))
    except ValueError:
        return ""


def _markup(texts: list[Embedded]) -> list[str]:
    """Texts as markup: plain ones become paragraphs, and pieces of a line between which spaces stand one."""
    if any(text.markup for text in texts):
        return [f"<div>{text.text}</div>" if text.markup else _paragraphs(text.text) for text in texts]
    lines: list[str] = []
    for text in texts:
        if lines and (lines[-1][-1:].isspace() or text.text[:1].isspace() or text.text[:1] in _CLOSING):
            lines[-1] += text.text
        else:
            lines.append(text.text)
    return [_paragraphs(line) for line in lines]


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{escape(line, quote=False)}</p>" for line in text.splitlines() if line.strip())
