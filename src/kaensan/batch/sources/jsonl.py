"""JSON lines, compressed or not: a page a line. `Record.offset` is where the line starts in the uncompressed file."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from kaensan.batch.options import Options
from kaensan.batch.records import Chunk, Loss, Record
from kaensan.batch.shards import Shard, open_input
from kaensan.batch.sources.inflated import Inflated
from kaensan.batch.sources.row_pages import page_fields
from kaensan.errors import InputError
from kaensan.extras import from_extra
from kaensan.page.safe_readers import load_json

__all__ = ["PAGES_A_PART", "chunks", "records"]

PAGES_A_PART = 1000

_READ = 1 << 20
_TOO_LONG = b"\0too long"
"""Stands for a line that is too long; no line of JSON begins with a zero byte."""


def chunks(shard: Shard, start: int, options: Options) -> Iterator[Chunk]:
    """Cut a file at line ends."""
    with open_input(shard.location) as file:
        stream = _opened(file, shard.compression)
        _skip_to(stream, file, start, shard.compression)
        longest = 3 * options.limits.size  # escapes make the markup longer
        lines: list[tuple[int, bytes | None]] = []
        size, place, begin = 0, start, start
        try:
            for line, length in _lines(stream, longest):
                if size > 4 * options.chunk:
                    yield _chunk(shard, begin, place, lines, size)
                    lines, size, begin = [], 0, place
                lines.append((place, line))
                size += len(line or b"")
                place += length
        except (EOFError, OSError) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise
            lines.append((place, None))
        if lines:
            yield _chunk(shard, begin, place, lines, size)


def records(chunk: Chunk, options: Options) -> Iterator[Record | Loss]:
    """A record a line; a line that cannot be read is a page that failed."""
    for offset, line in chunk.payload:
        if line is None:
            yield Loss(offset, 0, "the file is damaged from here on")
        elif line == _TOO_LONG:
            yield Record(offset, b"", error="the line is far longer than a page may be")
        elif line.strip():
            yield _record(offset, line, options)


def _record(offset: int, line: bytes, options: Options) -> Record:
    try:
        row = load_json(line)
    except ValueError as error:
        return Record(offset, b"", error=f"the line is no JSON ({str(error)[:200]})")
    if not isinstance(row, dict):
        return Record(offset, b"", error="the line is no JSON object")
    return page_fields(offset, row, options)


def _lines(stream: Any, longest: int) -> Iterator[tuple[bytes, int]]:
    """The lines with their lengths; a mark instead of one that is too long to be read."""
    while line := stream.readline(longest):
        length = len(line)
        if line.endswith(b"\n") or length < longest:
            yield line, length
            continue
        while (more := stream.readline(_READ)) and not more.endswith(b"\n"):
            length += len(more)
        yield _TOO_LONG, length + len(more)


def _opened(file: Any, compression: str | None) -> Any:
    if compression == "gz":
        return io.BufferedReader(_Unpacked(Inflated(file)), _READ)
    if compression == "zst":
        with from_extra("batch", "reading .zst files"):
            import zstandard
        reader = zstandard.ZstdDecompressor(max_window_size=2**31).stream_reader(file, read_across_frames=True)
        return io.BufferedReader(_Unpacked(reader), _READ)
    return io.BufferedReader(file, _READ) if isinstance(file, io.RawIOBase) else file


class _Unpacked(io.RawIOBase):
    """A decompressor as a file whose errors are all `OSError` without a number."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            data = self._stream.read(len(buffer))
        except Exception as error:
            raise OSError(str(error)) from error
        if not data and not getattr(self._stream, "whole", True):
            raise OSError("the file ends too early")
        buffer[: len(data)] = data
        return len(data)


def _skip_to(stream: Any, file: Any, start: int, compression: str | None) -> None:
    if compression is None:
        file.seek(start)
        return
    while start > 0:
        skipped = len(stream.read(min(start, _READ)))
        if not skipped:
            raise InputError("the file is shorter than it was when the run began; begin a new run")
        start -= skipped


def _chunk(shard: Shard, start: int, end: int, lines: list[tuple[int, bytes | None]], read: int) -> Chunk:
    return Chunk(shard.number, shard.location, "jsonl", start, end, lines, read=read)
