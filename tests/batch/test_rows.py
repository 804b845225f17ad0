"""What a page becomes in the output."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from archives import page
from hypothesis import given, settings
from hypothesis import strategies as st

from kaensan.batch.duplicates import bands_of, hash_of
from kaensan.batch.extractor import Extractor
from kaensan.batch.filters import Filters
from kaensan.batch.options import Options
from kaensan.batch.records import Chunk, Outcome, Record
from kaensan.batch.schema import batch_of, full_schema, schema
from kaensan.errors import UsageError
from kaensan.page import parse
from kaensan.threads.fragment import Fragment
from kaensan.threads.thread import Post, Quote

THAI = "<html lang=th><title>ฝน</title><article><p>" + "ฝนตกหนักในกรุงเทพมหานครตลอดคืน " * 10 + "</p></article>"


def extracted(*records: Record, **options: Any) -> tuple[Outcome, list[dict[str, Any]]]:
    outcome = Extractor(Options(method="weight", **options))(Chunk(0, "a.warc", "urls", 0, 9, list(records)))
    if outcome.rows is None:
        return outcome, []
    batch = pa.ipc.read_record_batch(pa.py_buffer(outcome.rows), full_schema())
    return outcome, batch.to_pylist()


def test_a_row_says_where_the_page_came_from_and_what_it_is_about() -> None:
    record = Record(42, page(1), "http://e.org/", "<urn:1>", "2026-01-02T03:04:05Z")
    outcome, (row,) = extracted(record)
    assert (row["source"], row["offset"], row["id"], row["url"]) == ("a.warc", 42, "<urn:1>", "http://e.org/")
    assert (row["title"], row["language"], row["method"], row["error"]) == ("Page 1", "en", "weight", None)
    assert "The river rose by a metre in the night, and page 1 has paragraph 0" in row["text"]
    assert row["markdown"] is row["html"] is row["posts"] is None
    assert (outcome.fates, outcome.offsets, len(outcome.seconds)) == (["kept"], [42], 1)


def test_further_columns_are_filled_on_request() -> None:
    _, (row,) = extracted(Record(0, page(1)), extras=("markdown", "html", "posts"))
    assert "[About](/about)" in row["markdown"]
    assert "<p>" in row["html"]
    assert row["posts"] == []


def test_the_columns_are_those_of_the_documentation() -> None:
    reference = Path(__file__).parents[2] / "docs/reference/batch-schema.md"
    documented = re.findall(r"^\| `(\w+)` \|", reference.read_text(encoding="utf-8"), re.MULTILINE)
    assert documented[: len(schema().names)] == schema().names


def test_a_text_record_is_taken_as_it_is() -> None:
    text = "น้ำท่วมหนัก <b>จริง</b> ๆ\n" * 12
    _, (row,) = extracted(Record(0, text.encode(), plain=True))
    assert (row["text"], row["language"], row["method"]) == (text, "th", "none")


def test_a_record_without_content_has_a_row_that_says_why() -> None:
    outcome, (row,) = extracted(Record(3, b"", "http://e.org/", error="the file cannot be read"))
    assert (row["error"], row["text"]) == ("the file cannot be read", None)
    assert outcome.failures == [(3, "http://e.org/", "the file cannot be read")]
    outcome, rows = extracted(Record(3, b"", error="no"), drop_failed=True)
    assert (outcome.fates, rows) == (["failed, dropped"], [])


@pytest.mark.parametrize(
    ("filters", "fate"),
    [
        (Filters(languages=("th",)), "language"),
        (Filters(min_length=10_000), "length"),
        (Filters(page_types=("forum",)), "page type"),
        (Filters(min_confidence=0.5), "confidence"),
        (Filters(url=r"\.th/"), "url"),
        (Filters(not_url="example"), "url"),
        (Filters(languages=("en", "th"), min_length=5, url="example", not_url=r"\?"), "kept"),
    ],
)
def test_filters_name_what_a_page_lacks(filters: Filters, fate: str) -> None:
    outcome, rows = extracted(Record(0, page(1), "http://example.org/"), filters=filters)
    assert outcome.fates == [fate]
    assert len(rows) == (fate == "kept")


def test_a_pattern_that_is_none_is_refused() -> None:
    with pytest.raises(UsageError, match="no regular expression"):
        Filters(url="(")


def test_thai_pages_are_found_by_language() -> None:
    outcome, _ = extracted(Record(0, THAI.encode("cp874")), Record(1, page(1)), filters=Filters(languages=("th",)))
    assert outcome.fates == ["kept", "language"]


def test_a_sample_depends_on_the_seed_and_the_place_alone() -> None:
    records = [Record(number, b"<p>a") for number in range(200)]
    first, _ = extracted(*records, sample=0.3, seed=1)
    again, _ = extracted(*reversed(records), sample=0.3, seed=1)
    other, _ = extracted(*records, sample=0.3, seed=2)
    assert 30 < len(first.offsets) < 90
    assert sorted(again.offsets) == first.offsets != other.offsets


def test_a_batch_has_every_column_whether_rows_do_or_not() -> None:
    rows = [{"offset": 1, "title": "a", "refused": None}, {"offset": 2, "authors": [], "text": ""}]
    batch = batch_of(rows)
    assert batch.schema.equals(full_schema())
    assert batch.to_pylist() == [{name: row.get(name) for name in full_schema().names} for row in rows]
    assert batch_of([{"offset": 3}, {"offset": 4}]).column("title").to_pylist() == [None, None]


def test_what_no_encoding_holds_becomes_a_question_mark() -> None:
    batch = batch_of(
        [{"source": "a", "offset": 0, "text": "a\ud800b", "keywords": ["\udfff"], "posts": [{"text": "\ud800"}]}]
    )
    row = batch.to_pylist()[0]
    assert (row["text"], row["keywords"], row["posts"][0]["text"]) == ("a?b", ["?"], "?")


@settings(max_examples=40, deadline=None)
@given(st.one_of(st.binary(max_size=200), st.text(max_size=200)))
def test_any_page_has_a_row(content: bytes | str) -> None:
    outcome, rows = extracted(Record(0, content), extras=("markdown", "html", "posts"), duplicates="near")
    assert len(rows) == 1
    assert outcome.fates == ["kept"]


def shared(one: str, other: str) -> int:
    first, second = bands_of(one), bands_of(other)
    return sum(first[place : place + 8] == second[place : place + 8] for place in range(0, len(first), 8))


def test_nearly_the_same_text_shares_bands_and_another_does_not() -> None:
    text = " ".join(f"the river rose {place} metres and the bridge was closed" for place in range(40))
    assert shared(text, text + " one more sentence") > 0
    assert shared(text, " ".join(f"in year {place} the old mill burned down" for place in range(40))) == 0
    thai = "".join(f"น้ำท่วมหมู่บ้านที่{place}ริมแม่น้ำ" for place in range(60))
    assert shared(thai, thai.replace("หมู่บ้านที่59", "ตำบล")) > 0
    assert bands_of("") == bands_of("...") == b""


def test_white_space_does_not_make_another_text() -> None:
    assert hash_of("a b\n c") == hash_of(" a  b c") != hash_of("abc")


def test_no_field_of_a_post_is_lost_in_a_row() -> None:
    post = Post(
        position=2,
        text="Ann: Where?\nHere.",
        own_text="Here.",
        author="Ben",
        author_url="http://e.org/u/2",
        date="2024-03-02",
        date_text="2 March",
        id="p2",
        url="http://e.org/t#p2",
        quotes=(Quote("Where?", "Ann"),),
        reply_to=1,
        depth=1,
        is_op=True,
        score=7,
        signature="B.",
        body=Fragment.of(parse("<p>Here.</p>")),
    )
    batch = batch_of([{"source": "s", "offset": 0, "posts": [post.to_dict()]}])
    assert batch.to_pylist()[0]["posts"] == [post.to_dict()]


def test_a_number_that_no_column_holds_costs_nothing_else() -> None:
    posts = [{"position": 1, "text": "a", "score": 10**30, "quotes": []}]
    (row,) = batch_of([{"source": "s", "offset": 0, "posts": posts, "text": "kept"}]).to_pylist()
    assert (row["text"], row["posts"][0]["score"]) == ("kept", None)
