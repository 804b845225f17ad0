"""The measures, with the papers' worked examples and formulas."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaensan.gold.metrics import (
    Score,
    label_accuracy,
    length_score,
    right_pages,
    rouge_l,
    score,
    snippets,
    spread,
    subsequence_score,
    trigram_f1,
    trigrams,
    units,
    word_diff,
    word_f1,
    words,
)

texts = st.text("ab กข日本.\n", max_size=40)
measures = [word_f1, trigram_f1, length_score, subsequence_score]


def test_words_are_counted_as_a_multiset_whatever_their_case() -> None:
    assert word_f1("The the cat", "the cat sat") == Score(2 / 3, 2 / 3, 2 / 3)


def test_words_are_counted_whatever_their_order() -> None:
    assert word_f1("c b a", "a b c").f1 == 1.0


def test_a_repeated_paragraph_costs_precision() -> None:
    assert word_f1("one two one two", "one two") == Score(0.5, 1.0, 2 / 3)


def test_thai_without_spaces_is_measured_by_trigrams() -> None:
    assert trigrams("ภาษา ไทย") == ["ภาษ", "าษา", "ษาไ", "าไท", "ไทย"]
    assert trigram_f1("ภาษา\nไทย", "ภาษาไทย").f1 == 1.0


def test_a_text_shorter_than_three_characters_is_its_own_gram() -> None:
    assert trigram_f1("ก", "ก").f1 == 1.0
    assert trigram_f1("ก", "ข").f1 == 0.0


def test_units_are_words_and_single_characters_of_unspaced_scripts() -> None:
    assert units("Hello ไทย 日本 123") == ["hello", "ไ", "ท", "ย", "日", "本", "123"]


def test_nothing_where_nothing_was_expected_is_perfect() -> None:
    assert all(measure("", "") == Score(1.0, 1.0, 1.0) for measure in measures)
    assert rouge_l("", "") == 1.0


@pytest.mark.parametrize(("extracted", "expected"), [("", "some text"), ("some text", "")])
def test_nothing_on_one_side_is_worth_nothing(extracted: str, expected: str) -> None:
    assert all(measure(extracted, expected) == Score(0.0, 0.0, 0.0) for measure in measures)
    assert rouge_l(extracted, expected) == 0.0


def test_f1_is_the_harmonic_mean() -> None:
    precision, recall, f1 = score(3, 4, 10)
    assert f1 == pytest.approx(2 * precision * recall / (precision + recall))


def test_the_lineblock_papers_worked_example() -> None:
    result = subsequence_score("Title Copyright Some text in", "Title Some text in the body")
    assert result.recall == pytest.approx(4 / 6)
    assert result.precision == pytest.approx(4 / 5)
    assert result.f1 == pytest.approx(8 / 11)


def test_the_xpath_papers_formula() -> None:
    extracted, expected = "menu ภาษาไทย", "ภาษาไทย วันนี้"
    lec, lep, missing = len("menuภาษาไทย"), len("ภาษาไทยวันนี้"), len("วันนี้")
    precision = (lec - (lec - lep + missing)) / lec
    recall = (lep - missing) / lep
    assert length_score(extracted, expected) == pytest.approx(
        (precision, recall, 2 * precision * recall / (precision + recall))
    )


def test_the_histogram_papers_diff_counts_true_negatives() -> None:
    page = "home news the cat sat down contact imprint"
    result = word_diff("news the cat sat", "the cat sat down", page)
    assert result.precision == 3 / 4
    assert result.recall == 3 / 4
    assert result.accuracy == (3 + 3) / 8


def test_a_word_out_of_order_does_not_count_in_a_diff() -> None:
    assert word_diff("b a", "a b", "a b").recall == 0.5


def test_gold_that_is_not_on_the_page_leaves_no_negative_count_of_words() -> None:
    assert word_diff("a", "x y z", "a").accuracy == 0.0


def test_spread_tells_mean_median_deviation_and_perfect_pages() -> None:
    result = spread([1.0, 0.2, 0.6])
    assert (result.pages, result.perfect, result.median) == (3, 1, 0.6)
    assert result.mean == pytest.approx(0.6)
    assert result.deviation == pytest.approx((0.32 / 3) ** 0.5)
    assert spread([]).pages == 0


def test_token_accuracy_is_told_per_label() -> None:
    result = label_accuracy(list("TTCCOOOO"), list("TOCCOOOT"))
    assert result.overall == 6 / 8
    assert result.by_label == {"C": 1.0, "O": 3 / 4, "T": 1 / 2}


def test_labels_of_different_lengths_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="2 labels cannot be compared with 1"):
        label_accuracy(["T", "O"], ["T"])


def test_pages_are_right_from_a_given_f1() -> None:
    assert right_pages([0.9, 0.89, 1.0, 0.0]) == 0.5
    assert right_pages([0.9, 0.89, 1.0, 0.0], at=0.5) == 0.75
    assert right_pages([]) == 0.0


def test_snippets_are_found_across_line_ends() -> None:
    result = snippets("A headline\nand  its\ntext", ["headline and", "its text", "nowhere"], ["Log in", "text"])
    assert (result.found, result.missing, result.avoided, result.leaked) == (2, 1, 1, 1)
    assert result.accuracy == 3 / 5
    assert result.score.precision == 2 / 3
    assert result.score.recall == 2 / 3


def test_no_snippets_leave_nothing_to_miss() -> None:
    assert snippets("text", [], []).accuracy == 1.0


def test_rouge_l_with_a_large_beta_is_recall() -> None:
    extracted, expected = "a b c d", "a c"
    assert rouge_l(extracted, expected) == pytest.approx(2 / 3)
    assert rouge_l(extracted, expected, beta=1000) == pytest.approx(1.0, abs=1e-5)


@given(texts, texts)
def test_scores_stay_between_0_and_1_and_swap_with_their_texts(one: str, other: str) -> None:
    for measure in measures:
        there, back = measure(one, other), measure(other, one)
        assert 0.0 <= min(there) <= max(there) <= 1.0
        assert (there.precision, there.recall, there.f1) == (back.recall, back.precision, back.f1)


@given(texts)
def test_a_text_matches_itself(text: str) -> None:
    assert all(measure(text, text).f1 == 1.0 for measure in measures)
    assert rouge_l(text, text) == 1.0


@given(texts, texts)
def test_order_can_only_cost(one: str, other: str) -> None:
    assert subsequence_score(one, other).f1 <= word_f1(one, other).f1 + 1e-12


def test_a_page_of_fifty_thousand_words_is_measured_whole() -> None:
    gold = [f"word{number * number % 7919}" for number in range(50_000)]
    extract = ["menu"] * 500 + gold[:-1000]
    for measure in measures:
        assert measure(" ".join(extract), " ".join(gold)).recall == pytest.approx(0.98, abs=0.011)
    assert len(words(" ".join(gold))) == 50_000
