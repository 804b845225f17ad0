"""Ingredients are compared by their letters, fractions by their digits."""

from __future__ import annotations

from experiments.ingredients import Ingredients
from kaensan.gold.datasets import GoldPage
from kaensan.page import parse

LINES = "\u00bd cup rye flour\n2 eggs\n1 pinch of salt"


def test_ingredients_are_told_by_their_letters_in_a_row() -> None:
    gold = GoldPage("r/1", "recipes", "dev", b"", None, extra={"ingredients": LINES})
    page = parse("<ul><li>1/2&nbsp;cup <a href=/rye>rye</a> flour<li>2 Eggs</ul>")
    wanted = Ingredients.of(gold, page)
    assert wanted.shown == ("12cupryeflour", "2eggs")
    assert not wanted.all_shown
    assert wanted.missing("1\u20442 cup RYE flour\n2 eggs") == ["1pinchofsalt"]
    assert wanted.missing("2 e g g s, 1 pinch of salt") == ["12cupryeflour"]
