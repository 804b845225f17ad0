# cython: language_level=3
"""A tree of content: elements and strings, free of everything that is only there for looks.

Part of the kernel (see `kaensan.kernel`); `node.pxd` has the C types of the fields.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

__all__ = ["NO_ATTRIBUTES", "Node"]

_VOID = frozenset({"br", "hr", "img"})
NO_ATTRIBUTES: Mapping[str, str] = {}
"""What all nodes without attributes share: an empty dictionary for each would be a third of the memory of a tree."""


@cython.no_gc
@cython.cclass
class Node:
    """An element and what it holds; an `implied` one is made up, to give a stray item its list or code its `pre`.

    Its children are a list while it is written, and a tuple, which is half as large, from then on.
    No node holds one that holds it, so Python's search for circles of references can leave nodes out.
    """

    def __init__(
        self,
        name: str,
        attrs: Mapping[str, str] | None = None,
        children: Sequence[Node | str] | None = None,
        implied: bool = False,
    ) -> None:
        self.name = name
        self.attrs = attrs or NO_ATTRIBUTES
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

    def taken_as_html(self) -> str:
        """The node as markup; nodes are taken out of it as they are written, so that a large page is not held twice.

        Deep trees do no harm: the walk keeps its own stack.
        """
        parts: list[str] = []
        starts: dict[str, str] = {}
        ends: dict[str, str] = {}
        ahead: list[Node | str] = [self]
        while ahead:
            item = ahead.pop()
            if isinstance(item, str):
                parts.append(item)
                continue
            parts.append(_start_tag(item) if item.attrs else starts.setdefault(item.name, f"<{item.name}>"))
            if item.name in _VOID:
                continue
            children, item.children = item.children, ()
            ahead.append(ends.setdefault(item.name, f"</{item.name}>"))
            ahead.extend(
                escape(child, quote=False) if isinstance(child, str) else child for child in reversed(children)
            )
        return "".join(parts)


def _start_tag(node: Node) -> str:
    attributes = " ".join(f'{name}="{escape(value)}"' for name, value in node.attrs.items())
    return f"<{node.name} {attributes}>"
