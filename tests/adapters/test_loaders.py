"""Kaensan as a loader of retrieval frameworks and beside tables: each test uses the real framework."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import kaensan
from kaensan.adapters.frames import COLUMNS, extract_column
from kaensan.adapters.loading import Source, plain_metadata, read_sources
from kaensan.errors import FetchError, InputError

URL = "https://news.example/rain"
HTML = """<html lang=th><title>ฝนตกหนัก</title><nav><a href=/>หน้าแรก</a></nav><article><h1>ฝนตกหนัก</h1><h2>ถนน</h2>
<p>ฝนตกหนักในกรุงเทพมหานครตลอดทั้งคืน น้ำท่วมหลายเขต รถติดยาวกว่าสิบกิโลเมตร</p></article>"""
BODY = "ฝนตกหนักในกรุงเทพมหานครตลอดทั้งคืน น้ำท่วมหลายเขต รถติดยาวกว่าสิบกิโลเมตร"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "rain.html"
    path.write_bytes(HTML.encode("cp874"))
    return path


def test_sources_are_files_bytes_and_pages(file: Path) -> None:
    sources: list[Source] = [file, str(file), HTML.encode(), kaensan.parse(HTML, URL)]
    assert all(BODY in document.text for document in read_sources(sources))


def test_a_source_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.html"):
        list(read_sources([tmp_path / "none.html"]))


def test_addresses_are_fetched_safely() -> None:
    with pytest.raises(FetchError):
        list(read_sources(["http://169.254.169.254/latest/meta-data"]))


def test_metadata_is_flat() -> None:
    (document,) = read_sources([kaensan.parse(HTML, URL)])
    metadata = plain_metadata(document)
    assert metadata["source"] == URL
    assert metadata["title"] == "ฝนตกหนัก"
    assert all(isinstance(value, str | float) for value in metadata.values())


def test_langchain_loads_and_transforms(file: Path) -> None:
    pytest.importorskip("langchain_core", reason="needs the extra langchain")
    from langchain_core.documents import Document

    from kaensan.adapters.langchain import KaensanLoader, KaensanTransformer

    (loaded,) = KaensanLoader([file]).load()
    assert BODY in loaded.page_content
    assert loaded.metadata["source"] == file.as_uri()
    raw = Document(page_content=HTML, metadata={"source": URL, "rank": 3})
    (clean,) = KaensanTransformer(form="text").transform_documents([raw])
    assert BODY in clean.page_content
    assert "หน้าแรก" not in clean.page_content
    assert (clean.metadata["rank"], clean.metadata["source"]) == (3, URL)


def test_llamaindex_reads(file: Path) -> None:
    pytest.importorskip("llama_index.core", reason="needs the extra llamaindex")
    from kaensan.adapters.llamaindex import KaensanReader

    (document,) = KaensanReader(form="text").load_data([file])
    assert BODY in document.text
    assert document.metadata["language"] == "th"


def test_haystack_converts_in_a_pipeline(file: Path) -> None:
    pytest.importorskip("haystack", reason="needs the extra haystack")
    from haystack import Pipeline
    from haystack.dataclasses import ByteStream

    from kaensan.adapters.haystack import KaensanConverter

    pipeline = Pipeline()
    pipeline.add_component("html", KaensanConverter(form="text"))
    again = Pipeline.loads(pipeline.dumps(), allowed_modules=["kaensan.adapters.haystack"])
    sources = [file, ByteStream(HTML.encode(), meta={"url": URL})]
    documents = again.run({"html": {"sources": sources, "meta": {"topic": "rain"}}})["html"]["documents"]
    assert all(BODY in document.content for document in documents)
    assert documents[1].meta["source"] == URL
    assert documents[0].meta["topic"] == "rain"


def _check(columns: dict[str, list[Any]]) -> None:
    assert tuple(columns) == COLUMNS
    assert columns["text"][0] is not None
    assert BODY in columns["text"][0]
    assert columns["text"][1] is None
    assert columns["error"][0] is None
    assert columns["error"][1]


def test_a_pandas_column_of_pages() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"html": [HTML, None], "url": [URL, URL]})
    columns = extract_column(frame["html"], frame["url"])
    _check(columns)
    assert frame.join(pandas.DataFrame(columns)).shape == (2, 2 + len(COLUMNS))


def test_a_polars_column_of_pages() -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"html": [HTML, None]})
    columns = extract_column(frame["html"])
    _check(columns)
    assert frame.with_columns(polars.DataFrame(columns)).shape == (2, 1 + len(COLUMNS))
