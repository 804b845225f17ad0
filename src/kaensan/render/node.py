# cython: language_level=3
"""A tree of content: elements and strings, free of everything that is only there for looks.

Part of the kernel (see `kaensan.kernel`); `node.pxd` has the C types of the fields.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

__all__ = ["Node"]

_VOID = frozenset({"br", "hr", "img"})


class Node:
    """An element and what it holds; an `implied` one is made up, to give a stray item its list or code its `pre`."""

    def __init__(
        self,
        name: str,
        attrs: dict[str, str] | None = None,
        children: list[Node | str] | None = None,
        implied: bool = False,
    ) -> None:
        self.name = name
        self.attrs = {} if attrs is None else attrs
        self.children = [] if children is None else children
        self.implied = implied

    def walk(self) -> Iterator[Node]:
        """The node and all nodes in it, in order."""
        ahead = [self]
        while ahead:
            node = ahead.pop()
            yield node
            ahead.extend(child for child in reversed(node.children) if isinstance(child, Node))

    @property
    def text(self) -> str:
        """All strings in the node, in order."""
        parts: list[str] = []
        ahead: list[Node | str] = [self]
        while ahead:
            item = ahead.pop()
            if isinstance(item, str):
                parts.append(item)
            else:
                ahead.extend(reversed(item.children))
        return "".join(parts)

    def to_html(self) -> str:
        """The node as markup. Deep trees do no harm: the walk keeps its own stack."""
        parts: list[str] = []
        ahead: list[Node | str] = [self]
        while ahead:
            item = ahead.pop()
            if isinstance(item, str):
                parts.append(item)
                continue
            parts.append(_start_tag(item))
            if item.name in _VOID:
                continue
            ahead.append(f"</{item.name}>")
            ahead.extend(
                escape(child, quote=False) if isinstance(child, str) else child for child in reversed(item.children)
            )
        return "".join(parts)


def _start_tag(node: Node) -> str:
    if not node.attrs:
        return f"<{node.name}>"
    attributes = " ".join(f'{name}="{escape(value)}"' for name, value in node.attrs.items())
    return f"<{node.name} {attributes}>"
