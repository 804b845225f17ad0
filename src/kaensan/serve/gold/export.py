"""The gold store as files that others read: a dataset, or a folder of marked pages."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kaensan.extras import from_extra
from kaensan.gold.marked import mark
from kaensan.page import parse
from kaensan.serve.gold.record import DATASET, SPLIT
from kaensan.serve.gold.store import GoldStore

__all__ = ["dataset_lines", "marked_page", "marked_zip", "write_dataset", "write_marked", "zstd_dataset"]

_WHEN = (2020, 1, 1, 0, 0, 0)
"""The date of every file in an archive, so that the same gold gives the same bytes."""


def dataset_lines(store: GoldStore) -> Iterator[bytes]:
    """Every page as a line of JSON."""
    for name in store.ids():
        record = store.get(name)
        if record is not None:
            yield json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"


def zstd_dataset(store: GoldStore) -> bytes:
    """The whole store as the file that `kaensan bench` and `kaensan train` read."""
    with from_extra("serve", "compressing a dataset"):
        import zstandard
    out = io.BytesIO()
    with zstandard.ZstdCompressor(level=10).stream_writer(out, closefd=False) as writer:
        for line in dataset_lines(store):
            writer.write(line)
    return out.getvalue()


def marked_page(record: dict[str, Any]) -> str:
    """A page with its marks."""
    page = parse(base64.b64decode(record["html"]), record["url"])
    return mark(page, record["extra"]["labels"], record["extra"].get("posts"))


def marked_zip(store: GoldStore) -> bytes:
    """All pages with their marks, a file each."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in _marked(store):
            archive.writestr(zipfile.ZipInfo(name, _WHEN), text, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def write_dataset(store: GoldStore, folder: Path) -> Path:
    """The dataset as a file in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{DATASET}.{SPLIT}.jsonl.zst"
    path.write_bytes(zstd_dataset(store))
    return path


def write_marked(store: GoldStore, folder: Path) -> int:
    """The marked pages as files in a folder; how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.html"):
        old.unlink()
    count = 0
    for name, text in _marked(store):
        (folder / name).write_text(text, "utf-8", errors="replace")
        count += 1
    return count


def _marked(store: GoldStore) -> Iterator[tuple[str, str]]:
    for name in store.ids():
        record = store.get(name)
        if record is not None:
            yield f"{name}.html", marked_page(record)
