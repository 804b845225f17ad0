"""Footnotes whose marks are no links."""

from __future__ import annotations

from content_pages import markdown


def test_raised_numbers_mean_the_notes_that_are_named_so() -> None:
    page = "<p>Old<sup>1</sup> and new<sup>2</sup>.</p><ol><li id=footnote-1>Of 1900.<li id=footnote-2>Of 2020.</ol>"
    assert markdown(page) == "Old[^1] and new[^2].\n\n[^1]: Of 1900.\n\n[^2]: Of 2020."


def test_other_raised_numbers_are_powers() -> None:
    assert "[^" not in markdown("<p>10<sup>2</sup> bridges</p><ol><li id=bridge-2>Two.</ol>")
