"""What boards write into the body of a post though it is none of its words: that it was changed, and a signature.

"Last edited by Ann on 3 May 2023, 10:12" stands in a line of its own, first or last; a signature under a line of signs.
"""

from __future__ import annotations

import re

from kaensan.methods.boards.ranking import Ranking

__all__ = ["note_before", "note_behind"]

_LONGEST = 160
"""characters of a note"""
_ROWS = 6
"""texts of a line with a note: names and moments may be in elements of their own"""
_CHANGED = re.compile(
    r"\b(?:last (?:edit|modif|updat|chang)|edited (?:by|on|at|\w{3,9}\.? \d)|(?:was|been) (?:edited|modified))|"
    r"แก้ไข(?:ล่าสุด|ครั้งสุดท้าย|โดย|เมื่อ)|\b(?:geändert|bearbeitet|editiert|modifié|édité|edita[dt]|modifica[dt]|bewerkt|"
    r"gewijzigd|redigera|redigeret|redigert|ändra|endret|ændret|edytowan|edytował|zmieniony|zmodyfikowan|upraven|upravil|"
    r"szerkesztett|módosít|muoka|düzenle|değiştir|diubah|diedit|disunting|chỉnh sửa|sửa lần cuối)|última edici[oó]n|"
    r"última edição|ultima modifica|dernière modification|изменен|отредактирова|редактиран|правил\(а\)|"
    r"редагован|змінен|编辑|編輯|編集|修改|수정|편집|تعديل|تحرير|ویرایش|נערך|עריכה|संपादित|επεξεργ|τροποποι",
    re.I,
)
"""that a post was changed, as boards say it in several languages"""
_LINE = re.compile(r"[_=]{10,}|-{20,}|_ ?(?:_ ){8,}_?")
"""the line between words and signature"""
_SIGNED_ROWS, _SIGNED = 12, 400
"""texts and characters of a signature"""

Span = tuple[int, int]


def note_before(ranking: Ranking, first: int, end: int) -> Span:
    """The first line where it says that the post was changed, and more lines follow."""
    line_end = _line(ranking, first)[1] if first < end else end
    return (first, line_end) if line_end < end and _is_note(ranking, first, line_end) else (first, first)


def note_behind(ranking: Ranking, first: int, end: int) -> Span:
    """The last lines from the one that says that the post was changed, or that parts its signature, on."""
    begin = _signature(ranking, first, end)
    if begin > first:
        line = _line(ranking, begin - 1)[0]
        if line > first and _is_note(ranking, line, begin):
            return line, end
        above = _line(ranking, line - 1)[0] if line > first else first
        if above > first and _is_note(ranking, above, line) and _are_an_element(ranking, above, begin):
            return above, end  # the last line says why
    return begin, end


def _are_an_element(ranking: Ranking, first: int, end: int) -> bool:
    """Whether an element holds some rows and no others."""
    elements = ranking.page.elements
    element = int(ranking.page.texts.parent[first])
    while element >= 0 and elements.first_text[element] == first and elements.end_text[element] < end:
        element = int(elements.parent[element])
    return element >= 0 and elements.first_text[element] == first and elements.end_text[element] == end


def _signature(ranking: Ranking, first: int, end: int) -> int:
    """Where the signature of a post begins; its end where it has none."""
    strings = ranking.page.texts.strings
    length = 0
    for row in range(end - 1, max(first, end - 1 - _SIGNED_ROWS), -1):
        text = strings[row].strip()
        length += len(text)
        if length > _SIGNED:
            break
        if text[:1] in "_=-" and _LINE.fullmatch(text):
            return row
    return end


def _line(ranking: Ranking, row: int) -> Span:
    """The rows of the line that a row is in."""
    texts = ranking.page.texts
    block = int(texts.block[row])
    return int(texts.block_start[block]), int(texts.block_start[block + 1])


def _is_note(ranking: Ranking, first: int, end: int) -> bool:
    """Whether a line says that the post was changed, and when."""
    rows = ranking.rows
    if end - first > _ROWS or not (rows.date[first:end] & rows.readable[first:end]).any():
        return False
    text = " ".join(ranking.page.texts.strings[first:end])
    return len(text) <= _LONGEST and _CHANGED.search(text) is not None
