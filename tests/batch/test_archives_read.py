"""WARC archives of every make give their pages, and damage costs only what was damaged."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pytest
import zstandard
from archives import chunks_of, found_in, page, pages_in, shard_of, warc_record
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kaensan.batch.extractor import Extractor
from kaensan.batch.options import Limits, Options
from kaensan.batch.records import Loss, Record, Skipped
from kaensan.batch.sources import source_of
from kaensan.errors import InputError

PLAIN = [warc_record(number) for number in range(5)]
GZIP = [gzip.compress(record) for record in PLAIN]
ZSTD = [zstandard.compress(record) for record in PLAIN]
WAYS = {
    "a.warc": b"".join(PLAIN),
    "a.warc.gz": b"".join(GZIP),
    "a.warc.zst": b"".join(ZSTD),
    "whole.warc.gz": gzip.compress(b"".join(PLAIN)),
    "whole.warc.zst": zstandard.compress(b"".join(PLAIN)),
}


def write(tmp_path: Path, name: str, content: bytes) -> Path:
    path = tmp_path / name
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("name", WAYS)
def test_every_page_comes_with_its_place(tmp_path: Path, name: str) -> None:
    found = pages_in(write(tmp_path, name, WAYS[name]))
    assert [record.content for record in found] == [page(number) for number in range(5)]
    assert [record.url for record in found] == [f"http://example.org/{number}" for number in range(5)]
    assert (found[1].id, found[1].fetched, found[1].charset) == ("<urn:uuid:1>", "2026-01-02T03:04:05Z", "utf-8")


def test_the_offset_leads_back_to_the_record(tmp_path: Path) -> None:
    path = write(tmp_path, "a.warc.gz", WAYS["a.warc.gz"])
    third = pages_in(path)[2]
    with path.open("rb") as file:
        file.seek(third.offset)
        assert gzip.GzipFile(fileobj=file).read(len(PLAIN[2])) == PLAIN[2]


@pytest.mark.parametrize("name", ["a.warc.gz", "a.warc.zst"])
def test_bytes_of_archives_elsewhere_travel_and_those_of_local_ones_stay(tmp_path: Path, name: str) -> None:
    path, small = write(tmp_path, name, WAYS[name]), Options(chunk=10)
    source, shard = source_of("warc"), shard_of(path)
    here = list(source.chunks(shard, 0, small))
    there = list(source.chunks(replace(shard, location=f"file://{path}"), 0, small))
    assert [(chunk.start, chunk.end, chunk.last) for chunk in here] == [
        (chunk.start, chunk.end, chunk.last) for chunk in there
    ]
    assert all(chunk.payload[1] is None for chunk in here)
    assert b"".join(chunk.payload[1] for chunk in there) == WAYS[name]
    for one, other in zip(here, there, strict=True):
        assert list(source.records(one, small)) == list(source.records(other, small))


def test_an_archive_that_became_shorter_is_no_lost_record(tmp_path: Path) -> None:
    path = write(tmp_path, "a.warc.gz", WAYS["a.warc.gz"])
    (chunk,) = chunks_of(path)
    path.write_bytes(WAYS["a.warc.gz"][:-5])
    with pytest.raises(InputError, match="shorter than it was"):
        list(source_of("warc").records(chunk, Options()))
    with pytest.raises(InputError, match="shorter than it was"):
        Extractor(Options(method="weight"))(chunk)


def test_records_that_are_no_pages_are_counted_by_kind(tmp_path: Path) -> None:
    others = [warc_record(0, kind="request"), warc_record(1, status=404), warc_record(2, kind="metadata")]
    picture = warc_record(3).replace(b"text/html", b"image/png")
    found = found_in(write(tmp_path, "a.warc", b"".join([*others, picture, PLAIN[4]])))
    assert [one.reason for one in found if isinstance(one, Skipped)] == [
        "request record",
        "HTTP status 404",
        "metadata record",
        "image/png",
    ]
    assert isinstance(found[-1], Record)


def test_a_wet_record_is_text(tmp_path: Path) -> None:
    (found,) = pages_in(
        write(tmp_path, "a.warc.wet.gz", gzip.compress(warc_record(0, "ฝนตก\n".encode(), kind="conversion")))
    )
    assert found.plain
    assert found.content == "ฝนตก\n".encode()


def test_a_body_that_the_server_compressed_or_chunked_is_unpacked(tmp_path: Path) -> None:
    packed = gzip.compress(page(0))
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"
    body = head + b"%x\r\n" % len(packed) + packed + b"\r\n0\r\n\r\n"
    whole = warc_record(0, b"", kind="resource").replace(b"WARC-Type: resource", b"WARC-Type: response")
    whole = whole.replace(b"Content-Length: 0\r\n\r\n", b"Content-Length: %d\r\n\r\n" % len(body) + body)
    (found,) = pages_in(write(tmp_path, "a.warc", whole))
    assert found.content == page(0)


def damaged(name: str) -> bytes:
    one = {"gz": GZIP, "zst": ZSTD, "plain": PLAIN}[name]
    return one[1][: len(one[1]) // 2] + b"\xff" * 20 + one[1][len(one[1]) // 2 + 20 :]


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("bytes overwritten, gzip", b"".join([GZIP[0], damaged("gz"), *GZIP[2:]]), [0, 2, 3, 4]),
        ("bytes overwritten, zstd", b"".join([ZSTD[0], damaged("zst"), *ZSTD[2:]]), [0, 2, 3, 4]),
        ("a hole of zeros", b"".join([GZIP[0], bytes(len(GZIP[1])), *GZIP[2:]]), [0, 2, 3, 4]),
        ("the end of a record without its start", b"".join([GZIP[0], GZIP[1][40:], *GZIP[2:]]), [0, 2, 3, 4]),
        ("cut short, gzip", b"".join(GZIP)[:-30], [0, 1, 2, 3]),
        ("cut short, plain", b"".join(PLAIN)[:-30], [0, 1, 2, 3]),
        ("cut short, compressed as a whole", gzip.compress(b"".join(PLAIN), 0)[:-30], [0, 1, 2, 3]),
        ("junk between records", b"".join([PLAIN[0], b"junk" * 50, *PLAIN[1:]]), [0, 1, 2, 3, 4]),
        ("junk only", b"no archive at all" * 10, []),
    ],
)
def test_after_damage_the_next_record_is_found_and_the_loss_is_told(
    tmp_path: Path, name: str, content: bytes, expected: list[int]
) -> None:
    found = found_in(write(tmp_path, "a.warc.gz", content))
    assert [record.content for record in found if isinstance(record, Record)] == [page(number) for number in expected]
    assert [one for one in found if isinstance(one, Loss) and one.length > 0], name


@pytest.mark.parametrize("compress", [bytes, gzip.compress])
@pytest.mark.parametrize("wrong", [b"Content-Length: 9", b"Content-Length: 1"])
def test_a_wrong_length_costs_no_neighbour(tmp_path: Path, compress: type[bytes], wrong: bytes) -> None:
    first_digit = PLAIN[1].index(b"Content-Length: ") + 16
    bad = PLAIN[1].replace(b"Content-Length: " + PLAIN[1][first_digit : first_digit + 1], wrong)
    found = pages_in(write(tmp_path, "a.warc", b"".join(map(compress, [PLAIN[0], bad, *PLAIN[2:]]))))
    assert [record.url for record in found] == [f"http://example.org/{number}" for number in range(5)]
    if wrong.endswith(b"9"):
        assert found[1].content == page(1)


def test_an_archive_within_an_archive_is_one_record(tmp_path: Path) -> None:
    inner = warc_record(9, b"".join(GZIP) * 2).replace(b"text/html", b"x/archive")
    content = GZIP[0] + gzip.compress(inner, 0) + GZIP[1]
    found = found_in(write(tmp_path, "a.warc.gz", content))
    assert [one.reason if isinstance(one, Skipped) else one.url for one in found] == [
        "http://example.org/0",
        "x/archive",
        "http://example.org/1",
    ]


def test_bytes_that_look_like_the_start_of_a_record_by_chance_end_none(tmp_path: Path) -> None:
    html = page(0) + b"<!-- \x1f\x8b\x08 -->"
    stored = gzip.compress(warc_record(0, html), compresslevel=0)  # as it is, magic number and all
    path = write(tmp_path, "a.warc.gz", stored + gzip.compress(warc_record(1)))
    assert [found.content for found in pages_in(path)] == [html, page(1)]


def test_a_record_that_lies_about_its_size_is_damaged(tmp_path: Path) -> None:
    whole = gzip.compress(warc_record(0))
    lying = whole[:-4] + (int.from_bytes(whole[-4:], "little") - 1).to_bytes(4, "little")
    path = write(tmp_path, "a.warc.gz", lying + gzip.compress(warc_record(1)))
    damaged_one, next_one = found_in(path)
    assert isinstance(damaged_one, Loss)
    assert next_one.content == page(1)


def test_a_page_past_the_size_limit_is_a_page_that_failed(tmp_path: Path) -> None:
    content = gzip.compress(warc_record(0, b"<p>" + b"x" * 5000)) + GZIP[1]
    first, second = pages_in(write(tmp_path, "a.warc.gz", content), Options(limits=Limits(size=2000)))
    assert first.error == "the page is longer than 2,000 bytes"
    assert second.error is None


def test_an_empty_archive_has_no_pages(tmp_path: Path) -> None:
    assert found_in(write(tmp_path, "a.warc.gz", b"")) == []


@pytest.mark.parametrize("name", WAYS)
def test_reading_can_go_on_after_any_chunk(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, name, WAYS[name])
    small = Options(chunk=10)
    whole = pages_in(path, small)
    cuts = [chunk.end for chunk in chunks_of(path, small)]
    assert len(cuts) > 1
    for cut in cuts:
        assert pages_in(path, small, start=cut) == [record for record in whole if record.offset >= cut]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.integers(0, sum(map(len, GZIP)) - 1), st.binary(min_size=1, max_size=40))
def test_damage_anywhere_costs_only_the_records_that_it_touches(tmp_path: Path, place: int, junk: bytes) -> None:
    content = b"".join(GZIP)
    content = (content[:place] + junk + content[place + len(junk) :])[: len(content)]
    starts = [sum(map(len, GZIP[:number])) for number in range(6)]
    safe = [
        number
        for number in range(5)
        if starts[number + 1] <= place or starts[number] >= min(place + len(junk), len(content))
    ]
    found = {record.url: record.content for record in pages_in(write(tmp_path, "a.warc.gz", content))}
    for number in safe:
        assert found[f"http://example.org/{number}"] == page(number)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.binary(max_size=300), st.sampled_from(["a.warc", "a.warc.gz", "a.warc.zst"]))
def test_any_bytes_are_read_without_an_error(tmp_path: Path, content: bytes, name: str) -> None:
    magic = {"a.warc": b"WARC/1.0\r\n", "a.warc.gz": GZIP[0], "a.warc.zst": ZSTD[0]}[name]
    for start in (b"", magic, magic[:-5], magic[:4]):
        assert isinstance(found_in(write(tmp_path, name, start + content)), list)
