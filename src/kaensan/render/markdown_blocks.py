# cython: language_level=3, initializedcheck=False
"""The blocks of a content tree as Markdown.

Part of the kernel (see `kaensan.kernel`). Blocks stand in each other some sixty deep at most (see `tree_writer`), and
so do the calls here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

from kaensan.render.content_elements import LISTS
from kaensan.render.markdown_line import write_inline, write_lines

if cython.compiled:
    from cython.cimports.kaensan.render.node import Node
else:
    from kaensan.render.node import Node

__all__ = ["heading_text", "taken_blocks"]

_HEADING = {f"h{level}": "#" * level for level in range(1, 7)}
_HOLDERS = frozenset({"body", "div", "figure", "details", "dl", "dd", "dt", "figcaption", "summary", "caption"})
_BLOCKS = frozenset({*LISTS, *_HOLDERS, *_HEADING, "p", "pre", "blockquote", "table", "hr", "note"})
"""Elements that are no part of a line."""
_FENCES = re.compile("`{3,}")
_CLOSING = re.compile(r"(?<!#)(#+)$")
_BACKSLASH = r"\\\1"


@cython.ccall
def taken_blocks(node: Node) -> list:
    """Each block of a node as Markdown; inline content between blocks is a paragraph. The node is empty afterwards."""
    blocks: list = []
    line: list = []
    last_list: str = ""
    last_mark: str = ""
    children: list = _taken(node)
    while children:
        item: object = children.pop()
        if isinstance(item, str) or cython.cast(Node, item).name not in _BLOCKS:
            line.append(item)
            continue
        if line:
            _add(blocks, write_lines(line))
            line = []
            last_list = ""
        child: Node = item
        if child.name in LISTS:
            # Two lists in a row would read as one, so the second gets the other mark.
            usual, other = ("-", "*") if child.name == "ul" else (".", ")")
            last_mark = other if last_list == child.name and last_mark == usual else usual
            last_list = child.name
            _add(blocks, _list(child, last_mark))
        else:
            _block(child, blocks)
            last_list = ""
    if line:
        _add(blocks, write_lines(line))
    return blocks


@cython.cfunc
def _taken(node: Node) -> list:
    """What a node holds, the last first, taken out of it: what is written is not held as nodes as well."""
    children: list = list(node.children)
    node.children = ()
    children.reverse()
    return children


@cython.cfunc
def _add(blocks: list, block: str) -> None:
    if block:
        blocks.append(block)


@cython.cfunc
def _block(node: Node, blocks: list) -> None:
    """Write a block that is no list behind some others."""
    name: str = node.name
    if name == "p":
        _add(blocks, write_lines(node.children))
    elif name in _HOLDERS:
        blocks += taken_blocks(node)
    elif name in _HEADING:
        blocks.append(f"{_HEADING[name]} {heading_text(node.children)}")
    elif name == "pre":
        blocks.append(_fence(node))
    elif name == "blockquote":
        blocks.append(_quote(node))
    elif name == "table":
        _add(blocks, _table(node))
    elif name == "hr":
        blocks.append("---")
    else:
        blocks.append(_note(node))


@cython.ccall
def heading_text(children: Sequence[Node | str]) -> str:
    """The content of a heading, in one line."""
    text: str = " ".join(write_inline(children).split())
    return _CLOSING.sub(_BACKSLASH, text) if text.endswith("#") else text


@cython.cfunc
def _list(node: Node, mark: str) -> str:
    """A list; items that hold more than a line and lists are set apart by blank lines."""
    number: cython.longlong = int(node.attrs.get("start", 1)) - 1
    numbered: cython.bint = node.name != "ul"
    items: list = []  # written, or a marker and blocks to be joined
    tight: cython.bint = True
    children: list = _taken(node)
    while children:
        child: object = children.pop()
        if isinstance(child, str):
            continue
        item: Node = child
        number = int(item.attrs["value"]) if "value" in item.attrs else number + 1
        tight = tight and _may_be_tight(item)
        blocks: list = taken_blocks(item)
        tight = tight and len(blocks) <= 2
        marker: str = f"{number}{mark} " if numbered else f"{mark} "
        items.append((marker, blocks) if len(blocks) > 1 else _hang(marker, "".join(blocks)))
    between: str = "\n" if tight else "\n\n"
    return between.join([one if isinstance(one, str) else _hang(one[0], between.join(one[1])) for one in items])


@cython.cfunc
def _may_be_tight(item: Node) -> cython.bint:
    """Whether an item holds a line and a list without numbers at most."""
    lists: cython.int = 0
    for child in item.children:
        if not isinstance(child, str) and cython.cast(Node, child).name in _BLOCKS:
            lists += 1
            if lists > 1 or cython.cast(Node, child).name != "ul":
                return False
    return True


@cython.cfunc
def _hang(marker: str, text: str) -> str:
    """The text with a marker before its first line and the other lines under its start."""
    if "\n" not in text and text != "---":
        return (marker + text).rstrip(" ")
    indent: str = " " * len(marker)
    lines: list = text.split("\n")
    if lines[0] == "---":  # "- ---" is one long rule
        lines[0] = "***"
    return "\n".join([marker + lines[0], *[indent + line if line else line for line in lines[1:]]]).rstrip(" ")


@cython.cfunc
def _quote(node: Node) -> str:
    lines: list = "\n\n".join(taken_blocks(node)).split("\n")
    return "\n".join([f"> {line}" if line else ">" for line in lines])


@cython.cfunc
def _fence(node: Node) -> str:
    text: str = node.text
    longest = max(map(len, _FENCES.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{node.attrs.get('class', '').removeprefix('language-')}\n{text}\n{fence}"


@cython.cfunc
def _table(node: Node) -> str:
    blocks: list = []
    lines: list = []
    row: Node
    for child in node.children:
        if not isinstance(child, str) and cython.cast(Node, child).name == "caption":
            _block(child, blocks)
    children: list = _taken(node)
    while children:
        child = children.pop()
        if isinstance(child, str) or cython.cast(Node, child).name != "tr":
            continue
        row = child
        cells: list = [_cell(cell) for cell in row.children if not isinstance(cell, str)]
        lines.append(f"| {' | '.join(cells)} |")
        if len(lines) == 1:
            lines.append("|" + " --- |" * len(row.children))
    blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


@cython.cfunc
def _cell(cell: Node) -> str:
    written: str = write_inline(cell.children, in_table=True)
    if "\n" not in written:
        return written.strip(" ")
    lines: list = [line.strip(" ") for line in written.split("\n")]
    return "<br>".join([line for line in lines if line])


@cython.cfunc
def _note(node: Node) -> str:
    text: list = "\n\n".join(taken_blocks(node)).split("\n")
    return "\n".join([f"[^{node.attrs['label']}]: {text[0]}", *[f"    {line}" if line else "" for line in text[1:]]])
