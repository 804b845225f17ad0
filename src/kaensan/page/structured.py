# cython: language_level=3
"""What a page says about its things in schema.org terms: JSON-LD and microdata, in one shape.

Part of the kernel (see `kaensan.kernel`); nothing in it reads a column without a check.
"""

from __future__ import annotations

import numpy as np

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

from kaensan.frozen_records import record
from kaensan.page.budget import Steps
from kaensan.page.elements import Elements
from kaensan.page.inline import LONGEST_LINE, inline_text
from kaensan.page.lenient_json import Json
from kaensan.page.texts import Texts

__all__ = ["LONGEST_TEXT", "Thing", "json_ld_things", "kind_of", "microdata_things", "microdata_types"]

LONGEST_TEXT = 4000
"""Characters of a value, unless its reader wants all of it."""

_MAX_THINGS = 2000
_MAX_DEPTH = 12
_DEEPEST = 3
"""Values inside values that are looked at for a text: lists of things with a list of names."""
_MAX_PROPERTIES = 5000
_MOST_TEXTS = 100
"""Values of one property that are read: enough for the authors of a paper and the ingredients of a recipe."""
_MOST_NODES = 500
"""Nested values that are looked at for them: many things may refer to one that holds many."""
_LONGEST_NAME = 200
_MOST_NAMES = 16
"""Properties that one element of microdata may be at once; honest ones are one or two."""
_VALUE_ATTRIBUTES = ("content", "datetime", "href", "src", "value", "data")


@record
class Thing:
    """One described thing."""

    types: tuple[str, ...]
    """its schema.org types, in lower case and without the address of the vocabulary"""
    properties: dict[str, list[Json]]
    """values by property name; a value may be a text, a number or a nested description"""
    within: tuple[str, ...] = ()
    """the properties that lead to it from a top-level thing: `()` at the top, `("itemlistelement",)` in a list"""
    origin: str = "json-ld"
    """`json-ld` or `microdata`"""

    def texts(self, name: str, most: int = _MOST_TEXTS, longest: int | None = LONGEST_TEXT) -> list[str]:
        """The first values of a property that are texts, names of nested things included.

        Each is cut to its `longest` characters: a thousand things may refer to one text.
        """
        values = self.properties.get(name)
        return [text[:longest] for text in _names(values, most)] if values else []


def kind_of(thing: Thing) -> str:
    """Whether a thing is an `article` (or a post, a recipe, a question), a `page`, a `comment`, or `other`."""
    for kind, endings in _KINDS.items():
        for name in thing.types:
            if name.endswith(endings):
                return kind
    return "other"


_KINDS = {
    "article": ("article", "posting", "recipe", "report", "question", "howto"),
    "page": ("page",),
    "comment": ("comment", "review", "answer"),
}


@cython.cfunc
def _names(values: list, most: cython.Py_ssize_t) -> list:
    """The texts among some values, in order, and the names of the things among them, up to three values deep."""
    if len(values) == 1 and isinstance(values[0], str):
        return values[:most]
    texts: list[str] = []
    ahead: list[tuple[Json, int]] = [(value, 0) for value in reversed(values[:_MOST_NODES])]
    for _ in range(_MOST_NODES):
        if not ahead or len(texts) == most:
            break
        value, depth = ahead.pop()
        if isinstance(value, str):
            texts.append(value)
        elif isinstance(value, bool) or value is None or depth > _DEEPEST:
            continue
        elif isinstance(value, int | float):
            texts.append(str(value))
        elif isinstance(value, list):
            ahead.extend((member, depth + 1) for member in reversed(value[:_MOST_NODES]))
        elif "name" in value:
            ahead.append((value["name"], depth + 1))
        elif "@value" in value:
            ahead.append((value["@value"], depth + 1))
        elif "givenName" in value or "familyName" in value:
            parts = [value.get("givenName"), value.get("familyName")]
            texts.append(" ".join(part for part in parts if isinstance(part, str)))
    return texts


def json_ld_things(values: list[Json]) -> list[Thing]:
    """Every typed thing in the JSON-LD of a page, outer before inner, with references by `@id` resolved."""
    known: dict = {}
    found: list = []
    stack: list = [(value, ()) for value in reversed(values)]
    while stack and len(found) < _MAX_THINGS:
        value, within = stack.pop()
        if isinstance(value, list):
            stack.extend([(member, within) for member in reversed(value[:_MAX_THINGS])])
        elif isinstance(value, dict):
            name = value.get("@id")
            if isinstance(name, str) and len(value) > len(known.get(name, ())):
                known[name] = value
            if "@type" in value:
                found.append((value, within))
            if len(within) < _MAX_DEPTH:
                stack.extend(_inner(value, within))
    return [Thing(_types(value["@type"]), _properties(value, known), within) for value, within in found]


