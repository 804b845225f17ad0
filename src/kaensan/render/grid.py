"""Tables that Markdown can write: a plain grid of cells of one line each."""

from __future__ import annotations

from collections.abc import Sequence

from kaensan.render.node import NO_ATTRIBUTES, Node

__all__ = ["to_grid"]

_FILLERS = 4
"""Empty cells that a table may be filled up with, for each of its own: spans are sometimes absurd."""
_BLOCKS = frozenset(
    {"p", "div", "li", "dt", "dd", "ul", "ol", "dl", "figure", "figcaption", "details", "summary", "hr"}
)


def to_grid(table: Node) -> None:
    """Give every column of every row its own cell: the text of a spanning cell stands in its first place."""
    rows = [row for row in table.children if isinstance(row, Node) and row.name == "tr"]
    below: dict[int, int] = {}  # column: how many more rows a cell from above covers
    widest = 0
    room = 100 + _FILLERS * sum(len(row.children) for row in rows)
    for row in rows:
        cells: list[Node | str] = []
        for cell in row.children:
            if not isinstance(cell, Node):
                continue
            _skip_covered(cells, below)
            across, down = int(cell.attrs.get("colspan", 1)), int(cell.attrs.get("rowspan", 1))
            if across * down - 1 > room:
                across = down = 1
            room -= across * down - 1
            for column in range(len(cells), len(cells) + across if down > 1 else len(cells)):
                below[column] = down - 1
            cell.attrs, cell.children = NO_ATTRIBUTES, _one_line(cell)
            cells += [cell, *(Node("td") for _ in range(across - 1))]
        _skip_covered(cells, below)
        row.children = tuple(cells)
        widest = max(widest, len(cells))
    if rows:
        # Markdown drops cells to the right of the heading row, so that row is made wide enough.
        missing = widest - len(rows[0].children)
        rows[0].children = (*rows[0].children, *(Node("td") for _ in range(missing)))


def _skip_covered(cells: list[Node | str], below: dict[int, int]) -> None:
    while covered := below.get(len(cells)):
        if covered == 1:
            del below[len(cells)]
        else:
            below[len(cells)] = covered - 1
        cells.append(Node("td"))


def _one_line(node: Node) -> Sequence[Node | str]:
    """What a cell holds without blocks: lines parted by `br`, list items with their marks."""
    if all(isinstance(child, str) for child in node.children):
        return node.children
    line: list[Node | str] = []
    number = 0
    for child in node.children:
        if isinstance(child, Node) and child.name == "pre":
            line.append(Node("code", {}, child.children))
            continue
        if not isinstance(child, Node) or child.name not in _BLOCKS:
            line.append(child)
            continue
        if line and not (isinstance(line[-1], Node) and line[-1].name == "br"):
            line.append(Node("br"))
        if child.name == "li":
            number = int(child.attrs.get("value", number + 1))
            line.append(f"{number}. " if node.name == "ol" else "- ")
        line += _one_line(child)
        line.append(Node("br"))
    while line and isinstance(line[-1], Node) and line[-1].name == "br":
        line.pop()
    return tuple(line)
