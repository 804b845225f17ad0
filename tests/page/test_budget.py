"""Work is counted in steps; a stage that runs out of them stops, keeps what it has, and says so."""

from __future__ import annotations

import pickle

import numpy as np

import kaensan
from kaensan.page.budget import FREE_STEPS, STEPS_PER_CHARACTER, Budget
from kaensan.render import render_html


def test_a_larger_page_may_cost_more() -> None:
    steps = Budget(1000).steps("links")
    assert steps.spend(FREE_STEPS + 1000 * STEPS_PER_CHARACTER)
    assert not steps.spend()


def test_each_stage_has_its_own_steps_and_each_time_anew() -> None:
    budget = Budget(0)
    for stage in ("links", "posts", "links"):
        assert budget.steps(stage).spend(FREE_STEPS)
    assert budget.warnings == ()


def test_a_stage_that_stopped_is_named_once() -> None:
    budget = Budget(0)
    for _ in range(3):
        assert not budget.steps("links").spend(FREE_STEPS + 1)
    assert budget.warnings == (
        "the links of this page take more work than its size accounts for; the rest was left out",
    )


MANY_LINKS = f'<base href="https://example.org/{"x" * 1900}/"><p>' + "some words <a href=b>here</a> " * 2000


def test_a_page_of_many_links_and_a_long_base_stays_small_and_says_so() -> None:
    page = kaensan.parse(MANY_LINKS)
    html = render_html(page, np.ones(len(page.texts), np.bool_))
    assert len(html) < FREE_STEPS + (2 + STEPS_PER_CHARACTER) * len(MANY_LINKS)
    assert f'href="https://example.org/{"x" * 1900}/b"' in html
    assert 'href="b"' in html
    assert page.budget.warnings


def test_a_document_tells_what_was_left_out_also_after_a_journey() -> None:
    document = kaensan.extract(MANY_LINKS, method="weight")
    assert not document.warnings
    assert document.html
    stopped = ("the links of this page take more work than its size accounts for; the rest was left out",)
    assert document.warnings == stopped
    assert pickle.loads(pickle.dumps(document)).warnings == stopped


def test_a_base_address_that_is_none_leaves_links_to_the_address_of_the_page() -> None:
    page = kaensan.parse(f'<base href="/{"x" * 64_000}/"><a href=b>b</a>', "https://example.org/a/")
    assert page.head.absolute("b") == "https://example.org/a/b"
