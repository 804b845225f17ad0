"""The learned method, with the model that ships."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import kaensan
from kaensan.errors import ModelError
from kaensan.methods import Role, load
from kaensan.methods.core.blocks import Blocks
from kaensan.methods.core.model import FORMAT, read_model, shipped_model
from kaensan.page import parse

DAYS = ("Monday", "Tuesday", "Wednesday", "Sunday")
MENU = "".join(f"<li><a href='/{n}'>{n}</a></li>" for n in ("Home", "News", "Sport", "Weather", "Travel", "Contact"))
STORY = [
    "The river rose by two metres overnight, and the old bridge was closed to all traffic before dawn.",
    "Engineers measured the piers in the morning; they found no damage, but asked for another day of care.",
    "Shops on the east bank stayed open, although most of their customers live on the other side of the water.",
    "The mayor thanked the volunteers who had carried sandbags through the night and promised them a warm meal.",
]
ARTICLE = f"""<html lang=en><head><title>River rises by two metres - The Daily Reed</title></head><body>
<header class=site-header><nav class=main-menu><ul>{MENU}</ul></nav></header>
<main><article class=post><h1>River rises by two metres</h1>{"".join(f"<p>{text}</p>" for text in STORY)}</article>
<section class=comments id=comments><h3>Comments</h3><p class=comment>I saw the water reach the lower steps
of my house, and I have lived there for forty years.</p></section></main>
<aside class=sidebar><h3>Popular</h3><ul><li><a href=/a>Ten walks along the coast</a></li>
<li><a href=/b>How to bake bread</a></li></ul></aside>
<footer class=site-footer><p>Copyright The Daily Reed. <a href=/p>Privacy</a> <a href=/t>Terms</a></p></footer>
</body></html>"""


def test_core_is_the_default_method() -> None:
    assert load().name == "core"


def test_the_story_is_kept_and_the_frame_is_not() -> None:
    text = kaensan.extract(ARTICLE).text
    assert all(paragraph in text for paragraph in STORY)
    assert "Weather" not in text
    assert "Copyright" not in text


STATED = ARTICLE.replace("</head>", "<meta property=og:title content='River rises by two metres'></head>")


def test_a_headline_that_the_head_states_is_the_title_and_not_part_of_the_text() -> None:
    doc = kaensan.extract(STATED)
    assert doc.title == "River rises by two metres"
    rows = np.flatnonzero(doc.labels.role == Role.TITLE)
    assert [doc.page.texts.strings[row] for row in rows] == ["River rises by two metres"]
    assert "River rises" not in doc.text


def test_a_document_knows_its_type_and_how_sure_it_is() -> None:
    doc = kaensan.extract(ARTICLE)
    assert doc.page_type == "article"
    assert doc.confidence is not None
    assert 0.5 < doc.confidence <= 1


def test_scores_are_chances_and_every_row_has_a_reason() -> None:
    labels = load("core").label(kaensan.parse(ARTICLE))
    assert ((labels.score >= 0) & (labels.score <= 1)).all()
    assert all(
        labels.reason(row).startswith(("kept at", "kept: it is the headline", "dropped"))
        for row in range(len(labels.role))
    )


def test_comments_under_an_article_are_left_out_unless_the_policy_keeps_them() -> None:
    page = kaensan.parse(ARTICLE)
    assert "forty years" not in kaensan.extract(page).text
    assert "forty years" in kaensan.extract(page, policy=kaensan.Policy(comments="keep")).text
    row = next(row for row, text in enumerate(page.texts.strings) if "forty years" in text)
    assert "comment under an article" in load("core").label(page).reason(row)


def test_comments_in_a_program_are_no_comments_of_readers() -> None:
    code = (
        "<pre><code>total = 0 <span class='token comment'># the sum of all the readings of the day</span></code></pre>"
    )
    assert "readings of the day" in kaensan.extract(ARTICLE.replace("</article>", f"{code}</article>")).text


def test_the_same_page_without_names_still_gives_its_story() -> None:
    bare = ARTICLE.replace("class=", "data-x=").replace("id=comments", "")
    text = kaensan.extract(bare).text
    assert all(paragraph in text for paragraph in STORY)
    assert "Weather" not in text


def test_thai_is_read_without_spaces() -> None:
    paragraph = "แม่น้ำเพิ่มขึ้นสองเมตรในคืนเดียวและสะพานเก่าถูกปิดก่อนรุ่งสางเพื่อความปลอดภัยของทุกคนในเมือง"
    page = f"""<html lang=th><title>แม่น้ำเพิ่มขึ้น</title><body><nav><a href=/>หน้าแรก</a> <a href=/s>กีฬา</a></nav>
    <article><h1>แม่น้ำเพิ่มขึ้น</h1><p>{paragraph}</p><p>{paragraph}</p></article><footer>สงวนลิขสิทธิ์</footer>"""
    text = kaensan.extract(page).text
    assert text.count(paragraph) == 2
    assert "หน้าแรก" not in text


@pytest.mark.parametrize("page", ["", "<p>", "<title>A title</title>", "<nav><a href=x>Home</a></nav>", "\x00" * 50])
def test_pages_without_content_give_a_document(page: str) -> None:
    doc = kaensan.extract(page)
    assert doc.confidence is not None
    assert len(doc.text) < 20


def test_a_page_of_many_blocks_is_done() -> None:
    items = 20_000 if kaensan.compiled else 4_000
    doc = kaensan.extract("<ul>" + "<li><a href=x>item</a></li>" * items + "</ul>" + f"<p>{STORY[0]}</p>")
    assert len(doc.labels.role) == items + 1


def test_a_damaged_model_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "core.npz"
    shipped_model().save(path)
    assert read_model(path).columns == shipped_model().columns
    path.write_bytes(path.read_bytes()[:-2000])
    with pytest.raises(ModelError, match="damaged"):
        read_model(path)
    with pytest.raises(ModelError, match="there is no model"):
        read_model(tmp_path / "none.npz")


def test_a_model_of_another_format_names_both_versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "core.npz"
    monkeypatch.setattr("kaensan.methods.core.model.FORMAT", FORMAT + 1)
    shipped_model().save(path)
    monkeypatch.undo()
    with pytest.raises(ModelError, match=f"format {FORMAT + 1}.*reads format {FORMAT}"):
        read_model(path)


def test_the_same_model_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        shipped_model().save(tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_table_that_is_kept_keeps_its_heads() -> None:
    rows = "".join(
        f"<tr><td>{day}</td><td>{day} brought rain and wind to the valley all day long.</td></tr>" for day in DAYS
    )
    table = f"<table><tr><th>Day</th><th>Weather</th></tr>{rows}</table>"
    doc = kaensan.extract(ARTICLE.replace("</article>", table + "</article>"))
    assert "Sunday brought rain" in doc.text
    assert "Day\tWeather" in doc.text


PROSE = "<p>The river rose two metres in a night, and the people of the lower town carried what they could uphill.</p>"
ABOUT = "<p>We are a family of papers that has told the people of this valley the news for a hundred years.</p>"


def test_the_footer_of_a_page_is_no_content() -> None:
    page = f"<title>Flood</title><body><div>{PROSE * 2}</div><footer><div>{ABOUT * 4}</div></footer>"
    assert "family of papers" not in kaensan.extract(page).text
    assert "river rose" in kaensan.extract(page).text


def test_the_footer_of_an_article_and_one_that_was_never_closed_may_be_content() -> None:
    within = f"<article>{PROSE}<footer>{ABOUT}</footer></article><footer>{ABOUT}</footer>"
    for page, expected in ((within, [False, False, True]), (f"<p>Menu<footer>{ABOUT * 3}{PROSE * 9}", [False] * 13)):
        assert Blocks.of(parse(page)).in_footer.tolist() == expected


def test_a_template_is_no_content_unless_nearly_all_text_stands_in_one() -> None:
    inert = f"<template>{ABOUT * 2}</template>"
    page = f"<title>Flood</title><body><main><h1>Flood</h1>{PROSE * 2}{inert}</main>"
    doc = kaensan.extract(page)
    assert "family of papers" not in doc.text
    row = next(row for row, text in enumerate(doc.page.texts.strings) if "family of papers" in text)
    assert "template" in doc.labels.reason(row)
    assert Blocks.of(parse(page)).in_template.sum() == 2
    assert not Blocks.of(parse(f"<p>Menu{inert}")).in_template.any()
    shown = inert.replace("<template>", "<div><template shadowrootmode=open>")
    assert not Blocks.of(parse(f"{PROSE * 2}{shown}")).in_template.any()
