"""The method `lineblock`: lines, line-blocks and their three numbers, as Pan Ei San and Nilar Aye describe them."""

from __future__ import annotations

import numpy as np
import pytest

from kaensan.errors import UsageError
from kaensan.gold.metrics import subsequence_score
from kaensan.methods.lineblock import LineBlock, LineBlockOptions, LineBlocks, line_blocks, occurrences, title_keywords
from kaensan.page import parse
from kaensan.page.lines import broken_lines

LONG = "A sentence that is long enough to be dense text wherever it may stand on a page."


def blocks_of(markup: str, **options: object) -> LineBlocks:
    return line_blocks(parse(markup), LineBlockOptions(**options))  # type: ignore[arg-type]


def kept(markup: str, **options: object) -> list[str]:
    page = parse(markup)
    labels = LineBlock(LineBlockOptions(**options)).label(page)  # type: ignore[arg-type]
    return [text.strip() for text, keep in zip(page.texts.strings, labels.kept, strict=True) if keep]


def texts_of(blocks: LineBlocks) -> list[list[str]]:
    """The texts of each block."""
    strings = blocks.lines.page.texts.strings
    return [
        [strings[row].strip() for row in np.flatnonzero(blocks.row_block == block).tolist()]
        for block in range(len(blocks.length))
    ]


class TestLines:
    @pytest.mark.parametrize("name", ["p", "div", "h1", "li", "ul", "section", "blockquote", "dd", "br", "hr"])
    def test_a_block_level_tag_starts_a_line(self, name: str) -> None:
        page = parse(f"one<{name}>two")
        lines = broken_lines(page)
        assert [lines.text(line) for line in range(len(lines))] == ["one", "two"]

    def test_rows_and_cells_start_lines(self) -> None:
        lines = broken_lines(parse("<table><tr><td>one</td><td>two</td></tr><tr><td>three"))
        assert [text for line in range(len(lines)) if (text := lines.text(line))] == ["one", "two", "three"]

    def test_inline_tags_do_not(self) -> None:
        lines = broken_lines(parse("one <b>two</b> <a href=x>three</a> <span>four</span>"))
        assert len(lines) == 1

    def test_line_ends_of_the_source_break_lines_but_not_tags(self) -> None:
        page = parse("one\n<span\n class=x>two</span>")
        lines = broken_lines(page)
        assert [page.source[at:] for at in lines.start.tolist()] == [page.source, "<span\n class=x>two</span>"]

    @pytest.mark.parametrize(
        "markup",
        ["<script>\nvar a\n</script>", "<style>\np {}\n</style>", "<!--\n-->", "<head><title>t</title></head>"],
    )
    def test_what_is_filtered_is_no_text(self, markup: str) -> None:
        assert texts_of(blocks_of(f"{markup}<p>{LONG}")) == [[LONG]]

    @pytest.mark.parametrize(
        "markup",
        [
            f"<text id=1><head><title>Monsoon rice, monsoon rice</title></head><body><p>{LONG}",
            f"<text id=1><head><title>Monsoon rice, monsoon rice</title><body><p>{LONG}",
            f"<p><title>Monsoon rice, monsoon rice</title></p><p>{LONG}",
        ],
    )
    def test_the_head_is_filtered_in_the_source_wherever_a_parser_would_put_it(self, markup: str) -> None:
        blocks = blocks_of(markup)
        assert texts_of(blocks) == [[LONG]]
        assert blocks.tags.tolist() == [1]
        assert set(blocks.keywords) == {"monsoon", "rice"}

    def test_a_head_that_nothing_ends_takes_no_text_with_it(self) -> None:
        assert texts_of(blocks_of(f"<head><title>t</title><p>{LONG}")) == [[LONG]]


class TestLineBlocks:
    def test_neighbouring_lines_with_text_make_a_block(self) -> None:
        assert texts_of(blocks_of("<p>one</p>\n<p>two</p>\n<p>three</p>")) == [["one", "two", "three"]]

    def test_two_lines_without_text_between_them_part_blocks(self) -> None:
        # After "one" come the lines `</p>` and `</div>`, both without text.
        assert texts_of(blocks_of("<div><p>one</p></div><p>two</p>")) == [["one"], ["two"]]

    def test_the_distance_can_be_chosen(self) -> None:
        assert texts_of(blocks_of("<div><p>one</p></div><p>two</p>", distance=2)) == [["one", "two"]]
        assert texts_of(blocks_of("<p>one</p><p>two</p>", distance=0)) == [["one"], ["two"]]

    def test_empty_lines_are_no_lines(self) -> None:
        assert texts_of(blocks_of("<p>one</p>\n\n\n\n<p>two</p>")) == [["one", "two"]]

    def test_the_numbers_of_a_block_are_those_of_the_paper(self) -> None:
        blocks = blocks_of(
            "<title>Tea and rice</title><p>Rice, <a href=x>green tea</a> and rice.</p><p>Nothing else.</p>"
        )
        # 25 and 13 characters, 9 of them in the link; p, a, /a, /p, p, the last /p being beyond the text.
        assert blocks.length.tolist() == [38]
        assert blocks.tags.tolist() == [5]
        assert blocks.ttr[0] == pytest.approx(38 / 5)
        assert blocks.attr[0] == pytest.approx(9 / 38)
        assert blocks.keywords == ("tea", "rice")
        assert blocks.tkd.tolist() == [3]

    def test_no_tag_counts_as_one(self) -> None:
        blocks = blocks_of("plain text")
        assert blocks.tags.tolist() == [0]
        assert blocks.ttr.tolist() == [10.0]


