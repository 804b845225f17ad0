"""The words of a page's title, and where they come back in its text."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page
from kaensan.thai.stopwords import thai_stopwords
from kaensan.thai.words import words

__all__ = ["occurrences", "title_keywords"]

_THAI = re.compile("[\u0e00-\u0e7f]")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_ENGLISH = """
    a an and are as at be but by for from has have he her his how i in is it its my new not of on or our she so that
    the their they this to us was we what when where which who why will with you your
"""
_LONGEST_TITLE = 1000
_ENGLISH_STOP_WORDS = frozenset(_ENGLISH.split())


def title_keywords(page: Page) -> tuple[str, ...]:
    """The words of the `title` element in lower case, each once, without stop words and single letters."""
    title = (page.head.title or "")[:_LONGEST_TITLE]
    stop_words = _ENGLISH_STOP_WORDS | thai_stopwords() if _THAI.search(title) else _ENGLISH_STOP_WORDS
    found = (word.lower() for word in words(title))
    return tuple(dict.fromkeys(word for word in found if len(word) > 1 and word not in stop_words))


def occurrences(strings: list[str], keywords: tuple[str, ...]) -> NDArray[np.int64]:
    """How often keywords occur in each of the strings.

    >>> occurrences(["The cat sat", "concatenate the Cat's cat"], ("cat",)).tolist()
    [1, 2]
    """
    if not keywords or not strings:
        return np.zeros(len(strings), np.int64)
    lowered = [string.lower() for string in strings]
    text = "\n".join(lowered)
    found = [at for keyword in keywords for at in _places(text, keyword)]
    end = np.cumsum(np.fromiter(map(len, lowered), np.int64, len(lowered)) + 1)
    return np.bincount(np.searchsorted(end, np.array(found, np.int64), side="right"), minlength=len(strings))


def _places(text: str, keyword: str) -> list[int]:
    """Where a keyword stands in a text: as a word of its own, or anywhere in a script without spaces."""
    anywhere = _UNSPACED.search(keyword) is not None
    found: list[int] = []
    at = text.find(keyword)
    while at >= 0:
        end = at + len(keyword)
        if anywhere or not (text[at - 1 : at].isalnum() or text[end : end + 1].isalnum()):
            found.append(at)
        at = text.find(keyword, end)
    return found
