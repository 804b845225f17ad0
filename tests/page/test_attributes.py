"""Attributes of a page in a row."""

from __future__ import annotations

from kaensan.page import parse
from kaensan.page.stems import stem_table


def test_values_that_hold_a_stem_come_once_with_all_their_elements() -> None:
    attributes = parse(
        "<p class='by-line'>a<p class=lead>b<p class='by-line'>c<p class='a &amp; by-line'>d"
    ).elements.attrs
    assert attributes.with_stems("class", stem_table(["by"])) == [("by-line", [3, 5]), ("a & by-line", [6])]


def test_every_name_has_its_number_whether_it_is_common_or_not() -> None:
    elements = parse('<svg viewBox="0 0 1 1"><path d="M0" data-other=x></svg><a target=t for=f>b</a>').elements
    found = {name: value for attributes in elements.attrs for name, value in attributes}
    assert found == {"viewBox": "0 0 1 1", "d": "M0", "data-other": "x", "target": "t", "for": "f"}
