"""WARC and WET archives, compressed or not.

The parent only cuts: where every record is compressed by itself, as in nearly all archives, it looks for the places
where one starts and hands the compressed bytes on; otherwise it cuts the uncompressed stream. `Record.offset` is the
place in the file in the first case, in the uncompressed stream in the second.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Iterator
from typing import Any

from kaensan.batch.options import Options
from kaensan.batch.records import Chunk, Loss, Record, Skipped, Unfinished
from kaensan.batch.shards import Shard, open_input
from kaensan.batch.sources.framing import Frame, frames, is_one, magic_of, next_start
from kaensan.batch.sources.inflated import Inflated
from kaensan.errors import InputError
from kaensan.extras import from_extra

__all__ = ["PAGES_A_PART", "chunks", "read_on", "records"]

PAGES_A_PART = 1000

_CHUNK = 1 << 19
"""Bytes of a chunk, or a little more: about a dozen pages compressed."""
_READ = 1 << 22
_PIECE = 1 << 18
_FAR = 1 << 25
"""Bytes without the start of a record after which an archive, or a record in it, counts as compressed in one piece."""
_OVERHEAD = 1 << 17
"""Room for the headers of a record beside a page of the greatest size."""


def chunks(shard: Shard, start: int, options: Options) -> Iterator[Chunk]:
    """Cut an archive from a place on where a chunk ended before."""
    with open_input(shard.location) as file:
        head = file.read(5)
        compression = None if head == b"WARC/" else magic_of(head) or shard.compression
        file.seek(0)
        if compression in ("gz", "zst") and _record_by_record(file, compression):
            file.seek(start)
            yield from _cut_compressed(shard, file, start, compression, options)
        else:
            file.seek(0)
            yield from _cut_stream(shard, _opened(file, magic_of(head)), start, options)


def records(chunk: Chunk, options: Options) -> Iterator[Record | Skipped | Loss | Unfinished]:
    """The pages of a chunk, and what else there is."""
    compression, content = chunk.payload
    found = _uncompressed(chunk, content, compression, options) if compression else content
    for frame in found:
        if isinstance(frame, Loss | Unfinished):
            yield frame
        else:
            yield read_record(frame[0], frame[1], options.limits.size)


def read_record(offset: int, record: bytes, longest: int) -> Record | Skipped | Loss:
    """A record as a page, if it is one."""
    from fastwarc.warc import ArchiveIterator

    try:
        archive = ArchiveIterator(io.BytesIO(record), parse_http=True, auto_decode="all", stream_detect=False)
        return _page(next(iter(archive)), offset, longest)
    except (OSError, ValueError, StopIteration) as error:
        return Loss(offset, len(record), f"a record cannot be read ({error})")


def _page(found: Any, offset: int, longest: int) -> Record | Skipped | Loss:
    kind = (found.headers.get("WARC-Type") or "unnamed").strip().lower()
    if kind not in ("response", "resource", "conversion"):
        return Skipped(offset, f"{kind} record")
    content_type, charset = (found.headers.get("Content-Type") or "").lower(), None
    if kind == "response" and found.is_http_parsed:
        status = found.http_headers.status_code
        if status is None or not 200 <= status < 300:
            return Skipped(offset, f"HTTP status {status}")
        content_type, charset = (found.http_headers.get("Content-Type") or "").lower(), found.http_charset
    plain = kind == "conversion"
    if content_type and "html" not in content_type and not (plain and content_type.startswith("text/plain")):
        return Skipped(offset, content_type.split(";")[0].strip()[:60] or "no type")
    place = {
        "url": found.headers.get("WARC-Target-URI"),
        "id": found.record_id,
        "fetched": found.headers.get("WARC-Date"),
    }
    if kind == "response" and not found.is_http_parsed:
        return Record(offset, b"", **place, error="the record holds no HTTP response")
    content = _read(found.reader, longest)
    if content is None:
        return Record(offset, b"", **place, error=f"the page is longer than {longest:,} bytes")
    return Record(offset, content, **place, charset=charset, plain=plain)


def _read(reader: Any, longest: int) -> bytes | None:
    """All of it, None if it is too long; a short stretch of compressed bytes can hold any number of others."""
    pieces: list[bytes] = []
    size = 0
    while piece := reader.read(_PIECE):
        size += len(piece)
        if size > longest:
            return None
        pieces.append(piece)
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def _record_by_record(file: Any, compression: str) -> bool:
    """Whether a record starts soon after the first, or the archive is so short that it does not matter."""
    head = b""
    while len(head) < _FAR and (more := file.read(_READ)):
        head += more
        if next_start(head, 1, compression) > 0:
            return True
    return False


def _cut_compressed(shard: Shard, file: Any, start: int, compression: str, options: Options) -> Iterator[Chunk]:
    data = b""
    ended = False
    while True:
        cut = next_start(data, _CHUNK, compression) if len(data) > _CHUNK else -1
        if cut >= 0 and (ended or cut + _CHUNK < len(data)):
            yield _chunk(shard, start, start + cut, (compression, data[:cut]), cut)
            data, start = data[cut:], start + cut
        elif ended:
            if data:
                yield _chunk(shard, start, start + len(data), (compression, data), len(data), last=True)
            return
        elif len(data) > _FAR:
            end, found = read_on(shard, start, options)
            yield _chunk(shard, start, end, (None, [found]), end - start)
            file.seek(end)
            data, start = b"", end
        else:
            more = file.read(_READ)
            data += more
            ended = not more


def read_on(shard: Shard, start: int, options: Options) -> tuple[int, Frame | Loss]:
    """The compressed record that starts there, however long it is, and where it ends."""
    longest = options.limits.size + _OVERHEAD
    with open_input(shard.location) as file:
        file.seek(start)
        inflate, plain, place = zlib.decompressobj(31), bytearray(), start
        while not inflate.eof:
            more = file.read(_READ)
            place += len(more)
            if not more:
                return place, Loss(start, place - start, "the archive ends within a record")
            try:
                while more:
                    out = inflate.decompress(more, _READ)
                    more = inflate.unconsumed_tail
                    if len(plain) <= longest:
                        plain += out
            except zlib.error as error:
                return _next_after(shard, start, str(error))
        end = place - len(inflate.unused_data)
    if len(plain) > longest:
        return end, Loss(start, end - start, f"a record is longer than {longest:,} bytes")
    return end, (start, bytes(plain))


def _next_after(shard: Shard, start: int, reason: str) -> tuple[int, Loss]:
    with open_input(shard.location) as file:
        file.seek(start)
        data, place = file.read(_READ), start
        while (found := next_start(data, 1, "gz")) < 0:
            more = file.read(_READ)
            if not more:
                found = len(data)
                break
            place += max(0, len(data) - _CHUNK)
            data = data[-_CHUNK:] + more
    return place + found, Loss(start, place + found - start, f"a record is damaged ({reason})")


def _cut_stream(shard: Shard, read: Callable[[int], bytes], start: int, options: Options) -> Iterator[Chunk]:
    _skip(read, start)
    held: list[Frame | Loss] = []
    size, begin = 0, start
    for frame in _until_damage(frames(read, start, options.limits.size + _OVERHEAD), start):
        offset = frame.offset if isinstance(frame, Loss) else frame[0]
        if size > _CHUNK * 4:
            yield _chunk(shard, begin, offset, (None, held), size)
            held, size, begin = [], 0, offset
        held.append(frame)
        size += 1024 if isinstance(frame, Loss) else len(frame[1])
    if held:
        final = held[-1]
        end = final.offset + final.length if isinstance(final, Loss) else final[0] + len(final[1])
        yield _chunk(shard, begin, end, (None, held), size, last=True)


def _until_damage(found: Iterator[Frame | Loss], place: int) -> Iterator[Frame | Loss]:
    """The records up to where the compression itself breaks."""
    try:
        for frame in found:
            yield frame
            place = frame.offset + frame.length if isinstance(frame, Loss) else frame[0] + len(frame[1])
    except (OSError, EOFError, zlib.error) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        yield Loss(place, 0, f"from here on the archive is damaged ({error})")


def _uncompressed(
    chunk: Chunk, content: bytes, compression: str, options: Options
) -> Iterator[Frame | Loss | Unfinished]:
    place = 0
    while place < len(content):
        end = next_start(content, place + 1, compression)
        end = len(content) if end < 0 else end
        plain = _inflate(content[place:end], compression)
        if plain is None:
            end, plain = _inflate_on(content, place, end, compression)
        if plain is None and end == len(content) and compression == "gz" and not chunk.last:
            yield Unfinished(chunk.start + place)
        elif plain is None:
            yield Loss(chunk.start + place, end - place, "a record is damaged")
        elif is_one(plain):
            yield chunk.start + place, plain
        else:
            for frame in frames(io.BytesIO(plain).read, 0, options.limits.size + _OVERHEAD, whole=True):
                if isinstance(frame, Loss):
                    yield Loss(chunk.start + place, frame.length, frame.reason)
                else:
                    yield chunk.start + place, frame[1]
        place = end


def _inflate(piece: bytes, compression: str) -> bytes | None:
    """A compressed record, None if it is not whole."""
    from fastwarc.stream_io import GzipReader, ZstdReader

    try:
        reader = GzipReader(io.BytesIO(piece)) if compression == "gz" else ZstdReader(io.BytesIO(piece))
        plain = bytes(reader.read())
    except (OSError, ValueError):
        return None
    if compression == "gz" and int.from_bytes(piece[-4:], "little") != len(plain) & 0xFFFFFFFF:
        return None
    return plain


def _inflate_on(content: bytes, place: int, end: int, compression: str) -> tuple[int, bytes | None]:
    """A record that seemed to end before its time: an archive within the archive looks so."""
    inflate: Any = zlib.decompressobj(31)
    if compression == "zst":
        import zstandard

        inflate = zstandard.ZstdDecompressor().decompressobj()
    try:
        plain = bytes(inflate.decompress(content[place:]))
    except Exception:  # each library has its own
        return end, None
    return (len(content) - len(inflate.unused_data), plain) if inflate.eof else (len(content), None)


def _opened(file: Any, compression: str | None) -> Callable[[int], bytes]:
    with from_extra("batch", "reading archives"):
        from fastwarc.stream_io import ZstdReader
    if compression == "gz":
        return Inflated(file).read
    if compression:
        read: Callable[[int], bytes] = ZstdReader(file).read
        return read
    plain: Callable[[int], bytes] = file.read
    return plain


def _skip(read: Callable[[int], bytes], length: int) -> None:
    while length > 0:
        more = read(min(length, _READ))
        if not more:
            raise InputError("the archive is shorter than it was when the run began; begin a new run")
        length -= len(more)


def _chunk(shard: Shard, start: int, end: int, payload: Any, read: int, *, last: bool = False) -> Chunk:
    return Chunk(shard.number, shard.location, "warc", start, end, payload, last, read)
