"""JSON as pages write it."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from kaensan.page.lenient_json import MAX_DEPTH, MAX_LENGTH, Json, read_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(VALUES)
def test_json_is_read_as_json(value: Json) -> None:
    assert read_json(json.dumps(value)) == [value]


@given(st.dictionaries(st.text(alphabet="abc", min_size=1), VALUES, max_size=4))
def test_a_trailing_comma_changes_nothing(value: dict[str, Json]) -> None:
    members = ",".join(f"{json.dumps(key)}:{json.dumps(each)}" for key, each in value.items())
    assert read_json(f"{{{members},}}") == [value]


@given(st.text(alphabet="{}[]\",:/*\\ \n'atrue1-<!&quot;"))
def test_anything_can_be_read(text: str) -> None:
    assert all(isinstance(value, dict | list) or value == json.loads(text) for value in read_json(text))


def test_quotes_inside_a_string_do_not_end_it() -> None:
    assert read_json('{"a": "the "best" one", "b": 1,}') == [{"a": 'the "best" one', "b": 1}]


def test_escapes_are_resolved_pairs_included() -> None:
    assert read_json(r'{"a": "\u0e01\n\ud83d\ude00\/",}') == [{"a": "ก\n😀/"}]


def test_bare_words_and_single_quotes_are_taken_as_meant() -> None:
    assert read_json("{a: 'b', c: undefined, d: 1.5, e: yes}") == [{"a": "b", "c": None, "d": 1.5, "e": "yes"}]


def test_a_key_without_a_value_is_dropped() -> None:
    assert read_json('{"a":, "b": 2}') == [{"b": 2}]


def test_depth_and_length_are_bounded() -> None:
    value = read_json("[" * 100_000)[0]
    depth = 0
    while isinstance(value, list) and value:
        value, depth = value[0], depth + 1
    assert depth == MAX_DEPTH - 1
    assert read_json(" " * MAX_LENGTH + "{}") == []
