"""Damage to a page is what its name says."""

from __future__ import annotations

import random

import pytest

from experiments.encodings import DAMAGES, damage, is_right

TEXT = "การเดินทางของเรือใหญ่ " * 10
DATA = TEXT.encode("cp874")


@pytest.mark.parametrize(
    ("kind", "lost", "changed"),
    [("none", 0, 0), ("a wrong byte", 0, 1), ("three wrong bytes", 0, 3), ("a lost byte", 1, None)],
)
def test_so_many_bytes_are_lost_or_changed(kind: str, lost: int, changed: int | None) -> None:
    page = damage(DATA, kind, 0xFF, random.Random(3))
    assert len(DATA) - len(page) == lost
    if changed is not None:
        assert sum(one != other for one, other in zip(DATA, page, strict=True)) == changed


@pytest.mark.parametrize("kind", [kind for kind in DAMAGES if kind.startswith("cut")])
def test_a_cut_page_is_a_part_of_the_page(kind: str) -> None:
    page = damage(DATA, kind, 0xFF, random.Random(3))
    assert page in DATA
    assert len(page) < len(DATA)


def test_a_page_is_right_when_nearly_all_of_it_was_read() -> None:
    assert is_right(TEXT.replace("ก", "\ufffd", 1), TEXT)
    assert not is_right(DATA.decode("cp1252", "replace"), TEXT)
