"""What must not matter to a method: the order of attributes, the case of tags, white space between tags."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kaensan.methods import load
from kaensan.page import parse

METHODS = ["xpath", "lineblock", "weight", "histogram"]
TREE_METHODS = ["xpath", "weight"]
LINE_METHODS = ["lineblock", "histogram"]


@dataclass(frozen=True)
class Node:
    """An element of a page that can be written down in several ways."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: tuple[Node | str, ...] = ()


_words = st.lists(st.sampled_from(["rice", "price", "monsoon", "ข้าว", "of", "news"]), min_size=1, max_size=25)
_inline = st.builds(
    lambda name, text, to: Node(name, {"href": to, "title": "t"} if name == "a" else {"class": to}, (text,)),
    st.sampled_from(["a", "b", "span"]),
    _words.map(" ".join),
    st.sampled_from(["x", "y"]),
)
_leaf = st.builds(
    lambda name, style, parts: Node(name, {"id": "i", "style": style, "class": "c"}, tuple(parts)),
    st.sampled_from(["p", "div", "li", "h1"]),
    st.sampled_from(["width:50%", "display:none", "color:red"]),
    st.lists(_words.map(" ".join) | _inline, min_size=1, max_size=3),
)
_node = st.recursive(
    _leaf,
    lambda inner: st.builds(
        lambda name, width, children: Node(name, {"width": width, "class": "c"}, tuple(children)),
        st.sampled_from(["div", "ul", "section"]),
        st.sampled_from(["30%", "70%", "480"]),
        st.lists(inner, min_size=1, max_size=4),
    ),
    max_leaves=12,
)
_pages = st.lists(_node, min_size=1, max_size=5).map(lambda nodes: Node("body", {}, tuple(nodes)))


def written(node: Node | str, *, order: int = 0, upper: bool = False, between: str = "") -> str:
    """The node as markup: attributes in an order by number, tags in a case, with something between block tags."""
    if isinstance(node, str):
        return node
    name = node.name.upper() if upper else node.name
    attributes = [f' {key}="{value}"' for key, value in node.attributes.items()]
    random.Random(order).shuffle(attributes)
    inside = "".join(written(child, order=order, upper=upper, between=between) for child in node.children)
    blocks_inside = not any(isinstance(child, str) or child.name in ("a", "b", "span") for child in node.children)
    space = between if blocks_inside else ""
    return (
        f"<{name}{''.join(attributes)}>{space}{inside}</{name}>{between if node.name not in ('a', 'b', 'span') else ''}"
    )


def labels_of(method: str, markup: str) -> tuple[list[str], list[int]]:
    page = parse("<title>Rice price news</title>" + markup)
    return [text.strip() for text in page.texts.strings], load(method).label(page).role.tolist()


@pytest.mark.parametrize("method", METHODS)
@given(page=_pages, order=st.integers(0, 5))
@settings(max_examples=25)
def test_the_order_of_attributes_does_not_matter(method: str, page: Node, order: int) -> None:
    assert labels_of(method, written(page, order=order)) == labels_of(method, written(page))


@pytest.mark.parametrize("method", METHODS)
@given(page=_pages)
@settings(max_examples=25)
def test_the_case_of_tags_does_not_matter(method: str, page: Node) -> None:
    assert labels_of(method, written(page, upper=True)) == labels_of(method, written(page))


@pytest.mark.parametrize("method", METHODS)
@given(page=_pages, between=st.sampled_from([" ", "\t", "    "]))
@settings(max_examples=25)
def test_blanks_between_block_tags_do_not_matter(method: str, page: Node, between: str) -> None:
    assert labels_of(method, written(page, between=between)) == labels_of(method, written(page))


@pytest.mark.parametrize("method", TREE_METHODS)
@given(page=_pages, between=st.sampled_from(["\n", "\n\n\n", "\n  \n"]))
@settings(max_examples=25)
def test_line_ends_between_block_tags_do_not_matter_to_a_tree(method: str, page: Node, between: str) -> None:
    assert labels_of(method, written(page, between=between)) == labels_of(method, written(page))


STORY = "".join(
    f"<p>{text}</p>"
    for text in [
        *["<b>Go</b> <i>on</i>"] * 12,
        *["A paragraph that goes on for as long as paragraphs of a story do, and then some."] * 3,
        *["<b>Go</b> <i>on</i>"] * 12,
    ]
)


def test_lines_are_what_the_histogram_is_made_of() -> None:
    """The paper's definition: the same page with its lines broken elsewhere is another histogram."""
    paragraphs_on_lines = STORY.replace("<p>", "\n<p>")
    words_on_lines = STORY.replace("<p>", "\n<p>").replace(" ", "\n")
    assert labels_of("histogram", paragraphs_on_lines)[1] != labels_of("histogram", words_on_lines)[1]


def test_a_line_end_after_a_block_tag_is_a_line_without_text_to_lineblock() -> None:
    """The paper's definition: line-blocks are parted by lines without text, and a line end may make one."""
    long = "A paragraph that goes on for as long as paragraphs of a story do. " * 3
    short = "<p><b>1</b></p>"
    assert labels_of("lineblock", f"<p>{long}</p>{short}")[1] == [1, 1]
    assert labels_of("lineblock", f"<p>{long}</p>{short}".replace("<p><b>", "<p>\n<b>"))[1] == [1, 0]


@pytest.mark.parametrize("method", LINE_METHODS)
def test_empty_lines_after_a_page_do_not_matter_to_lineblock_only(method: str) -> None:
    page = STORY.replace("<p>", "\n<p>")
    same = labels_of(method, page + "\n" * 2000)[1] == labels_of(method, page)[1]
    assert same == (method == "lineblock")
