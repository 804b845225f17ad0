"""Values of options that are checked before anything is read: an unknown one is wrong usage, with a sentence."""

from __future__ import annotations

import argparse
import re
from urllib.parse import urlsplit

from kaensan.page.decode import is_charset
from kaensan.page.language import language_code

__all__ = ["address", "charset", "did_you_mean", "language"]

_HOST = re.compile(r"(?:[^\s./:@\\]+\.)+([^\s./:@\\\d]{2,}|xn--[\w-]+)(?::\d+)?")
_FILE_ENDINGS = frozenset(
    [
        *("html", "htm", "xhtml", "mhtml", "php", "asp", "aspx", "jsp", "txt", "md", "pdf", "json", "jsonl", "csv"),
        *("xml", "gz", "zst", "warc", "zip"),
    ]
)
"""what a file is called like, and no web site"""


def address(value: str) -> str:
    """The address of a page, for `type=` of an option."""
    try:
        parts = urlsplit(value)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        usable = False
    if not usable:
        raise argparse.ArgumentTypeError(f"{value!r} is no address{did_you_mean(value)}; it begins with https://")
    return value


def charset(value: str) -> str:
    """The name of an encoding that is known."""
    if not is_charset(value):
        raise argparse.ArgumentTypeError(f"{value!r} is no known encoding; use a name such as utf-8 or windows-874")
    return value


def language(value: str) -> str:
    """The two-letter code of a language, however it is named."""
    code = language_code(value)
    if code is None:
        raise argparse.ArgumentTypeError(f"{value!r} is no known language; use a code of two letters such as th or en")
    return code


def did_you_mean(source: str) -> str:
    """A question, where what was given looks like an address without its beginning.

    >>> did_you_mean("example.org/a"), did_you_mean("news.html"), did_you_mean("folder/news")
    ('; did you mean https://example.org/a?', '', '')
    """
    host = _HOST.fullmatch(re.split(r"[/?#]", source, maxsplit=1)[0])
    return f"; did you mean https://{source}?" if host and host[1].lower() not in _FILE_ENDINGS else ""
