"""How many pages are read in their own encoding, whole or damaged, declared or not.

    python -m experiments.encodings --data DIR [--pages N]

writes pages of the reference sets in the encodings that their language is found in on the web, damages them (cut at the
end, cut at both ends, a byte that means nothing, a byte lost, three such bytes), and decodes them undeclared,
declared and declared wrongly. A page is right when nearly all of its characters beyond ASCII are.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from kaensan.gold import datasets
from kaensan.page.decode import decode

__all__ = ["DAMAGES", "ENCODINGS", "damage", "is_right", "main"]

ENCODINGS: dict[str, dict[str, str]] = {
    "th": {"cp874": "windows-874"},
    "zh": {"gb18030": "gbk", "big5hkscs": "big5"},
    "ja": {"cp932": "shift_jis", "euc_jp": "euc-jp"},
    "ko": {"cp949": "euc-kr"},
    "ru": {"cp1251": "windows-1251", "koi8_r": "koi8-u"},
    "de": {"cp1252": "windows-1252"},
    "fr": {"cp1252": "windows-1252"},
}
"""by language the codec that writes the page, and the name of the encoding in the standard"""
DAMAGES = ("none", "cut", "cut at both ends", "a wrong byte", "a lost byte", "three wrong bytes")

_SETS = ("thai-news", "cleaneval-zh", "jp-news", "trafilatura-eval", "scrapinghub-aeb", "mercury", "fundus")
_DECLARATION = re.compile(r"<meta[^<>]*charset[^<>]*>|^\s*+<\?xml[^<>]*>", re.I)
_LONGEST = 60_000
"""characters of a page that are used"""
_FEWEST = 40
"""characters beyond ASCII that a page has at least"""
_NEARLY_ALL = 0.97
_MEANINGLESS = {"cp1251": 0x98, "cp1252": 0x81}
"""a byte that the encoding leaves undefined; 0xFF in the others"""


def damage(data: bytes, kind: str, wrong: int, draw: random.Random) -> bytes:
    """A page with one kind of damage, where it is not ASCII."""
    high = [at for at, byte in enumerate(data) if byte >= 0x80]
    third = len(high) // 3
    if kind == "cut":
        return data[: draw.choice(high[third:]) + 1]
    if kind == "cut at both ends":
        return data[draw.choice(high[:third]) : draw.choice(high[2 * third :])]
    if kind == "a lost byte":
        at = draw.choice(high)
        return data[:at] + data[at + 1 :]
    changed = bytearray(data)
    for at in draw.sample(high, {"a wrong byte": 1, "three wrong bytes": 3}.get(kind, 0)):
        changed[at] = wrong
    return bytes(changed)


def is_right(read: str, text: str) -> bool:
    """Whether nearly all characters of a text beyond ASCII were read."""
    expected, found = (Counter(char for char in one if char > "\x7f") for one in (text, read))
    return (expected & found).total() >= _NEARLY_ALL * expected.total()


def _pages(folder: Path, most: int) -> Iterator[tuple[str, str]]:
    """The language and the text of pages that are in UTF-8, without what they say about their encoding."""
    seen: Counter[str] = Counter()
    for name in _SETS:
        for page in datasets.load(folder, name):
            language = (page.lang or "")[:2]
            if language not in ENCODINGS or seen[language] == most:
                continue
            try:
                text = _DECLARATION.sub("", page.html.decode("utf-8"))[:_LONGEST].replace("\ufffd", "")
            except UnicodeDecodeError:
                continue
            if sum(char > "\x7f" for char in text) >= _FEWEST:
                seen[language] += 1
                yield language, text.replace("\ufeff", "")


def main(arguments: Sequence[str] | None = None) -> int:
    """Decode and print how many pages are right, by damage and declaration, and by encoding."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="folder of the reference pages")
    parser.add_argument("--pages", type=int, default=25, help="pages of each language")
    options = parser.parse_args(arguments)
    draw = random.Random(1)
    right: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for language, text in _pages(options.data, options.pages):
        for codec, encoding in {**ENCODINGS[language], "utf-8": "utf-8"}.items():
            data = text.encode(codec, "ignore")
            if sum(byte >= 0x80 for byte in data) < _FEWEST:
                continue
            for kind in DAMAGES:
                page = damage(data, kind, _MEANINGLESS.get(codec, 0xFF), draw)
                for said in (None, "iso-8859-1", "utf-8", encoding):
                    read = is_right(decode(page, said).text, page.decode(codec, "ignore"))
                    declared = "undeclared" if said is None else "declared" if said == encoding else f"as {said}"
                    right[kind, declared].append(read)
                    right["all", encoding].append(read)
    for (first, second), answers in sorted(right.items()):
        print(f"{first:18} {second:14} {sum(answers)}/{len(answers)} {sum(answers) / len(answers):.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
