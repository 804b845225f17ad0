"""Chinese and Japanese: pairs of characters, or words where a dictionary is installed."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import groupby, pairwise

from kaensan.extras import from_extra

__all__ = ["bigrams", "recut"]

_HAN_HIRAGANA = "\u3041-\u3096\u309d\u309e\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd"
_CHARACTER = re.compile(f"[{_HAN_HIRAGANA}]")
_RUN = re.compile(f"[{_HAN_HIRAGANA}\u3005-\u3007\u30a1-\u30ff\uff66-\uff9f]")
_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa]")


def bigrams(pieces: list[str]) -> list[str]:
    """Put neighbouring single characters together in overlapping pairs, and leave the rest.

    >>> bigrams(["日", "本", "語", "と", "カタカナ", "学校"])
    ['日本', '本語', '語と', 'カタカナ', '学校']
    """
    paired: list[str] = []
    for single, run in groupby(pieces, _is_single):
        together = list(run)
        if single and len(together) > 1:
            paired.extend(map("".join, pairwise(together)))
        else:
            paired.extend(together)
    return paired


def recut(pieces: list[str]) -> list[str]:
    """Cut the Chinese and Japanese stretches anew by dictionaries; text with any kana is Japanese."""
    japanese = any(map(_KANA.search, pieces))
    cut: list[str] = []
    for found, run in groupby(pieces, _is_run):
        together = list(run)
        cut += _cutter(japanese)("".join(together)) if found else together
    return cut


def _is_single(piece: str) -> bool:
    return len(piece) == 1 and _CHARACTER.match(piece) is not None


def _is_run(piece: str) -> bool:
    return _RUN.match(piece) is not None


@cache
def _cutter(japanese: bool) -> Callable[[str], list[str]]:
    with from_extra("cjk", "cutting Chinese and Japanese into words"):
        if japanese:
            import fugashi
            import ipadic

            tagger = fugashi.GenericTagger(ipadic.MECAB_ARGS)
            return lambda text: [word.surface for word in tagger(text)]
        import rjieba
    return lambda text: list(rjieba.cut(text))
