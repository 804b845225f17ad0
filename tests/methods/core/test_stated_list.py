"""The ingredients that a recipe states as data are kept."""

from __future__ import annotations

import json

import numpy as np
import pytest

import kaensan
from kaensan import parse
from kaensan.methods.core.blocks import Blocks
from kaensan.methods.core.features import Evidence
from kaensan.methods.core.model import CoreModel
from kaensan.methods.core.stated_list import with_stated_list

STATED = ["200 g rye flour", "\u00bd tsp salt &amp; pepper", "2 eggs", "1 cup warm milk"]
ROWS = (
    "<div>rye flour</div><div>200 g</div><div>salt &amp; pepper</div><div>1/2 tsp</div><h4>For the glaze</h4>"
    "<div>eggs</div><div>2</div><div>milk, kept warm</div><div>1 cup</div>"
)
STORY = "<p>My grandmother baked this bread on every Saturday of the winter, in the oven of her neighbour.</p>"


def recipe(stated: list[str] = STATED, rows: str = ROWS) -> str:
    data = json.dumps({"@context": "https://schema.org", "@type": "Recipe", "recipeIngredient": stated})
    return f"<script type=application/ld+json>{data}</script>{STORY}<div>Share</div><div>Print</div>{rows}"


def stated(page: str) -> list[bool]:
    blocks = Blocks.of(parse(page))
    kept: list[bool] = with_stated_list(np.zeros(len(blocks), np.bool_), blocks).tolist()
    return kept


def test_amounts_names_and_headings_of_a_stated_list_are_kept_in_any_order() -> None:
    assert stated(recipe()) == [False] * 3 + [True] * 9


@pytest.mark.parametrize(
    "page",
    [recipe(stated=STATED[:2]), recipe(stated=["3 carp", "1 pike", "2 leeks"]), recipe(rows=""), STORY + ROWS],
    ids=["too few", "another list", "not shown", "nothing stated"],
)
def test_what_is_not_stated_is_left_to_the_model(page: str) -> None:
    assert not any(stated(page))


def test_a_recipe_has_its_ingredients_where_the_model_sees_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def only_the_story(_: CoreModel, evidence: Evidence) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        return np.where(evidence.blocks.units > 100, 5, -6).astype(np.float32)

    monkeypatch.setattr(CoreModel, "log_odds", only_the_story)
    text = kaensan.extract(recipe()).text
    assert "rye flour" in text
    assert "1 cup" in text
    assert "Share" not in text
