"""Documents become tables in pandas and polars in a line."""

from __future__ import annotations

import pytest

import kaensan
from plain_methods import All

PAGES = [
    "<html lang=th><title>ชา</title><p>ชาเป็นเครื่องดื่มจากใบไม้",
    "<html lang=en><title>Tea</title><p>Tea is a drink.",
    "",
]


def rows() -> list[dict[str, object]]:
    return [doc.to_dict(["text"]) for doc in kaensan.extract_many(PAGES, method=All())]


def test_pandas_takes_documents() -> None:
    pandas = pytest.importorskip("pandas", reason="needs pandas")
    frame = pandas.DataFrame(rows())
    assert list(frame["title"].fillna("")) == ["ชา", "Tea", ""]
    assert frame["text"].str.len().tolist() == [len(str(row["text"])) for row in rows()]


def test_polars_takes_documents() -> None:
    polars = pytest.importorskip("polars", reason="needs polars")
    frame = polars.DataFrame(rows(), infer_schema_length=None)
    assert frame["language"].to_list() == ["th", "en", None]
    assert frame.filter(polars.col("language") == "th")["title"].to_list() == ["ชา"]
