"""WARC and WET archives, compressed or not.

Where every record is compressed by itself, as in nearly all archives, the one who cuts looks for the places where one
starts, and workers read from there; of archives on other machines it hands the compressed bytes on, for workers hold no
keys. Otherwise it cuts the uncompressed stream. `Record.offset` is the place in the file in the first case, in the
uncompressed stream in the second. However far a record would swell, no more of it is unpacked than a page may hold.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from kaensan.batch.options import Options
from kaensan.batch.records import Chunk, Loss, ReadTo, Record, Skipped, Unfinished
from kaensan.batch.shards import Shard, is_url, open_input
from kaensan.batch.sources.framing import MAGIC, Frame, frames, is_one, magic_of, next_start
from kaensan.batch.sources.inflated import Inflated
from kaensan.errors import InputError
from kaensan.extras import from_extra

__all__ = ["PAGES_A_PART", "chunks", "long_record", "records"]

PAGES_A_PART = 1000

SHORTER = "the archive is shorter than it was when the run began; begin a new run"

_READ = 1 << 22
_PIECE = 1 << 18
_WINDOW = 1 << 27
"""Bytes that zstd may look back, as much as its own command line allows."""
_FAR = 1 << 25
"""Bytes without the start of a second record after which an archive counts as compressed in one piece."""
_LONG = "one gz"
"""Said of a chunk that is one compressed record, with or without what follows it."""
_SIZE = 4
"""Bytes at the end of what gzip compressed that say how long it was."""
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


def records(chunk: Chunk, options: Options) -> Iterator[Record | Skipped | Loss | Unfinished | ReadTo]:
    """The pages of a chunk, and what else there is."""
    compression, content = chunk.payload
    if compression:
        given = _stretch(chunk) if content is None else content
        entries = _uncompressed(chunk, given, compression, options)
    else:
        entries = content
    for frame in entries:
        if isinstance(frame, Loss | Unfinished | ReadTo):
            yield frame
        else:
            yield read_record(frame[0], frame[1], options.limits.size)


def _stretch(chunk: Chunk) -> bytes:
    """The bytes of a chunk that holds only their place."""
    wanted = chunk.end - chunk.start
    try:
        with open_input(chunk.source) as file:
            file.seek(chunk.start)
            content: bytes = file.read(wanted)
    except OSError as error:
        raise InputError(error.strerror or str(error)) from error
    if len(content) < wanted:
        raise InputError(SHORTER)
    return content


def long_record(shard: Shard, start: int, options: Options) -> Chunk:
    """The compressed record that starts there: as many bytes as one that may be read can have."""
    with open_input(shard.location) as file:
        file.seek(start)
        wanted = _longest(options) + _READ  # what cannot be compressed grows a little
        pieces: list[bytes] = []
        while wanted > 0 and (piece := file.read(min(wanted, _READ))):
            pieces.append(piece)
            wanted -= len(piece)
    content = b"".join(pieces)
    return _chunk(shard, start, start + len(content), (_LONG, content), 0, last=wanted > 0)


def read_record(offset: int, record: bytes, longest: int) -> Record | Skipped | Loss:
    """A record as a page, if it is one."""
    from fastwarc.warc import ArchiveIterator

    try:
        archive = ArchiveIterator(io.BytesIO(record), parse_http=True, auto_decode="all", stream_detect=False)
        return _page(next(iter(archive)), offset, longest)
    except (OSError, ValueError, StopIteration, EOFError) as error:
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
    remote = is_url(shard.location)
    data, place, size = b"", 0, options.chunk  # `place` in the data is `start` in the file
    ended = False
    while True:
        left = len(data) - place
        cut = next_start(data, place + size, compression) if left > size else -1
        if cut >= 0 and (ended or cut + size < len(data)):
            length = cut - place
        elif ended or left > _longest(options):
            length = left
        else:
            more = file.read(_READ)
            data, place = data[place:] + more, 0
            ended = not more
            continue
        if length:
            payload = compression, data[place : place + length] if remote else None
            last = ended and length == left
            yield _chunk(shard, start, start + length, payload, length, last=last)
        elif ended:
            return
        start, place = start + length, place + length


def _longest(options: Options) -> int:
    """Bytes of the longest record that is read."""
    return options.limits.size + _OVERHEAD


def _cut_stream(shard: Shard, read: Callable[[int], bytes], start: int, options: Options) -> Iterator[Chunk]:
    _skip(read, start)
    held: list[Frame | Loss] = []
    size, begin = 0, start
    for frame in _until_damage(frames(read, start, _longest(options)), start):
        offset = frame.offset if isinstance(frame, Loss) else frame[0]
        if size > options.chunk * 4:
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
) -> Iterator[Frame | Loss | Unfinished | ReadTo]:
    single = compression == _LONG
    kind = "gz" if single else compression
    place = 0
    while place < len(content):
        member = _inflate(content, place, kind, _longest(options))
        end = place + member.length if member.is_whole else next_start(content, place + 1, kind)
        end = len(content) if end < 0 else end
        offset = chunk.start + place
        if member.is_too_long:
            yield offset, member.plain  # enough of it to say which page it is, and that it is too long
        elif member.is_whole:
            yield from _framed(offset, member.plain, options)
        elif member.goes_on and kind == "gz" and not single and not chunk.last:
            yield Unfinished(offset)
            return
        elif member.goes_on and single:
            yield Loss(offset, len(content) - place, "the archive ends within a record")
            end = len(content)
        else:
            yield Loss(offset, end - place, "a record is damaged")
        place = end
        if single:
            break
    if single:
        yield ReadTo(chunk.start + place)


def _framed(offset: int, plain: bytes, options: Options) -> Iterator[Frame | Loss]:
    """The records of what was compressed together, which should be one."""
    if is_one(plain):
        yield offset, plain
        return
    for frame in frames(io.BytesIO(plain).read, 0, _longest(options), whole=True):
        yield Loss(offset, frame.length, frame.reason) if isinstance(frame, Loss) else (offset, frame[1])


class _Member(NamedTuple):
    """What was unpacked of a stretch of compressed bytes."""

    plain: bytes = b""
    length: int = 0
    """compressed bytes, where it is whole"""
    is_whole: bool = False
    is_too_long: bool = False
    goes_on: bool = False
    """whether it is good as far as it goes, but has no end"""


def _inflate(content: bytes, place: int, compression: str, longest: int) -> _Member:
    """What is compressed from a place on, no more of it than `longest` bytes and one."""
    if compression == "zst":
        return _inflate_zstd(content[place:] if place else content, longest)
    end = content.find(MAGIC["gz"], place + 1)  # the next record, or bytes by chance
    whole = _inflate_whole(content[place:end] if end >= 0 else content[place:], longest)
    return whole or _inflate_in_part(content[place:], longest)


def _inflate_whole(record: bytes, longest: int) -> _Member | None:
    """A whole record, as quickly as it can be had; None where it is not whole, not one, or too long."""
    from fastwarc.stream_io import GzipReader

    size = int.from_bytes(record[-_SIZE:], "little")
    if size > longest:
        return None
    try:
        plain = GzipReader(io.BytesIO(record)).read(size + 1)
    except (OSError, ValueError):
        return None
    return _Member(plain, len(record), is_whole=True) if len(plain) == size else None


def _inflate_in_part(piece: bytes, longest: int) -> _Member:
    """What there is of a record, and whether it is damaged, cut off or too long."""
    inflate = zlib.decompressobj(31)
    try:
        plain = inflate.decompress(piece, longest + 1)
    except zlib.error:
        return _Member()
    if len(plain) > longest:
        return _Member(plain, is_too_long=True)
    if not inflate.eof:
        return _Member(goes_on=True)
    return _Member(plain, len(piece) - len(inflate.unused_data), is_whole=True)


def _inflate_zstd(piece: bytes, longest: int) -> _Member:
    import zstandard

    frames = zstandard.ZstdDecompressor(max_window_size=_WINDOW)
    try:
        plain = frames.stream_reader(piece).read(longest + 1)
        if len(plain) > longest:
            return _Member(plain, is_too_long=True)
        inflate = frames.decompressobj()
        plain = inflate.decompress(piece)  # it is known by now to be short enough
    except zstandard.ZstdError:
        return _Member()
    if not inflate.eof:
        return _Member(goes_on=True)
    return _Member(plain, len(piece) - len(inflate.unused_data), is_whole=True)


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
            raise InputError(SHORTER)
        length -= len(more)


def _chunk(shard: Shard, start: int, end: int, payload: Any, read: int, *, last: bool = False) -> Chunk:
    return Chunk(shard.number, shard.location, "warc", start, end, payload, last, read)
