"""Streams that were compressed with gzip, read as far as they go."""

from __future__ import annotations

import zlib
from typing import Any

__all__ = ["Inflated"]

_READ = 1 << 19


class Inflated:
    """A stream that was compressed with gzip, up to where it breaks off."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self._inflate = zlib.decompressobj(31)
        self._waiting = b""

    @property
    def whole(self) -> bool:
        """Whether what has been read so far ends where it should."""
        return self._inflate.eof

    def read(self, length: int) -> bytes:
        """Some bytes, at most so many; none at the end, be it the right one or not."""
        while True:
            if not self._waiting:
                self._waiting = self._file.read(_READ)
                if not self._waiting:
                    return b"" if self._inflate.eof else self._inflate.decompress(b"", length)
            if self._inflate.eof:
                self._waiting = self._waiting.lstrip(b"\0")
                self._inflate = zlib.decompressobj(31)
            plain = self._inflate.decompress(self._waiting, length)
            self._waiting = self._inflate.unused_data if self._inflate.eof else self._inflate.unconsumed_tail
            if plain:
                return plain
