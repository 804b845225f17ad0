"""Names of people and other authors, cut out of bylines."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["BYLINE", "looks_like_name", "name_shape", "names_in", "names_stated"]

_VERBS = (
    "written|posted|published|reported|reviewed|created|submitted|authored|compiled|started|asked|words|story|text|"
    "article|articles|report|guest post|originally posted|artikel|beitrag|verfasst|geschrieben|veröffentlicht|erstellt|"
    "escrito|publicado|escribe|écrit|publié|proposé|scritto|pubblicato|geschreven|napisany|skrevet|skriven"
)
_PREPOSITIONS = "by|von|par|por|di|door|av|af|oleh|przez"
_LABELS = (
    "authors?|author[(]s[)]|autor(?:/?-?in|en|es|a)?|auteurs?|autore|writer|verfasser(?:in)?|redacteur|redactor|journalist|reporter|text|"
    "автор|ผู้เขียน|ผู้แต่ง|ผู้ตั้งกระทู้|นักเขียน|作者|文|記者|记者|글쓴이|기자|著者|執筆|ライター"
)
_THAI_BY = "(?:เรื่อง|เขียน|โพสต์|ตั้งกระทู้|เริ่ม|ตั้ง|บทความ)?โดย"

BYLINE = re.compile(
    rf"\s*(?:(?P<by>(?:(?:{_VERBS})\s+)?by\b(?=[\s:]*\S))|(?P<preposition>(?:(?:{_VERBS})\s+)?(?:{_PREPOSITIONS})\b(?=[\s:]*\S))"
    rf"|(?P<label>(?:{_LABELS})\s*[:：]|(?:authors?|autor(?:en|in)?|ผู้เขียน|ผู้แต่ง|作者|記者|记者)\b)|(?P<thai>{_THAI_BY}))[\s:：]*",
    re.I,
)
"""What a line starts with that names its author."""

_GLUED = re.compile(r"^(?:By|Von|Par|Por)(?=[A-ZÀ-Þ][\w.]+ )")
_MONTH = (
    r"(?:jan|feb|mär|mar|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez|janv|févr|avr|juin|juil|août|ene|abr|ago|dic|"
    r"gen|mag|giu|lug|set|ott|fev)[a-zäéû]{0,7}\.?"
)
_DAY = (
    r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|"
    r"montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag"
)
_CUT = re.compile(
    r" ?(?:[|•●·►→]| [-–—/] |https?:|www\.|(?<=\s)@\w|"
    r"(?<=[\s,])(?:(?:last\s+)?(?:updated|modified|published|posted)|read more|read time|view|follow|"
    r"aktualisiert|veröffentlicht|zuletzt|publicado|publié|mis à jour|actualizado|stand)\b|"
    rf"\b(?:on|at|am|vom|le|el|il|den)\s+(?=\d|{_MONTH}|{_DAY})|\b(?:{_DAY})\b|"
    rf"\b\d{{1,4}}[./-]\s?\d{{1,2}}[./-]\s?\d{{2,4}}|\b{_MONTH}\s+\d|\b\d{{1,2}}(?:st|nd|rd|th|\.)?\s+{_MONTH}(?![a-z])|\d{{1,2}}:\d\d|"
    r"\b\d+\s+(?:min|minutes?|hours?|days?|weeks?|months?|years?|comments?|views?|shares?|posts?|kommentare?)\b|"
    r"(?:เมื่อ|วันที่|เผยแพร่)\s*(?:วันที่\s*)?[\d๐-๙]).*",
    re.I | re.S,
)
_EMAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{2,40}")
_AND = re.compile(r"(?: ?;| & | (?:and|und|et|y|och|og) (?=[^a-z])| ?และ) ?")
_COMMA = re.compile(r" ?, ?(?:(?:and|und|et|y|&) )?")
_CREDENTIAL = re.compile(r"(?:[A-Z][A-Za-z]{0,4}\.?){1,4}(?:[-\s][A-Z]{2,5}){0,2}®?|[JjSs]r\.?")
_EDGE = " ,;:-–—|•●·►→*\"“”'’"
_GENERIC = re.compile(
    r"(?:admin(?:istrator)?|editors?|editorial|staff|authors?|autor(?:en)?|guest|anonymous|users?|webmaster|redaktion|"
    r"unknown|none|null|undefined|no author|team|home|about|contact|share|teilen|login|log in|sign in|subscribe|"
    r"comments?|by|post|posted|view|name|date|datum|stand|veröffentlicht|published|updated|written|follow|author info|"
    r"twitter|facebook|instagram|linkedin|youtube|website|email)",
    re.I,
)
_TEAM = re.compile(
    r"\b(?:team|staff|editors?|editorial|redaktion|desk|contributors?|press|news|group|inc|llc|gmbh|company|agency|university|"
    r"institute|department|association|foundation)\b",
    re.I,
)


def names_stated(text: str) -> tuple[str, ...]:
    """The names in a claim made for machines, cleaned: nothing else is expected there but the separators.

    >>> names_stated("Ann Lee; Bo Ek, PhD")
    ('Ann Lee', 'Bo Ek, PhD')
    """
    text = text.strip()
    if text.startswith(("http://", "https://", "www.", "@", "/", "{", "[")) or len(text) > 1000:
        return ()
    started = BYLINE.match(text)
    text = text[started.end() :] if started else text
    return _distinct(piece for part in _AND.split(text) for piece in _at_commas(part))


def names_in(text: str) -> tuple[str, ...]:
    """The names in a line of cleaned text that is, or may be, a byline.

    >>> names_in("By Ann Lee and Bo Ek | Updated May 3, 2021")
    ('Ann Lee', 'Bo Ek')
    >>> names_in("โดย สมชาย ใจดี วันที่ 3 พ.ค. 2564")
    ('สมชาย ใจดี',)
    """
    if len(text) > 400 or text.startswith(("http", "@")):
        return ()
    if not _EMAIL.fullmatch(text):
        text = _EMAIL.sub("", text)
    for _ in range(3):
        started = BYLINE.match(text)
        if not started or started.end() == len(text):
            break
        text = text[started.end() :]
    text = _GLUED.sub("", text).strip(_EDGE)
    return _distinct(piece for part in _AND.split(_CUT.sub("", text)) for piece in _at_commas(part))


def _at_commas(part: str) -> list[str]:
    """Names between commas; a credential, a role or a given name stays with the name before it."""
    pieces = [piece for piece in _COMMA.split(part) if piece]
    people: list[str] = []
    for piece in pieces:
        if people and (_CREDENTIAL.fullmatch(piece) or not looks_like_name(piece)):
            people[-1] += f", {piece}"
        else:
            people.append(piece)
    return people


def _distinct(people: Iterable[str]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for name in people:
        name = " ".join(name.split()).strip(_EDGE)
        if name.count("(") != name.count(")"):
            name = name.strip("()[] ")
        if 1 < len(name) <= 120 and any(char.isalpha() for char in name):
            found[name] = None
    return tuple(found)


def looks_like_name(text: str) -> bool:
    """Two to five words, each with a capital or in a script without capitals, particles aside."""
    words = text.split()
    if not 2 <= len(words) <= 5 or len(text) > 50 or any(char.isdigit() for char in text):
        return False
    return all(not word[:1].islower() or _PARTICLE.fullmatch(word) for word in words) and words[0][:1].isalpha()


_PARTICLE = re.compile(r"d[aeiu]|dos?|del|della|la|le|van|von|de[nr]|zu|a[fv]|[ae]l|bin|ibn|[ye]")


def name_shape(people: tuple[str, ...], site: str | None) -> dict[str, float]:
    """What the look of the names says."""
    value = " ".join(people)
    evidence: dict[str, float] = {}
    if all(looks_like_name(name) for name in people):
        evidence["looks like a name"] = 1.0
    elif len(value.split()) == 1:
        evidence["one word"] = 1.0
    elif max(len(name.split()) for name in people) > 6:
        evidence["many words"] = 1.0
    if len(people) > 1:
        evidence["several"] = 1.0
    if _GENERIC.fullmatch(value):
        evidence["generic"] = 1.0
    elif _TEAM.search(value):
        evidence["team"] = 1.0
    if site and value.casefold().replace(" ", "") == site.casefold().replace(" ", ""):
        evidence["is site name"] = 1.0
    return evidence
