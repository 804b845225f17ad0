"""A very large page is decided like any other, and what the decision rests on is not kept."""

from __future__ import annotations

import numpy as np
import pytest

import kaensan
from kaensan.demo import URL, read_demo_page
from kaensan.methods.core import containers, method
from kaensan.methods.core.method import Core, CoreEvidence
from kaensan.methods.core.model import shipped_model

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


def test_features_of_containers_are_the_same_made_at_once_or_for_some_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    page = kaensan.parse(read_demo_page(), URL)
    model = shipped_model()
    at_once = model.evidence(page)
    monkeypatch.setattr(containers, "_FEW", 0)
    monkeypatch.setattr(containers, "_STEP", 3)
    by_parts = model.evidence(page)
    assert at_once.rows is not None
    assert by_parts.rows is not None
    for first in range(0, len(at_once.blocks), 7):
        end = min(first + 7, len(at_once.blocks))
        whole, part = (np.empty((evidence.features, end - first), np.float32) for evidence in (at_once, by_parts))
        at_once.fill(first, end, whole)
        by_parts.fill(first, end, part)
        assert np.array_equal(whole, part)
    assert np.array_equal(model.log_odds(at_once), model.log_odds(by_parts))
    some = by_parts.rows.known.rows.along(by_parts.blocks.chain[:3])[0]
    assert len(some) < len(by_parts.blocks.containers)


def test_what_the_decision_about_a_large_page_took_goes_back_to_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    page = kaensan.parse(PAGE, "https://tide.example/")
    returned: list[str] = []
    monkeypatch.setattr(method, "return_free_memory", lambda: returned.append("once"))
    Core().label(page)
    assert not returned
    monkeypatch.setattr(method, "_REMEMBERED", page.texts.blocks - 1)
    Core().label(page)
    assert returned == ["once"]
