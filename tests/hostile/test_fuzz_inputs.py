"""Every stage keeps its promises on the fuzzer's pages, on what it once found, and on a sample of its mutations."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from kaensan.errors import InputError
from mutate import PIECES, mutate, read_pieces
from targets import TARGETS, Target

FUZZ = Path(__file__).parents[2] / "fuzz"
SEEDS = sorted((FUZZ / "seeds").iterdir())
INPUTS = [*SEEDS, *sorted((FUZZ / "found").glob("*"))]
LONGEST = 4096


def _plain(data: bytes, longest: int) -> bytes:
    """One byte changed: what the fuzzer's own mutations come to, without the fuzzer."""
    draw = random.Random(data)
    at = draw.randrange(len(data) + 1)
    return (data[:at] + bytes([draw.randrange(256)]) + data[at + 1 :])[:longest]


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_accepts_every_input(name: str) -> None:
    assert len(INPUTS) > 30
    for path in INPUTS:
        TARGETS[name](path.read_bytes())


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_accepts_mutations(name: str) -> None:
    accepted = 0
    for number, path in enumerate(SEEDS):
        page = mutate(path.read_bytes(), LONGEST, number, _plain)
        TARGETS[name](mutate(page, LONGEST, number + 1, _plain))
        accepted += 1
    assert accepted == len(SEEDS)


def test_mutations_repeat_and_keep_their_bound() -> None:
    page = SEEDS[0].read_bytes()
    made = [mutate(page, 700, seed, _plain) for seed in range(100)]
    assert made == [mutate(page, 700, seed, _plain) for seed in range(100)]
    assert max(map(len, made)) <= 700
    assert len(set(made)) > 50


def test_the_dictionary_is_read() -> None:
    assert b"<!--" in PIECES
    assert b"\xff\xfe" in PIECES
    assert read_pieces(FUZZ / "html.dict") == PIECES


def test_an_error_with_a_name_is_no_finding_and_any_other_is() -> None:
    def refuse(data: bytes) -> None:
        raise InputError("no page")

    def fail(data: bytes) -> None:
        raise ValueError("oh")

    Target("refuses", refuse)(b"")
    with pytest.raises(ValueError, match="oh"):
        Target("fails", fail)(b"")
