"""The causes that a person can use: some twenty groups of features, and what each is in plain words.

A sentence states facts of the block only; whether they speak for or against it is what the forest made of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.core.class_words import PAGE_TYPES
from kaensan.methods.core.features import NAMES, Evidence
from kaensan.page import Context
from kaensan.page.characters import LETTER
from kaensan.page.elements import Attributes

__all__ = ["CAUSES", "Fact", "PageFacts", "cause_of", "phrase"]

Fact = dict[str, Any]
"""The values that a phrase states."""

CAUSES = (
    *("links", "length", "main_block", "alike", "names", "title", "description", "heading", "punctuation", "digits"),
    *("writing", "element", "landmark", "hidden", "position", "around", "neighbours", "repeats", "page", "demand"),
    "other",
)

_FEATURES: dict[str, str] = {
    "links": "linked links linked~1 linked~3 linked~8 anchor_ratio@0 linked@0 links@0",
    "length": "words prose rows words@0 mean@0 spread@0 blocks@0 longs@0",
    "title": "in_title since_title until_title",
    "description": "in_description",
    "heading": "heading heading~1 since_heading until_heading since_h1 until_h1 headings@0",
    "punctuation": "stops stop_count stops@0",
    "digits": "digits money digits@0 money@0",
    "writing": "separators capitals breaks separators@0 breaks@0",
    "element": "tag inline_tag list table code quote preformatted figure control form tag@0",
    "landmark": "nav header footer aside main article since_nav until_nav since_footer until_footer",
    "hidden": "noscript collapsed aria_hidden invisible",
    "position": "index remaining position index_in_parent place_in_parent depth_jump depth_jump_next before@0 after@0",
    "neighbours": "prose~1 prose~3 prose~8 ttr~1 ttr~3 ttr~8 ttr_slope since_long until_long",
    "repeats": "repeats",
}
_BY_NAME = {name: cause for cause, names in _FEATURES.items() for name in names.split()}
_BY_START = (
    ("up_to_", "main_block"),
    ("side_of_", "main_block"),
    ("gap_to_", "main_block"),
    ("blocks_to_", "main_block"),
    ("below_", "main_block"),
    ("like_", "alike"),
    ("trail_", "alike"),
    ("alike@", "alike"),
    ("path", "names"),
    ("token@", "names"),
    ("page_", "page"),
    ("type_", "page"),
)


def cause_of(feature: str) -> str:
    """The cause that a feature belongs to."""
    if cause := _BY_NAME.get(feature):
        return cause
    for start, cause in _BY_START:
        if feature.startswith(start):
            return cause
    return "around" if "@" in feature else "other"


_COLUMN = {name: number for number, name in enumerate(NAMES)}
_WORD = 6 * LETTER
_LANDMARKS = {name: int(Context[name.upper()]) for name in ("nav", "header", "footer", "aside", "article", "main")}
_UNSEEN = Context.NOSCRIPT | Context.COLLAPSED | Context.ARIA_HIDDEN | Context.INVISIBLE
_FARTHEST = 10
"""Elements outwards in which a name is looked for."""
_LONGEST = 40
"""Letters of a name that are shown."""


class PageFacts:
    """What the causes are on the blocks of a page, as values."""

    def __init__(self, evidence: Evidence, kept: NDArray[np.bool_], types: NDArray[np.float32]) -> None:
        self._evidence = evidence
        self._blocks = evidence.blocks
        self._kept = kept
        self._alike = np.bincount(evidence.group)
        self._alike_kept = np.bincount(evidence.group[kept], minlength=len(self._alike))
        self._names_of: dict[int, str | None] = {}
        self._parent: list[int] = self._blocks.parent.tolist()
        self._type = PAGE_TYPES[int(np.argmax(types))]

    def of(self, cause: str, block: int) -> Fact:
        """The values of a cause on a block; of a kind of page, and of other evidence, the type of the page."""
        describe = _FACTS.get(cause)
        return describe(self, block) if describe else {"type": self._type}

    def _feature(self, name: str, block: int) -> float:
        value: float = self._evidence.columns.item(_COLUMN[name], block)
        return value

    def _share(self, name: str, block: int) -> Fact:
        return {"percent": _percent(self._feature(name, block))}

    def _links(self, block: int) -> Fact:
        blocks = self._blocks
        share = float(blocks.linked[block]) / max(float(blocks.units[block]), 1.0)
        return {"percent": _percent(share), "count": int(blocks.links[block])}

    def _length(self, block: int) -> Fact:
        return {"words": max(round(float(self._blocks.units[block]) / _WORD), 1)}

    def _main_block(self, block: int) -> Fact:
        return {"side": int(self._feature("side_of_best", block))}

    def _looks(self, block: int) -> Fact:
        group = int(self._evidence.group[block])
        return {"count": int(self._alike[group]) - 1, "kept": int(self._alike_kept[group]) - int(self._kept[block])}

    def _names(self, block: int) -> Fact:
        return {"element": self._named_element(self._parent[block])}

    def _named_element(self, own: int) -> str:
        """The nearest element outwards that its author gave a name, as it is written; else the element itself."""
        parent = self._blocks.page.elements.parent
        element = own
        for _ in range(_FARTHEST):
            if shown := self._written_name(element):
                return shown
            element = parent.item(element)
            if element < 0:
                break
        return f"<{self._blocks.page.elements.names[own]}>"

    def _written_name(self, element: int) -> str | None:
        """What its author called an element, looked up once: the elements around one text are around others too."""
        if element not in self._names_of:
            elements = self._blocks.page.elements
            self._names_of[element] = _own_name(elements.names[element], elements.attrs[element])
        return self._names_of[element]

    def _heading(self, block: int) -> Fact:
        return {
            "level": int(self._feature("heading", block)),
            "since": _distance(self._feature("since_heading", block)),
        }

    def _punctuation(self, block: int) -> Fact:
        return {"count": int(self._blocks.column("stops")[block])}

    def _digits(self, block: int) -> Fact:
        return {**self._share("digits", block), "prices": int(self._blocks.column("money")[block])}

    def _writing(self, block: int) -> Fact:
        return {"separators": int(self._blocks.column("separators")[block])}

    def _element(self, block: int) -> Fact:
        blocks = self._blocks
        return {"tag": blocks.page.elements.names[int(blocks.containers.element[int(blocks.container[block])])]}

    def _landmark(self, block: int) -> Fact:
        context = int(self._blocks.context[block])
        return {"landmark": next((name for name, flag in _LANDMARKS.items() if context & flag), None)}

    def _hidden(self, block: int) -> Fact:
        return {"hidden": bool(int(self._blocks.context[block]) & int(_UNSEEN))}

    def _around(self, block: int) -> Fact:
        return {**self._share("share@1", block), "links": _percent(self._feature("linked@1", block))}

    def _neighbours(self, block: int) -> Fact:
        nearest = min(self._feature("since_long", block), self._feature("until_long", block))
        return {"distance": _distance(nearest)}

    def _repeats(self, block: int) -> Fact:
        return {"times": round(float(np.expm1(self._feature("repeats", block)))) + 1}

    def _title(self, block: int) -> Fact:
        return self._share("in_title", block)

    def _description(self, block: int) -> Fact:
        return self._share("in_description", block)

    def _position(self, block: int) -> Fact:
        return self._share("position", block)


_FACTS: dict[str, Callable[[PageFacts, int], Fact]] = {
    "links": PageFacts._links,
    "length": PageFacts._length,
    "main_block": PageFacts._main_block,
    "alike": PageFacts._looks,
    "names": PageFacts._names,
    "title": PageFacts._title,
    "description": PageFacts._description,
    "heading": PageFacts._heading,
    "punctuation": PageFacts._punctuation,
    "digits": PageFacts._digits,
    "writing": PageFacts._writing,
    "element": PageFacts._element,
    "landmark": PageFacts._landmark,
    "hidden": PageFacts._hidden,
    "position": PageFacts._position,
    "around": PageFacts._around,
    "neighbours": PageFacts._neighbours,
    "repeats": PageFacts._repeats,
}


def _percent(share: float) -> int:
    return round(100 * min(max(share, 0.0), 1.0))


_NOWHERE = 400
"""A distance from which on there is no such block: the features stop at 500."""


def _distance(feature: float) -> int | None:
    """Blocks between a block and another, None where there is no other."""
    blocks = round(float(np.expm1(feature)))
    return blocks if blocks < _NOWHERE else None


def _own_name(tag: str, attributes: Attributes) -> str | None:
    """An element as its author wrote it, with its class or its id; None where it has neither."""
    for key, value in attributes:
        if key in ("class", "id") and value and (name := value[: 2 * _LONGEST].strip()):
            shown = name if len(name) <= _LONGEST else name[:_LONGEST] + "…"
            return f'<{tag} {key}="{shown}">'
    return None


_TYPES = {
    "article": ("an article", "บทความ"),
    "collection": ("a collection", "หน้ารวมเรื่อง"),
    "documentation": ("documentation", "เอกสารคู่มือ"),
    "forum": ("a discussion", "กระทู้"),
    "listing": ("a listing", "หน้ารายการ"),
    "product": ("a product page", "หน้าสินค้า"),
    "service": ("a service page", "หน้าบริการ"),
}


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


def _page(fact: Fact) -> tuple[str, str]:
    english, thai = _TYPES.get(fact["type"], (fact["type"], fact["type"]))
    return f"the page looks like {english}", f"หน้านี้ดูเป็น{thai}"


def _demand(fact: Fact) -> tuple[str, str]:
    return "an article asks for more certainty", "หน้าบทความต้องการความแน่ใจมากกว่า"


def _other(fact: Fact) -> tuple[str, str]:
    return "other evidence", "หลักฐานอื่น"


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
    "page": _page,
    "demand": _demand,
    "other": _other,
}
