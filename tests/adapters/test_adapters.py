"""Kaensan in other people's engines."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from datatrove.data import Document
from scrapy.utils.test import get_crawler

from kaensan.adapters.datatrove import Kaensan
from kaensan.adapters.scrapy import KaensanPipeline
from kaensan.adapters.spark import SCHEMA, extract_batches, extract_frames
from kaensan.batch import Filters, Options
from kaensan.batch.schema import schema
from kaensan.errors import UsageError

PAGE = "<html lang=th><title>ข่าว</title><article><p>ฝนตกหนักในกรุงเทพมหานครตลอดทั้งคืน น้ำท่วมหลายเขต</p></article>"
TEXT = "ฝนตกหนักในกรุงเทพมหานครตลอดทั้งคืน น้ำท่วมหลายเขต"
OPTIONS = Options(method="weight", filters=Filters(not_url="private"))


def test_a_datatrove_step_forwards_text_and_drops_the_rest() -> None:
    step = Kaensan(OPTIONS)
    given = [("a", PAGE, "http://e.org/"), ("b", "", "http://e.org/"), ("c", PAGE, "http://e.org/private")]
    documents = [Document(text=html, id=name, metadata={"url": url}) for name, html, url in given]
    (found,) = step.run(iter(documents))
    assert (found.id, found.text) == ("a", TEXT)
    assert (found.metadata["title"], found.metadata["language"]) == ("ข่าว", "th")
    assert {name: step.stats[name].total for name in ("total", "forwarded", "dropped_url", "dropped_empty")} == {
        "total": 3,
        "forwarded": 1,
        "dropped_url": 1,
        "dropped_empty": 1,
    }


@dataclass
class Narrow:
    """An item that declares what it holds."""

    html: Any
    url: str | None = None
    text: str | None = None


def test_a_scrapy_pipeline_fills_items() -> None:
    pipeline = KaensanPipeline.from_crawler(get_crawler(settings_dict={"KAENSAN_METHOD": "weight"}))
    with pytest.raises(UsageError, match="not open"):
        asyncio.run(pipeline.process_item({"html": PAGE}))
    pipeline.open_spider()
    try:
        item = asyncio.run(pipeline.process_item({"html": PAGE.encode("cp874"), "url": "http://e.org/"}))
        assert (item["text"], item["title"], item["error"]) == (TEXT, "ข่าว", None)
        assert asyncio.run(pipeline.process_item(Narrow(PAGE))) == Narrow(PAGE, text=TEXT)
        assert asyncio.run(pipeline.process_item({"price": 3})) == {"price": 3}
    finally:
        pipeline.close_spider()


def test_a_spark_function_maps_batches_to_the_rows_of_a_run() -> None:
    urls = ["http://e.org/1", "http://e.org/private", "http://e.org/2"]
    batch = pa.RecordBatch.from_pydict({"html": [PAGE, PAGE, None], "url": urls, "other": [1, 2, 3]})
    (first, second) = extract_batches([batch, batch.slice(0, 1)], OPTIONS)
    assert first.schema.equals(schema())
    rows = first.to_pylist()
    assert [(row["offset"], row["text"], row["error"] is None) for row in rows] == [(0, TEXT, True), (2, None, False)]
    assert second.to_pylist()[0]["offset"] == 3
    (frame,) = extract_frames([pd.DataFrame({"html": [PAGE], "url": ["http://e.org/"]})], OPTIONS)
    assert frame["text"].tolist() == [TEXT]


def test_spark_itself_maps_pages(tmp_path: Path) -> None:
    pyspark = pytest.importorskip("pyspark.sql", reason="needs pyspark and a Java runtime")
    pq.write_table(pa.table({"html": [PAGE], "url": ["http://e.org/1"]}), tmp_path / "pages.parquet")
    spark = pyspark.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        pages = spark.read.parquet(str(tmp_path / "pages.parquet"))
        (row,) = pages.mapInArrow(partial(extract_batches, options=OPTIONS), SCHEMA).collect()
    finally:
        spark.stop()
    assert (row["url"], row["title"], row["text"]) == ("http://e.org/1", "ข่าว", TEXT)


def test_the_schema_in_the_words_of_spark_names_every_column() -> None:
    assert [column.split("`")[1] for column in SCHEMA.split(", ")] == schema().names
    assert "`confidence` double" in SCHEMA
    assert "`authors` array<string>" in SCHEMA
    assert "quotes:array<struct<text:string,author:string>>" in SCHEMA
