"""Which encoding undeclared bytes are in, when a few of them may be wrong.

The detector of turbohtml weighs how often characters occur in each encoding, and rules an encoding out at the first
byte that it leaves undefined. One such byte, or a character cut in two, is common in pages. So each encoding that has
undefined bytes is asked how many it cannot explain; where these are few, they are taken out and the detector decides
again. An encoding that wins without them explains nearly all bytes, and is the one.
"""

from __future__ import annotations

import re

__all__ = ["SAMPLE", "detect_encoding", "looks_like_utf8", "runs_of_high_bytes"]

SAMPLE = 1 << 18
"""Bytes of a page that are looked at."""

_CODECS = {
    "windows-874": "cp874",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "euc-jp": "euc_jp",
    "euc-kr": "cp949",
    "windows-1251": "cp1251",
}
"""Encodings with undefined bytes, and Python's codec that writes them."""
_PAIRED = frozenset({"gbk", "big5", "shift_jis", "euc-jp", "euc-kr"})
"""Encodings of two bytes a character, in which text of another one is hardly ever valid throughout."""
_RUNS_FOR_EACH, _CHARACTERS_FOR_EACH = 20, 50
"""Runs of text, and characters of it, for each that an encoding may fail to explain after the first."""
_BETWEEN_RUNS = re.compile(r"[\x00-\x3f]")  # no second byte of a character
_BROKEN_SHARE = 0.25
"""Broken sequences for each whole character up to which bytes are still UTF-8. In Thai, Chinese and Cyrillic text of
another encoding, what happens to look like UTF-8 is a minority."""
_HIGH = bytes(range(0x80, 0x100))
_BROKEN = re.compile("\ufffd\ufffd{0,2}")  # what is left of one character that lost a byte
_HALF_WIDTH = re.compile("[\uff61-\uff9f]")
_HIRAGANA = re.compile("[\u3041-\u309f]")
_CONTROL = re.compile("[\x80-\x9f]")
_RUN = re.compile(rb"[\x80-\xff]{2,}")


def detect_encoding(sample: bytes) -> str:
    """The encoding of bytes that declare none, by its name in the WHATWG standard and in lower case."""
    if looks_like_utf8(sample):
        return "utf-8"
    from turbohtml.detect import detect

    plain = (detect(sample).encoding or "windows-1252").lower()
    texts = {encoding: _decoded(sample, encoding) for encoding in _CODECS}
    if plain in _PAIRED and "\ufffd" not in texts[plain] and not _is_half_width(texts[plain]):
        return plain
    if "\ufffd" not in texts["shift_jis"] and _is_hiragana(texts["shift_jis"]):
        return "shift_jis"
    likely: list[tuple[int, str]] = []
    for encoding, text in texts.items():
        mended = _mended(text).encode(_CODECS[encoding], "ignore")
        if mended and (detect(mended).encoding or "").lower() == encoding:
            likely.append((text.count("\ufffd"), encoding))
    return min(likely)[1] if likely else plain


def _mended(text: str) -> str:
    """A text without the little that its encoding could not explain; nothing where it explains all, or too little.

    Where a byte is lost, two-byte encodings misread all that follows it up to the next space or sign, so the whole run
    goes where there are others.
    """
    runs = [run for run in _BETWEEN_RUNS.split(text) if not run.isascii()]
    whole = [run for run in runs if "\ufffd" not in run]
    broken = len(runs) - len(whole)
    if 0 < broken <= 1 + len(runs) // _RUNS_FOR_EACH and 2 * sum(map(len, whole)) >= sum(map(len, runs)):
        return " ".join(whole)
    few = 1 + sum(map(len, runs)) // _CHARACTERS_FOR_EACH
    return text.replace("\ufffd", "") if 0 < text.count("\ufffd") <= few else ""


def looks_like_utf8(data: bytes, most_broken: float = _BROKEN_SHARE) -> bool:
    """Whether broken sequences are the exception: no more than some share of the whole characters beyond ASCII."""
    text = data[:SAMPLE].decode("utf-8", "replace")
    if "\ufffd" not in text:
        return True
    own = data[:SAMPLE].count(b"\xef\xbf\xbd")  # U+FFFD that the page itself contains
    broken = len(_BROKEN.findall(text)) - own
    whole = len(text) - len(text.encode("ascii", "ignore")) - text.count("\ufffd") + own
    return broken <= 0 or broken <= most_broken * whole


def runs_of_high_bytes(data: bytes) -> int:
    """How many bytes beyond ASCII stand beside another: most of them in Thai or Chinese, few in French."""
    sample = data[:SAMPLE]
    beside = sum(map(len, _RUN.findall(sample)))
    return beside if 2 * beside > _high_bytes(sample) else 0


def _is_half_width(text: str) -> bool:
    """Whether a text is full of the half-width kana that Thai bytes become in Shift_JIS, and Japanese has little of."""
    return 3 * len(_HALF_WIDTH.findall(text)) > len(text) - len(text.encode("ascii", "ignore"))


def _is_hiragana(text: str) -> bool:
    """Whether a text read as Shift_JIS has so many hiragana that it is: 0x82, their first byte, is rare in other texts.

    The detector is led astray where the first character is cut in two, and what is left reads as a rare one.
    """
    return 4 * len(_HIRAGANA.findall(text)) > len(text) - len(text.encode("ascii", "ignore"))


def _high_bytes(sample: bytes) -> int:
    return len(sample) - len(sample.translate(None, _HIGH))


def _decoded(sample: bytes, encoding: str) -> str:
    # The standard reads what an 8-bit encoding leaves undefined as control characters.
    return _CONTROL.sub("\ufffd", sample.decode(f"whatwg-{encoding}"))
