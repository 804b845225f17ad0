"""Two sizes that a page controls cost their sum, never their product."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest
from test_blow_up import grows_too_fast

import kaensan
import products
from products import BOUND, covering_groups, exponent, measure, page_of
from sizes import HOLDING, SIZES, SWALLOWING, Parts, compose
from stages import PAGE_STAGES, TEXT_STAGES

SMALL, TIMES = 4_000, 8
"""characters of the small page, and how many times as large the other one is"""

PRODUCTS = [
    ("attributes", "list items"),
    ("attributes", "page links"),
    ("class words", "paragraphs"),
    ("title", "short rows"),
    ("title separators", "headings"),
    ("json-ld values", "short rows"),
    ("json-ld things", "bylines"),
    ("json-ld references", "words"),
    ("json-ld depth", "states"),
    ("meta names", "meta content"),
    ("metas", "growing names"),
    ("short base", "links"),
    ("quoting divs", "posts that quote"),
    ("posts", "posts that repeat"),
    ("items in items", "short rows"),
    ("paged divs", "page links"),
    ("thai marks", "sara am"),
    ("hashes", "headings"),
    ("json spaces", "charsets"),
    ("base", "images"),
]
"""pairs that once cost more, or that look as if they might"""


@pytest.mark.parametrize("sizes", PRODUCTS, ids=" × ".join)
def test_no_stage_costs_the_product_of_two_sizes(sizes: tuple[str, str]) -> None:
    small, large = page_of(sizes, SMALL), page_of(sizes, SMALL * TIMES)
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


@pytest.mark.parametrize("name", SIZES)
def test_a_size_grows_with_the_characters_it_is_given(name: str) -> None:
    lengths = [len(page_of([name], size)) for size in (1000, 2000, 16_000)]
    assert lengths == sorted(lengths)
    assert lengths[-1] < 1.6 * 16_000


def test_sizes_stand_where_they_meet() -> None:
    page = compose(
        Parts(head="<title>t</title>"),
        Parts(opening=("<div>",)),
        Parts(attributes="a"),
        Parts(body="<li>x", holder="ol"),
    )
    assert page == "<html><head><title>t</title></head><body><div><ol a><li>x</ol></body></html>"


@pytest.mark.parametrize("power", [0.5, 1.0, 2.0])
def test_the_exponent_is_the_power_of_the_growth(power: float) -> None:
    assert exponent([(size, 3e-6 * size**power) for size in (1000, 4000, 64_000)]) == pytest.approx(power)


def test_a_product_is_seen_where_each_size_alone_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    def seconds(stage: str, html: str, page: object = None) -> float:
        links = html.count("<a ") if stage == "markdown" else 1
        return 1e-6 * (len(html) + links * html.count("x"))

    monkeypatch.setattr(products, "_seconds", seconds)
    worst = {
        sizes: max((grown.exponent, grown.stage) for grown in measure(sizes, (16, 64)) if grown.stage != "memory")
        for sizes in (("base",), ("links",), ("base", "links"))
    }
    assert worst["base",][0] < BOUND
    assert worst["links",][0] < BOUND
    assert worst["base", "links"][0] == pytest.approx(2, abs=0.15)
    assert worst["base", "links"][1] == "markdown"


def test_groups_hold_every_pair_where_it_can_be_seen() -> None:
    groups = covering_groups(12, random.Random(0))
    assert max(map(len, groups)) == 12
    pairs = {frozenset(pair) for group in groups for pair in itertools.combinations(group, 2)}
    assert pairs == {frozenset(pair) for pair in itertools.combinations(SIZES, 2)}
    plain = set(SIZES) - HOLDING - SWALLOWING
    for name in HOLDING:
        assert plain <= {other for group in groups if group[0] == name for other in group}
    for name in SWALLOWING:
        assert plain | HOLDING <= {other for group in groups if group[-1] == name for other in group}
    alone = [group for group in groups if plain.issuperset(group)]
    assert {frozenset(pair) for group in alone for pair in itertools.combinations(group, 2)} == {
        frozenset(pair) for pair in itertools.combinations(plain, 2)
    }


def test_a_group_is_taken_apart_to_the_pair_that_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    def seconds(stage: str, html: str, page: object = None) -> float:
        return 1e-6 * (len(html) + html.count("<a ") * html.count("x") * (stage == "markdown"))

    monkeypatch.setattr(products, "_seconds", seconds)
    group = ("title", "metas", "base", "headings", "links", "words", "paragraphs", "dates")
    grown = products.taken_apart(measure(group, (16, 64)), (16, 64))
    assert {one.sizes[:2] for one in grown if one.exponent > 1.5 and len(one.sizes) < 4} == {("base", "links")}
    assert {one.stage for one in grown if one.stage != "memory"} == {"markdown"}
    assert {len(one.sizes) for one in grown} == {2, 3, 4}
    assert products.taken_apart(measure(("title", "words"), (16, 64)), (16, 64)) == []


def test_what_grew_too_fast_once_is_timed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def seconds(stage: str, html: str, page: object = None) -> float:
        return 1e-9 * len(html) ** 2 if "<h2>" in html else 1e-5 * len(html)

    monkeypatch.setattr(products, "_seconds", seconds)
    record = products.Record(tmp_path / "made.jsonl", (16, 64))
    for name in ("headings", "words"):
        record.add((name, "title"), [products.Growth((name, "title"), "parse", 1.9, 3.0)])
    products.settle(record, (16, 64))
    exponents = {one.sizes[0]: one.exponent for one in products.Record(tmp_path / "made.jsonl", (16, 64)).grown}
    assert exponents["headings"] > 1.8
    assert exponents["words"] == pytest.approx(1, abs=0.05)


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    record = products.Record(tmp_path / "made.jsonl", (16, 64))
    record.add(("title", "words"), [products.Growth(("title", "words"), "parse", 1.0, 0.5)])
    again = products.Record(tmp_path / "made.jsonl", (16, 64))
    assert again.done == record.done
    assert products.Record(tmp_path / "made.jsonl", (64, 256)).done == {}
