"""GitHub-flavoured Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page
from kaensan.page.tags import TAGS, tag_id
from kaensan.render.content_elements import LISTS, MARKED_INLINE
from kaensan.render.front_matter import front_matter
from kaensan.render.markdown_line import write_inline, write_lines
from kaensan.render.node import Node
from kaensan.render.options import RenderOptions
from kaensan.render.reading import Reading, read
from kaensan.render.simplify import simplify
from kaensan.render.tree import build_tree

__all__ = ["render_markdown"]

_HEADING = {f"h{level}": "#" * level for level in range(1, 7)}
_HOLDERS = frozenset({"body", "div", "figure", "details", "dl", "dd", "dt", "figcaption", "summary", "caption"})
_VOCABULARY = tuple(MARKED_INLINE.get(name, "") for name in TAGS)
_TABLE, _MATH = tag_id("table"), tag_id("math")
_FENCES = re.compile("`{3,}")
_CLOSING = re.compile(r"(?<!#)(#+)$")


def render_markdown(page: Page, kept: NDArray[np.bool_], options: RenderOptions | None = None) -> str:
    """The kept rows as Markdown.

    >>> from kaensan.page import parse
    >>> page = parse("<h2>ข่าว</h2><ul><li>คำ<b>เน้น</b>ในประโยค<li>two</ul>")
    >>> print(render_markdown(page, np.ones(len(page.texts), bool)))
    ## ข่าว
    <BLANKLINE>
    - คำ**เน้น**ในประโยค
    - two
    """
    options = options or RenderOptions()
    reading = read(page, kept)
    body = build_tree(page, reading, options, _VOCABULARY)
    tables = bool(page.elements.tags_held[_TABLE])
    simplify(body, tables=tables, formulas=_may_hold_formulas(page, reading))
    title = f"# {_heading_text([options.title])}" if options.title else ""
    blocks = [front_matter(options.front_matter), title, *_blocks(body)]
    return "\n\n".join(block for block in blocks if block)


def _may_hold_formulas(page: Page, reading: Reading) -> bool:
    text = "".join(reading.words)
    return "\\" in text or "$$" in text or bool(page.elements.tags_held[_MATH])


def _taken(node: Node) -> Iterator[Node | str]:
    """What a node holds, in order, each taken out of it: what is written is not held as nodes as well."""
    children, node.children = list(reversed(node.children)), ()
    while children:
        yield children.pop()


def _blocks(node: Node) -> list[str]:
    """Each block of a node as Markdown; inline content between blocks is a paragraph. The node is empty afterwards."""
    blocks: list[str] = []
    line: list[Node | str] = []
    before = ("", "")
    for child in _taken(node):
        if not isinstance(child, Node) or child.name not in _BLOCKS:
            line.append(child)
            continue
        if line:
            blocks.append(write_lines(line))
            line, before = [], ("", "")
        if child.name in LISTS:
            # Two lists in a row would read as one, so the second gets the other mark.
            mark = _list_mark(child, before)
            blocks.append(_list(child, mark))
            before = (child.name, mark)
        else:
            blocks += _block(child)
            before = ("", "")
    if line:
        blocks.append(write_lines(line))
    return [block for block in blocks if block]


def _block(node: Node) -> list[str]:
    if node.name in _HOLDERS:
        return _blocks(node)
    if node.name in _HEADING:
        return [f"{_HEADING[node.name]} {_heading_text(node.children)}"]
    return [_WRITERS[node.name](node)]


def _heading_text(children: Sequence[Node | str]) -> str:
    return _CLOSING.sub(_BACKSLASH, " ".join(write_inline(children).split()))


def _list_mark(node: Node, before: tuple[str, str]) -> str:
    usual, other = ("-", "*") if node.name == "ul" else (".", ")")
    return other if before == (node.name, usual) else usual


def _list(node: Node, mark: str) -> str:
    """A list; items that hold more than a line and lists are set apart by blank lines."""
    number = int(node.attrs.get("start", 1)) - 1
    items: list[str | tuple[str, list[str]]] = []  # written, or a marker and blocks to be joined
    tight = True
    for item in _taken(node):
        if not isinstance(item, Node):
            continue
        number = int(item.attrs.get("value", number + 1))
        inner = [child.name for child in item.children if isinstance(child, Node) and child.name in _BLOCKS]
        blocks = _blocks(item)
        tight = tight and inner in ([], ["ul"]) and len(blocks) <= 2
        marker = f"{mark} " if node.name == "ul" else f"{number}{mark} "
        items.append((marker, blocks) if len(blocks) > 1 else _hang(marker, "".join(blocks)))
    between = "\n" if tight else "\n\n"
    return between.join([item if isinstance(item, str) else _hang(item[0], between.join(item[1])) for item in items])


def _hang(marker: str, text: str) -> str:
    """The text with a marker before its first line and the other lines under its start."""
    if "\n" not in text and text != "---":
        return f"{marker}{text}".rstrip(" ")
    indent = " " * len(marker)
    lines = text.split("\n")
    if lines[0] == "---":  # "- ---" is one long rule
        lines[0] = "***"
    return "\n".join([marker + lines[0], *(indent + line if line else line for line in lines[1:])]).rstrip(" ")


def _quote(node: Node) -> str:
    lines = "\n\n".join(_blocks(node)).split("\n")
    return "\n".join(f"> {line}" if line else ">" for line in lines)


def _fence(node: Node) -> str:
    text = node.text
    longest = max(map(len, _FENCES.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{node.attrs.get('class', '').removeprefix('language-')}\n{text}\n{fence}"


def _table(node: Node) -> str:
    blocks = [
        block
        for child in node.children
        if isinstance(child, Node) and child.name == "caption"
        for block in _block(child)
    ]
    lines: list[str] = []
    for row in _taken(node):
        if isinstance(row, Node) and row.name == "tr":
            lines.append(f"| {' | '.join([_cell(cell) for cell in row.children if isinstance(cell, Node)])} |")
            if len(lines) == 1:
                lines.append("|" + " --- |" * len(row.children))
    return "\n\n".join([*blocks, "\n".join(lines)])


def _cell(cell: Node) -> str:
    lines = (line.strip(" ") for line in write_inline(cell.children, in_table=True).split("\n"))
    return "<br>".join(line for line in lines if line)


def _note(node: Node) -> str:
    text = "\n\n".join(_blocks(node)).split("\n")
    return "\n".join([f"[^{node.attrs['label']}]: {text[0]}", *(f"    {line}" if line else "" for line in text[1:])])


_BACKSLASH = r"\\\1"
_WRITERS = {
    "p": lambda node: write_lines(node.children),
    "pre": _fence,
    "blockquote": _quote,
    "table": _table,
    "hr": lambda node: "---",
    "note": _note,
}
_BLOCKS = frozenset({*LISTS, *_HOLDERS, *_HEADING, *_WRITERS})
"""Elements that are no part of a line."""
