"""The method `weight`: leaves, subtrees and their weights, as Wang and Liu describe them."""

from __future__ import annotations

import numpy as np
import pytest

from kaensan.errors import UsageError
from kaensan.methods import Role
from kaensan.methods.weight import (
    Weight,
    WeightedSubtrees,
    WeightOptions,
    node_importance,
    subtree_weight,
    weigh,
    width_shares,
    word_counts,
)
from kaensan.page import parse


def words(count: int) -> str:
    return " ".join(["word"] * count)


def roles(markup: str) -> dict[str, Role]:
    page = parse(markup)
    labels = Weight().label(page)
    return {text.strip(): Role(role) for text, role in zip(page.texts.strings, labels.role.tolist(), strict=True)}


def content(markup: str) -> list[str]:
    return [text for text, role in roles(markup).items() if role is Role.CONTENT]


def triples(subtrees: WeightedSubtrees) -> list[tuple[int, int, int]]:
    columns = (subtrees.word_num, subtrees.link_num, subtrees.tag_num)
    return list(zip(*(column.tolist() for column in columns), strict=True))


class TestWorkedExample:
    def test_three_subtrees_weigh_77_21_and_0_9(self) -> None:
        # The paper prints 31 for the last one, a misprint of 0.3 × (1 + 5) / 2.
        imp = np.array([100.0, 120, 10, 50, 1, 5])
        weight = subtree_weight(imp, np.array([0, 0, 1, 1, 2, 2], np.int32), np.array([0.7, 0.7, 0.3]))
        assert weight.tolist() == pytest.approx([77, 21, 0.9])

    def test_the_same_three_subtrees_on_a_page(self) -> None:
        def column(width: int, first: int, second: int) -> str:
            return f'<div style="width:{width}%"><p>{words(first)}</p><p>{words(second)}</p></div>'

        subtrees = weigh(parse(column(70, 100, 120) + column(70, 10, 50) + column(30, 1, 5)))
        assert subtrees.node_imp.tolist() == [100, 120, 10, 50, 1, 5]
        assert subtrees.weight.tolist() == pytest.approx([77, 21, 0.9])
        assert subtrees.xpaths[subtrees.body] == "/html[1]/body[1]/div[1]"


class TestLeaves:
    def test_importance_is_words_over_links_and_tags(self) -> None:
        imp = node_importance(np.array([12, 12, 7]), np.array([2, 0, 0]), np.array([1, 3, 0]))
        assert imp.tolist() == [4, 4, 7]

    def test_a_leaf_counts_words_outside_links_links_and_tag_pairs(self) -> None:
        markup = "<p>one two <a href=x>not counted</a> three <code>four</code><br></p><p>five</p>"
        assert triples(weigh(parse(markup))) == [(4, 1, 1), (1, 0, 0)]

    @pytest.mark.parametrize("name", ["span", "strong", "b", "em", "i"])
    def test_row_tags_are_merged_into_their_parent(self, name: str) -> None:
        markup = f"<p>one <{name}>two</{name}> three</p><p>four</p>"
        assert triples(weigh(parse(markup))) == [(3, 0, 0), (1, 0, 0)]

    @pytest.mark.parametrize("name", ["script", "style", "form", "noscript", "object"])
    def test_pruned_elements_are_no_leaves(self, name: str) -> None:
        markup = f"<p>one</p><p>two</p><{name}><p>three</p></{name}>"
        assert triples(weigh(parse(markup))) == [(1, 0, 0), (1, 0, 0)]

    def test_text_beside_block_children_is_a_leaf_of_its_own(self) -> None:
        subtrees = weigh(parse("<div>loose text here<p>one two</p></div><p>three</p>"))
        assert subtrees.leaf_xpaths == [
            "/html[1]/body[1]/div[1]",
            "/html[1]/body[1]/div[1]/p[1]",
            "/html[1]/body[1]/p[1]",
        ]
        assert [subtrees.xpaths[at] for at in subtrees.leaf_subtree.tolist()] == [
            "/html[1]/body[1]/div[1]",
            "/html[1]/body[1]/div[1]",
            "/html[1]/body[1]",
        ]

    def test_chains_of_single_child_containers_collapse(self) -> None:
        subtrees = weigh(
            parse("<div id=a><div><div><p>one</p></div></div><div><p>two</p></div></div><div><p>three</p></div>")
        )
        assert [subtrees.xpaths[at] for at in subtrees.leaf_subtree.tolist()] == [
            "/html[1]/body[1]/div[1]",
            "/html[1]/body[1]/div[1]",
            "/html[1]/body[1]",
        ]


class TestWords:
    @pytest.mark.parametrize(
        ("text", "count"),
        [
            ("three words here", 3),
            ("  spaces \n do not\tcount ", 4),
            ("漢字かな", 4),
            ("iPhone の価格", 4),
            ("ผู้ที่ชอบกาแฟ", 4),
            ("กาแฟ 3 แก้ว", 3),
        ],
    )
    def test_words_are_counted_by_the_custom_of_the_script(self, text: str, count: int) -> None:
        assert word_counts(parse(f"<p>{text}</p>").texts).tolist() == [count]

    def test_rows_that_are_not_wanted_count_nothing(self) -> None:
        texts = parse("<p>one two</p><p>กาแฟ</p><p>three</p>").texts
        assert word_counts(texts, np.array([True, False, True])).tolist() == [2, 0, 1]

    def test_very_long_thai_is_counted_by_the_length_of_its_words(self) -> None:
        once = "ผู้ที่ชอบกาแฟ"
        texts = parse(f"<p>{once * 10_000}</p><p>{once * 5}</p>").texts
        many, few = word_counts(texts).tolist()
        assert many == pytest.approx(40_000, rel=0.01)
        assert few == pytest.approx(20, abs=1)


