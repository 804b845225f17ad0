"""What a post quotes, and whom."""

from __future__ import annotations

import re

import numpy as np

from kaensan.frozen_records import record
from kaensan.methods.boards.rows import PART_BITS, Rows
from kaensan.page import Page
from kaensan.page.inline import inline_text
from kaensan.page.tags import family
from kaensan.threads.thread import Quote

__all__ = ["Quoted", "find_quotes"]

_QUOTE = PART_BITS["quote"]
_BLOCKQUOTE = family("blockquote q")
_Q = int(np.flatnonzero(family("q"))[0])
_ATTRIBUTES = ("data-author", "data-username", "data-quote", "data-poster", "data-name", "cite")
_SAID = re.compile(
    r"(?:originally\s)?(?:posted\sby|quote\sfrom|อ้างอิงจาก|ข้อความโดย|อ้างถึง|โดย)\s?:?\s?"
    r"(?P<after>[^:]{1,60}?)(?:\s(?:on|@|เมื่อ)\s.{1,60})?\s*:?$"
    r"|(?P<before>.{1,60}?)\s?(?:wrote|said|says|writes|posted|schrieb|a écrit|escribió|ha scritto|"
    r"เขียนว่า|เขียนไว้ว่า|เขียน|กล่าวว่า|กล่าว|พูดว่า|ตอบว่า)\s?(?:in|on|@|เมื่อ)?.{0,80}?:?$",
    re.I,
)
_SAYS = re.compile(
    r"(?P<who>[^:\n]{1,40}?)\s?\b(?:wrote|said|says|writes|schrieb|schreibt|a écrit|escribió|dijo|ha scritto|escreveu|"
    r"disse|schreef|писал|написал|пишет|сказал|napisał|pisze|yazdı|demiş|menulis|berkata|đã viết|viết|เขียนว่า|กล่าวว่า)"
    r"(?:[(/]?[аaoö]\)?)?(?:\s\([^()]{1,40}\))?\s?:|"
    r"(?P<eastern>[^:\n]{1,40}?)(?:さんは書きました|写道|寫道|說|님이 쓴 글)\s?[:：]",
    re.I,
)
"""how a line begins that says whose words it goes on with …"""
_NAMES = re.compile(r"(?P<name>[^:：\n]{2,30})[:：]")
"""… and how one does that may say so by a name alone"""
_FEWEST = 12
"""characters of what is quoted there"""
_LABEL = re.compile(r"(?:quote|zitat|citation|citar|cita|citazione|อ้างอิง|อ้างถึง|คำพูด|引用|цитата)\s?:?", re.I)
_QUOTING = re.compile(r"^js-|toquote|quotable|button|btn|multi|link|reply|switch|toggle|expand")
_HEAD = re.compile(r"quote-?_?(?:top|title|head(?:er)?|author)(?![a-z])", re.I)
"""names of what says whom the quote behind it is of"""
_ROWS_OF_HEAD = 3
_IN_HEAD = re.compile(r"[^(]{0,20}\(\s?([^()@]{1,60}?)\s?@.{0,80}")
"""how some boards name that: QUOTE(Ann @ May 3 2021, 10:12)"""
_MOMENT_FIRST = re.compile(r"^(?:on|am|le|el|il|em|op|den)\s.{0,80}\d(?:\s?[ap]m)?[\s,]{1,3}", re.I)
"""how mails begin the line that says whom they quote"""
_MARK = "> "
_LONGEST = 140
_LABEL_LENGTH = 14


@record
class Quoted:
    """A quote and the rows of the page that it takes, with the line that says whose words they are."""

    quote: Quote
    first: int
    end: int
    sure: bool = True
    """whether its form alone says that it is one; else its words must be those of an earlier post"""


