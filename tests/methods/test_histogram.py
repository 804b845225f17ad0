"""The method `histogram`: ratios, smoothing, threshold and clusters, as Weninger and Hsu describe them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaensan.errors import UsageError
from kaensan.methods.clustering import Clusters
from kaensan.methods.histogram import Histogram, HistogramOptions, TextToTag, smooth, text_to_tag_ratios
from kaensan.page import parse
from kaensan.page.lines import raw_lines

LONG = "A paragraph of the story that goes on for as long as paragraphs of a story do, and then some more of it. " * 2


def histogram_of(markup: str, **options: Any) -> TextToTag:
    evidence = Histogram(HistogramOptions(**options)).label(parse(markup)).evidence
    assert isinstance(evidence, TextToTag)
    return evidence


def kept(markup: str, **options: Any) -> list[str]:
    page = parse(markup)
    labels = Histogram(HistogramOptions(**options)).label(page)
    return [text.strip() for text, keep in zip(page.texts.strings, labels.kept, strict=True) if keep]


def story(*paragraphs: str) -> str:
    """A page of many lines: a menu, the paragraphs, a footer."""
    menu = "\n".join(f"<li><a href='{n}'>Go {n}</a></li>" for n in range(30))
    foot = "\n".join(f"<td><a href='f{n}'>F{n}</a></td>" for n in range(30))
    body = "\n".join(f"<p>{text}</p>" for text in paragraphs)
    return f"<html><body>\n<ul>\n{menu}\n</ul>\n{body}\n<table><tr>\n{foot}\n</tr></table>\n</body></html>"


class TestRatio:
    def test_a_line_has_its_characters_over_its_tags(self) -> None:
        ratio = histogram_of("<p>Hello world</p>\n<b>a</b><b>b</b>\nplain\n\n", lines="raw").ratio
        assert ratio.tolist() == [11 / 2, 2 / 4, 5, 0, 0]

    def test_no_tag_counts_as_one(self) -> None:
        assert text_to_tag_ratios(np.array([7, 7]), np.array([0, 1])).tolist() == [7, 7]

    def test_characters_are_counted_as_they_are_read(self) -> None:
        markup = "<p>\t\tcaf&eacute;&nbsp;&amp;  <b>bar</b></p>\n"
        assert histogram_of(markup, lines="raw").ratio[0] == len("café & bar") / 4

    def test_the_title_is_text_of_its_line(self) -> None:
        assert histogram_of("<title>Hello</title>\n<p>x", lines="raw").ratio.tolist() == [5 / 2, 1]

    def test_a_title_that_the_parser_moves_into_the_body_counts_once(self) -> None:
        # CleanEval's wrapper opens the body before the head, so the title becomes text of the page.
        markup = "<text id=1>\n<head><title>Hello</title></head>\n<p>x"
        assert histogram_of(markup, lines="raw").ratio.tolist() == [0, 5 / 4, 1]

    @pytest.mark.parametrize(
        "code", ["<script>\nlet a = '<p>';\n\n</script>", "<style>\n\np > a {}\n</style>", "<!--\n<p>\n\n-->"]
    )
    def test_code_and_comments_go_with_their_line_ends_and_tags(self, code: str) -> None:
        assert histogram_of(f"one\n{code}\ntwo", lines="raw").ratio.tolist() == [3, 0, 3]

    def test_a_line_end_inside_a_tag_is_one(self) -> None:
        assert histogram_of("<p\nclass=x>one</p>", lines="raw").ratio.tolist() == [0, 3]

    @given(st.lists(st.sampled_from(["<p>", "</p>", "word ", "\n", "<b>", "</b>", "ไทย", "&amp;"]), max_size=40))
    def test_no_character_of_text_is_lost(self, parts: list[str]) -> None:
        page = parse("<body>" + "".join(parts))
        lines = raw_lines(page)
        assert lines.piece_length.sum() == sum(
            len(" ".join(line.split())) for text in page.texts.strings for line in text.split("\n")
        )


class TestBreaking:
    def test_a_page_of_few_lines_is_broken_at_block_tags(self) -> None:
        markup = "<div><p>one</p><p>two</p></div>"
        assert histogram_of(markup).ratio.tolist() == [0, 3, 0, 3, 0, 0]

    def test_raw_lines_leave_it_alone(self) -> None:
        assert histogram_of("<div><p>one</p><p>two</p></div>", lines="raw").ratio.tolist() == [1]

    def test_ten_lines_are_enough(self) -> None:
        assert len(histogram_of("<p>a</p><p>b</p>" + "\n" * 9).ratio) == 10

    def test_a_very_long_line_is_broken_and_the_others_are_not(self) -> None:
        long = "<p>" + "x" * 40_000 + "</p>"
        short = "<p>a</p><p>b</p>\n"
        ratio = histogram_of(f"{short * 12}{long}{long}\n").ratio
        assert ratio[:12].tolist() == [2 / 4] * 12
        assert ratio[12:].tolist() == [40_000, 0, 40_000, 0, 0]


class TestSmoothing:
    def test_the_histogram_is_smoothed_by_its_own_deviation(self) -> None:
        found = histogram_of(story(LONG, LONG))
        assert found.smoothed.tolist() == smooth(found.ratio, float(found.ratio.std())).tolist()
        assert found.deviation == pytest.approx(float(found.smoothed.std()))

    @pytest.mark.parametrize("options", [{"mode": "threshold"}, {}, {"clusterer": "kmeans"}, {"clusterer": "em"}])
    def test_a_short_paragraph_between_long_ones_survives(self, options: dict[str, Any]) -> None:
        assert "He left." in kept(story(LONG, LONG, "He left.", LONG, LONG), **options)

    def test_without_smoothing_it_would_not(self) -> None:
        found = histogram_of(story(LONG, LONG, "He left.", LONG, LONG), mode="threshold")
        line = next(line for line in range(len(found.lines)) if found.lines.text(line) == "He left.")
        assert found.ratio[line] < found.ratio.std()
        assert found.smoothed[line] >= found.threshold


class TestThreshold:
    def test_lines_from_c_sigma_on_are_content(self) -> None:
        found = histogram_of(story(LONG, LONG), mode="threshold", coefficient=2.0)
        assert found.threshold == pytest.approx(2 * float(found.smoothed.std()))
        assert found.selected.tolist() == (found.smoothed >= found.threshold).tolist()

    def test_the_menu_and_the_footer_go(self) -> None:
        far = "\n" * 60
        found = kept(story(LONG, LONG).replace("<p>", f"{far}<p>").replace("</p>", f"</p>{far}"), mode="threshold")
        assert found == [LONG.strip(), LONG.strip()]

    def test_c_of_zero_keeps_everything_and_more_keeps_less(self) -> None:
        page = story(LONG, "short", LONG)
        sizes = [len(kept(page, mode="threshold", coefficient=float(c))) for c in range(20)]
        assert sizes[0] == len(parse(page).texts)
        assert sizes == sorted(sizes, reverse=True)
        assert sizes[-1] == 0


class TestSlope:
    def test_the_slope_is_the_mean_of_the_next_three_minus_the_value(self) -> None:
        found = histogram_of(story(LONG, LONG))
        h = found.smoothed.tolist()
        assert found.slope[0] == pytest.approx((h[1] + h[2] + h[3]) / 3 - h[0])
        assert found.slope[40] == pytest.approx((h[41] + h[42] + h[43]) / 3 - h[40])

    def test_near_the_end_it_is_the_mean_of_what_is_left(self) -> None:
        found = histogram_of(story(LONG, LONG))
        h = found.smoothed.tolist()
        assert found.slope[-3] == pytest.approx((h[-2] + h[-1]) / 2 - h[-3])
        assert found.slope[-2] == pytest.approx(h[-1] - h[-2])
        assert found.slope[-1] == 0

    def test_how_far_it_looks_ahead_can_be_chosen(self) -> None:
        found = histogram_of(story(LONG, LONG), ahead=1)
        assert found.slope[:-1].tolist() == pytest.approx(np.diff(found.smoothed).tolist())

    def test_it_is_smoothed_and_loses_its_sign(self) -> None:
        found = histogram_of(story(LONG, LONG))
        smoothed = smooth(found.slope, float(found.slope.std()))
        assert found.smoothed_slope.tolist() == pytest.approx(np.abs(smoothed).tolist())


class TestClusters:
    def test_the_published_winner_is_the_default(self) -> None:
        options = HistogramOptions()
        assert (options.mode, options.clusterer, options.assign) == ("clusters", "farthest-first", "density")
        assert (options.clusters, options.ahead, options.coefficient) == (3, 3, 1)

    @pytest.mark.parametrize("assign", ["density", "distance"])
    @pytest.mark.parametrize("clusterer", ["farthest-first", "kmeans", "em"])
    def test_all_but_the_cluster_nearest_the_origin_is_content(self, clusterer: str, assign: str) -> None:
        found = histogram_of(story(LONG, LONG, LONG), clusterer=clusterer, assign=assign)
        assert isinstance(found.clusters, Clusters)
        assert len(found.clusters.centroid) == 3
        assert found.selected.tolist() == (found.cluster != found.clusters.nearest_origin).tolist()
        norms = np.hypot(*found.clusters.centroid.T)
        assert norms.argmin() == found.clusters.nearest_origin
        assert kept(story(LONG, LONG, LONG), clusterer=clusterer, assign=assign).count(LONG.strip()) == 3

    def test_points_are_height_and_slope(self) -> None:
        found = histogram_of(story(LONG, LONG))
        assert found.points.tolist() == [list(p) for p in zip(found.smoothed, found.smoothed_slope, strict=True)]

    def test_a_seed_gives_the_same_labels_again(self) -> None:
        page = story(LONG, "He left.", LONG)
        for seed in range(3):
            assert kept(page, seed=seed) == kept(page, seed=seed)


class TestRows:
    def test_a_text_over_several_lines_goes_with_most_of_its_characters(self) -> None:
        page = parse("<pre>" + "\n".join(["x", "x", "y" * 300, "y" * 300, "x"]) + "</pre>" + "\n<br>" * 40)
        labels = Histogram(HistogramOptions(mode="threshold", lines="raw")).label(page)
        evidence = labels.evidence
        selected = evidence.lines.share(evidence.selected)
        assert labels.kept.tolist() == [bool(selected[0] >= 0.5)] == [True]

    def test_scores_order_rows_by_height(self) -> None:
        page = parse(story(LONG, LONG, LONG))
        labels = Histogram().label(page)
        assert labels.score[labels.kept].min() >= 0.5 > labels.score[~labels.kept].max()
        assert page.texts.strings[int(labels.score.argmax())].strip() == LONG.strip()

    def test_reasons_name_the_line_and_its_height(self) -> None:
        page = parse(story(LONG))
        row = page.texts.strings.index(LONG)
        assert "line 34" in Histogram().label(page).reason(row)
        assert "reaches" in Histogram(HistogramOptions(mode="threshold")).label(page).reason(row)


@pytest.mark.parametrize("options", [{"mode": "x"}, {"clusterer": "x"}, {"assign": "x"}, {"lines": "x"}])
def test_unknown_options_name_the_known_ones(options: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="is one of"):
        HistogramOptions(**options)
