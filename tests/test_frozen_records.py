"""A record is what `dataclass(frozen=True)` makes, made in less time."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, asdict, dataclass, field, fields, replace
from inspect import signature

import pytest

from kaensan.cached import cached_property
from kaensan.frozen_records import record


@record
class Tide:
    """High or low water."""

    place: str
    metres: float = 0.0
    notes: list[str] = field(default_factory=list)
    told_by: str = field(default="", repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.metres < 0:
            raise ValueError("below the bottom")

    @cached_property
    def feet(self) -> float:
        """Metres as feet."""
        return self.metres / 0.3048


@dataclass(frozen=True)
class Usual:
    """The same by the standard library."""

    place: str
    metres: float = 0.0
    notes: list[str] = field(default_factory=list)
    told_by: str = field(default="", repr=False, compare=False)


def test_a_record_has_the_arguments_and_the_words_of_a_data_class() -> None:
    assert str(signature(Tide)) == str(signature(Usual))
    assert repr(Tide("Ban Laem", 2.1, told_by="Somchai")) == repr(Usual("Ban Laem", 2.1)).replace("Usual", "Tide")
    assert [one.name for one in fields(Tide)] == [one.name for one in fields(Usual)]
    assert asdict(Tide("Ban Laem")) == asdict(Usual("Ban Laem"))


def test_records_are_equal_by_the_fields_that_are_compared() -> None:
    tide = Tide("Ban Laem", 2.1, told_by="Somchai")
    assert tide.feet > 6
    assert tide == Tide("Ban Laem", 2.1)
    assert tide != Tide("Ban Laem", 2.2)
    usual: object = Usual("Ban Laem", 2.1)
    assert tide != usual
    assert {Plain(1): "one"}[Plain(1)] == "one"


def test_nothing_of_a_record_changes() -> None:
    tide = Tide("Ban Laem")
    with pytest.raises(FrozenInstanceError):
        tide.metres = 1.0  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del tide.metres
    assert replace(tide, metres=1.0) == Tide("Ban Laem", 1.0)
    assert pickle.loads(pickle.dumps(tide)) == tide


def test_values_that_are_made_are_made_for_each() -> None:
    one, other = Tide("Ban Laem"), Tide("Ban Laem")
    one.notes.append("spring tide")
    assert other.notes == []


def test_what_comes_after_the_fields_is_done() -> None:
    with pytest.raises(ValueError, match="below the bottom"):
        Tide("Ban Laem", -1)


@record
class Plain:
    """A record whose own words are kept."""

    number: int

    def __repr__(self) -> str:
        return f"number {self.number}"


def test_a_record_keeps_its_own_functions() -> None:
    assert repr(Plain(3)) == "number 3"
