"""Whether a short text holds one of some words."""

from __future__ import annotations

__all__ = ["holds_any", "words"]


def words(listed: str) -> tuple[str, ...]:
    """Words that stand between bars."""
    return tuple(listed.split("|"))


def holds_any(text: str, words: tuple[str, ...]) -> bool:
    """Whether a text holds one of the words: where it is short, many times faster than a pattern of them all.

    >>> holds_any("last update", words("modif|updat")), holds_any("by Ann", words("modif|updat"))
    (True, False)
    """
    for word in words:  # noqa: SIM110 (a generator would take longer than the search)
        if word in text:
            return True
    return False
