"""How articles begin and end: where and from whom a report comes, a large first letter, who signs it."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from kaensan.train.made.sentences import Writer
from kaensan.train.made.times import shown_when
from kaensan.train.made.words import read_words

__all__ = ["AGENCIES", "closing", "opening"]

AGENCIES = ("NPA", "dnw", "Wirenord", "AFB", "Telcast")
"""agencies that do not exist"""
_DATELINES = {
    "ar": ("{place} - {agency}: ", "<strong>{place} ({agency})</strong> - "),
    "de": ("{place} ({agency}) – ", "<b>{place}.</b> ", "<b>{place} (ots)</b> - "),
    "en": ("{PLACE} ({agency}) — ", "{PLACE} -- ", "<b>{place}</b> – ", "{PLACE}, {date} ({agency}) - "),
    "fr": ("<b>{PLACE} ({agency})</b> – ", "{PLACE}, {date} - "),
    "ja": ("【{place}＝{name}】", "［{place} {date} {agency}］ ", "　"),
    "ko": ("[{place}={agency}] {name} 기자 = ", "({place}={agency}) {name} 기자 = ", "【{place}={agency}】"),
    "pl": ("<b>{PLACE}.</b> ", "{place} ({agency}). "),
    "ru": ("{PLACE}, {date} — {agency}. ", "<b>{place}.</b> "),
    "th": ("{date} ผู้สื่อข่าวรายงานว่า ", "เมื่อวันที่ {date} ที่{place} ", "{agency} - "),
    "tr": ("{PLACE} ({agency}) - ", "<b>{PLACE}</b> "),
    "vi": ("({agency}) - ", "<strong>({agency})</strong> – "),
    "zh": ("【本报{place}讯】", "{agency}{place}{date}电 ", "（{place}，记者 {name}）", "　　"),
}
_OTHERS = ("{place} – ", "{PLACE}. ", "({agency}) - ", "<b>{PLACE}, {date}</b> - ")
"""of other languages"""
_CLOSINGS = (
    *("({agency})", "<i>{agency}</i>", "-- {name}", "{name}@news.example", "<em>{name}</em>", "-30-", "###"),
    *("<small>{agency} / {name}</small>", "&copy; {agency}", "■", '<span class="source">{agency}</span>'),
)
_CLOSINGS_OF = {
    "ko": ("{name} 기자 a{n}@news.example", "[{agency} {name} 기자]", "＜저작권자 ⓒ {agency}＞"),
    "zh": ("（责任编辑：{name}）", "来源：{agency}", "（{name}）"),
    "ja": ("（{name}）", "（{agency}）"),
    "th": ("ที่มา : {agency}", "ภาพ : {name}", "ขอบคุณข้อมูลจาก {agency}"),
}


def opening(rng: Random, writer: Writer, language: str, text: str) -> str:
    """The first paragraph with what news sites put before it or make of it."""
    draw = rng.random()
    if draw < 0.65:
        if rng.random() < 0.4:
            return f"{writer.say('datelines')} {text}"
        form = rng.choice(_DATELINES.get(language, _OTHERS))
        return _filled(form, rng, writer, language) + text
    if draw < 0.8 and text[:1].isascii() and text[:1].isalpha():
        form = rng.choice(['<span class="dropcap">{}</span>', '<font size="6">{}</font>', "<b>{}</b>", "<big>{}</big>"])
        return form.replace("{}", text[0]) + text[1:]
    return rng.choice(["<strong>{}</strong>", "<b>{}</b>", "<i>{}</i>"]).replace("{}", text)


def closing(rng: Random, writer: Writer, language: str) -> str:
    """The last line, which people count to the text or not."""
    if rng.random() < 0.2:
        return f"<i data-gold-maybe>{writer.say('corrections')}</i>"
    form = rng.choice((*_CLOSINGS, *_CLOSINGS_OF.get(language, ()) * 3))
    return f"<span data-gold-maybe>{_filled(form, rng, writer, language)}</span>"


def _filled(form: str, rng: Random, writer: Writer, language: str) -> str:
    place = writer.phrase("places")
    day = datetime(rng.randint(2001, 2025), 1, 1) + timedelta(days=rng.randint(0, 364))
    date = shown_when(read_words(language), day, rng.choice(["%-d %B", "%-d %b", "%d/%m/%Y"]))
    for gap, found in (
        ("{place}", place),
        ("{PLACE}", place.upper()),
        ("{agency}", rng.choice(AGENCIES)),
        ("{name}", writer.phrase("names")),
        ("{date}", date),
        ("{n}", str(rng.randint(1, 99))),
    ):
        form = form.replace(gap, found)
    return form
