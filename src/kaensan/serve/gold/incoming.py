"""Gold from elsewhere, taken apart into files of a page each: lines of a dataset, marked pages, archives of them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from kaensan.errors import InputError
from kaensan.extras import from_extra

__all__ = ["LINE", "MEDIA", "Allowance", "Entry", "unpack"]

MEDIA = ("application/x-ndjson", "application/zstd", "application/zip", "text/html")
LINE = ".line"
"""The ending of a file that holds a line of a dataset; others are marked pages."""

_MOST_ENTRIES = 10_000
_MOST_LINES = 100_000
"""Lines of a file, blank ones too."""
_WINDOW = 1 << 27
"""Bytes of memory that unpacking may take; `zstd --ultra --long` needs no more."""
_PART = 1 << 20


@dataclass(frozen=True)
class Allowance:
    """What may be unpacked."""

    total: int
    """bytes of all pages"""
    each: int
    """bytes of one page with its line"""


@dataclass(frozen=True)
class Entry:
    """A page to import: what to call it in messages, and its file."""

    name: str
    file: str


def unpack(media: str, body: bytes, folder: Path, allowed: Allowance) -> list[Entry]:
    """Write every page of an upload into a file of its own; what the upload says of its sizes is not believed."""
    writer = _Writer(folder, allowed)
    if media == "text/html":
        writer.write("page", ".html", body)
    elif media == "application/zip":
        _unpack_zip(body, writer)
    elif media == "application/zstd":
        _unpack_zstd(body, writer)
    else:
        _write_lines(io.BytesIO(body), "line", writer)
    return writer.entries


class _Writer:
    """Files in a folder, as many and as large as is allowed."""

    def __init__(self, folder: Path, allowed: Allowance) -> None:
        self.entries: list[Entry] = []
        self.allowed = allowed
        self._folder = folder
        self._left = allowed.total

    def write(self, name: str, ending: str, data: bytes) -> None:
        self.count(len(data))
        if len(self.entries) >= _MOST_ENTRIES:
            raise InputError(f"the upload has more than {_MOST_ENTRIES:,} pages; send it in parts")
        entry = Entry(name[:200], f"{len(self.entries):05}{ending}")
        (self._folder / entry.file).write_bytes(data)
        self.entries.append(entry)

    def count(self, size: int) -> None:
        self._left -= size
        if self._left < 0:
            raise InputError(f"the upload unpacks to more than {self.allowed.total:,} bytes; send it in parts")


def _write_lines(file: IO[bytes], name: str, writer: _Writer) -> None:
    for number, line in enumerate(_lines(file, writer), start=1):
        if number > _MOST_LINES:
            raise InputError(f"the upload has more than {_MOST_LINES:,} lines; send it in parts")
        if line.strip():
            writer.write(f"{name} {number}", LINE, line)


def _lines(file: IO[bytes], writer: _Writer) -> Iterator[bytes]:
    while line := file.readline(writer.allowed.each + 1):
        if len(line) > writer.allowed.each:
            raise InputError(f"a line is longer than {writer.allowed.each:,} bytes")
        if not line.strip():
            writer.count(len(line))
        yield line


def _unpack_zip(body: bytes, writer: _Writer) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            for member in archive.infolist():
                name = member.filename
                if name.endswith((".html", ".htm")):
                    with archive.open(member) as file:
                        writer.write(name, ".html", _read(file, writer.allowed.each))
                elif name.endswith(".jsonl"):
                    with archive.open(member) as file:
                        _write_lines(file, name, writer)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        raise InputError(f"the archive cannot be read ({error})") from error


def _read(file: IO[bytes], most: int) -> bytes:
    data = file.read(most + 1)
    if len(data) > most:
        raise InputError(f"a page is larger than {most:,} bytes")
    return data


def _unpack_zstd(body: bytes, writer: _Writer) -> None:
    with from_extra("serve", "reading a compressed dataset"):
        import zstandard
    decompressor = zstandard.ZstdDecompressor(max_window_size=_WINDOW)
    try:
        with decompressor.stream_reader(io.BytesIO(body), read_across_frames=True) as reader:
            _write_lines(io.BufferedReader(reader, _PART), "line", writer)
    except zstandard.ZstdError as error:
        raise InputError(f"the file cannot be unpacked ({error})") from error
