"""Words without a topic, in any language, and which language a text is in as far as they tell."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Set

from kaensan.extras import from_extra
from kaensan.thai.stopwords import thai_stopwords

__all__ = ["foreign_language", "is_figure", "stopwords"]

_EVIDENCE = 20
"""So many words must speak for another language than English before it is believed."""
_THAI_NUMBER = re.compile("(?:ศูนย์|หนึ่ง|เอ็ด|สอง|ยี่|สาม|สี่|ห้า|หก|เจ็ด|แปด|เก้า|สิบ|ร้อย|พัน|หมื่น|แสน|ล้าน|กว่า|ครึ่ง)++$")
_FIGURE_WORDS = """
    มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม
    ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค. พ.ศ. ค.ศ.
    วันจันทร์ วันอังคาร วันพุธ วันพฤหัส วันพฤหัสบดี วันศุกร์ วันเสาร์ วันอาทิตย์
    มิลลิเมตร เซนติเมตร เมตร กิโลเมตร ตารางเมตร ตารางกิโลเมตร กรัม มิลลิกรัม กิโลกรัม กิโล ตัน ลิตร มิลลิลิตร
    ไร่ ตารางวา องศา เปอร์เซ็นต์ บาท สตางค์ ดอลลาร์ วินาที นาที ชั่วโมง นาฬิกา วัน วันที่ สัปดาห์ เดือน ปี บอกว่า
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion
    hundreds thousands millions billions dozen dozens first second third
    january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec
    monday tuesday wednesday thursday friday saturday sunday
    millimetre millimetres millimeter millimeters centimetre centimetres centimeter centimeters metre metres meter
    meters kilometre kilometres kilometer kilometers inch inches mile miles gram grams kilogram kilograms tonne tonnes
    litre litres liter liters percent degrees mm cm km kg mg ml seconds minutes hours baht dollars euros
    day days week weeks month months year years hour minute
"""
_FIGURES = frozenset(_FIGURE_WORDS.split())


def is_figure(word: str) -> bool:
    """Whether a word, in lower case, only counts, measures, dates or reports: a number, a unit, a month, "said that".

    >>> [is_figure(word) for word in ("หนึ่งร้อย", "กุมภาพันธ์", "thirty", "ปลา")]
    [True, True, True, False]
    """
    return word in _FIGURES or _THAI_NUMBER.match(word) is not None


def stopwords(language: str) -> frozenset[str]:
    """The words of a language (ISO 639-1) that say nothing about a topic; none for a language without a list.

    >>> "และ" in stopwords("th"), "and" in stopwords("en"), stopwords("tlh")
    (True, True, frozenset())
    """
    if language == "th":
        return thai_stopwords()
    read, languages = _lists()
    return frozenset(read(language)) if language in languages else frozenset()


def foreign_language(counts: Mapping[str, int]) -> str:
    """The language of the words of a text that are not Thai: the one whose stop words cover most of them.

    >>> foreign_language({"der": 20, "und": 12, "hund": 3}), foreign_language({"und": 3, "iphone": 2})
    ('de', 'en')
    """
    read, languages = _lists()
    best, most = "en", max(_EVIDENCE, sum(counts[word] for word in counts.keys() & read("en")))
    for language in sorted(languages):
        covered = sum(counts[word] for word in counts.keys() & read(language))
        if covered > most:
            best, most = language, covered
    return best


def _lists() -> tuple[Callable[[str], Set[str]], Set[str]]:
    with from_extra("cloud", "leaving out stop words"):
        from stopwordsiso import langs, stopwords
    return stopwords, langs()
