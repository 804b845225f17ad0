"""A line that cannot name an author is told by its first word; none that does is."""

import pytest

from kaensan.metadata.bylines import _bylines
from kaensan.metadata.marks import Marks
from kaensan.metadata.person_names import _BYLINE, _PREPOSITIONS, _VERBS, match_byline
from kaensan.page import parse

OPENINGS = [
    *(f"{word} Ann Lee" for word in _PREPOSITIONS.split("|")),
    *(f"{verb.title()} by Ann Lee" for verb in _VERBS.split("|")),
    *(f"{label}: Ann Lee" for label in ("writer", "redacteur", "redactor", "journalist", "reporter", "text", "auteur")),
    *("Authors: Ann", "author(s): Ann", "Autor/-in: Ann", "Autorin: Ann", "Autores: Ann", "Autora: A", "Auteurs : A"),
    *("BY: ANN LEE", "Verfasserin: Ann", "โดย แอน", "เขียนโดย แอน", "作者：安", "文：安", "Author Ann"),
]


@pytest.mark.parametrize("line", OPENINGS)
def test_no_byline_is_overlooked(line: str) -> None:
    assert _BYLINE.match(line)
    assert match_byline(line)
    assert match_byline(f" {line}")


@pytest.mark.parametrize("line", ["Store", "Politics", "Bypass", "Advertise", "Reviews of books", "Texture"])
def test_other_lines_are_told_by_their_first_word(line: str) -> None:
    assert not _BYLINE.match(line)
    assert not match_byline(line)


@pytest.mark.parametrize("line", [*OPENINGS, "(by Ann Lee)", "【作者】：安", "Po\u017fted by Ann Lee"])
def test_the_opening_of_a_block_rules_no_byline_out(line: str) -> None:
    marks = Marks(parse(f"<p>Some text.<p>\n {line}<p>More of it."))
    assert [place.first for place in _bylines(marks)] == [1]


def test_a_byline_may_open_with_a_text_of_one_word() -> None:
    assert [place.end for place in _bylines(Marks(parse("<p>BY<b>Ann Lee</b><p>Bypass<b>ed</b>")))] == [2]
