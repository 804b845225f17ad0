"""Output files. They grow under another name, and the same rows always make the same bytes."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from kaensan.batch.schema import need, schema

__all__ = ["JsonLines", "ParquetFile", "Sink", "open_sink"]

_ROWS = 1024
"""Rows of a row group."""


_AT_ONCE = 64
"""Rows that are Python objects at a time."""


class Sink(Protocol):
    """A file that takes rows, which come as a table."""

    def write(self, table: Any) -> None: ...
    def close(self) -> None: ...


def open_sink(path: Path, form: str) -> Sink:
    """A file of one of `options.FORMATS`."""
    return ParquetFile(path, schema()) if form == "parquet" else JsonLines(path, form)


class ParquetFile:
    """A Parquet file, compressed with zstd."""

    def __init__(self, path: Path, columns: Any) -> None:
        self._pa, pq = need("pyarrow"), need("pyarrow.parquet")
        self._file = path.open("wb")
        self._writer = pq.ParquetWriter(self._file, columns, compression="zstd")
        self._waiting: list[Any] = []
        self._rows = 0

    def write(self, table: Any) -> None:
        """Add rows; they are written when there are enough for a row group."""
        place = 0
        while place < table.num_rows:
            taken = table.slice(place, _ROWS - self._rows)
            self._waiting.append(taken)
            self._rows += taken.num_rows
            place += taken.num_rows
            if self._rows == _ROWS:
                self._flush()

    def close(self) -> None:
        """Write the rest."""
        with self._file:
            try:
                self._flush()
            finally:
                self._writer.close()

    def _flush(self) -> None:
        if self._waiting:
            table = self._pa.concat_tables(self._waiting)
            self._writer.write_table(table.combine_chunks())  # pages must not depend on how the rows came
            self._waiting, self._rows = [], 0


class JsonLines:
    """JSON lines, plain or compressed; Thai and all other letters as they are."""

    def __init__(self, path: Path, form: str) -> None:
        self._file: BinaryIO = path.open("wb")
        self._out: Any = self._file
        if form == "jsonl.gz":
            self._out = gzip.GzipFile("", "wb", 6, self._file, mtime=0)
        elif form == "jsonl.zst":
            self._out = need("zstandard").ZstdCompressor().stream_writer(self._file, closefd=False)

    def write(self, table: Any) -> None:
        """Add rows, a line each."""
        for batch in table.to_batches(max_chunksize=_AT_ONCE):
            lines = (f"{json.dumps(row, ensure_ascii=False)}\n" for row in batch.to_pylist())
            self._out.write("".join(lines).encode("utf-8"))

    def close(self) -> None:
        """Write the rest."""
        with self._file:
            if self._out is not self._file:
                self._out.close()
