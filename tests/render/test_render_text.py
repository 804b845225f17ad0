"""Plain text: words as the reader sees them."""

from __future__ import annotations

import numpy as np
import pytest

from kaensan.page import parse
from kaensan.render import render_text


def text(html: str, *dropped: str) -> str:
    page = parse(html)
    return render_text(page, np.array([string.strip() not in dropped for string in page.texts.strings], np.bool_))


def test_a_block_is_a_line() -> None:
    assert text("<h1>A</h1><p>b</p><div>c<div>d</div>e</div>") == "A\nb\nc\nd\ne"


def test_inline_elements_neither_glue_nor_split_words() -> None:
    assert text("<p>ele<b>men</b>ts <i>and</i>\n<u>more</u>") == "elements and more"


def test_thai_inside_and_outside_bold_stays_one_run() -> None:
    assert text("<p>คำ<b>เน้น</b>ในประโยค") == "คำเน้นในประโยค"


def test_white_space_is_collapsed() -> None:
    assert text("<p>  a \n\t b&nbsp;&nbsp;c\u3000d  </p>") == "a b c d"


def test_br_is_a_line_break_and_wbr_is_nothing() -> None:
    assert text("<p>one<br>two<wbr>three") == "one\ntwothree"


@pytest.mark.parametrize("mark", ["&shy;", "&#8203;", "&#8288;", "&#65279;"])
def test_marks_for_line_breaks_are_no_part_of_a_word(mark: str) -> None:
    assert text(f"<p>ภาษา{mark}ไทย") == "ภาษาไทย"
    assert text(f"<p>ภาษา <i>{mark}</i>ไทย") == "ภาษา ไทย"
    assert text(f"<p>ภาษา<i>{mark} ไทย</i>") == "ภาษา ไทย"
    assert text(f"<p>a</p><p>{mark}</p><p>b</p>") == "a\nb"


def test_joiners_that_shape_letters_stay() -> None:
    persian, family = "می\u200cخواهم", "👩\u200d👩\u200d👧"
    assert text(f"<p>{persian} {family}") == f"{persian} {family}"


def test_preformatted_text_keeps_its_white_space() -> None:
    assert text("<p>a</p><pre>\n\ndef f():\n\n    return  1\n\n</pre><p>b") == "a\ndef f():\n\n    return  1\nb"


def test_white_space_between_coloured_words_of_code_counts() -> None:
    assert text("<pre><b>if</b> <i>x</i>:\n  <u>y</u>\n  <u>z</u>\n</pre>") == "if x:\n  y\n  z"


def test_a_line_number_left_out_of_code_leaves_the_line_break() -> None:
    assert text("<pre><i>1</i> a\n<i>2</i> b</pre>", "1", "2") == " a\n b"


def test_cells_of_a_row_are_parted_by_a_tab() -> None:
    assert text("<table><tr><th>k<th>v<tr><td>a<td>1</table>") == "k\tv\na\t1"


def test_a_table_that_lays_out_the_page_is_read_cell_by_cell() -> None:
    assert text("<table><tr><td><p>a<p>b<td>c<td>d</table>") == "a\nb\nc\td"


def test_words_around_a_text_that_was_left_out_are_not_glued() -> None:
    assert text("<p>one<sup>[1]</sup>two", "[1]") == "one two"
    assert text("<p>one<sup>[1]</sup>.", "[1]") == "one."
    assert text("<p>one <a>edit</a>two", "edit") == "one two"


def test_a_formula_is_read_once_as_latex() -> None:
    katex = (
        "<p>Let <span class=katex><span class=katex-mathml><math><semantics><mi>x</mi>"
        "<annotation encoding='application/x-tex'>x^2</annotation></semantics></math></span>"
        "<span class=katex-html>x2</span></span> be"
    )
    assert text(katex) == "Let x^2 be"


def test_a_formula_without_latex_is_read_as_it_stands() -> None:
    assert text("<p><math><mi>x</mi><mo>=</mo><mn>1</mn></math>") == "x=1"


def test_ruby_keeps_its_brackets() -> None:
    assert text("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>") == "漢(kan)"


def test_no_rows_give_no_text() -> None:
    assert text("") == ""
    assert text("<p>a", "a") == ""
