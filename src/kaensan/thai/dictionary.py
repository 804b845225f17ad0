"""The words that the segmenter knows."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from kaensan.page.normalise import normalise

__all__ = ["Dictionary", "read_lines", "standard_dictionary"]


class Dictionary:
    """Thai words, with every beginning of each, so that a match can be followed character by character.

    Entries that do not begin with a Thai character ("iPhone 15", "7-เซเว่น") are kept apart as phrases: they are put
    together again after the text is cut.
    """

    __slots__ = ("entries", "phrases", "words")

    def __init__(self, words: Iterable[str]) -> None:
        known = {normal for word in words if (normal := normalise(" ".join(word.split())))}
        thai = sorted(word for word in known if "\u0e00" <= word[0] <= "\u0e7f")
        self.entries: dict[str, bool] = dict.fromkeys(
            (word[:length] for word in thai for length in range(1, len(word))), False
        )
        """true for a word, false for what is only the beginning of one"""
        self.entries.update(dict.fromkeys(thai, True))
        self.phrases: frozenset[str] = frozenset(known.difference(thai))
        self.words: frozenset[str] = frozenset(known)

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: str) -> bool:
        return word in self.words

    def extended(self, words: Iterable[str]) -> Dictionary:
        """A dictionary with names, brands or slang added.

        >>> standard_dictionary().extended(["ก๋วยเตี๋ยวเรือป้ายักษ์"]).words > standard_dictionary().words
        True
        """
        return Dictionary(self.words.union(words))


@cache
def standard_dictionary() -> Dictionary:
    """The dictionary that comes with the program, read at the first use."""
    return Dictionary(read_lines("words.txt"))


def read_lines(name: str) -> list[str]:
    """The lines of one of the word lists that come with the program."""
    return files("kaensan.thai").joinpath("data", name).read_text(encoding="utf-8").splitlines()
