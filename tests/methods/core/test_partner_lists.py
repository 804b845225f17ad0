"""Dialogs that list partners and their policies are no content."""

from __future__ import annotations

import pytest

import kaensan
from kaensan.methods.core.partner_lists import in_partner_list
from kaensan.page import parse

STORY = "".join(
    f"<p>The ferry across the river stopped in week {week}, and people walked to the bridge instead of waiting.</p>"
    for week in range(12)
)
SETTINGS = (
    "<p>We and our partners store information on a device, to show what you are likely to buy and to measure it.</p>"
)


def partners(count: int, policy: str = "<a href=#>Privacy policy</a>") -> str:
    return "".join(f"<li>Partner {number} Ltd<li>{policy}" for number in range(count))


def dialog(count: int, policy: str = "<a href=#>Privacy policy</a>") -> str:
    return f"<div>{SETTINGS * 3}<ul>{partners(count, policy)}</ul></div>"


def page(rest: str, title: str = "No ferry") -> str:
    return f"<title>{title}</title><h1>No ferry</h1><div>{STORY}</div>{rest}"


def lines_inside(html: str) -> int:
    parsed = parse(html)
    inside = in_partner_list(parsed)
    return 0 if inside is None else int(inside[parsed.texts.parent].sum())


@pytest.mark.parametrize(
    "policy", ["<a href=#>Privacy policy</a>", "https://p.example/privacy/", "Datenschutzerklärung", "隐私政策"]
)
def test_the_whole_dialog_is_found(policy: str) -> None:
    assert lines_inside(page(dialog(90, policy))) == 2 * 90 + 3


def test_links_to_a_few_policies_and_a_list_of_partners_that_the_page_is_about_are_left_alone() -> None:
    assert lines_inside(page(dialog(12))) == 0
    assert lines_inside(page(dialog(90), "Our vendors")) == 0


def test_a_list_beside_the_headline_is_no_dialog() -> None:
    assert lines_inside(f"<div><h1>No ferry</h1>{STORY}{dialog(90)}</div>") == 2 * 90 + 3
    assert lines_inside(f"<section><h1>Firms</h1><ul>{partners(90)}</ul><ul>{partners(90)}</ul></section>") == 0


def test_a_page_keeps_its_story_and_says_why_the_dialog_went() -> None:
    links = "".join(
        f"<li>Partner {number} Ltd, which sells what is known about readers to others" for number in range(200)
    )
    lists = f"<ul>{partners(60)}</ul><ul>{links}</ul><ul>{partners(60)}</ul>"
    document = kaensan.extract(page(f"<div>{STORY * 2}</div><div>{SETTINGS * 3}{lists}</div>"))
    assert "people walked to the bridge" in document.text
    assert "Partner 7" not in document.text
    dropped = [row for row, text in enumerate(document.page.texts.strings) if text.startswith("Partner 7 Ltd, which")]
    assert "partners" in document.labels.reason(dropped[0])
    dropped = [row for row, text in enumerate(document.page.texts.strings) if text.startswith("Partner 7 Ltd, which")]
    assert "partners" in document.labels.reason(dropped[0])
