"""The method `xpath`: leaves, blocks, anchor ratios and the selection, as Thanadechteemapat and Fung describe them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaensan.errors import UsageError
from kaensan.methods.xpath import XPath, XPathOptions, anchor_ratios
from kaensan.page import Page, parse


def kept(markup: str, options: XPathOptions | None = None) -> list[str]:
    page = parse(markup)
    labels = XPath(options or XPathOptions()).label(page)
    return [text.strip() for text, keep in zip(page.texts.strings, labels.kept, strict=True) if keep]


def leaves(markup: str) -> list[str]:
    blocks = anchor_ratios(parse(markup))
    return blocks.leaf_xpaths


ARTICLE = "<p>first sentence</p><p>second sentence</p><p>third sentence</p>"


class TestElimination:
    def test_only_the_body_is_read(self) -> None:
        assert kept(f"<head><title>Title</title></head><body>{ARTICLE}") == [
            "first sentence",
            "second sentence",
            "third sentence",
        ]

    @pytest.mark.parametrize("style", ["display:none", "display : none", "DISPLAY: NONE", "color:red;display:\tnone;"])
    def test_undisplayed_elements_go_with_their_descendants(self, style: str) -> None:
        assert "hidden words" not in kept(f"{ARTICLE}<div style='{style}'><p>hidden words</p></div>")

    def test_other_styles_stay(self) -> None:
        assert "shown words" in kept(f"{ARTICLE}<div style='display:block'><p>shown words</p></div>")

    @pytest.mark.parametrize("name", ["script", "noscript", "object", "style", "form"])
    def test_eliminated_elements_go(self, name: str) -> None:
        assert "gone words" not in kept(f"{ARTICLE}<{name}><p>gone words</p></{name}>")

    def test_comments_and_blank_text_are_no_leaves(self) -> None:
        assert leaves("<div> <!-- note --> <p>text</p>\n</div>") == ["/html[1]/body[1]/div[1]/p[1]"]

    def test_which_elements_are_eliminated_can_be_chosen(self) -> None:
        assert "a form" in kept(f"{ARTICLE}<form><p>a form</p></form>", XPathOptions(eliminated=("script",)))


class TestLeaves:
    def test_a_leaf_has_an_indexed_xpath(self) -> None:
        assert leaves("<div><p>a1</p><p>b2</p></div>") == [
            "/html[1]/body[1]/div[1]/p[1]",
            "/html[1]/body[1]/div[1]/p[2]",
        ]

    def test_entities_are_decoded_before_footers_are_looked_for(self) -> None:
        assert kept(f"{ARTICLE}<p>&copy; 2011 us</p>")[-1] == "third sentence"

    @pytest.mark.parametrize(
        "text",
        [
            "Powered by X",
            "COPYRIGHT us",
            "© us",
            " All Rights Reserved. ",
            "สงวนลิขสิทธิ์ 2554",
            "ลิขสิทธิ์ของเรา",
        ],
    )
    def test_a_leaf_that_begins_like_a_footer_is_none_of_the_content(self, text: str) -> None:
        assert text.strip() not in kept(f"{ARTICLE}<p>{text}</p>")

    def test_a_footer_is_seen_when_the_text_of_its_leaf_follows_a_child(self) -> None:
        assert kept(f"{ARTICLE}<div><img alt=logo><a href=/>Home page</a> Copyright 2011 by us</div>") == [
            "first sentence",
            "second sentence",
            "third sentence",
            "Home page",
        ]

    def test_a_footer_keyword_inside_a_text_says_nothing(self) -> None:
        assert "Software powered by X" in kept(f"{ARTICLE}<p>Software powered by X</p>")

    def test_footer_keywords_can_be_chosen(self) -> None:
        options = XPathOptions(footers=("impressum",))
        assert kept("<p>one two</p><p>Impressum: us</p><p>© us</p>", options) == ["one two", "© us"]

    def test_leaves_in_a_link_are_marked(self) -> None:
        blocks = anchor_ratios(parse("<p><a href=x>is</a></p><a href=y><b>inside</b></a><p>out</p>"))
        assert blocks.leaf_anchor.tolist() == [True, True, False]

    def test_mixed_content_is_a_leaf_beside_its_children(self) -> None:
        assert kept("<div><p>Text with <b>bold</b> and more</p><p>other text</p></div>") == [
            "Text with",
            "bold",
            "and more",
            "other text",
        ]


class TestBlocks:
    def test_the_ratios_are_those_of_the_paper(self) -> None:
        # Four leaves, one a link; 20 characters, 5 of them in the link.
        blocks = anchor_ratios(parse("<div><p>aaaaa</p><p>bbbbb</p><p>ccccc</p><p><a href=x>ddddd</a></p></div>"))
        at = blocks.xpaths.index("/html[1]/body[1]/div[1]")
        assert (blocks.all_elements[at], blocks.all_href[at]) == (4, 1)
        assert (blocks.all_length[at], blocks.all_href_length[at]) == (20, 5)
        assert blocks.anr[at] == pytest.approx(1 / 4)
        assert blocks.atr[at] == pytest.approx(5 / 20)
        assert blocks.ar[at] == pytest.approx(0.75 * 5 / 20 + 0.25 * 1 / 4)

    def test_a_block_has_more_than_one_leaf(self) -> None:
        blocks = anchor_ratios(parse("<div><section><p>one</p></section><p>two</p></div>"))
        assert blocks.xpaths == ["/html[1]/body[1]", "/html[1]/body[1]/div[1]"]

    def test_a_leaf_belongs_to_the_lowest_block_around_it(self) -> None:
        blocks = anchor_ratios(parse("<div><ul><li>one</li><li>two</li></ul><p>three</p></div>"))
        groups = [blocks.xpaths[block].rsplit("/", 1)[1] for block in blocks.leaf_block.tolist()]
        assert groups == ["ul[1]", "ul[1]", "div[1]"]

    def test_sibling_blocks_with_a_common_prefix_of_their_xpaths_are_told_apart(self) -> None:
        divs = "".join(f"<div><p>a{n}</p><p>b{n}</p></div>" for n in range(12))
        blocks = anchor_ratios(parse(divs))
        groups = [blocks.xpaths[block].rsplit("/", 1)[1] for block in blocks.leaf_block.tolist()]
        assert groups == [f"div[{n}]" for n in range(1, 13) for _ in range(2)]

    def test_the_only_leaf_of_a_page_belongs_to_the_body(self) -> None:
        assert kept("<div><p>all there is</p></div>") == ["all there is"]


class TestSelection:
    def test_a_block_of_links_goes(self) -> None:
        assert kept(f"<ul><li><a href=1>Home</a><li><a href=2>News</a></ul><div>{ARTICLE}</div>") == [
            "first sentence",
            "second sentence",
            "third sentence",
        ]

    def test_a_headline_that_is_a_link_survives_by_the_second_rule(self) -> None:
        headline = "The long headline of this story that is itself a link to the story"
        markup = f"<div><h1><a href=x>{headline}</a></h1><p>by us</p><p>today</p></div><div>{ARTICLE}</div>"
        blocks = anchor_ratios(parse(markup))
        at = blocks.xpaths.index("/html[1]/body[1]/div[1]")
        assert blocks.ar[at] >= 0.6
        assert blocks.all_href[at] < 2 < blocks.all_elements[at]
        assert headline in kept(markup)

    def test_the_second_rule_wants_more_than_two_leaves(self) -> None:
        headline = "The long headline of this story that is itself a link to the story"
        assert headline not in kept(f"<div><h1><a href=x>{headline}</a></h1><p>by</p></div><div>{ARTICLE}</div>")

    def test_text_of_two_characters_is_the_shortest_that_stays(self) -> None:
        assert kept("<p>long text</p><p>x</p><p>xy</p>") == ["long text", "xy"]

    def test_the_anchor_ratio_of_a_content_block_is_below_the_limit(self) -> None:
        # ATR = 8/10, ANR = 1/2: AR = 0.725.
        markup = f"<div><a href=x>12345678</a><p>12</p></div><div>{ARTICLE}</div>"
        assert "12" not in kept(markup)
        assert "12" in kept(markup, XPathOptions(anchor_ratio=0.73))


class TestLabels:
    def test_content_scores_above_the_rest(self) -> None:
        page = parse(f"<ul><li><a href=1>Home</a><li><a href=2>News</a></ul>{ARTICLE}<p>© us</p>")
        labels = XPath().label(page)
        assert labels.score[labels.kept].min() >= 0.5 > labels.score[~labels.kept].max()

    def test_every_row_has_a_reason(self) -> None:
        page = parse(
            "<p style='display:none'>gone</p><ul><li><a href=1>Home</a><li><a href=2>News</a></ul>"
            f"<div>{ARTICLE}</div><p>© us</p><p>x</p>"
        )
        labels = XPath().label(page)
        reasons = {text: labels.reason(row) for row, text in enumerate(page.texts.strings)}
        assert reasons["gone"].startswith("eliminated")
        assert "AR 1.00" in reasons["Home"]
        assert "below 0.60" in reasons["first sentence"]
        assert "footer" in reasons["© us"]
        assert "shorter than 2" in reasons["x"]


def published_selection(page: Page) -> dict[str, bool]:
    """The paper's own procedure on a page without mixed content: XPath strings and prefixes, no tree."""
    found: dict[str, tuple[str, bool]] = {}
    for row, text in enumerate(page.texts.strings):
        parent = int(page.texts.parent[row])
        found[page.elements.xpath(parent)] = (text, bool(page.texts.anchor[row] >= 0))
    blocks: dict[str, list[tuple[str, bool]]] = {}
    for xpath, leaf in found.items():
        steps = xpath.split("/")
        for length in range(3, len(steps)):
            blocks.setdefault("/".join(steps[:length]), []).append(leaf)
    wanted = {xpath: leaf for xpath, leaf in blocks.items() if len(leaf) > 1 or xpath == "/html[1]/body[1]"}
    selection = {}
    for xpath, (text, _) in found.items():
        group = max((block for block in wanted if xpath.startswith(block + "/")), key=len)
        members = wanted[group]
        links = [text for text, anchor in members if anchor]
        anr = len(links) / len(members)
        atr = sum(map(len, links)) / sum(len(text) for text, _ in members)
        chosen = 0.75 * atr + 0.25 * anr < 0.6 or (len(links) < 2 and len(members) > 2)
        selection[xpath] = chosen and len(text) >= 2
    return selection


_leaf = st.builds(
    lambda name, text: f"<{name}>{text}</{name}>",
    st.sampled_from(["p", "b", "a", "h1"]),
    st.text("abc", min_size=1, max_size=30),
)
_markup = st.recursive(
    _leaf, lambda inner: st.lists(inner, min_size=1, max_size=4).map(lambda parts: f"<div>{''.join(parts)}</div>")
)


@given(_markup)
def test_sums_over_ranges_select_what_comparing_xpath_strings_selects(markup: str) -> None:
    page = parse(f"<body>{markup}</body>")
    labels = XPath().label(page)
    mine = {
        page.elements.xpath(int(page.texts.parent[row])): bool(keep) for row, keep in enumerate(labels.kept.tolist())
    }
    assert mine == published_selection(page)


def test_an_unknown_element_is_named() -> None:
    with pytest.raises(UsageError, match="no known HTML element"):
        XPathOptions(eliminated=("blink!",))
