"""The markup of a page, which a large page decodes again when it is asked for."""

from __future__ import annotations

import tracemalloc

import pytest

from kaensan.page import parse, source
from kaensan.page.source import Source

THAI = "<p>น้ำขึ้น\r\nตั้งแต่กลางคืน"


@pytest.fixture
def _all_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "_LARGE", 0)


@pytest.mark.usefixtures("_all_large")
@pytest.mark.parametrize(("encoding", "charset"), [("utf-8", None), ("cp874", "tis-620"), ("utf-16", None)])
def test_the_markup_of_a_large_page_is_what_was_parsed(encoding: str, charset: str | None) -> None:
    page = parse(THAI.encode(encoding), charset=charset)
    assert page.source == THAI.replace("\r\n", "\n")
    assert page.source[page.texts.offset[0] : page.texts.end_offset[0]] == page.texts.strings[0]
    assert str(len(page.source)) in repr(page)


@pytest.mark.usefixtures("_all_large")
def test_markup_that_was_mended_is_kept_as_it_was_mended() -> None:
    assert parse(b"<title>Never closed<p>text").source == "<title>Never closed</title><p>text"
    assert "frame" not in parse(b"<frameset><frame src=a><noframes><p>text</noframes></frameset>").source


@pytest.mark.usefixtures("_all_large")
def test_markup_that_came_as_text_is_kept() -> None:
    assert parse(THAI).source == THAI.replace("\r\n", "\n")


def test_a_large_page_is_not_held_as_bytes_and_as_text() -> None:
    data = ("<p>น้ำขึ้น" + " and a long plain text in a page that has Thai in it" * 20_000).encode()
    tracemalloc.start()
    try:
        held = Source(data.decode(), data)
        assert tracemalloc.get_traced_memory()[0] < len(data) // 10
    finally:
        tracemalloc.stop()
    assert len(held) == len(held.text)
