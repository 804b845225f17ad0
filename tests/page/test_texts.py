"""The columns of `texts`: what each row says about where its text stands."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray
from wild_markup import any_text, wild_markup

from kaensan.page import Context, Page, parse
from kaensan.page.counting import block_starts, code_points, row_starts
from kaensan.page.texts import SPACES, sums_between


def row(page: Page, text: str) -> int:
    """The row that holds this text."""
    return page.texts.strings.index(text)


def context(markup: str, text: str) -> Context:
    page = parse(markup)
    return Context(int(page.texts.context[row(page, text)]))


def test_there_is_a_row_per_text_node_in_document_order() -> None:
    assert parse("<p>one <b>two</b> three</p>four").texts.strings == ["one ", "two", " three", "four"]


def test_blank_text_is_no_row() -> None:
    assert parse("<p> \n\t&nbsp;</p><p>word</p>").texts.strings == ["word"]


def test_the_parent_is_the_element_that_directly_holds_the_text() -> None:
    page = parse("<div>a<p>b<i>c</i></p></div>")
    assert [page.elements.names[parent] for parent in page.texts.parent.tolist()] == ["div", "p", "i"]


def test_the_depth_counts_the_elements_around_the_text() -> None:
    assert parse("<div>a<p>b</p></div>").texts.depth.tolist() == [3, 4]  # html, body, div and p


# Blocks.


@pytest.mark.parametrize(
    ("markup", "blocks"),
    [
        ("<p>a<b>b</b>c", [0, 0, 0]),
        ("<p>a</p><p>b</p>", [0, 1]),
        ("<p>a<br>b", [0, 1]),
        ("<div>a<div>b</div>c</div>", [0, 1, 2]),
        ("<ul><li>a<li>b</ul>", [0, 1]),
        ("<table><tr><td>a<td>b</table>", [0, 1]),
        ("<span>a</span><span>b</span>", [0, 0]),
        ("<p>a<wbr>b<img>c", [0, 0, 0]),
    ],
)
def test_block_elements_and_line_breaks_separate_blocks(markup: str, blocks: list[int]) -> None:
    assert parse(markup).texts.block.tolist() == blocks


@given(wild_markup)
def test_blocks_are_runs_of_rows_numbered_without_gaps(markup: str) -> None:
    texts = parse(markup).texts
    numbers = texts.block.tolist()
    assert numbers == sorted(numbers)
    assert sorted(set(numbers)) == list(range(texts.blocks))
    assert texts.block_start.tolist() == [numbers.index(block) for block in range(texts.blocks)] + [len(texts)]


@pytest.mark.parametrize(
    ("markup", "spaced"),
    [
        ("<p>a<b>b</b>", False),
        ("<p>a <b>b</b>", True),
        ("<p>a<b> b</b>", True),
        ("<p><i>a</i> <b>b</b>", True),
        ("<p><i>a</i>\n<b>b</b>", True),
        ("<p><i>ภาษา</i><b>ไทย</b>", False),
        ("<p>a<!-- note --><b>b</b>", False),
    ],
)
def test_spaced_tells_whether_white_space_lies_before_the_row(markup: str, spaced: bool) -> None:
    assert bool(parse(markup).texts.spaced[1]) is spaced


# What stands around a text.


@pytest.mark.parametrize(
    ("markup", "flag"),
    [
        ("<h1>t", Context.H1),
        ("<h3><a>t", Context.H3),
        ("<ul><li><p>t", Context.LIST),
        ("<table><tr><td>t", Context.TABLE),
        ("<p><code>t", Context.CODE),
        ("<pre>t", Context.PREFORMATTED),
        ("<blockquote><p>t", Context.QUOTE),
        ("<figure><figcaption>t", Context.FIGURE),
        ("<button>t", Context.CONTROL),
        ("<form><label>t", Context.FORM),
        ("<svg><text>t", Context.FOREIGN),
        ("<nav>t", Context.NAV),
        ("<header>t", Context.HEADER),
        ("<footer>t", Context.FOOTER),
        ("<aside>t", Context.ASIDE),
        ("<main>t", Context.MAIN),
        ("<article>t", Context.ARTICLE),
        ("<body><noscript><p>t", Context.NOSCRIPT),
        ("<template><p>t", Context.TEMPLATE),
        ("<details><p>t", Context.COLLAPSED),
        ("<div style='display:none'><p>t", Context.UNDISPLAYED),
        ("<p style='color:red; DISPLAY :\n\tnone !important'>t", Context.UNDISPLAYED),
        ("<p style='visibility: hidden'>t", Context.UNDISPLAYED),
        ("<p style='Visibility:HIDDEN'>t", Context.UNDISPLAYED),
        ("<div hidden><p>t", Context.HIDDEN),
        ("<div HIDDEN=''><p>t", Context.HIDDEN),
        ("<div aria-hidden=true><p>t", Context.ARIA_HIDDEN),
        ("<div aria-hidden=TRUE><p>t", Context.ARIA_HIDDEN),
    ],
)
def test_context_tells_what_the_text_or_an_element_around_it_is(markup: str, flag: Context) -> None:
    assert context(f"<p>before</p>{markup}", "t") & flag
    assert not context(f"<p>before</p>{markup}", "before") & flag


@pytest.mark.parametrize(
    "attribute",
    [
        "style='float:none'",
        "style=non",
        "style='overflow:hidden'",
        "style=dden",
        "aria-hidden=false",
        "aria-hidden=trues",
    ],
)
def test_attributes_that_hide_nothing_are_no_context(attribute: str) -> None:
    assert context(f"<p {attribute}>t", "t") == 0


def test_text_after_an_element_is_not_in_it() -> None:
    assert context("<ul><li>a</ul><p>b", "b") == 0


def test_contexts_add_up() -> None:
    marks = context("<article><ul><li><h2>t", "t")
    assert marks == Context.ARTICLE | Context.LIST | Context.H2


@pytest.mark.parametrize(
    "markup",
    [
        "<p style='display:block'>t",
        "<p style='text-decoration:none'>t",
        "<p style='overflow:hidden'>t",
        "<p aria-hidden=false>t",
        "<p hidden=until-found>t",
        "<details open>t",
        "<p>t",
    ],
)
def test_what_is_shown_carries_no_sign_of_hiding(markup: str) -> None:
    page = parse(markup)
    hiding = Context.INVISIBLE | Context.COLLAPSED | Context.ARIA_HIDDEN | Context.NOSCRIPT
    assert not page.texts.within(hiding).any()
    assert page.texts.visible.all()


@pytest.mark.parametrize(
    ("markup", "visible"),
    [
        ("<template><p>t", False),
        ("<p hidden>t", False),
        ("<p style='display:none'>t", False),
        ("<body><noscript><p>t", True),
        ("<details><p>t", True),
        ("<p aria-hidden=true>t", True),
    ],
)
def test_visible_is_what_a_reader_without_scripts_can_reach(markup: str, visible: bool) -> None:
    assert parse(markup).texts.visible.tolist() == [visible]


def test_hidden_text_is_kept_for_the_methods_to_decide() -> None:
    page = parse("<p>a</p><p hidden>b</p><body><noscript><p>c</p></noscript><template>d</template>")
    assert page.texts.strings == ["a", "b", "c", "d"]


def test_the_first_summary_of_collapsed_details_is_in_sight_and_no_other() -> None:
    page = parse("<details>body<summary>first <b>bold</b></summary><summary>second</summary></details>")
    collapsed = page.texts.within(Context.COLLAPSED).tolist()
    assert dict(zip(page.texts.strings, collapsed, strict=True)) == {
        "body": True,
        "first ": False,
        "bold": False,
        "second": True,
    }


def test_a_summary_inside_collapsed_details_is_collapsed_with_them() -> None:
    page = parse("<details><summary>out</summary><details open><summary>in</summary>x</details></details>")
    assert page.texts.within(Context.COLLAPSED).tolist() == [False, True, True]


def test_a_summary_is_hidden_when_its_details_are() -> None:
    assert context("<details hidden><summary>t</summary></details>", "t") == Context.HIDDEN


@pytest.mark.parametrize("level", range(1, 7))
def test_heading_gives_the_level(level: int) -> None:
    assert parse(f"<h{level}><span>t</span></h{level}><p>u").texts.heading.tolist() == [level, 0]


def test_anchor_is_the_link_around_the_text() -> None:
    page = parse("<a href=1>a<b>b</b></a> c <p><a>d</a>")
    anchors = [page.elements.names[at] if at >= 0 else "" for at in page.texts.anchor.tolist()]
    assert anchors == ["a", "a", "", "a"]
    assert page.texts.anchor[0] == page.texts.anchor[1]


# Characters.


def test_length_counts_characters_that_are_not_white_space() -> None:
    page = parse("<p> a b\u3000c\xa0d </p><p>น้ำ ใจ</p>")
    assert page.texts.length.tolist() == [4, 5]


@given(any_text)
def test_codes_and_starts_spell_the_strings(markup: str) -> None:
    texts = parse(markup).texts
    spelled = ["".join(map(chr, texts.codes[a:b])) for a, b in zip(texts.start, texts.start[1:], strict=False)]
    assert spelled == texts.strings
    assert texts.length.tolist() == [sum(not char.isspace() for char in text) for text in texts.strings]


@given(wild_markup)
def test_every_column_has_an_entry_per_row(markup: str) -> None:
    texts = parse(markup).texts
    columns: list[NDArray[Any]] = [
        texts.parent,
        texts.block,
        texts.depth,
        texts.context,
        texts.heading,
        texts.anchor,
        texts.visible,
        texts.spaced,
        texts.length,
        texts.offset,
        texts.end_offset,
        texts.start[1:],
    ]
    assert {len(column) for column in columns} == {len(texts)}


@given(wild_markup)
def test_flags_agree_with_a_climb_to_the_root(markup: str) -> None:
    page = parse(markup)
    names, parent = page.elements.names, page.elements.parent
    flags = {"ul": Context(0), "li": Context.LIST, "table": Context.TABLE, "form": Context.FORM, "h1": Context.H1}
    for text, at in enumerate(page.texts.parent.tolist()):
        expected, element = Context(0), at
        while element >= 0:
            expected |= flags.get(names[element], Context(0))
            element = int(parent[element])
        mask = int(Context.LIST | Context.TABLE | Context.FORM | Context.H1)
        assert page.texts.context[text] & mask == expected


def test_sums_add_up_a_number_per_character() -> None:
    texts = parse("<p>a1</p><p>22b3</p>").texts
    assert texts.sums((texts.codes >= ord("0")) & (texts.codes <= ord("9"))).tolist() == [1, 3]


def test_a_page_without_text_has_empty_columns() -> None:
    texts = parse("<div></div>").texts
    assert (len(texts), texts.blocks) == (0, 0)
    assert texts.spaced.tolist() == texts.offset.tolist() == texts.length.tolist() == []
    assert texts.block_start.tolist() == [0]
    assert texts.context.dtype == np.int32


def test_all_white_space_is_known() -> None:
    assert {*SPACES} == {chr(code) for code in range(sys.maxunicode + 1) if chr(code).isspace()}


def test_sums_between_bounds_are_those_of_a_running_total() -> None:
    weight = np.array([True, False, True, True, True])
    assert sums_between(weight, np.array([0, 0, 2, 2, 4, 5, 5])).tolist() == [0, 1, 0, 2, 1, 0]
    assert sums_between(weight[:0], np.array([0])).tolist() == []


def test_rows_and_blocks_start_where_those_before_them_end() -> None:
    assert row_starts(["ab", "", "\u0e01\U0001f600"]).tolist() == [0, 2, 2, 4]
    assert row_starts([]).tolist() == [0]
    assert block_starts(np.array([0, 0, 1, 3, 3], np.int32), 4).tolist() == [0, 2, 3, 3, 5]
    assert block_starts(np.zeros(0, np.int32), 0).tolist() == [0]


def test_code_points_are_those_of_all_strings_whatever_memory_each_takes() -> None:
    strings = ["plain", "", "caf\u00e9", "ข่าว", "\U0001f375 tea", "\ud800"]
    assert code_points(strings, 19).tolist() == [ord(letter) for letter in "".join(strings)]
    for wrong in (18, 20):
        with pytest.raises(ValueError, match="characters"):
            code_points(strings, wrong)
