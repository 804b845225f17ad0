"""Selectors over the flat element table: just enough CSS to mark the parts of training pages.

`div.post .body` is a descendant, `td > div` a child, `!.signature` leaves out what lies in such an element, and a comma
separates alternatives.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from kaensan.page.elements import Elements

__all__ = ["select"]

_STEP = re.compile(r"([a-z0-9*]*)((?:[.#][\w-]+|\[[^\]]+\])*)")
_CONDITION = re.compile(r"[.#][\w-]+|\[[^\]]+\]")
_ATTRIBUTE = re.compile(r"\[([\w-]+)(?:([\^*$]?)=(.*))?\]")


def select(elements: Elements, selector: str) -> list[int]:
    """The elements that a selector means, with text and outermost only, in document order."""
    chosen = np.zeros(len(elements), np.bool_)
    for alternative in filter(None, map(str.strip, selector.split(","))):
        chosen |= _path(elements, alternative.split())
    chosen &= elements.end_text > elements.first_text
    found: list[int] = []
    reached = -1
    for row in np.flatnonzero(chosen).tolist():
        if row >= reached:
            found.append(row)
            reached = int(elements.end[row])
    return found


def _path(elements: Elements, steps: list[str]) -> NDArray[np.bool_]:
    current: NDArray[np.bool_] | None = None
    child = False
    for step in steps:
        if step == ">":
            child = True
        elif step.startswith("!") and current is not None:
            current = current & ~elements.inherit(_simple(elements, step[1:]))
        else:
            matched = _simple(elements, step)
            if current is not None:
                around = current if child else elements.inherit(current)
                matched &= np.where(elements.parent >= 0, around[elements.parent], False)
            current, child = matched, False
    return np.zeros(len(elements), np.bool_) if current is None else current


def _simple(elements: Elements, step: str) -> NDArray[np.bool_]:
    match = _STEP.fullmatch(step)
    if not match:
        raise ValueError(f"cannot read the selector {step!r}")
    name, rest = match.groups()
    wanted = [_condition(text) for text in _CONDITION.findall(rest)]
    rows = np.zeros(len(elements), np.bool_)
    for row, (tag, attrs) in enumerate(zip(elements.names, elements.attrs, strict=True)):
        if name in ("", "*", tag):
            values = dict(attrs)
            rows[row] = all(_holds(values.get(key), how, value) for key, how, value in wanted)
    return rows


def _condition(text: str) -> tuple[str, str, str]:
    if text[0] == ".":
        return "class", "word", text[1:]
    if text[0] == "#":
        return "id", "", text[1:]
    match = _ATTRIBUTE.fullmatch(text)
    if not match:
        raise ValueError(f"cannot read the condition {text!r}")
    name, how, value = match.groups()
    return name, "any" if value is None else how, value or ""


def _holds(actual: str | None, how: str, value: str) -> bool:
    if actual is None:
        return False
    if how == "word":
        return value in actual.split()
    if how == "^":
        return actual.startswith(value)
    if how == "*":
        return value in actual
    if how == "$":
        return actual.endswith(value)
    return how == "any" or actual == value
