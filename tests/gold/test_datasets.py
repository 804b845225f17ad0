"""Reading the reference pages."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from kaensan.errors import InputError
from kaensan.gold import datasets
from reference_pages import record, write_dataset, write_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_folder(tmp_path)


def test_datasets_are_named_with_their_split(folder: Path) -> None:
    assert datasets.names(folder) == ["small.dev", "snips.dev", "thai.test"]


def test_a_name_without_a_split_stands_for_all_its_splits(folder: Path) -> None:
    write_dataset(folder, "thai.dev", [record("thai.dev", "more", text="อีก")])
    assert datasets.splits(folder, "thai") == ["thai.dev", "thai.test"]
    assert [page.id for page in datasets.load(folder, "thai")] == ["thai/more", "thai/th-0", "thai/th-1"]


def test_pages_are_counted(folder: Path) -> None:
    assert datasets.count(folder, "small.dev") == 3


def test_a_page_keeps_its_bytes_and_its_gold(folder: Path) -> None:
    html = "<p>สวัสดี".encode("cp874")
    write_dataset(folder, "old.dev", [record("old.dev", "a", html=html, text="สวัสดี", lang="th", title="T")])
    (page,) = datasets.load(folder, "old")
    assert (page.html, page.text, page.title) == (html, "สวัสดี", "T")
    assert not page.spaced


def test_snippets_and_page_types_are_read(folder: Path) -> None:
    (page,) = datasets.load(folder, "snips")
    assert (page.text, page.must, page.must_not) == (None, ("A must",), ("Home",))
    assert [page.page_type for page in datasets.load(folder, "small")] == ["article", "article", "forum"]


def test_a_board_page_has_posts_and_marked_markup(folder: Path) -> None:
    marked = base64.b64encode("<<<T>>>หัวข้อ<<</T>>>".encode()).decode()
    posts = [{"author": "มานี", "date": None, "text": "ตอบ"}]
    write_dataset(
        folder, "boards.test", [record("boards.test", "a", text="ตอบ", board="smf", marked=marked, posts=posts)]
    )
    (page,) = datasets.load(folder, "boards")
    assert page.marked == "<<<T>>>หัวข้อ<<</T>>>"
    assert page.posts == (datasets.GoldPost("มานี", None, "ตอบ"),)


def test_an_unknown_dataset_names_the_known_ones(folder: Path) -> None:
    with pytest.raises(InputError, match=r"no dataset 'wiki'.*small\.dev, snips\.dev, thai\.test"):
        datasets.load(folder, "wiki")


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a folder"):
        datasets.names(tmp_path / "nowhere")


def test_a_damaged_file_is_told(folder: Path) -> None:
    path = folder / "small.dev.jsonl.zst"
    path.write_bytes(b"this is not zstd")
    with pytest.raises(InputError, match="damaged"):
        list(datasets.load(folder, "small"))


def test_a_damaged_line_is_told_by_its_number(folder: Path) -> None:
    good = record("bad.dev", "a", text="x")
    write_dataset(folder, "bad.dev", [good, {"id": "bad/b"}])
    with pytest.raises(InputError, match=r"page 2 of .*bad\.dev"):
        list(datasets.load(folder, "bad"))


def test_a_line_has_its_page_as_base64_or_where_that_is_allowed_as_text() -> None:
    assert datasets.read_record(b'{"html": "PHA+aGk=", "id": "a"}') == {"html": b"<p>hi", "id": "a"}
    assert datasets.read_record(b'{"html": "<p>hi"}', plain=True) == {"html": "<p>hi"}
    for line in (b'{"html": "<p>hi"}', b"{}", b"[]", b'{"html": 1}', b"not json", b"[" * 100_000):
        with pytest.raises(InputError, match="no line of a dataset"):
            datasets.read_record(line)
