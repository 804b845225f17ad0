"""Which texts stand in a long one: the same as one by one, however many they are."""

from __future__ import annotations

import random

import pytest

from kaensan.page import occurrences
from kaensan.page.occurrences import occurring


@pytest.mark.parametrize("letters", ["ab", "กขabc", "a", "xyz\U0001f600"])
def test_hashed_or_one_by_one_the_same_texts_are_found(letters: str, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(letters)
    whole = "".join(draw.choices(letters, k=500))
    parts = ["".join(draw.choices(letters, k=draw.randrange(1, 12))) for _ in range(200)]
    parts += [whole[at : at + size] for at, size in ((0, 500), (0, 30), (470, 30), (123, 60))]
    held = {part for part in parts if part in whole}
    assert occurring(parts, whole) == held
    monkeypatch.setattr(occurrences, "_FEW", 0)
    assert occurring(parts, whole) == held


def test_texts_whose_hashes_begin_alike_are_all_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(occurrences, "_FEW", 0)
    monkeypatch.setattr(occurrences, "_SLOT_BITS", 1)
    monkeypatch.setattr(occurrences, "_SHIFT", type(occurrences._SHIFT)(63))
    whole = "the tide comes in twice a day and goes out as often"
    parts = [*whole.split(), "tied", "comas", "often?"]
    assert occurring(parts, whole) == set(whole.split())


def test_many_texts_in_a_long_one_are_not_looked_for_one_by_one() -> None:
    class Watched(str):
        __slots__ = ()

        def __contains__(self, part: object) -> bool:
            raise AssertionError("looked for one by one")

    parts = [f"{number:03}" for number in range(1000)]
    assert occurring(parts, Watched("0123456789" * 200)) == {f"{n}{(n + 1) % 10}{(n + 2) % 10}" for n in range(10)}
