"""Thai words that say nothing about the topic, and how common Thai words are in general."""

from __future__ import annotations

from functools import cache

from kaensan.thai.dictionary import read_lines

__all__ = ["background_counts", "thai_stopwords"]


@cache
def thai_stopwords() -> frozenset[str]:
    """Words that carry no topic: those of PyThaiNLP, with more particles, pronouns and strings of such words."""
    return frozenset(read_lines("stopwords.txt")).union(read_lines("particles.txt"))


@cache
def background_counts() -> dict[str, int]:
    """How often words occur in the Thai National Corpus; words with fewer than 10 occurrences are not listed."""
    pairs = (line.split("\t") for line in read_lines("frequency.txt"))
    return {word: int(count) for word, count in pairs}
