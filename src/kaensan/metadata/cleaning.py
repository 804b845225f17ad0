"""Values of metadata as plain text."""

from __future__ import annotations

import re

from kaensan.page.normalise import normalise
from kaensan.page.safe_readers import unescape
from kaensan.page.white_space import is_tidy

__all__ = ["clean"]

_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,300}>")
_INVISIBLE = re.compile("[\x00-\x08\x0e-\x1f\x7f\xad\u200b\u2060\ufeff\ud800-\udfff]")


def clean(text: str) -> str:
    """One line of normalised text: entities resolved, markup, invisible characters and extra white space removed.

    A lone `<br>` may well be what a text is about, so tags go only where one is closed.

    >>> clean(" Tom &amp;amp; <b>Jerry</b>\\n")
    'Tom & Jerry'
    """
    if is_tidy(text):
        return text
    for _ in range(2):  # claims in attributes and JSON are often escaped twice
        if "&" not in text:
            break
        text = unescape(text)
    if "</" in text:
        text = _TAG.sub(" ", text)
    return normalise(" ".join(_INVISIBLE.sub("", text).split()))
