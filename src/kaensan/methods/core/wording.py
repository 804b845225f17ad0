"""The sentence of a reason, in English and Thai."""

from __future__ import annotations

__all__ = ["BY_CHANCE", "WHOLE", "Wording"]

WHOLE = "table"
"""The rule by which what belongs to a list, a table, code or a section is kept with it."""
BY_CHANCE = (None, WHOLE)
"""Where the chance of a block, and so its causes, had a say."""

_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "kept": "kept at",
        "dropped": "dropped at",
        "title": "this is the title, which stands apart from the text",
        "for": "for it:",
        "against": "against it:",
        "threshold": "this page keeps from {threshold:.2f} on",
        "nothing": "nothing on this page looks enough like content",
        "table": "it belongs to a list, a table, code or a section that is kept whole",
        "headline_kept": "kept: it is the headline or a line under it, which the head of the page does not state",
        "policy_kept": "kept: the policy keeps this kind of text",
        "policy_dropped": "dropped: the policy drops this kind of text",
        "comment_dropped": "dropped: it is a comment under an article, and the policy can keep comments",
        "control_dropped": "dropped: it is part of a button, a field or the page's head",
        "footer_dropped": "dropped: it stands in the footer of the page",
        "template_dropped": "dropped: it stands in a template, of which browsers show nothing",
        "consent_dropped": "dropped: it stands in a dialog that asks for consent to cookies",
        "partners_dropped": "dropped: it stands in a dialog that lists partners and their policies on privacy",
        "copy_dropped": "dropped: it repeats other text, is a raw shortcode, or belongs to another article on the page",
    },
    "th": {
        "kept": "เก็บไว้ ที่คะแนน",
        "dropped": "ตัดออก ที่คะแนน",
        "title": "นี่คือชื่อเรื่อง ซึ่งแยกไว้ต่างหากจากเนื้อความ",
        "for": "ข้อสนับสนุน:",
        "against": "ข้อคัดค้าน:",
        "threshold": "หน้านี้เก็บตั้งแต่ {threshold:.2f} ขึ้นไป",
        "nothing": "ไม่มีส่วนใดของหน้านี้ที่ดูเป็นเนื้อหาเพียงพอ",
        "table": "เป็นส่วนหนึ่งของรายการ ตาราง โค้ด หรือหัวข้อที่เก็บไว้ทั้งหมด",
        "headline_kept": "เก็บไว้: เป็นพาดหัวหรือบรรทัดใต้พาดหัว ซึ่งส่วนหัวของเอกสารไม่ได้ระบุไว้",
        "policy_kept": "เก็บไว้: ตามนโยบายให้เก็บข้อความประเภทนี้",
        "policy_dropped": "ตัดออก: ตามนโยบายให้ตัดข้อความประเภทนี้",
        "comment_dropped": "ตัดออก: เป็นความคิดเห็นใต้บทความ ซึ่งนโยบายสั่งให้เก็บได้",
        "control_dropped": "ตัดออก: เป็นส่วนของปุ่ม ช่องกรอก หรือส่วนหัวของเอกสาร",
        "footer_dropped": "ตัดออก: อยู่ในส่วนท้ายของหน้า",
        "template_dropped": "ตัดออก: อยู่ในแม่แบบ ซึ่งเบราว์เซอร์ไม่แสดง",
        "consent_dropped": "ตัดออก: อยู่ในกล่องขอความยินยอมการใช้คุกกี้",
        "partners_dropped": "ตัดออก: อยู่ในกล่องขอความยินยอมที่แสดงรายชื่อพันธมิตรและนโยบายความเป็นส่วนตัว",
        "copy_dropped": "ตัดออก: ซ้ำกับข้อความอื่น เป็นโค้ดดิบ หรือเป็นของบทความอื่นในหน้านี้",
    },
}


class Wording:
    """Puts the reasons of a page into sentences of a language (`en` or `th`)."""

    def __init__(self, language: str, threshold: float | None) -> None:
        words = _WORDS[language]
        self._words = words
        ending = words["nothing"] if threshold is None else words["threshold"].format(threshold=threshold)
        self._ending = f"; {ending}"
        self._whole = f"; {words[WHOLE]}"
        self._sides = {
            "kept": (words["kept"], f"; {words['for']} ", f"; {words['against']} "),
            "dropped": (words["dropped"], f"; {words['against']} ", f"; {words['for']} "),
        }

    def by_rule(self, verdict: str, rule: str | None) -> str:
        """What is said of the title, and where something else than the chance decided."""
        return self._words["title" if verdict == "title" else f"{rule}_{verdict}"]

    def by_chance(self, verdict: str, rule: str | None, chance: float, agreeing: str, opposing: str) -> str:
        """A sentence with what agrees with the verdict, and what does not."""
        head, side, other_side = self._sides[verdict]
        whole = self._whole if rule == WHOLE else ""
        mine = side + agreeing if agreeing else ""
        others = other_side + opposing if opposing else ""
        return f"{head} {chance:.2f}{whole}{mine}{others}{self._ending}"
