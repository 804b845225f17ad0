"""One answer measured against the gold."""

from __future__ import annotations

from kaensan.bench.measure import has_fields, measure, measure_key, unit_of
from kaensan.bench.system_process import Answer
from kaensan.gold.datasets import GoldPage


def gold(text: str | None, **fields: object) -> GoldPage:
    return GoldPage("set/a", "set", "dev", b"<p>anything", text, **fields)  # type: ignore[arg-type]


def test_words_are_counted_where_words_are_spaced() -> None:
    scores = measure(gold("a b c d", lang="en"), Answer("a b"))
    assert (scores.precision, scores.recall) == (1.0, 0.5)
    assert unit_of(gold("a", lang="en")) == "words"


def test_trigrams_are_counted_in_thai_and_beside_words_elsewhere() -> None:
    thai = measure(gold("ภาษาไทย", lang="th"), Answer("ภาษา ไทย"))
    assert thai.f1 == thai.trigram_f1 == 1.0
    english = measure(gold("walking home", lang="en"), Answer("walking hole"))
    assert english.f1 == 0.5
    assert english.trigram_f1 is not None
    assert 0.5 < english.trigram_f1 < 1.0


def test_two_spellings_of_one_thai_word_are_equal() -> None:
    assert measure(gold("น\u0e4d\u0e49า", lang="th"), Answer("น้ำ")).f1 == 1.0


def test_a_page_without_gold_text_is_judged_by_its_snippets() -> None:
    page = gold(None, must=("in", "gone"), must_not=("out", "leaked", "absent"))
    scores = measure(page, Answer("in leaked"))
    assert (scores.f1, scores.must, scores.must_not, scores.rouge_l) == (0.6, 0.5, 2 / 3, None)
    assert unit_of(page) == "snippets"


def test_a_failure_is_worth_nothing_not_even_for_what_it_avoided() -> None:
    scores = measure(gold("a", must=("a",), must_not=("b",)), Answer(error="no"))
    assert (scores.f1, scores.trigram_f1, scores.must, scores.must_not) == (0.0, 0.0, 0.0, 0.0)


def test_fields_are_judged_where_there_is_gold_and_the_system_tells_any() -> None:
    page = gold("a", title="The Title", author="Ann Lee")
    assert has_fields(page)
    assert not has_fields(gold("a"))
    assert measure(page, Answer("a", metadata={"title": "the title"})).fields == {"title": True, "author": False}
    assert measure(page, Answer("a")).fields == {}


def test_a_score_is_kept_until_the_gold_changes() -> None:
    assert measure_key(gold("a")) == measure_key(gold("a"))
    assert measure_key(gold("a")) != measure_key(gold("b"))
