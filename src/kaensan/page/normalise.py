"""One spelling for one text: NFC, and Thai marks in their canonical order.

Thai is typed in several orders that look the same on screen. Words compare, segment and search as equal only when
SARA AM is one character and vowels come before tone marks. No mark is ever dropped.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby

from kaensan.page.counting import unsettled_rows
from kaensan.page.white_space import letters_of

__all__ = ["letters_of", "normalise", "normalise_all"]

_VOWEL = "\u0e31\u0e34-\u0e3a"  # above and below the consonant
_TONE = "\u0e48-\u0e4b"
_SARA_AM = "\u0e33"
_DISORDER = re.compile(f"\u0e4d[{_TONE}]?\u0e32|{_SARA_AM}[{_TONE}]|[{_TONE}][{_VOWEL}]|\u0e40\u0e40")
_NIKHAHIT_AA = re.compile(f"\u0e4d([{_TONE}]?)\u0e32")  # typed instead of SARA AM
_MARKS = re.compile(f"[{_VOWEL}{_TONE}{_SARA_AM}]{{2,}}")
_IS_TONE = frozenset("\u0e48\u0e49\u0e4a\u0e4b")
_TONE_CLASS = 107
_SEPARATOR = "\x00"


def normalise(text: str) -> str:
    """The text in NFC with Thai marks in canonical order.

    >>> normalise("น\u0e4d\u0e49า") == normalise("นำ\u0e49") == "น้ำ"
    True
    """
    if text.isascii():
        return text
    text = _nfc(text)
    if not _DISORDER.search(text):
        return text
    text = _NIKHAHIT_AA.sub("\\1" + _SARA_AM, text)
    text = _MARKS.sub(_in_order, text)
    return _nfc(text.replace("\u0e40\u0e40", "\u0e41"))  # two SARA E are typed instead of SARA AE


def _nfc(text: str) -> str:
    if unicodedata.is_normalized("NFC", text):
        return text
    from turbohtml.detect import normalize  # linear; that of unicodedata is quadratic in a run of marks

    return normalize("NFC", text)


def _in_order(run: re.Match[str]) -> str:
    """A run of marks with vowels before tones and tones before SARA AM, each kind in the order typed."""
    before = run.string[run.start() - 1] if run.start() else ""
    stays = bool(before) and unicodedata.combining(before) > _TONE_CLASS  # NFC would move a tone in front of that
    sorted_marks: list[str] = []
    ams: list[str] = []  # SARA AM not yet written: tones may still pass it
    for is_am, group in groupby(run.group(), _SARA_AM.__eq__):
        marks = list(group)
        if is_am:
            ams += marks
            continue
        if len(marks) > 1:
            marks.sort(key=_IS_TONE.__contains__)  # vowels before tones, each kind as it was
        if marks[0] not in _IS_TONE or (stays and not sorted_marks):
            sorted_marks += ams
            ams = []
        sorted_marks += marks
    return "".join(sorted_marks + ams)


def normalise_all(texts: list[str]) -> list[str]:
    """`normalise` for many short texts at the price of one long one."""
    rows = unsettled_rows(texts)
    if not rows:
        return texts
    written = [texts[row] for row in rows]
    joined = _SEPARATOR.join(written)
    normal = normalise(joined)
    if normal is joined:
        return texts
    parts = normal.split(_SEPARATOR)
    if len(parts) != len(rows):
        parts = [normalise(text) for text in written]
    texts = texts.copy()
    for row, part in zip(rows, parts, strict=True):
        texts[row] = part
    return texts
