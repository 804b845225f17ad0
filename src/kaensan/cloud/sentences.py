"""The sentence around a word, in languages that end sentences with a sign and in Thai, which ends them with a space."""

from __future__ import annotations

from collections.abc import Callable, Iterable

__all__ = ["sentence_around"]

_ENDS = frozenset(".!?…。！？；।။။።")
_LONG = 80
"""From here on a space is taken as the end of a clause."""
_LONGEST = 200
"""Whatever there is, no side grows longer."""


def sentence_around(piece: Callable[[int], str], length: int, place: int) -> str:
    """The sentence in which a piece stands; `piece(i)` gives the pieces of a text of that length.

    >>> pieces = ["One", ".", " ", "Two", " ", "words", "!", " ", "Three"]
    >>> sentence_around(pieces.__getitem__, len(pieces), 5)
    'Two words!'
    """
    before = _until_end(map(piece, range(place - 1, -1, -1)), forward=False)
    after = _until_end(map(piece, range(place + 1, length)), forward=True)
    return " ".join("".join([*reversed(before), piece(place), *after]).split())


def _until_end(pieces: Iterable[str], *, forward: bool) -> list[str]:
    taken: list[str] = []
    size = 0
    last = ""
    for piece in pieces:
        ended = last in _ENDS and piece.isspace() if forward else piece in _ENDS and last.isspace()
        clause = piece.isspace() and size >= _LONG
        if ended or clause or "\n" in piece or size + len(piece) > _LONGEST:
            break
        taken.append(piece)
        size += len(piece)
        last = piece
    return taken
