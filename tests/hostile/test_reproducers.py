"""Pages that once took seconds or gigabytes give a document, in 300 MB at most."""

from __future__ import annotations

import pytest

from experiments.reproducers import CASES, Case, measure


@pytest.mark.parametrize("name", CASES)
def test_a_page_that_was_an_attack_is_a_document(name: str) -> None:
    cost = measure(CASES[name])
    assert cost.answer == "document"
    assert cost.megabytes < 300


def test_a_page_on_which_the_process_dies_is_told() -> None:
    def deadly() -> bytes:
        raise SystemExit

    assert measure(Case(deadly)).answer == "death"
