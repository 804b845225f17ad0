"""From bytes to text: which encoding a page is in.

The order is that of browsers, with two additions for pages that lie about themselves:

1. a byte-order mark;
2. the charset of the HTTP response, then that of a `meta` element in the first 4 KB, unless the bytes plainly
   contradict it;
3. UTF-8, where nearly all bytes beyond ASCII are;
4. what `kaensan.page.detect` finds.

A few bytes that do not fit, such as a character cut in two, never change the encoding of all the others; a warning says
how many did not fit. Every name that Thai pages use for their 8-bit encoding is read as windows-874, of which the
others are subsets.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import field

import turbohtml

from kaensan.frozen_records import record
from kaensan.page.detect import SAMPLE, detect_encoding, looks_like_utf8, runs_of_high_bytes
from kaensan.page.scripts_aside import Aside, set_aside
from kaensan.page.utf8 import utf8_text
from kaensan.page.white_space import line_ends, text_line_ends

__all__ = ["Decoded", "decode", "is_charset"]

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16le"), (codecs.BOM_UTF16_BE, "utf-16be"))
_PRESCAN = 4096
"""Bytes in which a page declares its encoding; the HTML standard looks at 1024."""
_META = re.compile(rb"<meta[\s/][^<>]*+", re.I)
_CHARSET = re.compile(rb"charset\s*+=\s*+[\"']?\s*+([\w:.\-]{2,40})", re.I)
_XML = re.compile(rb"\s*+<\?xml\s[^<>]{0,200}?encoding\s*+=\s*+[\"']([\w:.\-]{2,40})")
_THAI_LABEL = re.compile(r"^(x-)?(tis|iso-?8859-?11|windows-?874|win-?874|cp-?874|ms-?874|ibm-?874|dos-?874|thai|874)")
_UTF8_LABELS = frozenset({"utf-8", "utf8"})
"""What nearly all pages say; other names are looked up."""
_C1 = re.compile("[\x80-\x9f]")
_C1_BYTES = bytes(range(0x80, 0xA0))
_EIGHT_BIT = frozenset({"windows-1252", "iso-8859-15", "windows-874", "x-user-defined"})
_ENOUGH = 12
"""Bytes beyond ASCII that are no coincidence."""


@record
class Decoded:
    """The text of a page, the encoding it was read in, and what was odd about it."""

    text: str
    encoding: str
    warnings: tuple[str, ...] = ()
    aside: Aside | None = field(default=None, repr=False)
    """scripts and style sheets of which the text has only the numbers, if any"""

    @property
    def length(self) -> int:
        """Characters of the page with what was set aside."""
        return len(self.text) + (self.aside.characters if self.aside else 0)


def decode(data: bytes, charset: str | None = None, *, shorten: bool = False) -> Decoded:
    """Decode a page, with line ends as `\\n`; `charset` is what the HTTP response said.

    Where that is wanted, long scripts and style sheets of a page in UTF-8 are set aside.

    >>> decode("สวัสดี".encode("cp874"), "tis-620")
    Decoded(text='สวัสดี', encoding='windows-874', warnings=())
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _read(data[len(mark) :], encoding)
    declared = _label(charset) or _label(_prescan(data))
    if declared in (None, "utf-8"):
        plain = line_ends(data)
        short, aside = set_aside(plain) if shorten else (plain, None)
        if (text := _strict_utf8(short)) is not None:
            cut = text.endswith("\ufffd") and not data.endswith(b"\xef\xbf\xbd")
            warnings = ("the page ends in the middle of a character",) if cut else ()
            return Decoded(text, "utf-8", warnings, aside if aside and aside.spans else None)
    if declared is None:
        return _read(data, _detected(data))
    actual = _corrected(data, declared)
    decoded = _read(data, actual)
    if actual == declared:
        return decoded
    warning = f"the page says it is {declared} but its bytes are {actual}; read as {actual}"
    return Decoded(decoded.text, decoded.encoding, (warning, *decoded.warnings))


