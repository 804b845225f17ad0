"""The output folder of a run opens as it is in the tools that people have."""

from __future__ import annotations

from pathlib import Path

import pyarrow.dataset as ds
import pytest
from archives import inline, page, write_warc

from kaensan.batch.extractor import Extractor
from kaensan.batch.options import Options, Running
from kaensan.batch.run import run


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two archives of ten pages and an empty one, extracted."""
    place = tmp_path_factory.mktemp("loading")
    inputs = [
        str(write_warc(place / "a.warc.gz", [page(number) for number in range(10)])),
        str(write_warc(place / "b.warc.gz", [page(number) for number in range(10, 20)])),
        str(write_warc(place / "none.warc.gz", [])),
    ]
    extractor = Extractor(Options(method="weight"))
    run(inputs, place / "out", extractor, Running(engine=inline(extractor)))
    return place / "out"


TITLES = [f"Page {number}" for number in range(20)]


def test_nothing_but_rows_lies_in_the_open(folder: Path) -> None:
    assert sorted(path.name for path in folder.iterdir()) == [".kaensan", "a.parquet", "b.parquet", "none.parquet"]


def test_arrow_opens_the_folder(folder: Path) -> None:
    table = ds.dataset(folder, format="parquet").to_table(columns=["title", "error"])
    assert sorted(table["title"].to_pylist(), key=TITLES.index) == TITLES
    assert ds.dataset(folder).count_rows() == 20


def test_pandas_opens_the_folder(folder: Path) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.read_parquet(folder)
    assert sorted(frame["title"], key=TITLES.index) == TITLES


def test_duckdb_opens_the_folder(folder: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    for pattern in ("*.parquet", "**/*.parquet"):
        rows = duckdb.sql(f"SELECT title FROM '{folder}/{pattern}' ORDER BY source, \"offset\"").fetchall()
        assert [title for (title,) in rows] == TITLES


def test_polars_opens_the_folder(folder: Path) -> None:
    polars = pytest.importorskip("polars")
    assert sorted(polars.read_parquet(folder / "*.parquet")["title"].to_list(), key=TITLES.index) == TITLES


def test_hugging_face_opens_the_folder(folder: Path, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    loaded = datasets.load_dataset(str(folder), split="train", cache_dir=str(tmp_path))
    assert sorted(loaded["title"], key=TITLES.index) == TITLES


def test_spark_opens_the_folder(folder: Path) -> None:
    pyspark = pytest.importorskip("pyspark.sql")
    spark = pyspark.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        assert spark.read.parquet(str(folder)).count() == 20
    finally:
        spark.stop()
