"""Names of people, kept whole: a Thai name is two words with a space between them, which nothing else joins.

In Latin letters a name is two or three words that are always capital, and that the texts have together more than once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from kaensan.thai.stopwords import thai_stopwords

__all__ = ["join_names"]

_TITLE_WORDS = """
    นาย นาง นางสาว น.ส. ด.ช. ด.ญ. เด็กชาย เด็กหญิง ดร. ผศ. รศ. ศ. นพ. พญ. ร.ต. ร.ต.อ. ร.ท. ร.อ. พ.ต. พ.ต.อ. พ.ต.ท.
    พ.อ. พ.ท. พล.ต. พล.ท. พล.อ. พล.ต.ต. พล.ต.ท. พล.ต.อ. ว่าที่
"""
_TITLES = frozenset(_TITLE_WORDS.split())
"""what stands before a given name and never alone"""
_BYLINE = "โดย"
"""followed by a space it is no preposition: an author stands after it"""
_FEWEST = 2
"""how often capital words stand together in a name: those of a headline do so once"""
_LONGEST = 4  # pieces of a given name, or of a family name, that the dictionary does not know
Name = tuple[str, ...]


def join_names(texts: list[list[str]], known: Iterable[list[str]] = ()) -> list[list[str]]:
    """Make each name one piece, in every text: names that follow a title anywhere, and the known ones, cut to pieces.

    >>> join_names([["นาย", "สม", "ชาย", " ", "ใจดี", " ", "มา"], ["สม", "ชาย", " ", "ใจดี"]])
    [['นาย', 'สมชาย ใจดี', ' ', 'มา'], ['สมชาย ใจดี']]
    """
    names = {tuple(name) for name in known if len(name) > 1}
    for pieces in texts:
        names.update(_after_titles(pieces))
    names.update(_capital_names(texts))
    by_first: dict[str, list[Name]] = {}
    for name in sorted(names, key=len, reverse=True):
        by_first.setdefault(name[0], []).append(name)
    return [_joined(pieces, by_first) for pieces in texts] if names else texts


def _after_titles(pieces: list[str]) -> Iterable[Name]:
    """The names that stand after a title: given name, space, family name."""
    for at, piece in enumerate(pieces):
        spaced = pieces[at + 1 : at + 2] == [" "]
        if piece in _TITLES or (piece == _BYLINE and spaced):
            first = at + 1 + spaced
            given = _run(pieces, first)
            family = _run(pieces, given + 1) if pieces[given : given + 1] == [" "] else given
            if first < given < family - 1:
                yield tuple(pieces[first:family])


def _capital_names(texts: list[list[str]]) -> Iterable[Name]:
    """Two or three words with spaces between them, all of them capital wherever they occur, together more than once."""
    lower = frozenset(piece for pieces in texts for piece in pieces if piece.islower())
    found: Counter[Name] = Counter()
    for pieces in texts:
        run: list[str] = []
        for piece in [*pieces, "\n"]:
            is_capital = piece.istitle() and piece.isalpha() and len(piece) > 1 and piece.lower() not in lower
            if is_capital or (run and piece == " "):
                run.append(piece)
            else:
                found.update(_parts(run[: len(run) - (run[-1:] == [" "])]))
                run = []
    return [name for name, times in found.items() if times >= _FEWEST]


def _parts(run: list[str]) -> Iterable[Name]:
    """Two or three neighbours of some words with a space between every two."""
    for length in (3, 5):  # with the spaces between them
        for at in range(0, len(run) - length + 1, 2):
            part = tuple(run[at : at + length])
            if " " not in part[::2] and set(part[1::2]) == {" "}:
                yield part


def _run(pieces: list[str], start: int) -> int:
    """One past the last of the Thai pieces from a place on that may be one half of a name."""
    end = start
    stop_words = thai_stopwords()
    while end < min(len(pieces), start + _LONGEST) and "\u0e01" <= pieces[end][0] <= "\u0e4e":
        if pieces[end] in stop_words or pieces[end] in _TITLES:
            break
        end += 1
    return end


def _joined(pieces: list[str], by_first: dict[str, list[Name]]) -> list[str]:
    joined: list[str] = []
    at = 0
    while at < len(pieces):
        for name in by_first.get(pieces[at], ()):
            if tuple(pieces[at : at + len(name)]) == name:
                joined.append("".join(name))
                at += len(name)
                break
        else:
            joined.append(pieces[at])
            at += 1
    return joined