class TestThreshold:
    def test_dense_text_with_few_links_is_content(self) -> None:
        assert kept(f"<p>{LONG}</p>") == [LONG]

    def test_short_text_between_tags_is_not(self) -> None:
        assert kept("<p>short</p>") == []

    def test_link_text_is_not_however_dense(self) -> None:
        assert kept(f"<p><a href=x>{LONG}</a></p>") == []

    def test_title_words_rescue_a_block_of_low_density(self) -> None:
        title = "<title>Monsoon rice prices</title>"
        low = "<p><b>Rice</b> <b>in</b> <b>the</b> <b>monsoon</b></p>"
        assert kept(f"{title}{low}") == ["Rice", "in", "the", "monsoon"]
        assert kept(f"<title>Something else</title>{low}") == []

    def test_one_title_word_does_not_rescue(self) -> None:
        assert kept("<title>Monsoon</title><p>The monsoon.</p>") == []

    def test_title_words_do_not_rescue_links(self) -> None:
        assert kept("<title>Rice prices</title><p><a href=x>Rice prices rice</a></p>") == []

    def test_the_conjunction_of_the_papers_fourth_step_wants_all_three(self) -> None:
        title = "<title>Sentence page</title>"
        other = "Another stretch of words, and as dense as the first, with nothing of the headline in it."
        markup = f"{title}<p>{LONG}</p><hr><hr><p>{other}</p>"
        assert kept(markup) == [LONG, other]
        assert kept(markup, rule="all") == [LONG]

    def test_sigma_takes_the_limit_from_the_page(self) -> None:
        markup = f"<p>{LONG}</p><hr><hr><p>short text, twelve</p>"
        blocks = blocks_of(markup, threshold="sigma")
        # TTR of the blocks: 81 and 18 characters over one tag each.
        assert blocks.threshold == pytest.approx(float(np.std([80.0, 18.0])))
        assert kept(markup, threshold="sigma") == [LONG]
        assert kept(markup, threshold="sigma", coefficient=0.5) == [LONG, "short text, twelve"]

    @pytest.mark.parametrize("options", [{"rule": "none"}, {"threshold": "mean"}])
    def test_unknown_options_name_the_known_ones(self, options: dict[str, str]) -> None:
        with pytest.raises(UsageError, match="one of"):
            LineBlockOptions(**options)  # type: ignore[arg-type]


class TestKeywords:
    def test_stop_words_and_single_letters_are_no_keywords(self) -> None:
        assert title_keywords(parse("<title>The Price of a Rice Bag - X</title>")) == ("price", "rice", "bag")

    def test_thai_titles_are_segmented(self) -> None:
        keywords = title_keywords(parse("<title>ราคาข้าวที่กรุงเทพ</title>"))
        assert {"ราคา", "ข้าว"} <= set(keywords)
        assert "ที่" not in keywords

    def test_thai_keywords_are_found_inside_running_text(self) -> None:
        markup = "<title>ราคาข้าว</title><p><b>วันนี้</b><b>ราคาข้าวขึ้น</b></p>"
        assert blocks_of(markup).tkd.tolist() == [2]

    def test_words_are_found_whole_and_in_any_case(self) -> None:
        assert occurrences(["Rice, RICE and ricefield", "price"], ("rice",)).tolist() == [2, 0]

    def test_a_letter_that_grows_in_lower_case_moves_nothing(self) -> None:
        assert occurrences(["İİİİ", "İ rice", "rice"], ("rice",)).tolist() == [0, 1, 1]

    def test_no_title_gives_no_keywords(self) -> None:
        assert title_keywords(parse("<p>text")) == ()


class TestLabels:
    def test_scores_order_blocks_and_reasons_name_the_numbers(self) -> None:
        page = parse(f"<title>t</title><p>{LONG}</p><hr><hr><p>short</p><hr><hr><p><a href=x>{LONG}</a></p>")
        labels = LineBlock().label(page)
        assert labels.score[0] > 0.5 > labels.score[1] > labels.score[2]
        assert "dense text" in labels.reason(0)
        assert "few characters a tag" in labels.reason(1)
        assert "links" in labels.reason(2)
        assert labels.reason(0).startswith("TTR 80.0, ATTR 0.00, TKD 0")

    def test_a_block_rescued_by_the_title_says_so(self) -> None:
        page = parse("<title>Rice prices</title><p>Rice prices</p>")
        assert LineBlock().label(page).reason(0).endswith("few characters a tag, repeats the title")

    def test_filtered_text_says_so(self) -> None:
        page = parse(f"<p>{LONG}</p><noscript>no scripts here</noscript>")
        assert "filtered" in LineBlock().label(page).reason(1)


def test_the_worked_example_of_the_metric() -> None:
    score = subsequence_score("Title Copyright Some text in", "Title Some text in the body")
    assert score == pytest.approx((4 / 5, 4 / 6, 8 / 11))
