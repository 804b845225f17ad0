"""Gold from elsewhere, taken apart into pages: lines of a dataset, a marked page, or archives of them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kaensan.errors import InputError
from kaensan.extras import from_extra
from kaensan.gold.datasets import read_record

__all__ = ["MEDIA", "Incoming", "take_apart"]

MEDIA = ("application/x-ndjson", "application/zstd", "application/zip", "text/html")
_MOST_FILES = 10_000


@dataclass(frozen=True)
class Incoming:
    """A page to import; `line` is the rest of its line, None for a marked page."""

    name: str
    html: bytes
    url: str | None = None
    line: dict[str, Any] | None = None
    problem: str | None = None
    """why it cannot be imported, where that is known already"""


def take_apart(media: str, body: bytes, most: int) -> Iterator[Incoming]:
    """The pages of an upload, which may unpack to no more than so many bytes."""
    if media == "text/html":
        yield Incoming("page", body)
    elif media == "application/zip":
        yield from _archive(body, most)
    elif media == "application/zstd":
        yield from _lines(_unpacked(body, most), "line")
    else:
        yield from _lines(body, "line")


def _lines(body: bytes, name: str) -> Iterator[Incoming]:
    for number, line in enumerate(body.splitlines(), start=1):
        if line.strip():
            yield _line(f"{name} {number}", line)


def _line(name: str, line: bytes) -> Incoming:
    try:
        record = read_record(line)
    except InputError as error:
        return Incoming(name, b"", problem=str(error))
    url = record.get("url")
    rest = {key: value for key, value in record.items() if key not in ("html", "marked")}
    return Incoming(name, record["html"], url if isinstance(url, str) else None, rest)


def _archive(body: bytes, most: int) -> Iterator[Incoming]:
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            files = [one for one in archive.infolist() if not one.is_dir()]
            if len(files) > _MOST_FILES or sum(one.file_size for one in files) > most:
                raise InputError(f"the archive unpacks to more than {most:,} bytes or {_MOST_FILES:,} files")
            for one in files:
                data = archive.read(one)
                if one.filename.endswith((".html", ".htm")):
                    yield Incoming(one.filename, data)
                elif one.filename.endswith(".jsonl"):
                    yield from _lines(data, one.filename)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        raise InputError(f"the archive cannot be read ({error})") from error


def _unpacked(body: bytes, most: int) -> bytes:
    with from_extra("serve", "reading a compressed dataset"):
        import zstandard
    try:
        reader = zstandard.ZstdDecompressor(max_window_size=1 << 27).stream_reader(io.BytesIO(body))
        data = reader.read(most + 1)
    except zstandard.ZstdError as error:
        raise InputError(f"the file cannot be unpacked ({error})") from error
    if len(data) > most:
        raise InputError(f"the file unpacks to more than {most:,} bytes")
    return data
