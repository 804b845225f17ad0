"""Work in several processes, one of which may die."""

from __future__ import annotations

import os

import pytest

from kaensan.bench.parallel import in_parallel


def halve(number: int) -> int:
    if number == 7:
        os._exit(1)
    return number // 2


def minus_one(number: int) -> int:
    return -1


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_item_is_done(jobs: int) -> None:
    items = [number for number in range(20) if number != 7]
    assert sorted(in_parallel(halve, items, jobs, minus_one)) == sorted(number // 2 for number in items)


def test_a_process_that_dies_takes_only_its_own_item() -> None:
    done = sorted(in_parallel(halve, range(12), 2, minus_one))
    assert done == sorted([-1] + [number // 2 for number in range(12) if number != 7])


def test_nothing_to_do_is_nothing_done() -> None:
    assert list(in_parallel(halve, [], 2, minus_one)) == []
