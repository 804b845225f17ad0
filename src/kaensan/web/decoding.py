"""Compressed bodies, piece by piece: what comes out is counted before the next piece is made.

Every decoder takes an iterator of pieces and gives one, a few megabytes at a time at most, so a body that swells a
thousandfold is stopped at the limit and not after it.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator

from kaensan.errors import NotAPage, TooLarge
from kaensan.extras import from_extra

__all__ = ["ACCEPTED", "PIECE", "decoded"]

ACCEPTED = "gzip, deflate, br, zstd"
"""What to say in `Accept-Encoding`."""

PIECE = 1 << 16
_DEEPEST = 3
_WINDOW = 1 << 23  # RFC 9659: the most that a sender on the web may ask for
_SIP = 128  # a block of zstd takes 4 bytes or more and gives 128 KiB or less: a sip swells to 4 MiB at most
_PLAIN = frozenset({"", "identity", "none", "utf-8", "binary"})

Pieces = Iterator[bytes]
Check = Callable[[], None]


def decoded(pieces: Pieces, encoding: str, most: int, warnings: list[str], check: Check = lambda: None) -> Pieces:
    """A body after undoing the steps that its `Content-Encoding` names, no more than `most` bytes of it.

    `check` is called before each piece and may raise, when the time is over for instance.
    """
    steps = [step for name in encoding.lower().split(",") if (step := name.strip()) not in _PLAIN]
    if len(steps) > _DEEPEST:
        raise NotAPage(f"the page is compressed {len(steps)} times over; it is not read")
    for step in reversed(steps):
        if step not in _DECODERS:
            raise NotAPage(f"the page is compressed as {step[:40]!r}, which was not asked for")
        pieces = _counted(_named(_DECODERS[step](pieces, warnings), step), most, check)
    return pieces if steps else _counted(pieces, most, check)


def _counted(pieces: Pieces, most: int, check: Check) -> Pieces:
    size = 0
    for piece in pieces:
        check()
        size += len(piece)
        if size > most:
            raise TooLarge(f"the page is larger than {most:,} bytes; allow more if you trust it")
        yield piece


def _named(pieces: Pieces, step: str) -> Pieces:
    """The same pieces; whatever the decoder complains of becomes an error of ours."""
    while True:
        try:
            piece = next(pieces)
        except StopIteration:
            return
        except (zlib.error, ValueError, EOFError, MemoryError) as error:
            raise NotAPage(f"the page says it is compressed with {step} but cannot be unpacked") from error
        yield piece


def _ends_early(warnings: list[str]) -> None:
    warnings.append("the compressed page ends early; its end may be missing")


def _gunzip(pieces: Pieces, warnings: list[str]) -> Pieces:
    decoder = zlib.decompressobj(wbits=31)
    for piece in pieces:
        data = piece
        while data:
            if decoder.eof:
                if not data.startswith(b"\x1f\x8b"):
                    return  # padding after the last member
                decoder = zlib.decompressobj(wbits=31)
            yield decoder.decompress(data, PIECE)
            data = decoder.unused_data if decoder.eof else decoder.unconsumed_tail
    yield from _rest(decoder)
    if not decoder.eof:
        _ends_early(warnings)


def _inflate(pieces: Pieces, warnings: list[str]) -> Pieces:
    decoder = None
    for piece in pieces:
        data = piece
        if decoder is None and data:
            wrapped = data[0] & 0x0F == 8 and (len(data) < 2 or (data[0] << 8 | data[1]) % 31 == 0)
            decoder = zlib.decompressobj(wbits=15 if wrapped else -15)
        while decoder is not None and data and not decoder.eof:
            yield decoder.decompress(data, PIECE)
            data = decoder.unconsumed_tail
    if decoder is not None:
        yield from _rest(decoder)
        if not decoder.eof:
            _ends_early(warnings)


def _rest(decoder: zlib._Decompress) -> Pieces:
    """What the decoder still holds after it has eaten all input."""
    while not decoder.eof and (piece := decoder.decompress(b"", PIECE)):
        yield piece


def _unbrotli(pieces: Pieces, warnings: list[str]) -> Pieces:
    with from_extra("fetch", "fetching pages"):
        import brotli
    decoder = brotli.Decompressor()
    for piece in pieces:
        data = piece
        while not decoder.is_finished():
            try:
                out = decoder.process(data, output_buffer_limit=PIECE)
            except brotli.error as error:
                raise ValueError(str(error)) from error
            yield out
            data = b""
            if decoder.can_accept_more_data():
                break
    if not decoder.is_finished():
        _ends_early(warnings)


def _unzstd(pieces: Pieces, warnings: list[str]) -> Pieces:
    with from_extra("fetch", "fetching pages"):
        import zstandard
    frames = zstandard.ZstdDecompressor(max_window_size=_WINDOW)
    decoder = None
    for piece in pieces:
        for at in range(0, len(piece), _SIP):
            data = piece[at : at + _SIP]
            while data:
                decoder = decoder or frames.decompressobj()
                try:
                    yield decoder.decompress(data)
                except zstandard.ZstdError as error:
                    raise ValueError(str(error)) from error
                data = decoder.unused_data if decoder.eof else b""
                decoder = None if decoder.eof else decoder
    if decoder is not None:
        _ends_early(warnings)


_DECODERS: dict[str, Callable[[Pieces, list[str]], Pieces]] = {
    "gzip": _gunzip,
    "x-gzip": _gunzip,
    "deflate": _inflate,
    "br": _unbrotli,
    "zstd": _unzstd,
}
