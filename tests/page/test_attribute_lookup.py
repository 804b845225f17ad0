"""One attribute of one element."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaensan.page.attributes import AttributeTable, decoded, unescaped

TABLE = AttributeTable.of([(("id", "a&b"), ("class", "x")), (), (("class", "y"), ("data-own", ""), ("class", "z"))])


def test_the_first_attribute_of_a_name_counts() -> None:
    assert [TABLE.get(row, "class", "none") for row in range(3)] == ["x", "none", "y"]


def test_values_are_read_as_they_were_before_they_were_escaped() -> None:
    assert TABLE.get(0, "id") == "a&b"


@given(st.lists(st.sampled_from(["&lt;", "&gt;", "&quot;", "&nbsp;", "&amp;", "&", "lt;", "&quo", "a", "é", "ก"])))
def test_escapes_are_read_once_and_the_same_from_bytes(parts: list[str]) -> None:
    assert decoded("".join(parts).encode()) == unescaped("".join(parts))
    assert decoded(b"&amp;lt;") == "&lt;"


def test_an_empty_value_is_no_missing_one() -> None:
    assert TABLE.get(2, "data-own", "none") == ""
    assert TABLE.get(0, "data-own", "none") == TABLE.get(0, "never-seen", "none") == "none"


@pytest.mark.parametrize("row", [-1, 3, 1 << 40])
def test_a_row_that_is_not_there_is_an_error(row: int) -> None:
    with pytest.raises(IndexError, match="no element"):
        TABLE.get(row, "class")


def test_a_table_that_is_cut_forgets_what_was_looked_up() -> None:
    table = AttributeTable.of([(("class", "long name"), ("id", "b"))])
    assert table.get(0, "class") == "long name"
    table.bound(1, 4, ("class",))
    assert (table.get(0, "class"), table.get(0, "id", "none")) == ("long", "none")


def test_the_first_element_with_each_wanted_value_is_found() -> None:
    table = AttributeTable.of(
        [(("id", "one"),), (("class", "two"), ("id", "a & b")), (("id", "one"),), (("id", "two"),), ()]
    )
    assert table.first_with("id", {"one", "two", "a & b", "three"}) == {"one": 0, "a & b": 1, "two": 3}
    assert table.first_with("never-seen", {"one"}) == {}


def test_only_long_values_of_the_names_that_are_cut_are_cut() -> None:
    table = AttributeTable.of([(("class", "long name"), ("href", "long address"), ("id", "b"))])
    assert table.bound(9, 4, ("class", "id"))
    assert table[0] == (("class", "long"), ("href", "long address"), ("id", "b"))
    assert not table.bound(9, 4, ("id",))
