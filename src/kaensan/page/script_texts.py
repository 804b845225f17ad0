"""Texts in scripts that are programs rather than data: objects with bare names, arguments of a function.

Applications that write their state as a program (`window.__NUXT__=(function(a,b){return {body:"…"}}(…))`) quote their
texts all the same. Strings are read one after another, each with the name that it is the value of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kaensan.page.lenient_json import unescape_string

__all__ = ["quoted_texts"]

_QUOTED = re.compile(
    r"(?:([\w$]{1,60}+)\s{0,3}+:\s{0,9}+)?+"
    r"(?:\"((?:[^\"\\\n]|\\.)*+)(\"?)|'((?:[^'\\\n]|\\.)*+)('?)|`((?:[^`\\]|\\.)*+)(`?))",
    re.S,
)
"""A string with its name, if it has one; one that is never closed is taken to the end of its line, so that nothing is
read twice."""
_BYTE = re.compile(r"\\x([0-9a-fA-F]{2})")
_MARKUP = re.compile(r"<[^<>]*>|&\w{1,10};")
_SIGN = re.compile(r"[{};=]")
_SIGNS = 0.02
"""share of signs of programs from which what stands between two quotes is one: quotes in comments shift the rest"""


def quoted_texts(script: str, shortest: int) -> Iterator[tuple[str, str]]:
    """The strings of a program that may be texts, at least `shortest` long, each with the name it is the value of.

    >>> list(quoted_texts(r'f({id:3,body:"\\x3cp>Two \\"tall\\" trees\\u003C/p>"},"no")', 5))
    [('body', '<p>Two "tall" trees</p>')]
    >>> list(quoted_texts("{'text': 'Two trees', id: 'a'}", 5))
    [('text', 'Two trees')]
    """
    before, end = "", 0
    for found in _QUOTED.finditer(script):
        name, double, double_end, single, single_end, template, template_end = found.groups()
        text = double or single or template or ""
        if len(text) < shortest or not (double_end or single_end or template_end):
            before, end = text, found.end()
            continue
        if not name and script[end : found.start()].strip() == ":":
            name = before
        text = unescape_string(_BYTE.sub(r"\\u00\1", text))
        plain = _MARKUP.sub("", text)
        if len(_SIGN.findall(plain)) <= _SIGNS * len(plain):
            yield name or "", text