def _prescan(data: bytes) -> str | None:
    """The label that a page declares, outside comments."""
    start = _without_comments(data[:_PRESCAN])
    match = _declared(start) or _XML.match(start)
    if not match:
        return None
    label = match.group(1).decode("ascii")
    # A page whose meta can be read as ASCII is not in UTF-16.
    return "utf-8" if (_label(label) or "").startswith("utf-16") else label


def _declared(start: bytes) -> re.Match[bytes] | None:
    """The charset of the first `meta` element that names one."""
    lowered = start.lower()
    named = lowered.find(b"charset")
    at = lowered.rfind(b"<meta", 0, named) if named >= 0 else -1
    while at >= 0:
        tag = _META.match(start, at)
        if tag and (match := _CHARSET.search(tag.group())):
            return match
        at = lowered.find(b"<meta", at + 1)
    return None


def _without_comments(data: bytes) -> bytes:
    if b"<!--" not in data:
        return data
    kept: list[bytes] = []
    at = 0
    while (start := data.find(b"<!--", at)) >= 0 and (end := data.find(b"-->", start + 4)) >= 0:
        kept.append(data[at:start])
        at = end + 3
    return b"".join([*kept, data[at:]])


def is_charset(name: str) -> bool:
    """Whether a name of an encoding is known."""
    return _label(name) is not None


def _label(name: str | None) -> str | None:
    """The encoding that a label stands for, None when nobody knows the label."""
    if not name:
        return None
    label = name.strip().strip("\"'").lower()
    if label in _UTF8_LABELS:
        return "utf-8"
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
    return detect_encoding(_META.sub(b"", data[:SAMPLE]))


def _corrected(data: bytes, declared: str) -> str:
    """The declared encoding, or another one when the bytes plainly contradict it."""
    if declared.startswith("utf-16"):
        return "utf-8" if 0 not in data[:SAMPLE] and _strict_utf8(data) is not None else declared
    if data.isascii():
        return declared
    if declared == "utf-8":
        return declared if looks_like_utf8(data, most_broken=1.0) else _detected(data)
    if looks_like_utf8(data) and (declared in _EIGHT_BIT or runs_of_high_bytes(data) >= _ENOUGH):
        return "utf-8"
    if declared == "x-user-defined":
        return _detected(data)
    if declared == "windows-1252" and (
        (actual := _detected(data)) == "windows-874" or runs_of_high_bytes(data) >= _ENOUGH
    ):
        return actual
    return declared


def _strict_utf8(data: bytes) -> str | None:
    """The text when the bytes are UTF-8 up to a last character that may be cut off."""
    read = utf8_text(data)
    if read is None:
        return None
    text, used = read
    return text if used == len(data) else text + "\ufffd"


def _read(data: bytes, encoding: str) -> Decoded:
    if encoding == "utf-8":
        text = data.decode("utf-8", "replace")
    elif encoding.startswith("utf-16"):
        text = data.decode(encoding, "replace")
    else:
        import turbohtml.detect  # noqa: F401 (registers the codecs of browsers; pages in UTF-8 do without it)

        text = data.decode("whatwg-" + encoding)
    text = text_line_ends(text)
    if encoding.startswith("windows-") and _leaves_undefined(data, encoding):
        text = _C1.sub("\ufffd", text)
    lost = text.count("\ufffd")
    if not lost or (encoding == "utf-8" and lost == data.count(b"\xef\xbf\xbd")):
        return Decoded(text, encoding)
    plural = "" if lost == 1 else "s"
    return Decoded(text, encoding, (f"{lost} undecodable byte sequence{plural} in {encoding} became U+FFFD",))


def _leaves_undefined(data: bytes, encoding: str) -> bool:
    """Whether a page has bytes for which its encoding, of one byte a character, has nothing but control characters."""
    read = _C1_BYTES.decode("whatwg-" + encoding)
    undefined = bytes(byte for byte, letter in zip(_C1_BYTES, read, strict=True) if _C1.match(letter))
    return len(data.translate(None, undefined)) < len(data)
