"""Names of people and other authors, cut out of bylines."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kaensan.page.normalise import letters_of
from kaensan.page.word_search import WordSearch, words

__all__ = [
    "BRACKETS",
    "FIRST_WORDS",
    "is_button",
    "is_credit",
    "looks_like_name",
    "match_byline",
    "name_shape",
    "names_in",
    "names_stated",
]


_VERBS = (
    "written|posted|published|reported|reviewed|created|submitted|authored|compiled|started|asked|words|story|text|"
    "article|articles|report|guest post|originally posted|artikel|beitrag|verfasst|geschrieben|veröffentlicht|erstellt|"
    "escrito|publicado|escribe|écrit|publié|proposé|scritto|pubblicato|geschreven|napisany|skrevet|skriven"
)
_PREPOSITIONS = "by|von|par|por|di|door|av|af|oleh|przez|από"
_LABELS = (
    "authors?|author[(]s[)]|autor(?:/?-?in|en|es|a)?|auteurs?|autore|writer|verfasser(?:in)?|redacteur|redactor|journalist|reporter|text|"
    "автор|ผู้เขียน|ผู้แต่ง|ผู้ตั้งกระทู้|นักเขียน|เรื่อง|作者|文|記者|记者|责编|責編|责任编辑|글쓴이|기자|著者|執筆|ライター"
)
_THAI_BY = "(?:เรื่อง|เขียน|โพสต์|ตั้งกระทู้|เริ่ม|ตั้ง|บทความ)?โดย"

_BYLINE = re.compile(
    rf"\s*(?:(?P<by>(?:(?:{_VERBS})\s+)?by\b(?=[\s:]*\S))|(?P<preposition>(?:(?:{_VERBS})\s+)?(?:{_PREPOSITIONS})\b(?=[\s:]*\S))"
    rf"|(?P<label>(?:{_LABELS})\s*[:：]|(?:authors?|autor(?:en|in)?|ผู้เขียน|ผู้แต่ง|作者|記者|记者)\b)|(?P<thai>{_THAI_BY}))[\s:：]*",
    re.I,
)

_OPENING_WORDS = "|".join(
    (_VERBS, _PREPOSITIONS, _LABELS, "author", "autor", "โดย|เรื่อง|เขียน|โพสต์|ตั้ง|เริ่ม|บทความ")
).split("|")
_BYLINE_STARTS = frozenset(word[:2] for word in _OPENING_WORDS)
"""The first two letters, in lower case, of what `_BYLINE` matches, or the only one of a word."""
FIRST_WORDS = frozenset(
    f"{_VERBS}|{_PREPOSITIONS}|authors|author|autor|autorin|autoren|autores|autora|auteur|auteurs|autore|writer|verfasser"
    "|verfasserin|redacteur|redactor|journalist|reporter|guest|originally".split("|")
)
"""The first words, where those are of Latin letters only."""
_LATIN_WORD = re.compile("[A-Za-z]+")


def match_byline(line: str) -> re.Match[str] | None:
    """What a line starts with that names its author; the first word of most lines tells that nothing does."""
    opening = line.lstrip()
    if opening[:2].lower() not in _BYLINE_STARTS and opening[:1] not in _BYLINE_STARTS:
        return None
    word = _LATIN_WORD.match(opening)
    if word and opening[word.end() : word.end() + 1].isascii() and word[0].lower() not in FIRST_WORDS:
        return None
    return _BYLINE.match(line)


BRACKETS = "(（[【"
"""What a byline may stand in."""
_GLUED = re.compile(r"^(?:By|Von|Par|Por)(?=[A-ZÀ-Þ][\w.]+ )|^[Bb]y(?=by\s)")
_MONTH = (
    r"(?:jan|feb|mär|mar|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez|janv|févr|avr|juin|juil|août|ene|abr|ago|dic|"
    r"gen|mag|giu|lug|set|ott|fev)[a-zäéû]{0,7}\.?"
)
_DAY = (
    r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|"
    r"montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag"
)
_ROLES = (
    r"(?:(?:senior|junior|staff|chief|deputy|associate|managing|contributing|special|political|politics|legal|crime|investigative|economics|entertainment|science|health|sports?|news|"
    r"business|technology|education|world|foreign|national|culture|guest)\s){0,3}"
    r"(?:writer|reporter|correspondent|editor|columnist|journalist|contributor|producer|blogger|author)"
    r"|(?:chef|auslands|politik|wirtschafts|sport|haupt)?-?(?:korrespondent|redakteur|reporter|journalist|autor)(?:in)?"
    r"|periodista|redactora?|corresponsal|journaliste|rédact(?:eur|rice)|giornalista|redacteur|dziennikarz|기자|特派員|記者|记者"
    r"|ผู้สื่อข่าว|บรรณาธิการ"
)
"""What people are; it stands behind their names."""
_CUT = re.compile(
    r" ?(?:[|•●·►→]| [-–—/] |https?:|www\.|(?<=\s)@\w|"
    r"(?<=[\s,])(?:(?:last\s+)?(?:updated|modified|published|posted)|read more|read(?:ing)? time|lesezeit|view|follow|"
    r"aktualisiert|veröffentlicht|zuletzt|publicado|publié|mis à jour|actualizado|stand)\b|"
    rf"\b(?:on|at|am|vom|le|el|il|den)\s+(?=\d|{_MONTH}|{_DAY})|\b(?:{_DAY})\b|"
    rf"\b\d{{1,4}}[./-]\s?\d{{1,2}}[./-]\s?\d{{2,4}}|\b{_MONTH}\s+\d|\b\d{{1,2}}(?:st|nd|rd|th|\.)?\s+{_MONTH}(?![a-z])|\d{{1,2}}:\d\d|"
    r"\b\d+\s+(?:min|minutes?|hours?|days?|weeks?|months?|years?|comments?|views?|shares?|posts?|kommentare?)\b|"
    r"\sin\s(?=[A-Z])|(?:ภาพ|ถ่ายภาพ|Illustrations?|Fotos?|Photos?|Photography|Bilder?)\s*(?:[:：]|by\b)|"
    rf"(?<=\w[\s,])(?:{_ROLES})\b|"
    r"(?<=\w\s)(?:twitter|facebook|instagram|linkedin|mastodon|bluesky|threads|e-?mail|show more|see all)\b|"
    r"(?:เมื่อ|วันที่|เผยแพร่)\s*(?:วันที่\s*)?[\d๐-๙]).*",
    re.I | re.S,
)
_CUT_LOWER = re.compile(_CUT.pattern.lower(), re.S)
"""The same for lower case, which takes half as long: a pattern that minds no case tries every word of it."""
_ODD_CASE = frozenset("ſıİ")
"""Letters that a pattern which minds no case takes for others than `lower` does, or that become two."""
_CUT_SIGNS = frozenset("0123456789|:@")
_CUT_PARTS = WordSearch((" - ", " / ", "www.", "e-mail"))
_NOT_LETTERS = {code: " " for code in range(128) if not chr(code).isalpha()}
_CUT_WORDS = frozenset(
    words(
        "updated|modified|published|posted|read|reading|lesezeit|view|follow|aktualisiert|zuletzt|publicado|actualizado|"
        "stand|on|at|am|vom|le|el|il|den|in|by|twitter|facebook|instagram|linkedin|mastodon|bluesky|threads|email|show|"
        "see|writer|reporter|correspondent|editor|columnist|journalist|contributor|producer|blogger|author|periodista|"
        "redactor|redactora|corresponsal|journaliste|giornalista|redacteur|dziennikarz|"
        "mon|monday|tue|tues|tueday|tuesday|wed|wednes|wedday|wednesday|thu|thurs|thuday|thursday|fri|friday|sat|satur|"
        "satday|saturday|sun|sunday|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag"
    )
)
_CUT_ENDINGS = tuple(
    f"{role}{ending}"
    for role in ("korrespondent", "redakteur", "reporter", "journalist", "autor")
    for ending in ("", "in")
)
"""Words and endings of words of which one is in every match of `_CUT` in ASCII without any of the signs and parts."""
_EMAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{2,40}")
_AND = re.compile(r"(?: ?;| & | (?:and|und|et|y|och|og|i|e) (?=[^\Wa-z])| ?และ| ?[、，]) ?")
_COMMA = re.compile(r" ?, ?(?:(?:and|und|et|y|&) )?")
_CREDIT = re.compile(
    r"\(?(?:fotos?|photos?|photograph|picture|image|imag[eo]n|bild(?:er|quelle)?|quelle|illustrations?|grafik|graphic|video|"
    r"credits?|cr[eé]dit|source|zdj[eę]cie|ภาพ|ที่มา|图|圖|摄影|写真|出典|사진)"
    r"(?:\s(?:credits?|by|von|source))?\s*[:：/©]|©|getty images"
    r"|.{3,60}/\s?(?:ap|afp|reuters|getty|dpa|epa|efe|imago|shutterstock|keystone)\b",
    re.I,
)
_BUTTON_LATIN = re.compile(
    r"(?:share|follow|print|save|e-?mail|subscribe|log ?in|sign ?(?:in|up)|register|tweet|pin it|like|reply|listen|"
    r"read more|more from|see all|view (?:all|profile|bio)|"
    r"teilen|folgen|drucken|anmelden|partager|suivre|compartir|seguir|condividi|udostępnij)\b",
    re.I,
)
_BUTTON = re.compile(
    rf"{_BUTTON_LATIN.pattern}"
    r"|.{0,24}(?:シェア|ログイン|フォロー|ツイート|保存|แชร์|ติดตาม|เข้าสู่ระบบ|分享|登录|登入|关注|注册|登録|会員|공유|로그인|구독|회원가입|สมัคร)",
    re.I,
)
_CREDENTIAL = re.compile(r"(?:[A-Z][A-Za-z]{0,4}\.?){1,4}(?:[-\s][A-Z]{2,5}){0,2}®?|[JjSs]r\.?")
_EDGE = " ,;:-–—|•●·►→*\"“”'’）】"
_GENERIC = re.compile(
    r"(?:admin(?:istrator)?|editors?|editorial|staff|authors?|autor(?:en)?|guest|anonymous|users?|webmaster|redaktion|"
    r"unknown|none|null|undefined|no author|team|home|about|contact|share|teilen|login|log in|sign in|subscribe|"
    r"comments?|by|post|posted|view|name|date|datum|stand|veröffentlicht|published|updated|written|follow|author info|"
    r"publicado|publié|pubblicato|lesezeit|"
    r"twitter|facebook|instagram|linkedin|youtube|website|email)",
    re.I,
)
_TEAMS = (
    "team|staff|editors|editor|editorial|redaktion|desk|contributors|contributor|press|news|group|inc|llc|gmbh|company|"
    "agency|university|institute|department|association|foundation"
)
_TEAM = re.compile(rf"\b(?:{_TEAMS})\b", re.I)
_TEAM_WORDS = WordSearch(words(_TEAMS))


def names_stated(text: str) -> tuple[str, ...]:
    """The names in a claim made for machines, cleaned: nothing else is expected there but the separators.

    >>> names_stated("Ann Lee; Bo Ek, PhD")
    ('Ann Lee', 'Bo Ek, PhD')
    """
    text = text.strip()
    if text.startswith(("http://", "https://", "www.", "@", "/", "{", "[")) or len(text) > 1000:
        return ()
    start = match_byline(text)
    text = text[start.end() :] if start else text
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
    if "@" in text and not _EMAIL.fullmatch(text):
        text = _EMAIL.sub("", text)
    for _ in range(3):
        glued = _GLUED.match(text)
        text = text[glued.end() :] if glued else text
        bare = text.lstrip(BRACKETS)
        start = match_byline(bare)
        if not start or start.end() == len(bare):
            break
        text = bare[start.end() :]
    text = text.strip(_EDGE)
    return _distinct(piece for part in _AND.split(_cut(text)) for piece in _at_commas(part))


def _cut(text: str) -> str:
    """A byline up to where something else than names begins."""
    if not _ODD_CASE.isdisjoint(text):
        return _CUT.sub("", text)
    lowered = text.lower()
    if text.isascii() and not _may_be_cut(lowered):
        return text
    rest = _CUT_LOWER.search(lowered)
    return text[: rest.start()] if rest else text


def _may_be_cut(lowered: str) -> bool:
    """Whether `_CUT` may match an ASCII text, in lower case."""
    if not _CUT_SIGNS.isdisjoint(lowered) or _CUT_PARTS.is_within(lowered):
        return True
    line = lowered.translate(_NOT_LETTERS).split()
    return not _CUT_WORDS.isdisjoint(line) or any(word.endswith(_CUT_ENDINGS) for word in line)


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
    distinct: dict[str, None] = {}
    for name in people:
        name = " ".join(name.split())
        if name.endswith(")") or not name.isascii():
            name = _ROLE_AFTER.sub("", name)
        name = _once(name.strip(_EDGE))
        if name.count("(") != name.count(")"):
            name = name.strip("()[] ")
        if 1 < len(name) <= 120 and any(char.isalpha() for char in name):
            distinct[name] = None
    return tuple(distinct)


def _once(name: str) -> str:
    """A name that is written twice, as the alternative text of a portrait and beside it, once."""
    half = len(name) // 2
    return name[:half] if len(name) > 8 and name[:half] == name[half:].lstrip() else name


_ROLE_AFTER = re.compile(
    r" ?(?:기자|記者|记者|特派員|\([a-zäöüß./]{1,8}\)|\((?:Enviad[oa]|Corresponsal)[^()]{0,30}\))$"
)
"""What follows a name and is no part of it: a role, or initials in brackets."""


def is_credit(text: str) -> bool:
    """Whether a line names who took a photograph, or where it is from.

    >>> is_credit("Foto: Ann Lee (Agency)"), is_credit("Bo Ek/AP"), is_credit("By Ann Lee")
    (True, True, False)
    """
    return _CREDIT.match(text) is not None


def is_button(text: str) -> bool:
    """Whether a text tells the reader what to do, as buttons and links to networks do.

    >>> is_button("Share on Facebook"), is_button("シェアする"), is_button("Ann Lee")
    (True, True, False)
    """
    return (_BUTTON_LATIN if text.isascii() else _BUTTON).match(text) is not None


def looks_like_name(text: str) -> bool:
    """Two to five words, each with a capital or in a script without capitals, particles aside."""
    line = text.split()
    if not 2 <= len(line) <= 5 or len(text) > 50 or not line[0][0].isalpha() or _has_digit(text):
        return False
    for word in line:  # noqa: SIM110 (a generator takes as long as the rest)
        if word[0].islower() and not _PARTICLE.fullmatch(word):
            return False
    return True


def _has_digit(text: str) -> bool:
    return not _DIGITS.isdisjoint(text) if text.isascii() else any(map(str.isdigit, text))


_DIGITS = frozenset("0123456789")
_PARTICLE = re.compile(r"d[aeiu]|dos?|del|della|la|le|van|von|de[nr]|zu|a[fv]|[ae]l|bin|ibn|[ye]")
_AGENCY = re.compile(r"[A-Z]{2,5}|Reuters|Bloomberg|Press Association|The Associated Press|Associated Press")
"""News agencies, which are often named beside the author."""


def name_shape(people: tuple[str, ...], owners: frozenset[str]) -> dict[str, float]:
    """What the look of the names says; `owners` are the letters of the site's and the publisher's name."""
    value = " ".join(people)
    evidence: dict[str, float] = {}
    if looks_like_name(people[0]) and all(looks_like_name(name) or _AGENCY.fullmatch(name) for name in people):
        evidence["looks like a name"] = 1.0
    elif len(value.split()) == 1:
        evidence["one word"] = 1.0
    elif max(len(name.split()) for name in people) > 6:
        evidence["many words"] = 1.0
    if len(people) > 1:
        evidence["several"] = 1.0
    if _GENERIC.fullmatch(value):
        evidence["generic"] = 1.0
    elif _TEAM_WORDS.is_within(value.lower()) and _TEAM.search(value):
        evidence["team"] = 1.0
    if letters_of(value) in owners:
        evidence["is site name"] = 1.0
    return evidence
