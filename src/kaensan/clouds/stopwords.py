"""Words without a topic, in any language, and which language a text is in as far as they tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set

from kaensan.extras import from_extra
from kaensan.thai.stopwords import thai_stopwords

__all__ = ["foreign_language", "stopwords"]

_EVIDENCE = 20
"""So many words must speak for another language than English before it is believed."""


def stopwords(language: str) -> frozenset[str]:
    """The words of a language (ISO 639-1) that say nothing about a topic; none for a language without a list.

    >>> "และ" in stopwords("th"), "and" in stopwords("en"), stopwords("tlh")
    (True, True, frozenset())
    """
    if language == "th":
        return thai_stopwords()
    read, languages = _lists()
    return frozenset(read(language)) if language in languages else frozenset()


def foreign_language(counts: Mapping[str, int]) -> str:
    """The language of the words of a text that are not Thai: the one whose stop words cover most of them.

    >>> foreign_language({"der": 20, "und": 12, "hund": 3}), foreign_language({"und": 3, "iphone": 2})
    ('de', 'en')
    """
    read, languages = _lists()
    best, most = "en", max(_EVIDENCE, sum(counts[word] for word in counts.keys() & read("en")))
    for language in sorted(languages):
        covered = sum(counts[word] for word in counts.keys() & read(language))
        if covered > most:
            best, most = language, covered
    return best


def _lists() -> tuple[Callable[[str], Set[str]], Set[str]]:
    with from_extra("cloud", "leaving out stop words"):
        from stopwordsiso import langs, stopwords
    return stopwords, langs()
