"""How short texts say when in more languages: names of months as whole words, "3 days ago", and "yesterday" alone."""

from __future__ import annotations

__all__ = ["DAY_WORDS", "FURTHER", "FURTHER_STEMS", "RELATIVE"]

_MONTHS = (
    # Italian, Portuguese, Dutch
    "gen|gennaio|febbraio|mag|maggio|giu|giugno|lug|luglio|sett|settembre|ott|ottobre|dicembre|"
    "fev|fevereiro|setembro|outubro|maart|mrt|mei|"
    # Polish, Turkish, Indonesian
    "sty|stycz\\w{1,3}|luty|lutego|kwi|kwie\\w{1,4}|maja|cze|czerw\\w{1,3}|lipca|lipiec|sie|sierp\\w{1,4}|wrz|wrze\\w{1,4}|"
    "paź|paźd\\w{1,9}|listopad\\w?|gru|grud\\w{1,4}|oca|ocak|şub|şubat|nis|nisan|haz|haziran|tem|temmuz|ağu|ağustos|eyl|eylül|eki|ekim|kas|"
    "kasım|aralık|agu|agustus|desember|"
    # Russian, Ukrainian
    "янв\\w{0,4}|фев\\w{0,5}|марта?|апр\\w{0,4}|ма[йя]|июн\\w?|июл\\w?|авг\\w{0,5}|сен\\w{0,6}|"
    "окт\\w{0,5}|ноя\\w{0,4}|дек\\w{0,5}|"
    "січня|лютого|березня|квітня|травня|червня|липня|серпня|вересня|жовтня|листопада|грудня|"
    # Arabic
    "يناير|فبراير|مارس|[أا]بريل|مايو|يوني[وه]|يولي[وه]|[أا]غسطس|سبتمبر|[أا]كتوبر|نوفمبر|ديسمبر"
)
_SPACED_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mai|okt|dez|ene|abr|ago|dic|fév|avr|jui|aoû|déc"
"""months that "12 de marzo" and "3. Mai" name, by how they begin"""

_AGO = (
    r"\bvor\s\d|\bil\sy\sa\s\d|\bhace\s\d|\bhá\s\d|(?:منذ|قبل)\s\d"
    r"|\d\s\w{1,9}\s(?:fa|atrás|geleden|temu|önce|trước|lalu|yang\slalu|назад|тому)\b|\d\s?[^\W\d]{1,3}\s?[前전](?!\w)"
)
"""so many minutes, days or years ago"""

_BETWEEN = "set|out|lip|lis|ara|des"
"""months that are also words: they name one between a day and a year alone"""

FURTHER = (
    rf"(?<![^\W\d_])(?:{_MONTHS})\b\.?,?\s{{0,3}}\d|\d\.?\s{{0,3}}(?:de\s|di\s|of\s)?(?:{_MONTHS})\b"
    rf"|\d(?:\.|º|er)?\s{{1,3}}(?:de\s|of\s)?(?:{_SPACED_MONTHS})\w{{0,8}}\b"
    rf"|\d\.?\s(?:de\s)?(?:{_BETWEEN})\.?,?\s(?:de\s)?\d{{4}}"
    rf"|\b(?:{_SPACED_MONTHS})\w{{0,8}}\.?\s['’]\d\d\b|\d\s?月\s?\d|\b(?:tháng|thg)\s\d|\d\s(?:tháng|thg)\b|{_AGO}"
)
"""A pattern, of small letters, for the dates that are told by these words."""

_DAYS = (
    "gestern|heute|hier|ieri|oggi|ayer|hoy|ontem|hoje|gisteren|vandaag|wczoraj|dzisiaj|dziś|dün|bugün|kemarin|вчера|"
    "сегодня|вчора|сьогодні|昨天|今天|前天|昨日|今日|一昨日|어제|오늘|그제|أمس|اليوم|hôm qua|hôm nay|aujourd'hui"
)

DAY_WORDS = frozenset(_DAYS.split("|"))
"""Words, in small letters, that say when where they stand alone."""

RELATIVE = rf"\bago\b|\byesterday\b|\btoday\b|ที่แล้ว|ที่ผ่านมา|เมื่อวาน|วันนี้|\b(?:{_DAYS})(?:\b|\d)|{_AGO}"
"""A pattern, of small letters, for dates as seen from now."""

FURTHER_STEMS = (
    "gen feb mag giu lug set ott dic fev out maa mrt mei sty lut kwi maj cze lip sie wrz lis gru oca nis haz tem eyl "
    "eki kas ara agu des jan mar apr may jun jul aug sep oct nov dec mai okt dez ene abr ago avr jui vor hac gel lal "
    "min ore ior mes ann ans jou heu moi ges hie ier ogg aye hoy ont hoj gis van wcz dzi kem auj"
)
"""Three letters in a row, one of which a text of ASCII holds that `FURTHER` or `DAY_WORDS` matches."""
