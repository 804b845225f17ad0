"""Numbers, entities, JSON and dates out of text that strangers wrote.

Python's own readers raise on what a page may well hold: a number of 4,301 digits, brackets nested a hundred thousand
deep, half of a surrogate pair, a year beyond 9999. The readers here never raise: what cannot be read is None, and every
text that comes out of them is valid Unicode. Text from pages, servers and data files is read here and nowhere else.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import Any, TypeAlias

from turbohtml import unescape

__all__ = [
    "Json",
    "decode_json_at",
    "load_json",
    "paired_surrogates",
    "read_http_date",
    "read_whole_number",
    "unescape",
    "valid_text",
    "whole_number",
]

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"

MOST_DIGITS = 15
"""Digits of the longest number that is read: every such number is exact in JSON, JavaScript and 64-bit columns."""

_LARGEST = 10**MOST_DIGITS
_DECODER = json.JSONDecoder(strict=False)
_SURROGATE = re.compile("[\ud800-\udfff]")
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
# Escapes one after another, so that the backslash in `\\ud800`, itself escaped, starts nothing.
_ESCAPE = re.compile(
    r"\\(?:(u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)", re.S
)


def read_whole_number(text: str, digits: int = MOST_DIGITS) -> int | None:
    """The number that a text is, in the digits of any script; None for anything else or more than `digits` digits.

    >>> read_whole_number(" 12 "), read_whole_number("๑๒"), read_whole_number("-1"), read_whole_number("9" * 5000)
    (12, 12, None, None)
    """
    if len(text) > 4 * MOST_DIGITS:
        return None
    text = text.strip()
    return int(text) if text.isdecimal() and len(text) <= digits else None


def whole_number(value: object) -> int | None:
    """A value of data as a number, where it is one of a size that every format can hold.

    >>> whole_number(3), whole_number(True), whole_number(10**400), whole_number("3")
    (3, None, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, int) or not -_LARGEST < value < _LARGEST:
        return None
    return value


def valid_text(text: str) -> str:
    """The text with U+FFFD for every lone surrogate, which stands for no character and cannot be written.

    >>> valid_text("a\\ud800b")
    'a\ufffdb'
    """
    try:
        text.encode()  # many times faster than looking for surrogates, and hardly any text has them
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text)
    return text


def load_json(text: str | bytes) -> Any:
    """The value of a JSON text; a `ValueError` for what is none, however deep it is nested and long its numbers are.

    >>> load_json('{"a": ["\\\\ud800", 1]}') == {"a": ["\ufffd", 1]}
    True
    >>> load_json("[" * 200_000)
    Traceback (most recent call last):
    ValueError: the JSON is nested too deep
    """
    if not isinstance(text, str):
        text = text.decode("utf-8-sig")
    try:
        return _DECODER.decode(paired_surrogates(text))
    except RecursionError:
        raise ValueError("the JSON is nested too deep") from None


def decode_json_at(text: str, start: int) -> tuple[Json, int] | None:
    """The JSON value that starts at a place of a text, and where it ends; None where none does.

    The text has to be one that `paired_surrogates` returned.
    """
    try:
        value, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None
    return value, end


def paired_surrogates(text: str) -> str:
    """A text with JSON in it whose lone surrogates, also those written as escapes, are U+FFFD."""
    text = valid_text(text)
    return _ESCAPE.sub(_paired, text) if _SURROGATE_ESCAPE.search(text) else text


def _paired(escape: re.Match[str]) -> str:
    return "\\ufffd" if escape[2] else escape[0]


def read_http_date(text: str) -> datetime | None:
    """The moment that a header names, with its zone; None where it names none that a calendar has.

    >>> read_http_date("Sun, 06 Nov 1994 08:49:37 GMT").isoformat(), read_http_date("1 Jan 99999999999 00:00 GMT")
    ('1994-11-06T08:49:37+00:00', None)
    """
    from email.utils import parsedate_to_datetime  # it brings the socket module, which no page needs

    try:
        moment = parsedate_to_datetime(text[:100])
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
