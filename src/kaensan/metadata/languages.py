"""The language of a page: what it claims, checked against what it says."""

from __future__ import annotations

import numpy as np

from kaensan.metadata.evidence import Candidate
from kaensan.metadata.first_rows import first_rows
from kaensan.metadata.small_words import count_small_words, numbered_words
from kaensan.metadata.visible_dates import DateStyle
from kaensan.methods import Labels
from kaensan.page import Page
from kaensan.page.language import LONGEST_SAMPLE, detect_language, language_code

__all__ = ["date_style", "find_language"]

_ENOUGH = 100
"""Letters below which a text says little about its language."""

_SURE = 0.8
"""How sure the detector must be to overrule what the page claims."""
_THAI_SHARE = 0.2
"""Thai letters are used for nothing but Thai, so a fifth of them makes a text Thai, whatever else is quoted in it."""

_SMALL_WORDS = numbered_words(
    (
        *("the", "of", "and", "to", "in", "is", "that", "for", "with", "it"),
        *("was", "as", "on", "are", "by", "this", "be", "from", "or", "have"),
    )
)
_SMALL_SHARE, _ENOUGH_WORDS = 0.2, 60
"""Share of these words in a text of so many words from which it is taken for English."""
_SHARE_IF_CLAIMED, _WORDS_IF_CLAIMED = 0.15, 40
"""The same for a page that claims to be English: reference pages that claim so and are not have less than 0.04."""
_MOST_BEYOND = 0.1
"""Share of characters beyond those of Western Europe in English: scripts without blanks have few words to count."""

_DAY_FIRST = ("en-gb", "en-au", "en-nz", "en-ie", "en-in", "en-za", "en-sg", "en-hk", "en-my", "en-ph", "en-th")


def find_language(page: Page, labels: Labels) -> Candidate | None:
    """The language as a two-letter code. A claim holds unless the text plainly is in another language."""
    claims = [(source, code) for source, tag in page.head.languages if (code := language_code(tag))]
    rows = _sample(page, labels)
    if (not claims or claims[0][1] == "en") and _is_plainly_english(page, rows, claimed=bool(claims)):
        return Candidate("en", claims[0][0] if claims else "text")
    detected, sure = _detected(" ".join(map(page.texts.strings.__getitem__, rows))[: 2 * LONGEST_SAMPLE])
    if (
        detected
        and sure >= _SURE
        and (detected != "la" or not claims)  # filler text is Latin
        and detected not in {code for _, code in claims[:1]}
    ):
        return Candidate(detected, "text")
    if claims:
        return Candidate(claims[0][1], claims[0][0])
    return Candidate(detected, "text") if detected else None


def _is_plainly_english(page: Page, rows: list[int], claimed: bool) -> bool:
    """Whether so many words of some rows are the small words of English that no detector need be asked."""
    words, small, size, beyond = count_small_words(page.texts, rows, LONGEST_SAMPLE, _SMALL_WORDS)
    if claimed:
        is_plain = words >= _WORDS_IF_CLAIMED and small >= _SHARE_IF_CLAIMED * words
    else:
        is_plain = words >= _ENOUGH_WORDS and small >= _SMALL_SHARE * words
    return is_plain and size - beyond >= (1 - _MOST_BEYOND) * size


def _detected(text: str) -> tuple[str | None, float]:
    """The language of a text, and how sure that is."""
    if not text:
        return None, 0.0
    letters = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    thai = ((letters >= 0xE01) & (letters <= 0xE4E)).sum()
    if thai >= _THAI_SHARE * (letters > 64).sum():
        return "th", 1.0
    return detect_language(text)


def _sample(page: Page, labels: Labels) -> list[int]:
    """The first rows of the kept text or, where that is too short, of all visible text; none where that is."""
    texts = page.texts
    rows: list[int] = []
    if len(labels.kept) == len(texts):
        rows = first_rows(labels.kept & texts.visible, texts.length, _ENOUGH, LONGEST_SAMPLE)
    return rows or first_rows(texts.visible, texts.length, _ENOUGH, LONGEST_SAMPLE)


def date_style(page: Page, language: str | None) -> DateStyle:
    """How the page writes dates: 3/4/2021 is the 4th of March in the United States, 19/10/59 of 2016 in Thailand."""
    if language not in (None, "en"):
        return DateStyle(thai=language == "th")
    claimed = {tag.lower().replace("_", "-") for _, tag in page.head.languages}
    return DateStyle(month_first=claimed.isdisjoint(_DAY_FIRST))
