"""Pages whose markup holds no text: the content is looked for in the data that the page carries for its scripts.

The text of an application's state, of JSON-LD or of an `iframe` with `srcdoc` is added to the end of the page, so that
everything else (title, author, date, links) is read from the page as it is.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from dataclasses import replace
from html import escape

import numpy as np

from kaensan.methods import Labels, Role
from kaensan.page import Page, parse
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
_STREAM = "__next_f"
_CHILDREN = re.compile(r'"children":"((?:[^"\\]|\\.)*)"')
_SENTENCE = 25
"""letters of a text in a streamed application that is more than a label"""


def filled_from_data(page: Page, labels: Labels) -> tuple[Page, Labels] | None:
    """The page with the text of its data at the end, and its labels; None where it needs none or has none."""
    kept = int(page.texts.length[labels.kept].sum())
    if kept > _FEW:
        return None
    best = _best(page)
    if best is None or len(best[1]) < max(_LEAST, _TIMES * kept):
        return None
    source, markup = best
    filled = parse(f"{page.source}<div {_MARK}>{markup}</div>", page.url)
    marked = [row for row, attrs in enumerate(filled.elements.attrs) if any(name == _MARK for name, _ in attrs)]
    if not marked:
        return None
    element = marked[0]
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
    for text in page.head.embedded:
        together[text.source, text.path] += _streamed(text.text) if text.source == _STREAM else [_markup(text)]
    for element, attributes in enumerate(page.elements.attrs):
        if page.elements.names[element] == "iframe":
            together["iframe", "srcdoc"] += [value for name, value in attributes if name == "srcdoc" and value]
    stated = [key for key in together if key[1].lower().endswith("articlebody")]
    candidates = [((source, path), "\n".join(together[source, path])) for source, path in stated or together]
    if not candidates:
        return None
    (source, path), markup = max(candidates, key=lambda candidate: len(candidate[1]))
    return f"{source}: {path}", markup


def _streamed(chunk: str) -> list[str]:
    """The texts in a chunk of a streamed application, which names what an element holds its `children`."""
    held = (match[1] for match in _CHILDREN.finditer(chunk))
    return [f"<p>{escape(text, quote=False)}</p>" for text in map(_unescaped, held) if len(text) >= _SENTENCE]


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
