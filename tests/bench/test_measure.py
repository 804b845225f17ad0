"""One page through several systems."""

from __future__ import annotations

import time

from kaensan.bench.datasets import GoldPage
from kaensan.bench.measure import measure_page, unit_of
from kaensan.page import Page


def gold(text: str | None, **fields: object) -> GoldPage:
    return GoldPage("set/a", "set", "dev", b"<p>anything", text, **fields)  # type: ignore[arg-type]


def broken(html: bytes, page: Page) -> str:
    raise ValueError("cannot read this\nand more")


def endless(html: bytes, page: Page) -> str:
    while True:
        try:
            time.sleep(0.01)
        except Exception:
            continue


def test_words_are_counted_where_words_are_spaced() -> None:
    (outcome,) = measure_page(gold("a b c d", lang="en"), {"s": lambda html, page: "a b"})
    assert (outcome.unit, outcome.precision, outcome.recall) == ("words", 1.0, 0.5)


def test_trigrams_are_counted_in_thai() -> None:
    (outcome,) = measure_page(gold("ภาษาไทย", lang="th"), {"s": lambda html, page: "ภาษา ไทย"})
    assert (outcome.unit, outcome.f1) == ("trigrams", 1.0)


def test_two_spellings_of_one_thai_word_are_equal() -> None:
    (outcome,) = measure_page(gold("น\u0e4d\u0e49า", lang="th"), {"s": lambda html, page: "น้ำ"})
    assert outcome.f1 == 1.0


def test_a_page_without_gold_text_is_judged_by_its_snippets() -> None:
    page = gold(None, must=("in", "gone"), must_not=("out", "leaked"))
    (outcome,) = measure_page(page, {"s": lambda html, page: "in leaked"})
    assert (outcome.unit, outcome.f1, outcome.snippets, outcome.rouge_l) == ("snippets", 0.5, 0.5, None)
    assert unit_of(page) == "snippets"


def test_an_error_is_a_failure_of_that_system_only() -> None:
    bad, good = measure_page(gold("a", must=("a",)), {"bad": broken, "good": lambda html, page: "a"})
    assert (bad.f1, bad.snippets, bad.error) == (0.0, 0.0, "ValueError: cannot read this")
    assert (good.f1, good.error) == (1.0, None)


def test_a_system_that_does_not_come_back_fails() -> None:
    slow, good = measure_page(gold("a"), {"slow": endless, "good": lambda html, page: "a"}, limit=0.2)
    assert slow.error == "no result within 0.2 seconds"
    assert good.error is None
