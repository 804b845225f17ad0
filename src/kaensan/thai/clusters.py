"""Thai character clusters: the runs of characters inside which no word can end.

The rules are those of Theeramunkong et al. (2000), in the form that PyThaiNLP 5 uses for its segmenter
(`pythainlp/tokenize/tcc_p.py`, Apache-2.0, by Jakkrit TeCho, Wittawat Jitkrittum and Korakot Chaovavanich),
grouped here by the first character so that few of them are tried at each place. Within a group the order decides.
"""

from __future__ import annotations

import re

__all__ = ["follow"]

_RULES = {
    "เ": "c็ck cctาะk ccีtยะk ccีtยzk cc็ck cิc์ck cิtck cีtยะ?k cืtอะ?k c[ิีุู]tยzk ctา?ะ?k ct",
    "แ": "c็c cc์ ctะ cc็c ccc์ ct",
    "โ": "ctะ ct",
    "[ใไ]": "ct",
    "[ก-ฮ]": "ัtวะk [ัื]tc[ุิะ]?k [ิุู]์ [ะ-ู]tk รรc์ ็ t[ะาำ]?k k",
}
_NOTATION = {
    "k": "(?:cc?[ุูิ]?์)?",  # a consonant that is written but not spoken
    "z": "(?=[เ-ไก-ฮ]|$)",
    "c": "[ก-ฮ]",
    "t": "[่-๋]?",
}


def _compile() -> re.Pattern[str]:
    groups = []
    for first, rules in _RULES.items():
        pattern = "|".join(rules.split())
        for letter, meaning in _NOTATION.items():
            pattern = pattern.replace(letter, meaning)
        groups.append(f"{first}(?:{pattern})")
    return re.compile("|".join([*groups, "."]), re.DOTALL)


_CLUSTER = _compile()


def follow(text: str) -> list[int]:
    """For every place where a cluster starts, the place where it ends; 0 elsewhere and at the end of the text.

    >>> follow("ผู้ที่")
    [3, 0, 0, 6, 0, 0, 0]
    """
    ends = [0] * (len(text) + 1)
    start = 0
    for cluster in _CLUSTER.finditer(text):
        end = cluster.end()
        ends[start] = end
        start = end
    return ends
