"""Tables whose parts stand outside rows."""

from __future__ import annotations

from kaensan.render.node import Node

__all__ = ["gather_rows"]


def gather_rows(table: Node) -> None:
    """Put what stands in a table outside its rows, as the content of a template may, into rows of its own."""
    gathered: list[Node | str] = []
    stray: Node | None = None
    for child in table.children:
        if isinstance(child, Node) and child.name in ("tr", "caption"):
            gathered.append(child)
            stray = None
            continue
        if stray is None:
            stray = Node("tr")
            gathered.append(stray)
        stray.children.append(
            child if isinstance(child, Node) and child.name in ("td", "th") else Node("td", {}, [child])
        )
    table.children = gathered
