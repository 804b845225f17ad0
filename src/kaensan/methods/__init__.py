"""The ways to decide what is content, by name."""

from __future__ import annotations

from importlib import import_module

from kaensan.errors import UsageError
from kaensan.methods.base import Labels, Method, Role
from kaensan.methods.core.policy import Policy

__all__ = ["DEFAULT", "Labels", "Method", "Policy", "Role", "load", "names"]

DEFAULT = "core"

_METHODS: dict[str, tuple[str, str, str]] = {
    "core": ("kaensan.methods.core.method", "Core", "the learned method: all the evidence, weighed page by page"),
    "xpath": (
        "kaensan.methods.xpath",
        "XPath",
        "XPath blocks and anchor ratios (Thanadechteemapat & Fung 2011)",
    ),
    "lineblock": (
        "kaensan.methods.lineblock",
        "LineBlock",
        "line-blocks by text-to-tag ratio (Pan Ei San & Nilar Aye)",
    ),
    "lstm": (
        "kaensan.methods.lstm.method",
        "Lstm",
        "an LSTM over tags and words, for Thai boards (Dangmadee et al.)",
    ),
    "boards": ("kaensan.methods.boards.method", "Boards", "title and posts of any board, by what repeats on the page"),
    "weight": ("kaensan.methods.weight", "Weight", "the DOM subtree of greatest weight (Wang & Liu)"),
    "histogram": (
        "kaensan.methods.histogram",
        "Histogram",
        "text-to-tag histogram clustering (Weninger & Hsu 2008)",
    ),
}


def names() -> dict[str, str]:
    """Every method with a line that says what it does."""
    return {name: summary for name, (_, _, summary) in _METHODS.items()}


def load(method: str | Method | None = None, policy: Policy | None = None) -> Method:
    """The method of that name with its own default options; a method passes through.

    A policy goes with the learned method only.
    """
    if method is None:
        method = DEFAULT
    if policy is not None:
        if method != "core":
            raise UsageError("a policy goes with the method core; the published methods have none")
        from kaensan.methods.core.method import Core, CoreOptions

        return Core(CoreOptions(policy=policy))
    if not isinstance(method, str):
        return method
    try:
        module, cls, _ = _METHODS[method]
    except KeyError:
        known = ", ".join(_METHODS)
        raise UsageError(f"there is no method {method!r}; choose one of {known}") from None
    made: Method = getattr(import_module(module), cls)()
    return made
