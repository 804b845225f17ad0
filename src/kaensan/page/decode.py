"""From bytes to text: which encoding a page is in.

The order is that of browsers, with two additions for pages that lie about themselves:

1. a byte-order mark;
2. the charset of the HTTP response, then that of a `meta` element in the first 4 KB, unless the bytes plainly
   contradict it;
3. strict UTF-8;
4. the detector of turbohtml.

Every name that Thai pages use for their 8-bit encoding is read as windows-874, of which the others are subsets.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

import turbohtml
from turbohtml.detect import detect

__all__ = ["Decoded", "decode", "is_charset"]

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16le"), (codecs.BOM_UTF16_BE, "utf-16be"))
_META = re.compile(rb"<meta\s[^>]{0,1000}?charset\s*=\s*[\"']?\s*([\w:.\-]{2,40})", re.I)
_XML = re.compile(rb"^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*[\"']([\w:.\-]{2,40})")
_PRESCAN = 4096
_SAMPLE = 1 << 18
_THAI_LABEL = re.compile(r"^(x-)?(tis|iso-?8859-?11|windows-?874|win-?874|cp-?874|ms-?874|ibm-?874|dos-?874|thai|874)")
_C1 = re.compile("[\x80-\x9f]")
_COMMENT = re.compile(rb"<!--.*?-->", re.S)
_EIGHT_BIT = frozenset({"windows-1252", "iso-8859-15", "windows-874", "x-user-defined"})


@dataclass(frozen=True)
class Decoded:
    """The text of a page, the encoding it was read in, and what was odd about it."""

    text: str
    encoding: str
    warnings: tuple[str, ...] = ()


def decode(data: bytes, charset: str | None = None) -> Decoded:
    """Decode a page; `charset` is what the HTTP response said.

    >>> decode("สวัสดี".encode("cp874"), "tis-620")
    Decoded(text='สวัสดี', encoding='windows-874', warnings=())
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _read(data[len(mark) :], encoding)
    declared = _label(charset) or _label(_prescan(data))
    if declared in (None, "utf-8") and (text := _strict_utf8(data)) is not None:
        cut = text.endswith("\ufffd") and not data.endswith(b"\xef\xbf\xbd")
        return Decoded(text, "utf-8", ("the page ends in the middle of a character",) if cut else ())
    if declared is None:
        return _read(data, _detected(data))
    actual = _corrected(data, declared)
    decoded = _read(data, actual)
    if actual == declared:
        return decoded
    warning = f"the page says it is {declared} but its bytes are {actual}; read as {actual}"
    return Decoded(decoded.text, decoded.encoding, (warning, *decoded.warnings))


def _prescan(data: bytes) -> str | None:
    start = _COMMENT.sub(b"", data[:_PRESCAN])
    found = _META.search(start) or _XML.match(start)
    if not found:
        return None
    label = found.group(1).decode("ascii")
    # A page whose meta can be read as ASCII is not in UTF-16.
    return "utf-8" if (_label(label) or "").startswith("utf-16") else label


def is_charset(name: str) -> bool:
    """Whether a name of an encoding is known."""
    return _label(name) is not None


def _label(name: str | None) -> str | None:
    """The encoding that a label stands for, None when nobody knows the label."""
    if not name:
        return None
    label = name.strip().strip("\"'").lower()
    if _THAI_LABEL.match(label.replace("_", "-")):
        return "windows-874"
    try:
        encoding = turbohtml.parse(b"", encoding=label).encoding
    except (LookupError, UnicodeError):
        return None
    # "replacement" is how browsers refuse some encodings; the detector reads what can be read.
    return encoding.lower() if encoding and encoding != "replacement" else None


def _detected(data: bytes) -> str:
    # Without the markup's own claim: the detector would otherwise believe a meta element.
    sample = _META.sub(b"<meta ", data[:_SAMPLE])
    match = detect(sample)
    return (match.encoding or "windows-1252").lower()


def _corrected(data: bytes, declared: str) -> str:
    """The declared encoding, or another one when the bytes plainly contradict it."""
    if declared.startswith("utf-16"):
        return "utf-8" if 0 not in data[:_SAMPLE] and _strict_utf8(data) is not None else declared
    if data.isascii():
        return declared
    if declared == "utf-8":
        return declared if _mostly_utf8(data) else _detected(data)
    if _strict_utf8(data) is not None and (declared in _EIGHT_BIT or _high_bytes(data) >= 12):
        return "utf-8"
    if declared == "x-user-defined" or (declared == "windows-1252" and _detected(data) == "windows-874"):
        return _detected(data)
    return declared


def _strict_utf8(data: bytes) -> str | None:
    """The text when the bytes are UTF-8, up to a last character that may be cut off."""
    try:
        text, used = codecs.utf_8_decode(data, "strict", False)
    except UnicodeDecodeError:
        return None
    return text if used == len(data) else text + "\ufffd"


def _mostly_utf8(data: bytes) -> bool:
    """Whether broken sequences are the exception: some pages splice a few foreign bytes into UTF-8."""
    text = data[:_SAMPLE].decode("utf-8", "replace")
    broken = text.count("\ufffd")
    whole = sum(1 for char in text if char > "\x7f") - broken
    return whole >= broken


def _high_bytes(data: bytes) -> int:
    sample = data[:_SAMPLE]
    return len(sample) - len(sample.translate(None, _HIGH))


_HIGH = bytes(range(0x80, 0x100))


def _read(data: bytes, encoding: str) -> Decoded:
    if encoding == "utf-8":
        text = data.decode("utf-8", "replace")
    elif encoding.startswith("utf-16"):
        text = data.decode(encoding, "replace")
    else:
        text = data.decode("whatwg-" + encoding)
    if encoding == "windows-874":
        text = _C1.sub("\ufffd", text)
    lost = text.count("\ufffd")
    if not lost or (encoding == "utf-8" and lost == data.count(b"\xef\xbf\xbd")):
        return Decoded(text, encoding)
    plural = "" if lost == 1 else "s"
    return Decoded(text, encoding, (f"{lost} undecodable byte sequence{plural} in {encoding} became U+FFFD",))
