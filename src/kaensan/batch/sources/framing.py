"""Where the records of a WARC archive start and end, in whole and in damaged archives."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator

from kaensan.batch.records import Loss

__all__ = ["MAGIC", "Frame", "frames", "is_one", "is_start", "magic_of", "next_start"]

Frame = tuple[int, bytes]
"""A record: its offset and its bytes, uncompressed."""

MAGIC = {"gz": b"\x1f\x8b\x08", "zst": b"\x28\xb5\x2f\xfd"}
_PROBE = {"gz": 4096, "zst": 1 << 18}
"""Bytes that are enough to see the start of what is compressed."""
_MARK = b"WARC/"
_BREAK = b"\r\n\r\n"
_NEXT = re.compile(rb"WARC/\d\.\d\r?\n(?i:WARC-|Content-)")
_LENGTH = re.compile(rb"\ncontent-length:[ \t]*(\d{1,18})[ \t]*\r?\n", re.IGNORECASE)
_LONGEST_HEADER = 1 << 16
_PIECE = 1 << 20


def magic_of(head: bytes) -> str | None:
    """How an archive with this beginning is compressed; `zst dictionary` cannot be read from the middle."""
    if head[:3] == MAGIC["gz"]:
        return "gz"
    if head[:4] == MAGIC["zst"]:
        return "zst"
    return "zst dictionary" if head[1:4] == b"\x2a\x4d\x18" else None


def is_start(data: bytes, place: int, compression: str) -> bool:
    """Whether a compressed record starts there: not only by its magic number but by what it says."""
    probe = data[place : place + _PROBE[compression]]
    try:
        if compression == "gz":
            return zlib.decompressobj(31).decompress(probe, len(_MARK)) == _MARK
        import zstandard

        return bool(zstandard.ZstdDecompressor().stream_reader(probe).read(len(_MARK)) == _MARK)
    except Exception:  # whatever it is, it is no record
        return False


def next_start(data: bytes, place: int, compression: str) -> int:
    """The first record that starts at a place or after it, -1 if none does."""
    while (place := data.find(MAGIC[compression], place)) >= 0:
        if is_start(data, place, compression):
            return place
        place += 1
    return -1


def is_one(data: bytes) -> bool:
    """Whether the bytes are one record and nothing else."""
    header = data.find(_BREAK, 0, _LONGEST_HEADER) + len(_BREAK) if data.startswith(_MARK) else 0
    found = _LENGTH.search(data, 0, header)
    return found is not None and header + int(found[1]) + len(_BREAK) == len(data)


def frames(read: Callable[[int], bytes], start: int, longest: int, *, whole: bool = False) -> Iterator[Frame | Loss]:
    """The records of an uncompressed stream that is at `start`.

    What lies between records and a record longer than `longest` are losses; so is a last one that is cut short, unless
    the stream is known to be `whole`. A record with a wrong length ends where the next one starts.
    """
    stream = _Stream(read, start)
    while stream.fill(len(_MARK)):
        offset = stream.offset
        if not stream.buffer.startswith(_MARK):
            yield Loss(offset, stream.skip_to_record(), "no record starts here")
            continue
        header = stream.header()
        found = _LENGTH.search(stream.buffer, 0, header) if header else None
        if found is None:
            yield Loss(offset, stream.skip_to_record(), "a record has no length")
            continue
        length = header + int(found[1])
        if length > longest:
            yield Loss(offset, stream.discard(length), f"a record is longer than {longest:,} bytes")
            stream.skip_breaks()
        else:
            yield from _frame(stream, header, length, whole)


def _frame(stream: _Stream, header: int, length: int, whole: bool) -> Iterator[Frame | Loss]:
    offset = stream.offset
    complete = stream.fill(length)
    if complete and stream.ends_at(length):
        yield offset, stream.take(length)
        stream.skip_breaks()
        return
    if (other := stream.record_within(header, length)) >= 0:
        yield offset, stream.take(other).rstrip(b"\r\n")
    elif whole and not complete:
        yield offset, stream.take(length).rstrip(b"\r\n")
    elif complete:
        yield offset, stream.take(length)
        yield Loss(stream.offset, stream.skip_to_record(), "a record is longer than it says")
    else:
        yield Loss(offset, stream.discard(length), "the archive ends within a record")


class _Stream:
    """A stream with a buffer at its front."""

    def __init__(self, read: Callable[[int], bytes], offset: int) -> None:
        self._read = read
        self.offset = offset
        self.buffer = bytearray()

    def fill(self, length: int) -> bool:
        """Whether there is so much."""
        while len(self.buffer) < length:
            more = self._read(max(_PIECE, length - len(self.buffer)))
            if not more:
                return False
            self.buffer += more
        return True

    def take(self, length: int) -> bytes:
        taken = bytes(self.buffer[:length])
        self.discard(len(taken))
        return taken

    def discard(self, length: int) -> int:
        """Go on by so much, or to the end; how far it was."""
        gone = 0
        while gone < length and (self.buffer or self.fill(1)):
            step = min(length - gone, len(self.buffer))
            del self.buffer[:step]
            gone += step
        self.offset += gone
        return gone

    def header(self) -> int:
        """The length of the header with the empty line after it, 0 if it has no end."""
        wanted = 1024
        while True:
            more = self.fill(wanted)
            if (end := self.buffer.find(_BREAK, 0, _LONGEST_HEADER)) >= 0:
                return end + len(_BREAK)
            if not more or wanted >= _LONGEST_HEADER:
                return 0
            wanted *= 4

    def ends_at(self, length: int) -> bool:
        """Whether a record that ends there is followed by another, or by nothing."""
        self.fill(length + len(_BREAK) + len(_MARK))
        rest = bytes(self.buffer[length : length + len(_BREAK) + len(_MARK)])
        return not rest.strip(b"\r\n") or rest.lstrip(b"\r\n").startswith(_MARK[: len(rest.lstrip(b"\r\n"))])

    def skip_breaks(self) -> None:
        while self.fill(1) and self.buffer[0] in b"\r\n":
            self.discard(1)

    def record_within(self, start: int, end: int) -> int:
        found = _NEXT.search(self.buffer, start, end + len(_BREAK) + _PIECE)
        return found.start() if found and found.start() < end else -1

    def skip_to_record(self) -> int:
        """Go on to the next record, or to the end; how far it was."""
        gone = self.discard(1)
        while True:
            self.fill(_PIECE)
            if found := _NEXT.search(self.buffer):
                return gone + self.discard(found.start())
            kept = 16  # a mark may lie across two pieces
            if len(self.buffer) <= kept:
                return gone + self.discard(len(self.buffer))
            gone += self.discard(len(self.buffer) - kept)
            if not self.fill(kept + 1):
                return gone + self.discard(kept)
