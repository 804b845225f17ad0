"""What is part of the content is rendered whole."""

from __future__ import annotations

import numpy as np

from kaensan.methods.core.whole_rows import keep_whole
from kaensan.page import Page, parse
from kaensan.render import render_markdown, render_text

PROSE = "<p>The town has built a new bridge over the river, and everybody is glad about it.</p>"


def kept(page: Page, *dropped: str) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return np.array([string.strip() not in dropped for string in page.texts.strings])


def test_a_table_loses_no_cell() -> None:
    rows = "".join(f"<tr><td><a href=/{name}>{name}</a><td>{number}" for name, number in (("Ann", 1), ("Bo", 2)))
    page = parse(f"{PROSE}<table><tr><th>Builder<th>Bridges{rows}</table>{PROSE}")
    markdown = render_markdown(page, keep_whole(page, kept(page, "Ann", "Bo")))
    assert "| [Ann](/Ann) | 1 |\n| [Bo](/Bo) | 2 |" in markdown


def test_a_button_in_every_row_is_no_cell() -> None:
    rows = "".join(f"<tr><td>Bridge {number}<td><a href=#>View</a>" for number in range(5))
    page = parse(f"<table><tr><th>Name<th>{rows}</table>{PROSE}")
    assert "View" not in render_text(page, keep_whole(page, kept(page, "View")))


def test_a_table_of_posts_is_left_as_it_was_decided() -> None:
    posts = "".join(f"<tr><td>user{number}<td>{PROSE * 3}" for number in range(4))
    page = parse(f"<table>{posts}</table>")
    assert "user1" not in render_text(page, keep_whole(page, kept(page, "user1")))


def test_code_in_the_midst_of_content_is_kept() -> None:
    page = parse(f"{PROSE}<pre>x = 1\ny = 2</pre>{PROSE}")
    assert "```\nx = 1\ny = 2\n```" in render_markdown(page, keep_whole(page, kept(page, "x = 1\ny = 2")))


def test_code_far_from_content_is_not() -> None:
    page = parse(f"{PROSE}<div>{'<p>Advertisement</p>' * 9}<pre>x = 1</pre></div>")
    assert "x = 1" not in render_text(page, keep_whole(page, kept(page, "Advertisement", "x = 1")))


def test_the_short_item_of_a_kept_list_is_kept() -> None:
    items = "".join(f"<li>{number} spoons of the best flour there is" for number in range(5))
    page = parse(f"{PROSE}<ul>{items}<li>Salt</ul>")
    assert render_text(page, keep_whole(page, kept(page, "Salt"))).endswith("Salt")


def test_a_section_keeps_its_heading() -> None:
    page = parse(f"{PROSE}<h3>Cost</h3>{PROSE}")
    assert "### Cost" in render_markdown(page, keep_whole(page, kept(page, "Cost")))


def test_hidden_cells_and_buttons_stay_out() -> None:
    page = parse("<table><tr><th>A<th>B<tr><td>1<td hidden>2<tr><td>3<td><button>Buy</button></table>")
    assert "Buy" not in render_text(page, keep_whole(page, kept(page, "2", "Buy")))


CELLS = "<tr><th>Year<th>Bridges<tr><td>2019<td>12<tr><td>2020<td>15"
NUMBERS = ("Year", "Bridges", "2019", "12", "2020", "15")


def test_a_table_at_the_end_of_the_content_belongs_to_it() -> None:
    page = parse(f"<div>{PROSE * 3}<figure><table>{CELLS}</table></figure></div><p>Menu")
    assert "| 2020 | 15 |" in render_markdown(page, keep_whole(page, kept(page, *NUMBERS, "Menu")))


def test_a_bar_of_links_at_the_end_does_not() -> None:
    cells = "<tr><td><a href=/1>Before</a><td><a href=/2>Next</a><tr><td>Bridges<td>Rivers"
    page = parse(f"<div>{PROSE * 3}<table>{cells}</table></div>")
    assert "Next" not in render_text(page, keep_whole(page, kept(page, "Before", "Next", "Bridges", "Rivers")))


def test_a_list_under_a_kept_item_is_kept_with_it() -> None:
    under = "<ul><li>How wide?<li>How long will it last?</ul>"
    page = parse(f"<div>{PROSE * 3}<ul><li>What people ask about the bridge{under}</ul></div>")
    whole = keep_whole(page, kept(page, "How wide?", "How long will it last?"))
    assert "  - How wide?\n  - How long will it last?" in render_markdown(page, whole)


def test_answers_under_an_item_are_decided_one_by_one() -> None:
    answer = "<ul><li><p>Ann</p><p>3 points</p><p>a year ago</p><p>Wide enough.</p></ul>"
    page = parse(f"<div>{PROSE * 3}<ul><li>How wide is the new bridge?{answer}</ul></div>")
    text = render_text(page, keep_whole(page, kept(page, "Ann", "3 points", "a year ago")))
    assert "3 points" not in text


def test_content_that_a_script_has_yet_to_show_is_whole_too() -> None:
    page = parse(f"<div style='display:none'>{PROSE * 3}<table>{CELLS}</table>{PROSE}</div>")
    assert "| 2019 | 12 |" in render_markdown(page, keep_whole(page, kept(page, *NUMBERS)))


def test_numbers_that_are_links_are_cells() -> None:
    rows = "".join(f"<tr><td>Bridge {number}<td><a href=/{number}>4.9</a>" for number in range(5))
    page = parse(f"<table><tr><th>Name<th>Marks{rows}</table>{PROSE}")
    assert "| [4.9](/3) |" in render_markdown(page, keep_whole(page, kept(page, "4.9")))


def test_a_table_with_a_head_in_every_row_may_have_long_cells() -> None:
    cells = f"<tr><th>Needs<td>A <a href=/r>river</a> {PROSE}<tr><th>Gives<td>{PROSE}"
    page = parse(f"{PROSE}<table>{cells}</table>{PROSE}")
    assert "[river](/r)" in render_markdown(page, keep_whole(page, kept(page, "river")))


def test_a_table_with_one_button_that_sorts_it_is_no_form() -> None:
    rows = "".join(f"<tr><td>Bridge {number}<td>{number} m<td>{1900 + number}" for number in range(2, 7))
    head = "<tr><th>Name<th>Length<th>Built <button>Sort</button>"
    page = parse(f"{PROSE}<table>{head}{rows}</table>{PROSE}")
    assert "4 m" in render_text(page, keep_whole(page, kept(page, "4 m", "Sort")))
    fields = "<table><tr><td>Name<td><input><tr><td>Town<td><input></table>"
    form = parse(f"{PROSE}{fields}{PROSE}")
    assert "Town" not in render_text(form, keep_whole(form, kept(form, "Town")))


def test_headings_in_the_cells_of_a_kept_table_are_kept() -> None:
    cells = "<tr><td><h3>By day</h3><td><h3>4 crowns</h3><tr><td>By night<td>6 crowns<tr><td>By boat<td>9 crowns"
    page = parse(f"{PROSE}<table>{cells}</table>{PROSE}")
    assert "4 crowns" in render_text(page, keep_whole(page, kept(page, "By day", "4 crowns")))
