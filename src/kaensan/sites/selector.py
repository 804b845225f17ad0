"""Selectors over the flat element table: the part of CSS that learned rules are written in.

`div.entry`, `td#main`, `div[id^="post-"]`, `div[itemprop="articleBody"]`, `#story > p` and `#story td`: enough to name
a container, and each as fast as looking up one attribute.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kaensan.page.elements import Elements
from kaensan.page.tags import tag_id

__all__ = ["match", "names_of", "outermost"]

_STEP = re.compile(r"([a-z][\w-]*)?((?:[.#][\w-]+|\[[a-z-]+\^?=\"[^\"]*\"\])*)")
_PART = re.compile(r"[.#][\w-]+|\[[a-z-]+\^?=\"[^\"]*\"\]")
_PLAIN = re.compile(r"[A-Za-z_][\w-]{0,60}")
_NUMBERED = re.compile(r"([A-Za-z_][A-Za-z_-]{2,60})\d[\w-]*")
_STATED = ("itemprop", "role")
_MOST_CLASSES = 6


@dataclass(frozen=True)
class _Step:
    """One element of a selector: what it is called and what its attributes say."""

    tag: str
    conditions: tuple[tuple[str, str, str], ...]
    """(attribute, how, value); how is `=`, `^=`, or `~=` for one of the words of a class"""
    child: bool
    """directly inside the element of the step before"""


def _steps(selector: str) -> tuple[_Step, ...]:
    steps: list[_Step] = []
    child = False
    for word in selector.split():
        if word == ">" and steps and not child:
            child = True
            continue
        found = _STEP.fullmatch(word)
        if not found or word == ">":
            raise ValueError(f"cannot read the selector {selector!r}")
        conditions = tuple(_condition(part) for part in _PART.findall(found[2]))
        steps.append(_Step(found[1] or "", conditions, child))
        child = False
    if not steps or child:
        raise ValueError(f"cannot read the selector {selector!r}")
    return tuple(steps)


def _condition(part: str) -> tuple[str, str, str]:
    if part[0] == ".":
        return "class", "~=", part[1:]
    if part[0] == "#":
        return "id", "=", part[1:]
    name, _, value = part[1:-1].partition("=")
    return (name[:-1], "^=", value[1:-1]) if name.endswith("^") else (name, "=", value[1:-1])


def match(elements: Elements, selector: str) -> NDArray[np.int64]:
    """The elements that a selector names, in document order."""
    found: NDArray[np.int64] | None = None
    for step in _steps(selector):
        rows = _simple(elements, step)
        if found is not None:
            inside = np.zeros(len(elements) + 1, np.bool_)
            inside[found] = True
            if not step.child:
                inside[:-1] = elements.inherit(inside[:-1])
            rows = rows[inside[elements.parent[rows]]]
        found = rows
    assert found is not None
    return found


def _simple(elements: Elements, step: _Step) -> NDArray[np.int64]:
    if not step.conditions:
        return _tagged(elements, step.tag)
    name, how, value = step.conditions[0]
    rows = [row for row, actual in elements.having(name) if value in actual and _holds(actual, how, value)]
    for name, how, value in step.conditions[1:]:
        rows = [row for row in rows if _holds(elements.get(row, name), how, value)]
    if step.tag:
        rows = [row for row in rows if elements.names[row] == step.tag]
    return np.array(rows, np.int64)


def _tagged(elements: Elements, tag: str) -> NDArray[np.int64]:
    number = tag_id(tag)
    rows = np.flatnonzero(elements.tag == number)
    return rows if number else np.array([row for row in rows.tolist() if elements.names[row] == tag], np.int64)


def _holds(actual: str, how: str, value: str) -> bool:
    if how == "~=":
        return value in actual.split()
    return actual.startswith(value) if how == "^=" else actual == value


def outermost(elements: Elements, rows: NDArray[np.int64]) -> list[int]:
    """The elements with text that lie in no other of them."""
    found: list[int] = []
    reached = -1
    for row in rows.tolist():
        if row >= reached and elements.end_text[row] > elements.first_text[row]:
            found.append(row)
            reached = int(elements.end[row])
    return found


def names_of(elements: Elements, row: int) -> list[str]:
    """The selectors that an element goes by, the surest first.

    An id, a class, a stated role; an element without any goes by its parent's name and its tag. Numbers in an id are
    the page's, not the site's.

    >>> from kaensan.page import parse
    >>> elements = parse('<div id="post-12" class="entry long"><p>Text').elements
    >>> names_of(elements, 3), names_of(elements, 4)[0]
    (['div[id^="post-"]', 'div.entry', 'div.long', 'div.entry.long', 'div'], 'div[id^="post-"] > p')
    """
    own = _own_names(elements, row)
    tag = elements.names[row]
    names = [*own]
    outer = int(elements.parent[row])
    for _ in range(12):
        if outer < 0:
            break
        around = _own_names(elements, outer)
        if around:
            joint = " > " if outer == elements.parent[row] else " "
            names.append(f"{around[0]}{joint}{own[0] if own and joint == ' ' else tag}")
            break
        outer = int(elements.parent[outer])
    return [*names, tag] if _PLAIN.fullmatch(tag) else names


def _own_names(elements: Elements, row: int) -> list[str]:
    tag = elements.names[row]
    if not _PLAIN.fullmatch(tag) or tag != tag.lower():
        return []
    names: list[str] = []
    attributes = dict(elements.attrs[row])
    identity = attributes.get("id") or ""
    if _PLAIN.fullmatch(identity):
        numbered = _NUMBERED.fullmatch(identity)
        names.append(f'{tag}[id^="{numbered[1]}"]' if numbered else f"{tag}#{identity}")
    stated = [(name, attributes.get(name) or "") for name in _STATED]
    names += [f'{tag}[{name}="{value}"]' for name, value in stated if _PLAIN.fullmatch(value)]
    classes = [word for word in (attributes.get("class") or "").split()[:_MOST_CLASSES] if _is_name(word)]
    names += [f"{tag}.{word}" for word in classes]
    if 1 < len(classes) < 4:
        names.append(f"{tag}.{'.'.join(classes)}")
    return names


def _is_name(word: str) -> bool:
    """A class that a person gave: not `post-4711`, which is the page's own."""
    return bool(_PLAIN.fullmatch(word)) and sum(char.isdigit() for char in word) < 3
