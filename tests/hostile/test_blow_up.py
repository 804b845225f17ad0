"""No page costs more than its size: eight times the page takes nowhere near sixty-four times the work.

Each shape is a trouble that has cost some extractor dearly. What is compared is CPU time, the least of several runs,
and the bound lies so far above linear growth (8) that only a quadratic step (64) gets there.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import pytest
from hostile_shapes import SHAPES

import kaensan
from stages import PAGE_STAGES, TEXT_STAGES

Input = TypeVar("Input")

_SMALL = 3_000
_TIMES = 8
_BOUND = 40
_FAINT = 0.02
"""seconds below which a large page is quick enough, whatever the ratio"""
_RUNS = 3


def _seconds(stage: Callable[[Input], object], make: Callable[[], Input]) -> float:
    given = make()  # columns are computed when first asked for, so every run gets a page of its own
    began = time.process_time()
    stage(given)
    return time.process_time() - began


def grows_too_fast(stage: Callable[[Input], object], small: Callable[[], Input], large: Callable[[], Input]) -> str:
    """How much longer the large one takes, when that is more than it may; else nothing."""
    taken = _seconds(stage, large)
    if taken < _FAINT:
        return ""
    bound = _BOUND * max(_seconds(stage, small), _FAINT / _TIMES)
    for _ in range(_RUNS):
        if taken < bound:
            return ""
        taken = min(taken, _seconds(stage, large))
        bound = max(bound, _BOUND * _seconds(stage, small))
    return f"{taken:.3f} s, more than {bound:.3f} s"


@pytest.mark.parametrize("shape", SHAPES)
def test_no_stage_is_quadratic(shape: str) -> None:
    small, large = SHAPES[shape](_SMALL), SHAPES[shape](_SMALL * _TIMES)
    slow = {
        name: told
        for name, stage in TEXT_STAGES.items()
        if (told := grows_too_fast(stage, lambda: small, lambda: large))
    }
    slow |= {
        name: told
        for name, stage in PAGE_STAGES.items()
        if (told := grows_too_fast(stage, lambda: kaensan.parse(small), lambda: kaensan.parse(large)))
    }
    assert slow == {}


@pytest.mark.parametrize(("power", "seen"), [(1.0, False), (1.5, False), (2.0, True)])
def test_a_quadratic_stage_would_be_seen(power: float, seen: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]

    def stage(text: str) -> None:
        clock[0] += 1e-8 * len(text) ** power

    monkeypatch.setattr(time, "process_time", lambda: clock[0])
    assert bool(grows_too_fast(stage, lambda: "y" * 6_000, lambda: "y" * 48_000)) is seen
