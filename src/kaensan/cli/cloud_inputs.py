"""What a cloud can be made of on the command line: pages, texts, folders of them, and what `kaensan batch` writes."""

from __future__ import annotations

import gzip
import io
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from kaensan.api import extract
from kaensan.document import Document
from kaensan.errors import InputError, KaensanError, UsageError
from kaensan.extras import from_extra
from kaensan.methods import Method
from kaensan.page import Page
from kaensan.page.decode import decode
from kaensan.page.safe_readers import load_json
from kaensan.web.single_page import fetch_page

__all__ = ["Failure", "read_inputs"]

_PAGES = (".html", ".htm", ".xhtml")
_TEXTS = (".txt", ".md")
_ROWS = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz", ".jsonl.zst", ".ndjson.zst", ".parquet")
_MARKUP = re.compile(rb"<(?:!doctype|html|head|body|div|p|article|main|h1)\b", re.I)

Failure = tuple[str, str]
"""A source that could not be read, and why."""

Fetch = Callable[[str], Page]


def read_inputs(
    names: list[str], method: str | Method | None = None, fetch: Fetch = fetch_page
) -> tuple[list[Document | str], list[Failure]]:
    """Read files, folders, URLs and `-`; what cannot be read is named and does not stop the rest."""
    found: list[Document | str] = []
    failures: list[Failure] = []
    for name in names:
        try:
            for part in _parts(name):
                try:
                    found.extend(_read(part, method, failures, fetch))
                except UsageError:  # the request is wrong, not the source
                    raise
                except (KaensanError, OSError) as error:
                    failures.append((part, _reason(error)))
        except InputError as error:
            failures.append((name, str(error)))
    return found, failures


def _parts(name: str) -> list[str]:
    folder = Path(name)
    if name == "-" or _is_url(name) or not folder.is_dir():
        return [name]
    endings = (*_PAGES, *_TEXTS, *_ROWS)
    files = sorted(str(path) for path in folder.rglob("*") if path.name.lower().endswith(endings) and path.is_file())
    if not files:
        raise InputError(f"the folder holds no page, text or batch output ({', '.join(endings)})")
    return files


def _read(name: str, method: str | Method | None, failures: list[Failure], fetch: Fetch) -> Iterator[Document | str]:
    ending = name.lower()
    if _is_url(name):
        yield extract(fetch(name), method=method)
    elif ending.endswith(_ROWS):
        yield from _rows(Path(name), method, failures)
    else:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        if ending.endswith(_PAGES) or (not ending.endswith(_TEXTS) and _MARKUP.search(data, 0, 4096)):
            yield extract(data, method=method)
        else:
            yield decode(data).text


def _rows(path: Path, method: str | Method | None, failures: list[Failure]) -> Iterator[Document | str]:
    """The texts of a table of pages: `text` as `kaensan batch` writes it, else the page in `html`."""
    for number, row in _table(path):
        if isinstance(row, dict) and isinstance(row.get("text"), str):
            yield row["text"]
        elif isinstance(row, dict) and isinstance(row.get("html"), str | bytes):
            yield extract(row["html"], row.get("url"), method=method)
        else:
            failures.append((f"{path}:{number}", "the row is no object with text or html"))


def _table(path: Path) -> Iterator[tuple[int, Any]]:
    if path.suffix.lower() == ".parquet":
        yield from _parquet(path)
        return
    with path.open("rb") as raw:
        lines: Any = raw
        if path.suffix.lower() == ".gz":
            lines = gzip.open(raw)  # noqa: SIM115 (closed with the file below it)
        elif path.suffix.lower() == ".zst":
            lines = io.BufferedReader(_zstd(raw))
        for number, line in enumerate(lines, start=1):
            if line.strip():
                try:
                    yield number, load_json(line)
                except ValueError:
                    yield number, None


def _zstd(raw: io.BufferedReader) -> Any:
    with from_extra("batch", "reading .zst files"):
        import zstandard
    return zstandard.ZstdDecompressor(max_window_size=2**27).stream_reader(raw)


def _parquet(path: Path) -> Iterator[tuple[int, Any]]:
    with from_extra("batch", "reading .parquet files"):
        from pyarrow import ArrowInvalid, parquet
    try:
        table = parquet.ParquetFile(path)
    except ArrowInvalid as error:
        raise InputError("this is no Parquet file") from error
    wanted = [name for name in ("text", "html", "url") if name in table.schema_arrow.names]
    number = 0
    for batch in table.iter_batches(columns=wanted):
        for row in batch.to_pylist():
            number += 1
            yield number, row


def _is_url(name: str) -> bool:
    return name.lower().startswith(("http://", "https://"))


def _reason(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
