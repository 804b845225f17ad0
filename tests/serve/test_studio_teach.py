"""Correcting a page in the studio, and what becomes of the corrections."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
import zstandard
from studio_pages import BOARD, POSTS
from studio_window import METHODS, Studio

from kaensan.page import parse

AUTHOR, DATE, POST = "ฟ้าใส", "2 กุมภาพันธ์ 2568 เวลา 08:10 น.", POSTS[0]
PAGE = parse(BOARD)


def row_of(text: str) -> int:
    return PAGE.texts.strings.index(text)


@pytest.fixture
def teaching(studio: Studio, tmp_path: Path) -> Studio:
    """The studio with a board page in it, ready to be corrected."""
    studio.start()
    studio.paste(BOARD)
    studio.tab("teach")
    studio.window.until("document.querySelector('#live-scores .hint')")  # from here on nothing moves by itself
    studio.window.save_to(tmp_path)
    return studio


def label(studio: Studio, text: str, label: str) -> None:
    """Click a text in the page, and then its label."""
    studio.choose_row(row_of(text))
    studio.window.click(f"#why [data-label={label}]")
    studio.window.until_page(f"page.querySelector('[data-row=\"{row_of(text)}\"]').dataset.fixed === '{label}'")


def fixed(studio: Studio) -> dict[str, str]:
    """What the page shows as corrected."""
    found: dict[str, str] = studio.window.page(
        "Object.fromEntries([...page.querySelectorAll('[data-fixed]')]"
        ".map((row) => [row.textContent, row.dataset.fixed]))"
    )
    return found


def gold_pages(studio: Studio) -> list[dict[str, Any]]:
    pages: list[dict[str, Any]] = studio.window.run(
        "fetch('/v1/gold').then((answer) => answer.json()).then(({pages}) => pages)"
    )
    return pages


def forget_all(studio: Studio) -> None:
    for page in gold_pages(studio):
        studio.window.run(f"fetch('/v1/gold/{page['id']}', {{method: 'DELETE'}}).then(() => true)")


def test_a_label_shows_in_the_page_and_can_be_undone(teaching: Studio) -> None:
    label(teaching, AUTHOR, "author")
    label(teaching, DATE, "date")
    assert fixed(teaching) == {AUTHOR: "author", DATE: "date"}
    assert teaching.window.texts("#fixes .chip") == ["author", "date"]
    teaching.window.click("#undo")
    assert fixed(teaching) == {AUTHOR: "author"}
    teaching.window.click("#fixes button")
    assert fixed(teaching) == {}


def test_a_label_goes_to_the_whole_block_or_to_one_text(teaching: Studio) -> None:
    label(teaching, "หน้าแรก", "title")
    assert fixed(teaching) == dict.fromkeys(["หน้าแรก", "กระทู้ใหม่", "เข้าสู่ระบบ"], "title")
    teaching.window.click("#undo")
    teaching.window.click("#why .why-scope input")
    label(teaching, "กระทู้ใหม่", "title")
    assert fixed(teaching) == {"กระทู้ใหม่": "title"}


def test_methods_are_measured_against_labels_alone(teaching: Studio) -> None:
    window = teaching.window
    assert window.text("#live-scores").startswith("Label a text first")
    first = "document.querySelector('#live-scores td').innerText"
    label(teaching, POSTS[0], "post")
    window.until(f"{first} === '1 of 1'")
    label(teaching, POSTS[1], "other")
    window.until(f"{first} === '1 of 2'")
    assert window.texts("#live-scores tbody th") == list(METHODS)


def test_corrections_outlive_a_reload(teaching: Studio) -> None:
    label(teaching, AUTHOR, "author")
    teaching.window.reload()
    teaching.shown()
    assert fixed(teaching) == {AUTHOR: "author"}


def test_gold_is_saved_exported_deleted_and_brought_back(teaching: Studio, tmp_path: Path) -> None:
    window = teaching.window
    forget_all(teaching)
    teaching.method("boards")
    label(teaching, AUTHOR, "author")
    for post in POSTS:
        label(teaching, post, "post")
    window.click("#gold-save")
    window.until("document.querySelector('#gold [data-open]')")
    assert window.texts("#gold .words") == ["ปลูกมะเขือเทศบนระเบียง"]

    window.click("#gold-dataset")
    packed = teaching.saved(tmp_path, "gold.dev.jsonl.zst")
    line = json.loads(zstandard.ZstdDecompressor().stream_reader(io.BytesIO(packed.read_bytes())).read())
    assert [post["text"] for post in line["posts"]] == POSTS
    assert line["posts"][0]["author"] == AUTHOR
    assert line["extra"]["labels"][row_of(AUTHOR)] == "author"
    window.click("#gold-marked")
    marked = zipfile.ZipFile(teaching.saved(tmp_path, "gold-marked.zip"))
    assert f"<<<C>>>{POSTS[1]}<<</C>>>" in marked.read(marked.namelist()[0]).decode()

    window.click("#gold [data-delete]")
    window.until("!document.querySelector('#gold [data-open]')")
    assert gold_pages(teaching) == []
    window.choose_file("#gold-file", packed)
    window.until("document.querySelector('#gold [data-open]')")
    assert window.text("#gold-said") == "1 pages imported."

    window.click("#gold [data-open]")
    window.until("location.hash.startsWith('#gold=')")
    teaching.shown()
    window.until_page("page.querySelector('[data-fixed]')")
    assert {text: said for text, said in fixed(teaching).items() if said == "post"} == dict.fromkeys(POSTS, "post")
    assert fixed(teaching)[AUTHOR] == "author"
    forget_all(teaching)


def test_all_methods_are_measured_on_all_gold(teaching: Studio) -> None:
    forget_all(teaching)
    teaching.window.click("#gold-save")
    teaching.window.until("document.querySelector('#gold [data-open]')")
    teaching.window.click("#gold-score")
    teaching.window.until("document.querySelector('#gold-scores td')")
    teaching.window.click("#gold [data-open]")
    teaching.window.until("document.querySelector('#live-scores > .wide tbody tr td')")
    live, gold = (teaching.window.texts(f"#{name}-scores > .wide tbody tr") for name in ("live", "gold"))
    assert live[0].startswith("words F1")
    assert not gold or gold[: len(live)] == live
    forget_all(teaching)


def test_a_page_that_is_no_gold_is_refused_in_words(teaching: Studio, tmp_path: Path) -> None:
    odd = tmp_path / "odd.jsonl"
    odd.write_text('{"no": "page"}\n')
    teaching.window.choose_file("#gold-file", odd)
    teaching.window.until("!document.getElementById('trouble').hidden")
    assert teaching.window.text("#trouble-words").startswith("line 1: this is no line of a dataset")
    assert [one for one in teaching.window.complaints if "422" not in one] == []
    teaching.window.complaints.clear()


def test_learning_needs_nothing_to_be_set_up(teaching: Studio) -> None:
    forget_all(teaching)
    teaching.window.click("#learn")
    teaching.window.until("document.getElementById('learn-said').innerText === 'Rules learned for 0 sites.'")
