"""The tree brought down to what Markdown can write."""

from __future__ import annotations

from collections.abc import Iterator

from kaensan.render.content_elements import INLINE, LINES_ONLY, LISTS
from kaensan.render.formulas import split_formulas
from kaensan.render.grid import to_grid
from kaensan.render.node import NO_ATTRIBUTES, Node
from kaensan.render.tree import Tree

__all__ = ["simplify"]

_LINES = frozenset({"p", *LINES_ONLY, *INLINE.values()})


def simplify(tree: Tree, *, formulas: bool) -> None:
    """Change the tree in place: footnotes become `note` and `noteref`, tables plain grids, formulas `tex`.

    `formulas` tells whether the page may have any.
    """
    if tree.has_notes:
        _mark_notes(tree.body)
    if formulas:
        for node in tree.body.walk():
            if node.name == "table":
                to_grid(node)
            _mark_formulas(node)
    elif tree.has_tables:
        for node in _tables(tree.body):
            to_grid(node)


def _tables(body: Node) -> Iterator[Node]:
    """The tables of a tree; paragraphs and other lines hold none, and so no table is missed in them."""
    ahead = [body]
    while ahead:
        node = ahead.pop()
        if node.name == "table":
            yield node
        ahead.extend(child for child in node.children if isinstance(child, Node) and child.name not in _LINES)


def _mark_formulas(node: Node) -> None:
    """Make `tex` of the formulas in a node, and a block of a paragraph that is nothing else."""
    if node.name == "code" and node.attrs:
        node.name, node.attrs, node.children = "tex", NO_ATTRIBUTES, [node.text]
    if node.name not in ("pre", "code", "tex"):
        node.children = [piece for child in node.children for piece in _with_formulas(child)]
    if node.name == "p" and len(node.children) == 1 and _is_formula(node.children[0]):
        node.name, node.attrs, node.children = "pre", {"class": "language-math"}, [node.text]


def _is_formula(child: Node | str) -> bool:
    return isinstance(child, Node) and (child.name == "tex" or child.attrs.get("class") == "language-math")


def _with_formulas(child: Node | str) -> list[Node | str]:
    if isinstance(child, Node) or ("\\" not in child and "$$" not in child):
        return [child]
    return [Node("tex", None, [piece]) if formula else piece for piece, formula in split_formulas(child)]


def _mark_notes(body: Node) -> None:
    """Make footnotes of the notes at the top level, and of the links to them."""
    blocks: list[Node | str] = []
    labels: set[str] = set()
    for block in body.children:
        bodies = _note_bodies(block)
        for note in bodies:
            label = note.attrs["id"].removeprefix("fn-")
            labels.add(label)
            blocks.append(Node("note", {"label": label}, note.children))
        blocks += [] if bodies else [block]
    if not labels:
        return
    body.children = blocks
    for node in body.walk():
        node.children = tuple(_with_noteref(child, labels) for child in node.children)


def _with_noteref(child: Node | str, labels: set[str]) -> Node | str:
    """What a child is written as: a link to a note that was found is its mark, a link back from a note is nothing."""
    if not isinstance(child, Node):
        return child
    link = _only(child) if child.name == "sup" else child
    label = link.attrs.get("id", "").removeprefix("fnref-") if link.name == "a" else ""
    if label in labels:
        return Node("noteref", {"label": label})
    if link.attrs.get("href", "").startswith("#fnref-"):
        words = link.text
        return words if any(map(str.isalnum, words)) else ""
    return child


def _note_bodies(block: Node | str) -> list[Node]:
    if not isinstance(block, Node) or (block.name != "div" and block.name not in LISTS):
        return []
    items = [block] if block.name == "div" else block.children
    notes = [item for item in items if isinstance(item, Node) and item.attrs.get("id", "").startswith("fn-")]
    return notes if len(notes) == len(items) else []


def _only(node: Node) -> Node:
    """The only child of a node, or the node itself."""
    child = node.children[0] if len(node.children) == 1 else node
    return child if isinstance(child, Node) else node