@cython.cfunc
def _inner(value: dict, within: tuple) -> list:
    """The values in a description that may hold things, the last first, each with the properties that lead to it."""
    inner: list = []
    for key, part in value.items():
        if isinstance(part, (dict, list)):
            inner.append((part, within if key == "@graph" else (*within, key.lower())))
    inner.reverse()
    return inner


@cython.cfunc
def _types(value: object) -> tuple:
    names: list = value if isinstance(value, list) else [value]
    return tuple([name.rstrip("/").rpartition("/")[2].lower() for name in names if isinstance(name, str)])


@cython.cfunc
def _properties(value: dict, known: dict) -> dict:
    properties: dict = {}
    for key, part in value.items():
        name: str = (key.rpartition(":")[2] if ":" in key else key).lower()
        if isinstance(part, list):
            properties[name] = [_resolved(member, known) for member in part[:_MAX_THINGS]]
        else:
            properties[name] = [_resolved(part, known)]
    return properties


@cython.cfunc
def _resolved(value: object, known: dict) -> object:
    """A value, or the thing that it refers to."""
    if not isinstance(value, dict) or "name" in value:
        return value
    name = value.get("@id")
    return known.get(name, value) if isinstance(name, str) else value


def microdata_things(texts: Texts, steps: Steps) -> list[Thing]:
    """Every item of the page's microdata, in document order.

    The value of a property that is itself an item is that item's name, or else its text. What stands outside every
    item is the last thing, without a type.
    """
    elements = texts.elements
    properties = elements.having("itemprop")
    if not properties:
        return []
    scopes = _scopes(elements)
    types = dict(elements.having("itemtype"))
    is_scope = np.zeros(len(elements), np.bool_)
    is_scope[scopes] = True
    scope_of = elements.nearest(is_scope)
    values_of: dict[int, dict[str, list[Json]]] = {row: {} for row in scopes}
    values_of[-1] = {}
    within: dict[int, tuple[str, ...]] = {}
    properties = properties[:_MAX_PROPERTIES]
    rows = [row for row, _ in properties]
    is_property = np.zeros(len(elements), np.bool_)
    is_property[rows] = True
    attributes = elements.attrs.of_elements(is_property, _VALUE_ATTRIBUTES)
    columns = (elements.first_text, elements.end_text, scope_of)
    places = list(zip(properties, *(column[rows].tolist() for column in columns), strict=True))
    # Inner items come after outer ones, so going backwards their names are known when the outer one asks.
    for (row, names), first, end, owner in reversed(places):
        if not steps.spend(min(end - first, LONGEST_LINE)):
            break
        value: str = ""
        if is_scope[row]:  # an item that is itself the property of the item around it
            parent = int(elements.parent[row])
            owner = int(scope_of[parent]) if parent >= 0 else -1
            within[row] = (names[:_LONGEST_NAME].lower(),)
            value = next((name for name in values_of[row].get("name", [])[::-1] if isinstance(name, str)), "")
        value = value or _value(texts, attributes.get(row, {}), first, end)
        for name in names.lower().split(None, _MOST_NAMES)[:_MOST_NAMES]:
            if value:
                values_of[owner].setdefault(name, []).append(value)
    return [
        Thing(_types(types.get(row, "")), _in_order(values), within.get(row, ()), "microdata")
        for row, values in values_of.items()
    ]


def microdata_types(elements: Elements) -> set[str]:
    """The types of `microdata_things`."""
    if not elements.having("itemprop"):
        return set()
    types = dict(elements.having("itemtype"))
    return {name for row in _scopes(elements) for name in _types(types.get(row, ""))} | {""}


def _scopes(elements: Elements) -> list[int]:
    """The elements that are items of microdata."""
    return [row for row, _ in elements.having("itemscope")][:_MAX_PROPERTIES]


@cython.cfunc
def _in_order(backwards: dict) -> dict:
    return {name: values[::-1] for name, values in backwards.items()}


@cython.cfunc
def _value(texts: Texts, attributes: dict, first: cython.Py_ssize_t, end: cython.Py_ssize_t) -> str:
    """What an element of microdata states: in an attribute, or as the rows `first … end` of the text."""
    for name in _VALUE_ATTRIBUTES if attributes else ():
        value: str | None = attributes.get(name)
        if value and not (name == "href" and end > first):
            return value.strip()
    return inline_text(texts, first, end)
