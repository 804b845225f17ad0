"""What pictures call an element."""

from __future__ import annotations

from kaensan.page.elements import Elements

__all__ = ["element_name"]


def element_name(elements: Elements, element: int) -> str:
    """An element as a style sheet would name it."""
    name = elements.names[element]
    identity = elements.get(element, "id")
    classes = "".join(f".{word}" for word in elements.get(element, "class").split()[:2])
    return name + (f"#{identity}" if identity else "") + classes