def find_quotes(page: Page, rows: Rows, body: int) -> tuple[Quoted, ...]:
    """The quotes in the body of a post, outermost ones only, in order."""
    elements = page.elements
    inside = np.arange(body + 1, int(elements.end[body]))
    named = [at for at in inside[(rows.kinds[inside] & _QUOTE) != 0].tolist() if _is_named_quote(page, at)]
    marked = [*inside[_BLOCKQUOTE[elements.tag[inside]]].tolist(), *named]
    start, stop = int(elements.first_text[body]), int(elements.end_text[body])
    if not marked and (lines := _marked_lines(page, start, stop) or _said_lines(page, start, stop)):
        return lines
    quotes: list[Quoted] = []
    reached = start
    head: tuple[int, int] = (-1, -1)
    for element in sorted({*marked, *_labelled(page, body)}):
        first, end = int(elements.first_text[element]), int(elements.end_text[element])
        if first < reached or end <= first:
            continue
        if end - first <= _ROWS_OF_HEAD and _HEAD.search(elements.get(element, "class")):
            head = first, end
            continue
        if end - first == stop - start and elements.tag[element] != _Q:
            continue  # an element around everything is the body itself, whatever it is called
        found = _quote(page, element, first, end, reached)
        if head[1] == first:
            author = found.quote.author or _speaker_in_head(inline_text(page.texts, *head))
            found = Quoted(Quote(found.quote.text, author), head[0], end)
        if found.quote.text and not (end - first == 1 and _is_head(page, first)):
            quotes.append(found)
            reached = end
    return tuple(quotes)


def _marked_lines(page: Page, first: int, end: int) -> tuple[Quoted, ...]:
    """Lines that begin with the sign of mails, which quote each line for itself; those in a row are one quote."""
    texts = page.texts
    quotes: list[Quoted] = []
    begin = row = first
    said: list[str] = []
    while row < end:
        line_end = min(int(texts.block_start[texts.block[row] + 1]), end)
        is_marked = texts.strings[row].lstrip().startswith(_MARK[0])
        line = inline_text(texts, row, line_end) if is_marked else ""
        if line.startswith(_MARK):
            begin = begin if said else row
            said.append(line.removeprefix(_MARK).strip())
        if said and (line_end == end or not line.startswith(_MARK)):
            quotes.append(Quoted(Quote(" ".join(said), None), begin, line_end if line.startswith(_MARK) else row))
            said = []
        row = line_end
    return tuple(quotes)


def _said_lines(page: Page, first: int, end: int) -> tuple[Quoted, ...]:
    """Lines that begin with whose words they are, "Ann wrote: …"; of one line the words are those of the post."""
    texts = page.texts
    quotes: list[Quoted] = []
    row = first
    while row < end:
        line_end = min(int(texts.block_start[texts.block[row] + 1]), end)
        if ":" in texts.strings[row] or "：" in texts.strings[row]:
            line = inline_text(texts, row, line_end)
            found = (_SAYS.match(line) or _NAMES.match(line)) if line_end - row < end - first else None
            if found and len(words := line[found.end() :].strip()) >= _FEWEST:
                who = next(filter(None, found.groups()), "").strip()
                quotes.append(Quoted(Quote(words, who), row, line_end, sure=found.re is _SAYS))
        row = line_end
    return tuple(quotes)


def _is_named_quote(page: Page, element: int) -> bool:
    """Whether an element is named a quote, not a means of quoting, and has little behind a `blockquote` in it."""
    elements = page.elements
    names = f"{elements.get(element, 'class')} {elements.get(element, 'id')}".lower().split()
    if not any("quote" in name and not _QUOTING.search(name) for name in names):
        return False
    inner = np.arange(element + 1, int(elements.end[element]))
    inner = inner[_BLOCKQUOTE[elements.tag[inner]]]
    return not len(inner) or bool(elements.end_text[element] - elements.end_text[inner].max() <= 1)


