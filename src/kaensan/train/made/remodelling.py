"""The same page as another board might write it: other names, other tags, other wrappers, another order.

Changes are drawn once for all elements that look alike, as a board would make them, and leave the texts alone. Marks of
the right answer stay on their elements.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from html import escape
from random import Random

from kaensan.methods.lstm.tokens import VOID
from kaensan.page import Page, parse
from kaensan.page.tags import tag_id

__all__ = ["remodelled"]

_MARKED = "data-gold-"
_DATA = ("itemprop", "itemtype", "itemscope", "itemid", "role", "property", "typeof", "datetime", "title", "aria-label")
_RAW = frozenset({"script", "style"})
_TAGS = {
    "div": ("section", "article", "li", "main", "p"),
    "article": ("div", "section"),
    "section": ("div",),
    "li": ("div",),
    "ul": ("div",),
    "ol": ("div",),
    "dl": ("div",),
    "dt": ("div", "strong"),
    "dd": ("div", "p"),
    "h2": ("h3", "div"),
    "h3": ("h4", "div", "strong"),
    "h4": ("h5", "div", "b"),
    "span": ("b", "em", "small", "div", "font"),
    "strong": ("span", "b"),
    "b": ("span", "strong"),
    "time": ("span", "abbr", "small"),
    "header": ("div",),
    "footer": ("div",),
    "blockquote": ("div", "q"),
    "p": ("div",),
}
"""what else a board may write for an element"""
_TABLE = frozenset({"table", "tbody", "thead", "tr", "td", "th"})
_HOLDS_PARAGRAPHS = frozenset({"p", "ul", "ol", "dl", "table", "blockquote", "pre", "div", "section", "article"})
_SYLLABLES = ("ba", "ce", "di", "fo", "gu", "ka", "le", "mi", "no", "pu", "ra", "se", "ti", "vo", "zu", "xe", "qi")
_HEX = "0123456789abcdef"


@dataclass
class Node:
    """An element, or where it has no tag the whole page."""

    tag: str
    attrs: dict[str, str]
    children: list[Node | str] = field(default_factory=list)

    @property
    def elements(self) -> list[Node]:
        return [child for child in self.children if isinstance(child, Node)]

    @property
    def look(self) -> tuple[str, str]:
        return self.tag, self.attrs.get("class", "").split(" ")[0]

    @property
    def marked(self) -> bool:
        return any(name.startswith(_MARKED) for name in self.attrs)

    def holds(self, mark: str) -> int:
        """How many elements in it, or it itself, bear a mark."""
        return int(_MARKED + mark in self.attrs) + sum(child.holds(mark) for child in self.elements)

    def walk(self) -> list[Node]:
        """The node and all below it."""
        return [self, *(below for child in self.elements for below in child.walk())]


def remodelled(html: str, rng: Random) -> str:
    """The page with some changes of its markup."""
    root = _tree(parse(html))
    body = next((node for node in root.walk() if node.tag == "body"), root)
    for chance, change in (
        (0.3, _without_tables),
        (0.4, _reordered),
        (0.5, _exchanged),
        (0.4, _unwrapped),
        (0.5, _wrapped),
        (0.75, _renamed),
        (0.5, _without_ids),
        (0.4, _without_data),
        (0.25, _without_scripts),
    ):
        if rng.random() < chance:
            change(root if change is _without_scripts else body, rng)
    return "<!DOCTYPE html>\n" + "".join(_written(root))


def _tree(page: Page) -> Node:
    elements, texts = page.elements, page.texts
    nodes = [
        Node(name, {key: value or "" for key, value in attrs})
        for name, attrs in zip(elements.names, elements.attrs, strict=True)
    ]
    root = Node("", {})
    held: list[list[tuple[int, Node | str]]] = [[] for _ in nodes]
    """what stands in each node, an element before the text that comes next"""
    first = elements.first_text.tolist()
    for row, (node, parent) in enumerate(zip(nodes, elements.parent.tolist(), strict=True)):
        if row in page.unread:
            node.children.append(page.unread[row])
        if parent < 0:
            root.children.append(node)
        else:
            held[parent].append((2 * first[row], node))
    for row, (text, parent) in enumerate(zip(texts.strings, texts.parent.tolist(), strict=True)):
        gap = " " if texts.spaced[row] else ""
        held[parent].append((2 * row + 1, gap + text))
    for row, node in enumerate(nodes):
        node.children += [child for _, child in sorted(held[row], key=lambda pair: pair[0])]
    return root


def _written(node: Node) -> list[str]:
    parts: list[str] = []
    if node.tag:
        attrs = "".join(f' {name}="{escape(value)}"' if value else f" {name}" for name, value in node.attrs.items())
        parts.append(f"<{node.tag}{attrs}>")
    for child in node.children:
        if isinstance(child, Node):
            parts += _written(child)
        else:
            parts.append(child if node.tag in _RAW else escape(child, quote=False))
    if node.tag and not VOID[tag_id(node.tag)]:
        parts.append(f"</{node.tag}>")
    return parts


def _alike(body: Node) -> dict[tuple[str, str], list[Node]]:
    """The elements of the page by how they look."""
    groups: dict[tuple[str, str], list[Node]] = defaultdict(list)
    for node in body.walk()[1:]:
        groups[node.look].append(node)
    return groups


def _exchanged(body: Node, rng: Random) -> None:
    share = rng.choice([0.1, 0.3, 0.6])
    for (tag, _), nodes in _alike(body).items():
        if tag in _TAGS and rng.random() < share:
            other = rng.choice(_TAGS[tag])
            if other == "p" and any(below.tag in _HOLDS_PARAGRAPHS for node in nodes for below in node.walk()[1:]):
                continue
            if other == "li" and _near_items(body, nodes):
                continue
            for node in nodes:
                node.tag = other


def _near_items(body: Node, nodes: list[Node]) -> bool:
    """Whether nodes stand in items of lists, hold some, or stand in one another: an item ends the one around it."""
    own = {id(node) for node in nodes}
    items = own | {id(node) for node in body.walk() if node.tag == "li"}
    return any(
        id(below) in items if id(node) in own else id(below) in own
        for node in body.walk()
        if id(node) in items
        for below in node.walk()[1:]
    )


def _without_tables(body: Node, _: Random) -> None:
    """Boxes instead of the tables that lay out a page."""
    for node in body.walk():
        if node.tag in _TABLE:
            node.tag = "div"


def _reordered(body: Node, rng: Random) -> None:
    """The parts of posts in another order: where one child holds the words and another the author or the date."""
    turned: dict[tuple[str, str], int] = {}
    for node in body.walk():
        parts = node.elements
        if len(parts) < 2 or len(parts) != sum(
            not isinstance(child, str) or bool(child.strip()) for child in node.children
        ):
            continue
        if node.tag in _TABLE or node.holds("body") != 1 or not any(part.holds("body") for part in parts):
            continue
        if node.holds("author") + node.holds("date") == 0 or node.marked:
            continue
        way = turned.setdefault(node.look, rng.randint(0, 3))
        if way == 1:
            node.children = [*parts[::-1]]
        elif way == 2:
            node.children = [*parts[1:], parts[0]]
        elif way == 3:
            node.children = [parts[-1], *parts[:-1]]


def _unwrapped(body: Node, rng: Random) -> None:
    """Boxes that hold nothing but another box are left out."""
    share = rng.choice([0.3, 1.0])
    drawn: dict[tuple[str, str], bool] = {}
    for node in body.walk():
        for at, child in enumerate(node.children):
            if isinstance(child, str) or child.marked or child.tag not in ("div", "section", "span", "article"):
                continue
            if len(child.children) == len(child.elements) == 1 and drawn.setdefault(child.look, rng.random() < share):
                node.children[at] = child.elements[0]


def _wrapped(body: Node, rng: Random) -> None:
    """Boxes around some elements, and around the content of others."""
    share = rng.choice([0.05, 0.2])
    for (tag, _), nodes in _alike(body).items():
        if tag not in ("div", "section", "article", "li", "td", "p", "blockquote") or rng.random() >= share:
            continue
        name = rng.choice(["", "", "wrap", "inner", _made_up(rng)])
        inner = rng.choice(["div", "section"]) if tag != "p" else "span"
        for node in nodes:
            box = Node(inner, {"class": name} if name else {}, node.children)
            if node.tag != "p" or all(isinstance(child, str) for child in node.children):
                marks = {key: node.attrs.pop(key) for key in [*node.attrs] if key.startswith(_MARKED)}
                box.attrs |= marks
                node.children = [box]


def _renamed(body: Node, rng: Random) -> None:
    """Classes that say nothing, none at all, others than before, or names made by a program."""
    way = rng.choice(["none", "some", "hashed", "other", "prefixed", "program"])
    names: dict[str, str] = {}
    dropped = rng.choice([0.2, 0.5])

    def other(name: str) -> str:
        if name not in names:
            if way == "some":
                names[name] = "" if rng.random() < dropped else name
            elif way == "hashed":
                names[name] = "css-" + "".join(rng.choice(_HEX) for _ in range(6))
            elif way == "program":
                names[name] = f"{name}__{''.join(rng.choice(_HEX) for _ in range(5))}"
            elif way == "prefixed":
                names[name] = f"{prefix}{name}"
            else:
                names[name] = _made_up(rng)
        return names[name]

    prefix = rng.choice(["c-", "u_", "fx", "app-", "b"])
    for node in body.walk():
        if "class" in node.attrs:
            kept = [] if way == "none" else [other(name) for name in node.attrs["class"].split()]
            node.attrs.pop("class")
            if any(kept):
                node.attrs["class"] = " ".join(name for name in kept if name)


def _without_ids(body: Node, rng: Random) -> None:
    for node in body.walk():
        node.attrs.pop("id", None)
        if rng.random() < 0.5:
            node.attrs.pop("name", None)


def _without_data(body: Node, _: Random) -> None:
    """Without what is there for programs."""
    for node in body.walk():
        for name in [*node.attrs]:
            if name in _DATA or (name.startswith(("data-", "aria-")) and not name.startswith(_MARKED)):
                del node.attrs[name]


def _without_scripts(root: Node, _: Random) -> None:
    for node in root.walk():
        node.children = [
            child for child in node.children if isinstance(child, str) or child.tag not in ("script", "style")
        ]


def _made_up(rng: Random) -> str:
    return "".join(rng.choice(_SYLLABLES) for _ in range(rng.randint(1, 3)))
