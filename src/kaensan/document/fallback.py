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
from kaensan.page import Page, parse

if TYPE_CHECKING:
    from kaensan.page.embedded import Embedded

__all__ = ["filled_from_data"]

_FEW = 200
"""letters of text up to which a page counts as empty: a notice about cookies or scripts has as many"""
_TIMES = 3
"""how much longer than the text of the page its data must be to be believed"""
_LEAST = 200
"""letters that an article or the posts of a thread have"""
_CONFIDENCE = 0.3
"""nobody has decided what of the data is content, so little is promised"""
_MARK = "data-kaensan-embedded"
_DESCRIPTIONS = ("description", "og:description", "twitter:description")
_STREAM = "__next_f"
_CHILDREN = re.compile(r'"children":"((?:[^"\\]|\\.)*)"')
_TEXT_ROW = re.compile(r"\b[0-9a-f]{1,6}:T([0-9a-f]{1,6}),")
_SENTENCE = 25
"""letters of a text in a streamed application, or of a description, that is more than a label"""


def filled_from_data(page: Page, labels: Labels) -> tuple[Page, Labels] | None:
    """The page with the text of its data at the end, and its labels; None where it needs none or has none."""
    kept = int(page.texts.length[labels.kept].sum())
    if kept > _FEW:
        return None
    best = _best(page)
    if best is None or len(best[1]) < max(_LEAST, _TIMES * kept):
        best = None if kept else _described(page)
    if best is None:
        return None
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


def _best(page: Page) -> tuple[str, str] | None:
    """Where the longest content in the data of a page stands, and its markup.

    Texts that stand at the same place of the data, such as the posts of a thread or the paragraphs of an article,
    belong together. An `articleBody` goes before all others.
    """
    together: dict[tuple[str, str], list[str]] = defaultdict(list)
    stream = "".join(text.text for text in page.head.embedded if text.source == _STREAM)
    if stream:
        together[_STREAM, "texts"] = _streamed(stream)
    for text in page.head.embedded:
        if text.source != _STREAM:
            together[text.source, text.path].append(_markup(text))
    for element, value in page.elements.having("srcdoc"):
        if value and page.elements.name_of(element) == "iframe":
            together["iframe", "srcdoc"].append(value)
    stated = [key for key in together if key[1].lower().endswith("articlebody")]
    candidates = [((source, path), "\n".join(together[source, path])) for source, path in stated or together]
    if not candidates:
        return None
    (source, path), markup = max(candidates, key=lambda candidate: len(candidate[1]))
    return f"{source}: {path}", markup


def _described(page: Page) -> tuple[str, str] | None:
    """The description of a page whose markup holds no text: often the beginning of what its scripts would show."""
    if int(page.texts.length.sum()) > _FEW:
        return None
    meta = page.head.meta
    found = max((text for name in _DESCRIPTIONS for text in meta.get(name, ())), key=len, default="")
    if len(found) < _SENTENCE:
        return None
    return "description", "".join(f"<p>{escape(line, quote=False)}</p>" for line in found.splitlines() if line.strip())


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


def _markup(text: Embedded) -> str:
    """A text as markup: plain ones become paragraphs."""
    if text.markup:
        return f"<div>{text.text}</div>"
    return "".join(f"<p>{escape(line, quote=False)}</p>" for line in text.text.splitlines() if line.strip())
