"""A very large page is decided like any other, and what the decision rests on is not kept."""

from __future__ import annotations

import numpy as np
import pytest

import kaensan
from kaensan.methods.core import method
from kaensan.methods.core.method import Core, CoreEvidence

PAGE = "<h1>Tide</h1>" + "<p>High water is at nine, and again at half past nine in the evening.</p>" * 6


def test_reasons_of_a_large_page_are_worked_out_when_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    page = kaensan.parse(PAGE, "https://tide.example/")  # no posts are looked for on a home page
    usual = Core().label(page)
    assert isinstance(usual.evidence, CoreEvidence)
    monkeypatch.setattr(method, "_REMEMBERED", page.texts.blocks - 1)
    large = Core().label(page)
    assert large.evidence is None
    assert np.array_equal(large.role, usual.role)
    assert np.array_equal(large.score, usual.score)
    assert [large.reason(row) for row in range(len(page.texts))] == [
        usual.reason(row) for row in range(len(page.texts))
    ]
    assert large.translated is not None
    assert usual.translated is not None
    assert large.translated(0, "th") == usual.translated(0, "th")
