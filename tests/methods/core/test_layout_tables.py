"""Pages that tables lay out are read as if boxes did; tables of data, boards and today's pages as they are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kaensan.methods.core.layout_tables import as_boxes
from kaensan.methods.core.method import Core, CoreEvidence
from kaensan.methods.core.model import shipped_model
from kaensan.page import Context, Page, parse
from kaensan.page.tags import TAGS

STORY = "The ferry to the island was late again, and those who had waited since dawn went home without a word. "
MENU = "".join(f'<tr><td><a href="/{place}">{place}</a></td></tr>' for place in ("Harbour", "Island", "Weather"))
OLD = f"""<title>The ferry</title><body><table width=600><tr>
<td><table>{MENU}</table></td>
<td><font size=5>The ferry</font><br><br>{STORY * 3}<br><br>{STORY * 2}</td>
</tr></table>"""
PRICES = "".join(f"<tr><th>Line {line}</th><td>{line} baht</td><td>{line * 2} baht</td></tr>" for line in range(20))


def tags_of(page: Page) -> set[str]:
    return {TAGS[tag] for tag in page.elements.tag.tolist()}


def test_tables_that_lay_out_a_page_become_boxes() -> None:
    page = parse(OLD)
    read = as_boxes(page)
    assert read is not None
    assert not tags_of(read) & {"table", "tbody", "tr", "td"}
    assert not read.texts.within(Context.TABLE).any()
    assert read.texts.strings == page.texts.strings


def test_boxes_are_as_deep_as_if_there_were_no_rows() -> None:
    boxes = OLD
    for tag in ("table", "td"):
        boxes = boxes.replace(f"<{tag}", "<div").replace(f"</{tag}>", "</div>")
    boxes = boxes.replace("<tr>", "").replace("</tr>", "")
    read = as_boxes(parse(OLD))
    assert read is not None
    assert read.texts.depth.tolist() == parse(boxes).texts.depth.tolist()


@pytest.mark.parametrize(
    "markup",
    [
        f"<p>{STORY}</p><p>{STORY}</p>",
        f"<table>{PRICES}</table>",
        f"<div><p>{STORY * 5}</p></div><table><tr><td><h2>Menu</h2></td></tr></table>",
        OLD.replace("<body>", "<body>" + "<div>" * 9),
    ],
    ids=["no table", "data", "a small table", "more boxes than cells"],
)
def test_other_pages_are_read_as_they_are(markup: str) -> None:
    assert as_boxes(parse(markup)) is None


def test_the_method_reads_boxes() -> None:
    labels = Core().label(parse(OLD))
    assert isinstance(labels.evidence, CoreEvidence)
    assert "td" not in tags_of(labels.evidence.features.blocks.page)


def test_what_the_forest_says_of_tables_and_of_boxes_is_averaged() -> None:
    model = shipped_model()
    both = model.evidence(parse(OLD))
    assert both.as_is is not None
    of_tables, of_boxes = model.log_odds(both.as_is), model.log_odds(replace(both, as_is=None))
    assert of_tables.tolist() != of_boxes.tolist()
    assert model.log_odds(both).tolist() == pytest.approx(((of_tables + of_boxes) / 2).tolist())


def test_a_board_in_tables_is_read_as_it_is() -> None:
    posts = "".join(
        f'<tr class="post"><td class="author"><b>sailor{number}</b><br>Posts: {number}<br>Joined: 3 May 2004</td>'
        f'<td><table><tr><td class="postdetails">Posted: {number + 1} May 2005 10:0{number}</td></tr>'
        f'<tr><td class="postbody">{STORY * 2} Number {number}.</td></tr></table></td></tr>'
        for number in range(6)
    )
    board = f"<title>Late ferries - View topic - Island forum</title><body><table class=forumline>{posts}</table>"
    page = parse(board, "http://island.example/forum/viewtopic.php?t=12")
    assert as_boxes(page) is not None
    labels = Core().label(page)
    assert isinstance(labels.evidence, CoreEvidence)
    assert "td" in tags_of(labels.evidence.features.blocks.page)
