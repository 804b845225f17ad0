"""The headline and the lines under it are in the text where nothing else keeps them."""

from __future__ import annotations

import numpy as np
import pytest

import kaensan
from kaensan import Policy
from kaensan.methods.core.features import Evidence
from kaensan.methods.core.model import CoreModel

STORY = "".join(
    f"<p>On day {day} the river rose by two metres overnight, and the old bridge was closed to all traffic before "
    "dawn; engineers measured the piers in the morning and asked for another day of care.</p>"
    for day in range(1, 7)
)
HEAD = "<title>Two metres in one night | The Reed</title>"
OG = "<meta property=og:title content='Two metres in one night'>"
BODY = f"""<body><nav><a href=/>Home</a> <a href=/n>News</a></nav><main><h1>Two metres in one night</h1>
<p class=dek>The east bank waits for the water</p><p class=by>By Ann Reed, Monday</p>{STORY}</main>"""


def text(head: str = HEAD, **choices: str) -> str:
    return kaensan.extract(f"<html><head>{head}</head>{BODY}", policy=Policy(**choices)).text  # type: ignore[arg-type]


def test_a_headline_that_the_head_does_not_state_is_in_the_text_with_the_lines_under_it() -> None:
    lines = text().splitlines()
    assert lines[:3] == ["Two metres in one night", "The east bank waits for the water", "By Ann Reed, Monday"]


def test_a_headline_that_the_head_states_for_programs_stands_apart() -> None:
    assert "Two metres in one night" not in text(HEAD + OG)


def test_the_policy_decides_about_headline_and_lead() -> None:
    assert "Two metres in one night" in text(HEAD + OG, title="keep")
    assert "Two metres in one night" not in text(title="drop")
    assert "By Ann Reed" in text(HEAD + OG, lead="keep")
    assert "By Ann Reed" not in text(lead="drop")
    assert "On day 1 the river" in text(title="drop", lead="drop")


POST = f"<head><title>We saw a heron</title>{OG.replace('Two metres in one night', 'We saw a heron')}</head>"


def test_a_headline_is_the_text_where_the_page_says_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    def only_the_heading(_: CoreModel, evidence: Evidence) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        return np.where(evidence.blocks.is_heading, 3, -6).astype(np.float32)

    monkeypatch.setattr(CoreModel, "log_odds", only_the_heading)
    page = f"<html>{POST}<body><h1>We saw a heron at the old weir this morning</h1><p>Share <p>Log in"
    assert kaensan.extract(page).text == "We saw a heron at the old weir this morning"
    assert "heron" not in kaensan.extract(page, policy=Policy(title="drop")).text


def test_the_name_of_the_site_is_no_headline_even_where_the_title_says_it() -> None:
    head = "<title>The Reed: Two metres in one night</title>"
    body = BODY.replace("<body>", "<body><h1><a href=/>The Reed</a></h1><p>News from the river</p>", 1)
    body = body.replace("<main><h1>", "<main><h3>").replace("</h1>\n", "</h3>\n")
    lines = kaensan.extract(
        f"<html><head>{head}</head>{body}", "https://reed.example/2024/two-metres"
    ).text.splitlines()
    assert lines[0] == "Two metres in one night"
    assert "News from the river" not in lines


def test_lines_before_paragraphs_that_are_short_are_the_lead_as_well() -> None:
    day = "<p>The river rose again on day {} of the flood, and two more families left their houses.</p>"
    story = "".join(day.format(at) for at in range(1, 9)) + STORY
    lines = kaensan.extract(f"<html><head>{HEAD}</head>{BODY.replace(STORY, story)}").text.splitlines()
    assert lines[1:3] == ["The east bank waits for the water", "By Ann Reed, Monday"]


def test_the_labels_of_a_form_to_log_in_are_no_lead() -> None:
    form = "<form><p>Name and secret word</p><input name=u><input type=password></form>"
    html = f"<html><head>{HEAD}</head>{BODY.replace('<p class=dek>', form + '<p class=dek>')}"
    assert "secret word" not in kaensan.extract(html).text
