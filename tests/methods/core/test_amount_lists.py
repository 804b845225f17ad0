"""Lists of amounts near the content are kept."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kaensan import parse
from kaensan.methods.core.amount_lists import with_amounts
from kaensan.methods.core.method import situation_of
from kaensan.methods.core.model import shipped_model

STORY = "<p>My grandmother baked this bread on every Saturday of the winter, in the oven of her neighbour.</p>"
AMOUNTS = "<ul><li>200 g rye flour<li>½ tsp salt<li>pepper<li>2–3 eggs<li><b>1</b> cup warm milk<li>1/2 l water</ul>"
MENU = "<ul><li>Home<li>Recipes<li>About<li>Shop<li>Contact</ul>"


def added(markup: str, *, chance: float = 0.1, thread: float | None = None) -> list[str]:
    """The blocks that are kept because the story, the first block, is."""
    page = parse(markup)
    evidence = shipped_model().evidence(page)
    kept = np.zeros(len(evidence.blocks), np.bool_)
    kept[0] = True
    situation = replace(situation_of(evidence), thread=thread)
    completed = with_amounts(kept, np.full(len(kept), chance, np.float32), evidence.blocks, situation)
    texts = page.texts
    whole = [
        "".join(texts.strings[first:end]) for first, end in zip(texts.block_start, texts.block_start[1:], strict=False)
    ]
    return [text for text, wanted in zip(whole, completed.tolist(), strict=True) if wanted][1:]


def test_a_list_of_amounts_is_kept_with_the_line_that_has_none() -> None:
    assert added(STORY + AMOUNTS) == [
        *("200 g rye flour", "½ tsp salt", "pepper", "2–3 eggs", "1 cup warm milk", "1/2 l water")
    ]


def test_amounts_in_the_digits_of_another_script_are_amounts() -> None:
    assert added(STORY + "<ul><li>๒ ถ้วย แป้ง<li>๑ ช้อนชา เกลือ<li>๓ ฟอง ไข่</ul>")


@pytest.mark.parametrize(
    "markup",
    [
        STORY + MENU,
        STORY + "<ul><li>2 eggs<li>3 cups milk</ul>",
        STORY + f"<nav>{AMOUNTS}</nav>",
        STORY + "<div>Share</div>" * 12 + AMOUNTS,
        STORY + "<ul><li><a href=/a>12 cakes</a><li><a href=/b>9 pies</a><li><a href=/c>30 soups</a></ul>",
        STORY + "<ul><li>2019<li>2020<li>2021</ul>",
    ],
    ids=["a menu", "too few", "in a menu", "far from the text", "links", "years"],
)
def test_other_lists_are_not(markup: str) -> None:
    assert added(markup) == []


def test_a_list_that_the_model_is_sure_about_is_left_out() -> None:
    assert added(STORY + AMOUNTS, chance=0.01) == []


def test_numbers_of_replies_in_a_thread_are_left_out() -> None:
    assert added(STORY + AMOUNTS, thread=-1.0) == []


def test_a_page_that_hardly_is_a_thread_keeps_its_amounts() -> None:
    assert added(STORY + AMOUNTS, thread=-5.0)


def test_amounts_that_stand_behind_what_they_are_of_are_amounts() -> None:
    lines = ["rye flour", "<a href=/salt>salt</a>", "buttermilk", "กะทิ"]
    amounts = ["250 g", "1 1/2 tsp", "2 cups", "3 ถ้วย"]
    listed = "".join(f"<li><span>{line}</span> <b>{amount}</b>" for line, amount in zip(lines, amounts, strict=True))
    assert added(f"{STORY}<ul>{listed}</ul>") == [*("rye flour250 g", "salt1 1/2 tsp", "buttermilk2 cups", "กะทิ3 ถ้วย")]


@pytest.mark.parametrize("amount", ["12,50", "2024-05-01", "by 3 o'clock", "12 unread messages"])
def test_prices_dates_and_sentences_are_no_amounts_behind_a_line(amount: str) -> None:
    listed = "".join(f"<li><span>{line}</span> <b>{amount}</b>" for line in ("chairs", "tables", "lamps", "rugs"))
    assert added(f"{STORY}<ul>{listed}</ul>") == []


def test_lines_without_an_amount_at_the_ends_of_a_list_belong_to_it() -> None:
    assert added(STORY + "<ul><li>oil<li>2 eggs<li>3 cups milk<li>200 g flour<li>salt</ul>") == [
        *("oil", "2 eggs", "3 cups milk", "200 g flour", "salt")
    ]


def test_a_list_with_few_amounts_is_not_kept_whole() -> None:
    others = "<li>knives" * 6
    assert added(f"{STORY}<ul>{others}<li>2 eggs<li>3 cups milk<li>200 g flour</ul>") == [
        *("2 eggs", "3 cups milk", "200 g flour")
    ]