class TestWidth:
    @pytest.mark.parametrize(
        ("attributes", "share"),
        [
            ('width="30%"', 0.3),
            ('width="480"', 0.5),
            ('width="480px"', 0.5),
            ('style="WIDTH: 25%"', 0.25),
            ('style="color:red; width:240px"', 0.25),
            ('style="max-width:240px"', 1.0),
            ('width="wide"', 1.0),
            ('width="2000"', 1.0),
            ("", 1.0),
        ],
    )
    def test_width_comes_from_the_attribute_or_the_style(self, attributes: str, share: float) -> None:
        elements = parse(f"<div {attributes}>text</div>").elements
        assert width_shares(elements)[elements.names.index("div")] == pytest.approx(share)

    def test_widths_multiply_down_the_tree(self) -> None:
        elements = parse("<div style='width:50%'><div><p style='width:50%'>text</p></div></div>").elements
        assert width_shares(elements)[elements.names.index("p")] == pytest.approx(0.25)

    def test_pixels_are_at_most_the_room_around(self) -> None:
        elements = parse("<div style='width:10%'><p style='width:480px'>text</p></div>").elements
        assert width_shares(elements)[elements.names.index("p")] == pytest.approx(0.1)

    def test_the_size_of_a_picture_says_nothing(self) -> None:
        elements = parse("<p>text<img width=10></p>").elements
        assert width_shares(elements).tolist() == [1.0] * len(elements)


class TestBody:
    def test_a_narrow_column_of_links_loses_against_a_wide_column_of_text(self) -> None:
        menu = "".join(f"<p><a href={n}>Link number {n}</a> hot</p>" for n in range(20))
        story = f"<p>{words(60)} first</p><p>{words(40)} second</p>"
        kept = content(f"<table><tr><td width=30%><div>{menu}</div><td width=70%><div>{story}</div></table>")
        assert kept == [f"{words(60)} first", f"{words(40)} second"]

    def test_of_two_columns_of_the_same_text_the_wider_one_wins(self) -> None:
        narrow = f"<div style='width:30%'><p>{words(50)} narrow</p><p>{words(50)} column</p></div>"
        wide = f"<div style='width:70%'><p>{words(40)} wide</p><p>{words(40)} page</p></div>"
        assert content(narrow + wide) == [f"{words(40)} wide", f"{words(40)} page"]

    def test_links_inside_a_paragraph_of_the_body_are_kept(self) -> None:
        assert content("<p>some words and <a href=x>a link</a></p><p>other words</p>") == [
            "some words and",
            "a link",
            "other words",
        ]

    def test_nothing_weighs_anything_where_all_text_is_links(self) -> None:
        subtrees = weigh(parse("<p><a href=1>one</a></p><p><a href=2>two</a></p>"))
        assert subtrees.body == -1
        assert content("<p><a href=1>one</a></p><p><a href=2>two</a></p>") == []


class TestTitle:
    def test_title_and_keywords_come_from_the_head(self) -> None:
        page = parse('<title> Rice  prices </title><meta name="Keywords" content="rice, ข้าว,,price ,rice"><p>text')
        subtrees = weigh(page)
        assert subtrees.title == "Rice prices"
        assert subtrees.keywords == ("rice", "ข้าว", "price")

    def test_the_heading_that_repeats_the_title_is_the_headline(self) -> None:
        found = roles("<title>Rice prices rise | The Paper</title><h2>The Paper</h2><h1>Rice prices rise</h1><p>text")
        assert found["Rice prices rise"] is Role.TITLE
        assert found["The Paper"] is not Role.TITLE

    def test_a_headline_in_pieces_is_found(self) -> None:
        found = roles("<title>Rice prices rise</title><h1>Rice <em>prices</em> rise</h1><p>text here")
        assert [text for text, role in found.items() if role is Role.TITLE] == ["Rice", "prices", "rise"]

    def test_a_page_without_title_has_no_headline(self) -> None:
        assert Role.TITLE not in roles("<h1>Rice</h1><p>text here</p>").values()


class TestLabels:
    def test_scores_follow_weights_and_reasons_name_them(self) -> None:
        page = parse(f"<div><p>{words(9)}</p><p>{words(3)}</p></div><p>few</p><form><p>pruned</p></form>")
        labels = Weight().label(page)
        assert labels.score[0] > labels.score[1] > 0.5 > labels.score[2] > labels.score[3] == 0
        assert labels.reason(0) == "/html[1]/body[1]/div[1] weighs 6.0, the most on the page"
        assert labels.reason(2) == "/html[1]/body[1] weighs 1.0, less than the body's 6.0"
        assert labels.reason(3).startswith("pruned")

    def test_the_headline_says_so(self) -> None:
        assert "title" in Weight().label(parse("<title>Rice</title><h1>Rice</h1><p>text")).reason(0)

    def test_newer_block_tags_can_be_added(self) -> None:
        markup = f"<nav><p>a b c</p><p>d e f</p></nav><article><p>{words(9)}</p><p>{words(9)}</p></article>"
        options = WeightOptions(block_tags=(*WeightOptions().block_tags, "article", "nav"))
        assert weigh(parse(markup)).xpaths == ["/html[1]/body[1]"]
        labels = Weight(options).label(parse(markup))
        assert labels.kept.tolist() == [False, False, True, True]


def test_an_unknown_element_is_named() -> None:
    with pytest.raises(UsageError, match="no known HTML element"):
        WeightOptions(block_tags=("<div>",))
