"""The flat tables hold the same tree as the parser's nodes, and nothing of it is lost."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import numpy as np
import pytest
import turbohtml
from hypothesis import given
from turbohtml.saxparse import StartElement, iter_events
from wild_markup import any_text, wild_markup

from kaensan.page import parse
from kaensan.page.parse import flatten
from kaensan.page.tags import TAGS, tag_id


class Walk(NamedTuple):
    """A tree as a walk over its nodes sees it."""

    names: list[str]
    parent: list[int]
    depth: list[int]
    end: list[int]
    texts: list[tuple[int, str]]


_SURROGATES = re.compile("[\ud800-\udfff]")  # `parse` replaces them before anything else
# Formatting that the parser opens again inside `plaintext` cannot be told from text when the tree is written down.
markup_of_pages = wild_markup.map(lambda markup: _SURROGATES.sub("", markup).replace("plaintext", "xmp"))
texts_of_pages = any_text.map(lambda markup: _SURROGATES.sub("", markup).replace("plaintext", "xmp"))


def walk(source: str) -> Walk:
    """Visit every node of turbohtml's tree; the content of a template counts as the template's children."""
    document = turbohtml.parse(source, positions=False, allow_declarative_shadow_roots=False)
    seen = Walk([], [], [], [], [])
    waiting: list[tuple[turbohtml.Node | int, int, int]] = [(node, -1, 0) for node in reversed(document.children)]
    while waiting:
        node, parent, depth = waiting.pop()
        if isinstance(node, int):
            seen.end[node] = len(seen.names)
        elif isinstance(node, turbohtml.Element):
            row = len(seen.names)
            seen.names.append(node.tag)
            seen.parent.append(parent)
            seen.depth.append(depth)
            seen.end.append(0)
            waiting.append((row, -1, 0))
            waiting.extend((child, row, depth + 1) for child in reversed(node.children))
        elif isinstance(node, turbohtml.DocumentFragment):
            waiting.extend((child, parent, depth) for child in reversed(node.children))
        elif isinstance(node, turbohtml.Text | turbohtml.CData):
            seen.texts.append((parent, node.data))
    return seen


@given(markup_of_pages)
def test_elements_are_those_of_the_tree(markup: str) -> None:
    elements, tree = flatten(markup).elements, walk(markup)
    assert elements.names == tree.names
    assert elements.parent.tolist() == tree.parent
    assert elements.depth.tolist() == tree.depth
    assert elements.end.tolist() == tree.end


@given(markup_of_pages)
def test_attributes_are_those_that_the_parser_reports(markup: str) -> None:
    plain = markup.replace("shadowrootmode", "data-mode")  # such a root is not reported where it is written
    starts = [event for event in iter_events(plain) if isinstance(event, StartElement)]
    reported = [tuple((name, value or "") for name, value in event.attrs) for event in starts]
    assert list(flatten(plain).elements.attrs) == reported


@given(texts_of_pages)
def test_no_text_of_the_tree_is_lost_or_out_of_order(markup: str) -> None:
    flat, tree = flatten(markup), walk(markup)
    rows = list(zip(flat.parent.tolist(), flat.strings, strict=True))
    ours: list[tuple[int, str]] = []
    done = 0
    for before, element, text in flat.code.each():
        ours += [*rows[done:before], (element, text)]
        done = before
    ours += rows[done:]
    assert ours == [(parent, text) for parent, text in tree.texts if not text.isspace()]


@given(markup_of_pages)
def test_a_subtree_is_a_range_of_elements_and_a_range_of_texts(markup: str) -> None:
    page = parse(markup)
    elements, parent = page.elements, page.texts.parent
    row = np.arange(len(elements))
    assert (elements.parent < row).all()
    assert (elements.end > row).all()
    for element in row.tolist():
        inside = (parent >= element) & (parent < elements.end[element])
        assert np.flatnonzero(inside).tolist() == list(range(elements.first_text[element], elements.end_text[element]))


@given(markup_of_pages)
def test_the_page_and_its_tree_agree_on_the_elements(markup: str) -> None:
    page = parse(markup)
    assert [node.tag for node in page.tree.descendants if isinstance(node, turbohtml.Element)] == page.elements.names


@given(texts_of_pages)
def test_the_same_page_gives_the_same_tables(markup: str) -> None:
    one, other = parse(markup), parse(markup)
    assert one.texts.strings == other.texts.strings
    assert one.elements.names == other.elements.names
    assert one.texts.context.tolist() == other.texts.context.tolist()


def test_scripts_styles_and_the_title_are_kept_apart_from_the_texts() -> None:
    page = parse("<title>T &amp; t</title><style>p{}</style><p>shown</p><script>a<b</script>")
    assert page.texts.strings == ["shown"]
    assert {page.elements.names[row]: text for row, text in page.unread.items()} == {
        "title": "T & t",
        "style": "p{}",
        "script": "a<b",
    }


def test_a_title_in_the_body_is_text() -> None:
    assert parse("<body><p>a</p><svg><title>drawing</title></svg>").texts.strings == ["a", "drawing"]


def test_attributes_keep_their_first_value_and_their_order() -> None:
    page = parse('<p CLASS="a" id=x class=b hidden>t')
    assert page.elements.attrs[-1] == (("class", "a"), ("id", "x"), ("hidden", ""))
    assert page.elements.having("class") == [(len(page.elements) - 1, "a")]
    assert page.elements.get(len(page.elements) - 1, "id") == "x"
    assert page.elements.get(0, "id", "none") == "none"


def test_tag_numbers_name_their_elements() -> None:
    elements = parse("<article><p>a<x-card>b</x-card>").elements
    assert [TAGS[number] for number in elements.tag.tolist()] == ["html", "head", "body", "article", "p", "?"]


def test_xpaths_count_siblings_of_one_name() -> None:
    elements = parse("<div>a</div><p>b</p><div><i>c</i><b>d</b><i>e</i></div>").elements
    assert elements.xpath(len(elements) - 1) == "/html[1]/body[1]/div[2]/i[2]"


def test_nearest_and_inherit_agree_with_a_climb() -> None:
    elements = parse("<div><ul><li>a<ul><li><b>b</b></ul></ul><p>c</div>").elements
    wanted = np.array([name == "ul" for name in elements.names])
    climbed = []
    for element in range(len(elements)):
        at = element
        while at >= 0 and not wanted[at]:
            at = int(elements.parent[at])
        climbed.append(at)
    assert elements.nearest(wanted).tolist() == climbed
    assert elements.inherit(wanted).tolist() == [at >= 0 for at in climbed]
    assert elements.nearest(np.zeros(len(elements), np.bool_)).tolist() == [-1] * len(elements)


@pytest.mark.parametrize("mode", ["open", "closed"])
def test_text_in_a_declared_shadow_root_is_text_that_is_seen(mode: str) -> None:
    page = parse(
        f"<x-card><TEMPLATE id=a shadowrootmode={mode}><p>in the shadow</p></template><p>in the light</x-card>"
    )
    assert page.texts.strings == ["in the shadow", "in the light"]
    assert page.texts.visible.all()


def test_line_ends_are_one_character() -> None:
    page = parse(b"<p>a\r\nb\rc\nd")
    assert page.source == "<p>a\nb\nc\nd"
    assert page.texts.strings == ["a\nb\nc\nd"]


@pytest.mark.parametrize(
    "source",
    [
        "<table><tr><td><script>q()</script>cell</td></tr><b><script><!--<script>x",
        "<table><tr><td><script>q()</script>cell</td></tr><b><script><!--<script>x</script>y<script>endofpagex",
        "<table><tr><td>cell</td></tr><b><SCRIPT><!-- a --><!--<script >x",
    ],
)
def test_a_script_that_the_page_ends_in_does_not_swallow_what_was_moved_behind_it(source: str) -> None:
    last = re.findall("(?is)<b><script>(.*)", source)[0]
    page = parse(source)
    assert page.texts.strings == ["cell"]
    assert last in page.unread.values()
    assert "endofpagexx" not in "".join(page.unread.values())


def test_elements_tell_which_tags_there_are() -> None:
    elements = parse("<p>a<p>b<i>c</i>").elements
    assert [bool(elements.tags_held[tag_id(name)]) for name in ("html", "p", "i", "td")] == [True, True, True, False]


def test_names_of_attributes_are_told_apart_however_many_there_are_and_wherever_their_hashes_point() -> None:
    same_place = ["x" + "".join(pair) for pair in product(("a}", "b^"), repeat=6)]  # 31 * a + } is 31 * b + ^
    names = [*same_place, *(f"data-{number}" for number in range(5000))]
    markup = "".join(f"<p {name}='{number}'>a</p>" for number, name in enumerate(names))
    page = parse(markup + markup)
    found = [attrs for name, attrs in zip(page.elements.names, page.elements.attrs, strict=True) if name == "p"]
    assert found == [((name, str(number)),) for number, name in enumerate(names)] * 2


def test_a_page_denser_than_any_real_one_has_all_its_rows() -> None:
    page = parse("<i>a<b>" * 3 + "<br a b c d e f g h>" * 5000 + "<p>x" * 5000)
    assert (len(page.elements), len(page.texts)) == (3 + 6 + 10000, 3 + 5000)
    assert page.elements.attrs.start.tolist()[-1] == 8 * 5000


def test_comments_and_scripts_end_where_they_are_closed() -> None:
    page = parse("<!-- a > b -- > c --><p>one<!----><p>two<!--><p>three<script>a </ </scrip> d</script><p>four<!--x")
    assert page.texts.strings == ["one", "two", "three", "four"]
    assert list(page.unread.values()) == ["a </ </scrip> d"]


def test_a_comment_in_a_script_may_hold_a_script() -> None:
    page = parse("<script>let a = '-->'; <!-- <script>b</script> --> c</script><p>text")
    assert list(page.unread.values()) == ["let a = '-->'; <!-- <script>b</script> --> c"]
    assert page.texts.strings == ["text"]


def test_elements_in_a_drawing_are_its_own_but_for_those_that_hold_text() -> None:
    page = parse("<svg><g><style>a&lt;b</style><desc><style>c&lt;d</style></desc><rect/><title>t</title></svg><p>e")
    assert list(page.unread.values()) == ["a<b", "c&lt;d"]
    assert page.texts.strings == ["t", "e"]


def test_the_tags_that_a_page_holds_are_those_of_its_elements_and_of_changed_ones() -> None:
    elements = parse("<svg><g></g></svg><x-own>a</x-own><p>b").elements
    assert {TAGS[number] for number in elements.tags_held.nonzero()[0]} == set(elements.names) - {"x-own"} | {"?"}
    boxes = replace(elements, tag=np.full(len(elements), tag_id("div"), np.int16))
    assert boxes.tags_held.nonzero()[0].tolist() == [tag_id("div")]
