"""Mutations that know what markup is: they move, repeat and nest tags instead of flipping bits."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

__all__ = ["PIECES", "mutate", "read_pieces"]

_TOKEN = re.compile(rb"<[^<>]*>?|[^<]+")
_NAME = re.compile(rb"(?<=<)/?[A-Za-z][A-Za-z0-9]*")
_WRAPPERS = (
    b"div span p a b ul li ol table tr td th select option svg math template noscript details summary pre code button "
    b"form h1 h2 article main nav figure blockquote dl dt textarea title script style ruby rt center font frameset"
).split()
_LONGEST_RUN = 400


def read_pieces(path: Path) -> list[bytes]:
    """The entries of a libFuzzer dictionary."""
    quoted = re.findall(rb'^"(.*)"$', path.read_bytes(), re.M)
    return [re.sub(rb"\\x(..)", lambda found: bytes.fromhex(found[1].decode()), entry) for entry in quoted]


PIECES = read_pieces(Path(__file__).with_name("html.dict"))
"""what the fuzzer puts into pages"""


def mutate(data: bytes, longest: int, seed: int, plain: Callable[[bytes, int], bytes]) -> bytes:
    """A changed page of at most `longest` bytes; one time in three, and when it holds no markup, a plain mutation."""
    draw = random.Random(seed)
    tokens = _TOKEN.findall(data)
    if not tokens or draw.random() < 0.33:
        return plain(data, longest)
    for _ in range(draw.choice((1, 1, 2, 4))):
        tokens = draw.choice(_CHANGES)(tokens, draw) or [draw.choice(PIECES)]
    return b"".join(tokens)[:longest]


def _span(tokens: list[bytes], draw: random.Random) -> tuple[int, int]:
    start = draw.randrange(len(tokens))
    return start, min(len(tokens), start + 1 + int(draw.expovariate(0.3)))


def _repeat(tokens: list[bytes], draw: random.Random) -> list[bytes]:
    start, end = _span(tokens, draw)
    times = draw.choice((2, 3, 10, max(2, _LONGEST_RUN // (end - start))))
    return tokens[:start] + tokens[start:end] * times + tokens[end:]


def _drop(tokens: list[bytes], draw: random.Random) -> list[bytes]:
    start, end = _span(tokens, draw)
    return tokens[:start] + tokens[end:]


def _move(tokens: list[bytes], draw: random.Random) -> list[bytes]:
    start, end = _span(tokens, draw)
    rest = tokens[:start] + tokens[end:]
    at = draw.randrange(len(rest) + 1)
    return rest[:at] + tokens[start:end] + rest[at:]


def _wrap(tokens: list[bytes], draw: random.Random) -> list[bytes]:
    start, end = _span(tokens, draw)
    name, deep = draw.choice(_WRAPPERS), draw.choice((1, 1, 2, 30))
    closing = [b"</%s>" % name] * (deep if draw.random() < 0.7 else 0)
    return [*tokens[:start], *([b"<%s>" % name] * deep), *tokens[start:end], *closing, *tokens[end:]]


def _rename(tokens: list[bytes], draw: random.Random) -> list[bytes]:
    at = draw.randrange(len(tokens))
    name = draw.choice(_WRAPPERS)
    changed = _NAME.sub(lambda found: (b"/" if found[0].startswith(b"/") else b"") + name, tokens[at], count=1)
    return [*tokens[:at], changed, *tokens[at + 1 :]]


def _insert(tokens: list[bytes], draw: random.Random) -> list[bytes]:
    at = draw.randrange(len(tokens))
    inside = draw.randrange(len(tokens[at]) + 1)
    return [*tokens[:at], tokens[at][:inside] + draw.choice(PIECES) + tokens[at][inside:], *tokens[at + 1 :]]


_CHANGES = (_repeat, _drop, _move, _wrap, _rename, _insert, _insert)