def _labelled(page: Page, body: int) -> list[int]:
    """Elements that begin with a line "Quote:", where nothing else says that they are quotes."""
    elements, texts = page.elements, page.texts
    found: list[int] = []
    for row in range(int(elements.first_text[body]), int(elements.end_text[body])):
        text = texts.strings[row].strip()
        if len(text) > _LABEL_LENGTH or not _LABEL.fullmatch(text):
            continue
        element = int(texts.parent[row])
        while element > body and elements.end_text[element] - elements.first_text[element] < 2:
            element = int(elements.parent[element])
        if element > body and elements.first_text[element] == row:
            found.append(element)
    return found


def _line(page: Page, row: int) -> str:
    return " ".join(page.texts.strings[row].split())


def _said(line: str) -> re.Match[str] | None:
    return _SAID.fullmatch(line) if len(line) <= _LONGEST else None


def _is_head(page: Page, row: int) -> bool:
    """Whether a row is a line that introduces a quote, in an element that is named like one."""
    line = _line(page, row)
    return bool(_LABEL.fullmatch(line) or (_MARK not in line and _said(line)))


def _quote(page: Page, element: int, first: int, end: int, earliest: int) -> Quoted:
    author = _named(page, element)
    begin = first
    while end - begin > 1 and (
        _LABEL.fullmatch(line := _line(page, begin)) or (author and line.rstrip(" :") == author)
    ):
        begin += 1
    if end - begin > 2:
        # A name in an element of its own, and the verb before or after it: Posted by <b>Ann</b> …, <b>Ann</b> wrote: …
        line = _line(page, begin)
        joined = f"{line} {_line(page, begin + 1)}"
        said = _said(joined) if joined.endswith(":") or line.lower().endswith((" by", "โดย")) else None
        if said and not line.endswith(":"):
            return Quoted(Quote(inline_text(page.texts, begin + 2, end), author or _speaker(said)), first, end)
    if end - begin > 1 and (said := _said(_line(page, begin))):
        return Quoted(Quote(inline_text(page.texts, begin + 1, end), author or _speaker(said)), first, end)
    if first > earliest:
        before = _line(page, first - 1)
        said = _said(before) if before.endswith(":") or _stands_alone(page, first - 1, element) else None
        if said:
            return Quoted(Quote(inline_text(page.texts, begin, end), author or _speaker(said)), first - 1, end)
    text = inline_text(page.texts, begin, end)
    before, mark, behind = text.partition(f": {_MARK}")
    if mark and (said := _said(before)):  # a mail that quotes in one line
        return Quoted(Quote(behind.replace(f" {_MARK}", " "), author or _speaker(said)), first, end)
    return Quoted(Quote(text, author), first, end)


def _speaker_in_head(line: str) -> str | None:
    """Whom a line of its own, "Ann wrote:" or "QUOTE(Ann @ May 3 2021)", says the quote behind it is of."""
    if found := _IN_HEAD.fullmatch(line):
        return found[1] or None
    said = _said(line)
    return _speaker(said) if said else None


def _stands_alone(page: Page, row: int, element: int) -> bool:
    """Whether a row is the whole of the element that stands right before another."""
    elements = page.elements
    above = int(page.texts.parent[row])
    while elements.parent[above] >= 0 and elements.parent[above] != elements.parent[element]:
        above = int(elements.parent[above])
    return bool(
        elements.parent[above] == elements.parent[element]
        and elements.first_text[above] == row
        and elements.end_text[above] == row + 1
    )


def _speaker(said: re.Match[str]) -> str | None:
    name = _without_moment(said["after"] or said["before"] or "")
    name = (_MOMENT_FIRST.sub("", name).partition("<")[0] or name).strip(" \t@»«\"'“”")
    return name or None


def _without_moment(name: str) -> str:
    """A name without when it was said, in brackets before or after it."""
    before, _, rest = name.partition("(")
    inside, _, after = rest.partition(")")
    return f"{before} {after}" if ":" in inside and any(map(str.isdigit, inside)) else name


def _named(page: Page, element: int) -> str | None:
    for name in _ATTRIBUTES:
        value = page.elements.get(element, name).strip()
        if value and "://" not in value and len(value) <= 60:
            return value.partition(",")[0].strip() or None
    return None
