"""Values of class, id, role and itemprop are numbered, equal ones alike."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

import kaensan
from kaensan.page.attributes import AttributeTable
from kaensan.page.named_values import NAMING, NamedValues, named_values


def _pairs(named: NamedValues, name: str) -> list[tuple[int, str]]:
    owner, value = named.part(name)
    return [(row, named.texts[number]) for row, number in zip(owner.tolist(), value.tolist(), strict=True)]


def _table(values: list[str]) -> AttributeTable:
    return AttributeTable.of((("class", value),) for value in values)


def test_elements_keep_their_names_attribute_by_attribute() -> None:
    page = kaensan.parse("<p id=b class='a &amp; b' role=note title=x>x<i class=b itemprop=name>y</i><b>z")
    for name in NAMING:
        assert _pairs(page.elements.named, name) == page.elements.having(name)
    assert sorted(page.elements.named.texts) == ["a & b", "b", "name", "note"]


@given(st.lists(st.text("ab é&", max_size=40), max_size=60))
def test_equal_values_have_one_number(values: list[str]) -> None:
    named = named_values(_table(values))
    assert len(set(named.texts)) == len(named.values) == len(set(values))
    assert [named.texts[number] for number in named.value.tolist()] == values


def test_values_that_were_made_to_collide_are_told_apart() -> None:
    parts = [
        f"sampled!{letter}{'-' * 16}" for letter in "ab"
    ]  # one of eight parts of 25 letters, the first 8 of it read
    values = ["".join([*chosen, parts[0]]) for chosen in product(parts, repeat=7)] * 2
    named = named_values(_table(values))
    assert len(named.values) == 128
    assert [named.texts[number] for number in named.value.tolist()] == values


def test_long_values_that_differ_in_one_letter_are_told_apart() -> None:
    values = ["x" * at + "y" + "x" * (999 - at) for at in range(0, 1000, 7)]
    named = named_values(_table(values))
    assert [named.texts[number] for number in named.value.tolist()] == values
