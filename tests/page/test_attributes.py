"""Attributes of a page in a row."""

from __future__ import annotations

from kaensan.page import parse
from kaensan.page.stems import stem_table
from kaensan.page.tags import tag_id


def test_values_that_hold_a_stem_come_once_with_all_their_elements() -> None:
    elements = parse(
        "<p class='by-line'>a<p class=lead>b<p class='by-line' id=by-line>c<p class='a &amp; by-line'>d<a href=by>e</a>"
    ).elements
    table = stem_table(["by"])
    assert elements.with_stems("class", table) == [("by-line", [3, 5]), ("a & by-line", [6])]
    assert elements.with_stems("id", table) == [("by-line", [5])]
    assert elements.with_stems("href", table) == [("by", [7])]
    assert elements.with_stems("role", table) == []
    for name in ("class", "id", "href", "itemprop"):
        assert elements.with_stems(name, table) == elements.attrs.with_stems(name, table)


def test_every_name_has_its_number_whether_it_is_common_or_not() -> None:
    elements = parse('<svg viewBox="0 0 1 1"><path d="M0" data-other=x></svg><a target=t for=f>b</a>').elements
    found = {name: value for attributes in elements.attrs for name, value in attributes}
    assert found == {"viewBox": "0 0 1 1", "d": "M0", "data-other": "x", "target": "t", "for": "f"}


def test_values_that_start_with_a_sign_are_those_of_wanted_elements() -> None:
    elements = parse("<a href='#one'>a</a><a href=''>b</a><a href='/two'>c</a><a>d</a><a href='#'>e</a>").elements
    links = elements.tag == tag_id("a")
    assert elements.attrs.starting("href", "#", links) == [(3, "#one"), (7, "#")]
    assert elements.attrs.starting("href", "#", links & False) == []
    assert elements.attrs.starting("cite", "#", links) == []
