"""What each cause is on a block, in plain words, in English and Thai.

A phrase states facts of the block only; whether they speak for or against it is what the forest made of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["Fact", "phrase"]

Fact = dict[str, Any]
"""The values that a phrase states."""


def phrase(cause: str, fact: Fact, language: str = "en") -> str:
    """What a cause is on a block, in words: `83 % of it is links`."""
    english, thai = _PHRASES[cause](fact)
    return thai if language == "th" else english


def _links(fact: Fact) -> tuple[str, str]:
    if not fact["percent"]:
        return "nothing in it is a link", "ไม่มีลิงก์อยู่ในนั้น"
    return f"{fact['percent']} % of it is links", f"{fact['percent']} % เป็นลิงก์"


def _length(fact: Fact) -> tuple[str, str]:
    words = fact["words"]
    return f"it has about {words:,} word{'s'[: words != 1]}", f"ยาวราว {words:,} คำ"


def _main_block(fact: Fact) -> tuple[str, str]:
    return {
        0: ("it stands in the main block", "อยู่ในส่วนหลักของหน้า"),
        -1: ("it stands before the main block", "อยู่ก่อนส่วนหลักของหน้า"),
        1: ("it stands after the main block", "อยู่หลังส่วนหลักของหน้า"),
    }[fact["side"]]


def _alike(fact: Fact) -> tuple[str, str]:
    count, kept = fact["count"], fact["kept"]
    if not count:
        return "no other block looks like it", "ไม่มีส่วนอื่นที่หน้าตาเหมือนกัน"
    return (
        f"of {count} other block{'s'[: count != 1]} that look{'s'[: count == 1]} like it, {kept or 'none'} "
        f"{'is' if kept <= 1 else 'are'} kept",
        f"ส่วนที่หน้าตาเหมือนกันอีก {count} ส่วน เก็บไว้ {kept} ส่วน",
    )


def _names(fact: Fact) -> tuple[str, str]:
    return f"it stands in {fact['element']}", f"อยู่ใน {fact['element']}"


def _title(fact: Fact) -> tuple[str, str]:
    return f"{fact['percent']} % of it is in the page's title", f"{fact['percent']} % ตรงกับชื่อหน้า"


def _description(fact: Fact) -> tuple[str, str]:
    return f"{fact['percent']} % of it is in the page's description", f"{fact['percent']} % ตรงกับคำอธิบายหน้า"


def _heading(fact: Fact) -> tuple[str, str]:
    if fact["level"]:
        return f"it is a heading (h{fact['level']})", f"เป็นหัวข้อ (h{fact['level']})"
    if fact["since"] is None:
        return "no heading stands before it", "ไม่มีหัวข้ออยู่ก่อนหน้า"
    since = fact["since"]
    return f"the last heading stands {since} block{'s'[: since != 1]} before it", f"หัวข้อล่าสุดอยู่ก่อนหน้า {since} ส่วน"


def _punctuation(fact: Fact) -> tuple[str, str]:
    count = fact["count"]
    if not count:
        return "it has no punctuation", "ไม่มีเครื่องหมายวรรคตอน"
    return f"it has {count} mark{'s'[: count != 1]} of punctuation", f"มีเครื่องหมายวรรคตอน {count} ตัว"


def _digits(fact: Fact) -> tuple[str, str]:
    if fact["prices"]:
        return f"it names {fact['prices']} price{'s'[: fact['prices'] != 1]}", f"มีราคา {fact['prices']} แห่ง"
    return f"{fact['percent']} % of it is digits", f"{fact['percent']} % เป็นตัวเลข"


def _writing(fact: Fact) -> tuple[str, str]:
    if fact["separators"]:
        return f"it has {fact['separators']} signs that separate items", f"มีเครื่องหมายคั่นรายการ {fact['separators']} ตัว"
    return "how its letters and spaces are mixed", "ลักษณะการเว้นวรรคและตัวอักษร"


def _element(fact: Fact) -> tuple[str, str]:
    return f"it is a <{fact['tag']}>", f"เป็น <{fact['tag']}>"


def _landmark(fact: Fact) -> tuple[str, str]:
    if fact["landmark"] is None:
        return "it stands in no <main>, <nav> or other landmark", "ไม่ได้อยู่ใน <main> <nav> หรือส่วนกำกับอื่น"
    return f"it stands in a <{fact['landmark']}>", f"อยู่ใน <{fact['landmark']}>"


def _hidden(fact: Fact) -> tuple[str, str]:
    if fact["hidden"]:
        return "a reader does not see it at first", "ผู้อ่านไม่เห็นตั้งแต่แรก"
    return "a reader sees it at once", "ผู้อ่านเห็นได้ทันที"


def _position(fact: Fact) -> tuple[str, str]:
    return f"it stands at {fact['percent']} % of the page", f"อยู่ที่ {fact['percent']} % ของหน้า"


def _around(fact: Fact) -> tuple[str, str]:
    return (
        f"the element around it holds {fact['percent']} % of the page's prose, and {fact['links']} % of it is links",
        f"ส่วนที่ล้อมอยู่มีเนื้อความ {fact['percent']} % ของหน้า และเป็นลิงก์ {fact['links']} %",
    )


def _neighbours(fact: Fact) -> tuple[str, str]:
    distance = fact["distance"]
    if distance is None:
        return "no long paragraph is on the page", "ไม่มีย่อหน้ายาวบนหน้านี้"
    if not distance:
        return "it is a long paragraph", "เป็นย่อหน้ายาว"
    return (
        f"the nearest long paragraph is {distance} block{'s'[: distance != 1]} away",
        f"ย่อหน้ายาวที่ใกล้ที่สุดห่าง {distance} ส่วน",
    )


def _repeats(fact: Fact) -> tuple[str, str]:
    times = fact["times"]
    if times == 1:
        return "its text is on the page once", "ข้อความนี้มีครั้งเดียวบนหน้า"
    return f"its text is on the page {times} times", f"ข้อความนี้มีซ้ำ {times} ครั้งบนหน้า"


def _thread(fact: Fact) -> tuple[str, str]:
    return {
        None: ("the page does not look like a discussion", "หน้านี้ไม่เหมือนกระทู้"),
        "before": ("it stands before the first post", "อยู่ก่อนโพสต์แรก"),
        "own": ("it is a post's own words", "เป็นข้อความของโพสต์เอง"),
        "repeated": ("it is a quote in a post, or a post repeats it", "เป็นข้อความที่โพสต์ยกมาหรือซ้ำกัน"),
        "between": ("it stands between posts", "อยู่ระหว่างโพสต์"),
        "after": ("it stands after the last post", "อยู่หลังโพสต์สุดท้าย"),
    }[fact["place"]]


def _stated(fact: Fact) -> tuple[str, str]:
    return {
        None: ("the page does not state whether it is part of the article", "หน้านี้ไม่ได้ระบุว่าเป็นส่วนของบทความหรือไม่"),
        True: ("the page states it as part of the article", "หน้านี้ระบุว่าเป็นส่วนของบทความ"),
        False: ("it is not in the article that the page states", "ไม่อยู่ในบทความที่หน้านี้ระบุไว้"),
    }[fact["stated"]]


_PHRASES: dict[str, Callable[[Fact], tuple[str, str]]] = {
    "links": _links,
    "length": _length,
    "main_block": _main_block,
    "alike": _alike,
    "names": _names,
    "title": _title,
    "description": _description,
    "heading": _heading,
    "punctuation": _punctuation,
    "digits": _digits,
    "writing": _writing,
    "element": _element,
    "landmark": _landmark,
    "hidden": _hidden,
    "position": _position,
    "around": _around,
    "neighbours": _neighbours,
    "repeats": _repeats,
    "thread": _thread,
    "stated": _stated,
}
