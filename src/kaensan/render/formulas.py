"""Formulas in running text: LaTeX between `\\(…\\)`, `\\[…\\]` or `$$…$$`."""

from __future__ import annotations

__all__ = ["split_formulas"]

_PAIRS = (("\\(", "\\)"), ("\\[", "\\]"), ("$$", "$$"))


def split_formulas(text: str) -> list[tuple[str, bool]]:
    """The text in pieces, each with whether it is a formula; the marks around formulas are left out.

    >>> split_formulas(r"Let \\(x_1\\) be")
    [('Let ', False), ('x_1', True), (' be', False)]
    """
    pieces: list[tuple[str, bool]] = []
    pairs = [pair for pair in _PAIRS if pair[0] in text]
    at = 0
    while pairs:
        starts = [(start, pair) for pair in pairs if (start := text.find(pair[0], at)) >= 0]
        if not starts:
            break
        start, pair = min(starts)
        end = text.find(pair[1], start + 2)
        if end < 0:
            pairs.remove(pair)
            continue
        formula = text[start + 2 : end].strip()
        if formula:
            pieces += [(text[at:start], False), (formula, True)]
        else:
            pieces.append((text[at : end + 2], False))
        at = end + 2
    pieces.append((text[at:], False))
    return [piece for piece in pieces if piece[0]]
