"""The gold store as files that others read: a dataset, or marked pages."""

from __future__ import annotations

import base64
import json
import zipfile
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from kaensan.extras import from_extra
from kaensan.gold.marked import mark
from kaensan.page import parse
from kaensan.serve.gold.record import DATASET, SPLIT
from kaensan.serve.gold.store import GoldStore

__all__ = ["DATASET_FILE", "marked_page", "write_dataset", "write_lines", "write_marked", "write_zip"]

DATASET_FILE = f"{DATASET}.{SPLIT}.jsonl.zst"
"""The name under which `kaensan bench` and `kaensan train` find the dataset in a folder."""
_WHEN = (2020, 1, 1, 0, 0, 0)
"""The date of every file in an archive, so that the same gold gives the same bytes."""
_LEVEL = 6
"""Of zstd: pages shrink to a tenth, at some 100 MB a second."""


def write_lines(store: GoldStore, path: Path, without: Collection[str] = ()) -> None:
    """Every page as a line of JSON, but for those whose ids are named."""
    with path.open("wb") as file:
        for line in _lines(store, without):
            file.write(line)


def write_dataset(store: GoldStore, path: Path, without: Collection[str] = ()) -> None:
    """The same, compressed."""
    with from_extra("serve", "compressing a dataset"):
        import zstandard
    with path.open("wb") as file, zstandard.ZstdCompressor(level=_LEVEL).stream_writer(file) as writer:
        for line in _lines(store, without):
            writer.write(line)


def write_zip(store: GoldStore, path: Path, without: Collection[str] = ()) -> None:
    """All pages with their marks, a file each in an archive."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in _marked(store, without):
            archive.writestr(zipfile.ZipInfo(name, _WHEN), text, zipfile.ZIP_DEFLATED)


def write_marked(store: GoldStore, folder: Path, without: Collection[str] = ()) -> None:
    """All pages with their marks, a file each in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.html"):
        old.unlink()
    for name, text in _marked(store, without):
        (folder / name).write_text(text, "utf-8", errors="replace")


def marked_page(record: dict[str, Any]) -> str:
    """A page with its marks."""
    page = parse(base64.b64decode(record["html"]), record["url"])
    return mark(page, record["extra"]["labels"], record["extra"].get("posts"))


def _lines(store: GoldStore, without: Collection[str]) -> Iterator[bytes]:
    for record in _records(store, without):
        yield json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"


def _marked(store: GoldStore, without: Collection[str]) -> Iterator[tuple[str, str]]:
    for record in _records(store, without):
        yield f"{record['id'].partition('/')[2]}.html", marked_page(record)


def _records(store: GoldStore, without: Collection[str]) -> Iterator[dict[str, Any]]:
    for name in store.ids():
        record = None if name in without else store.get(name)
        if record is not None:
            yield record
