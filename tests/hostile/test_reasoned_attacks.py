"""Attacks that somebody thought of who read the code: one text read many times, one rule asked for without end."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml
from warcio.warcwriter import WARCWriter

import kaensan
from kaensan.crawl.feeds import read_feed
from kaensan.errors import UsageError
from kaensan.methods import load
from kaensan.page import embedded
from kaensan.page.inline import inline_text
from kaensan.page.lenient_json import read_json
from kaensan.render.front_matter import front_matter
from kaensan.serve.taught import TaughtRules
from kaensan.serve.work import Sent, Task, archive
from kaensan.sites import field_rules, user_method
from kaensan.sites.user_rules import Entry, Selector
from kaensan.web.response import Response

DEEP = 60


def test_json_in_json_is_opened_some_layers_deep_and_each_layer_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    def counting(text: str) -> Any:
        read.append(len(text))
        return read_json(text)

    monkeypatch.setattr(embedded, "read_json", counting)
    unit = '["'  # every quote begins a text that is JSON again, two characters shorter
    for page in (f"<script type=application/json>{unit * 900}</script>", f"<div data-state='{unit * 900}'></div>"):
        read.clear()
        assert kaensan.parse(page).head.embedded == []
        assert len(read) <= 1 + embedded._MOST_LAYERS
    value: object = "A sentence that is long enough to be taken for the content of a page, in four layers of JSON."
    for _ in range(4):
        value = json.dumps([value])
    (found,) = kaensan.parse(f"<script type=application/json>{value}</script>").head.embedded
    assert found.text.startswith("A sentence")


def _ruled(page: str, **selectors: str) -> user_method._Correction:
    entry = Entry("example.org", 1, {key: (Selector(text, 1),) for key, text in selectors.items()})
    return user_method._Correction(kaensan.parse(page, "https://example.org/"), [entry], "rules")


def test_a_rule_that_selects_elements_in_each_other_looks_at_every_row_once() -> None:
    class Counting(dict[int, str]):
        written = 0

        def __setitem__(self, row: int, why: str) -> None:
            self.written += 1
            super().__setitem__(row, why)

    correction = _ruled("<div>" * DEEP + "<p>One text here</p>" * 50 + "</div>" * DEEP + "<p>after", remove="div")
    correction.why = counting = Counting()
    labels = correction.apply(load("weight"))
    assert counting.written == 50
    assert labels.reason(0) == labels.reason(49) == "is removed by div (rules, line 1)"
    assert 50 not in counting


def test_a_field_rule_puts_no_long_text_together(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def counting(*given: Any) -> str:
        read.append(inline_text(*given))
        return read[-1]

    monkeypatch.setattr(field_rules, "inline_text", counting)
    correction = _ruled("<div>" * DEEP + "word " * 2000 + "</div>" * DEEP + "<div>A title</div>", title="div")
    assert correction.apply(load("weight")).stated["title"][0] == "A title"
    assert read == ["A title"]


def test_the_rules_of_a_site_have_a_greatest_number(tmp_path: Path) -> None:
    taught = TaughtRules(tmp_path / "rules.sqlite")
    for number in range(100):
        taught.add("https://example.org/", "remove", f".ad{number}")
    with pytest.raises(UsageError, match=r"example\.org has 100 rules already"):
        taught.add("https://www.example.org/", "remove", ".ad100")
    assert taught.add("https://example.org/", "remove", ".ad99").id == 100
    assert taught.add("https://example.com/", "remove", ".ad100").host == "example.com"
    assert taught.forget(1)
    assert taught.add("https://example.org/", "remove", ".ad100").selector == ".ad100"


def test_nothing_is_unpacked_of_an_archive_after_the_last_page_that_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "_MOST", 2)
    looked: list[str] = []
    is_page = archive._is_page

    def counting(record: Any) -> bool:
        looked.append(record.rec_type)
        return is_page(record)

    monkeypatch.setattr(archive, "_is_page", counting)
    path = tmp_path / "pages.warc.gz"
    with path.open("wb") as file:
        writer = WARCWriter(file, gzip=True)
        for number in range(9):
            writer.write_record(_record(writer, f"http://example.org/{number}"))
    answer = archive.pages(Task("archive", Sent(path.read_bytes()), most=1 << 20))
    assert len(json.loads(answer.body)["pages"]) == 2
    assert len(looked) == 2


def _record(writer: WARCWriter, url: str) -> Any:
    from io import BytesIO

    from warcio.statusandheaders import StatusAndHeaders

    head = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
    return writer.create_warc_record(url, "response", payload=BytesIO(b"<p>text"), http_headers=head)


@pytest.mark.parametrize(
    "title", ["2024-99-99", "2024-02-30", "2024-01-01T99:00:00", "0000-01-01", "9999-12-31T24:00:00"]
)
def test_a_title_that_looks_like_a_day_that_never_was_breaks_no_reader_of_yaml(title: str) -> None:
    read = yaml.safe_load(front_matter({"title": title, "date": "2024-10-12"}).strip("-"))
    assert read == {"title": title, "date": datetime(2024, 10, 12, tzinfo=UTC).date()}


@pytest.mark.parametrize("url", ["[[[]]]", "{}", "12", "true", "null"])
def test_an_address_in_a_feed_is_a_text(url: str) -> None:
    feed = f'{{"items": [{{"url": {url}}}, {{"url": "http://example.org/a"}}]}}'
    answer = Response("http://example.org/", 200, feed.encode(), "utf-8", "application/json", {})
    assert [page.url for page in read_feed(answer).pages] == ["http://example.org/a"]
