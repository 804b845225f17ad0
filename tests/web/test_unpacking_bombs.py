"""Bodies that swell a thousandfold are stopped before they fill the memory."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import zlib
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import brotli
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from kaensan.errors import NotAPage, TooLarge, Unreachable
from kaensan.web.decoding import decoded

GIGABYTE = 1 << 30
_PIECE = b"<p>" * (1 << 20)


def _pieces() -> Iterator[bytes]:
    for _ in range(GIGABYTE // len(_PIECE) + 1):
        yield _PIECE


def _bomb(encoding: str) -> bytes:
    """A gigabyte of markup, packed."""
    if encoding == "gzip":
        return _pack("gzip", _PIECE) * (GIGABYTE // len(_PIECE) + 1)
    if encoding == "br":
        process = brotli.Compressor(quality=1)
        return b"".join([*map(process.process, _pieces()), process.finish()])
    packing = zstandard.ZstdCompressor(level=1).compressobj()
    return b"".join([*map(packing.compress, _pieces()), packing.flush()])


_FETCH = """
    import resource, sys, threading, socket
    from kaensan.errors import TooLarge
    from kaensan.web.client import Client

    encoding, path = sys.argv[1:]
    body = open(path, "rb")
    size = body.seek(0, 2)
    body.seek(0)
    listener = socket.create_server(("127.0.0.1", 0))

    def serve():
        connection, _ = listener.accept()
        connection.recv(65536)
        lines = ["HTTP/1.1 200 OK", "Content-Type: text/html", f"Content-Encoding: {encoding}"]
        connection.sendall("\\r\\n".join([*lines, f"Content-Length: {size}", "", ""]).encode())
        try:
            while piece := body.read(1 << 16):
                connection.sendall(piece)
        except OSError:
            pass

    threading.Thread(target=serve, daemon=True).start()
    with Client(allow_private=True, robots=False) as client:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        try:
            client.get(f"http://127.0.0.1:{listener.getsockname()[1]}/")
        except TooLarge as error:
            print("stopped", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.parametrize("encoding", ["gzip", "br", "zstd"])
def test_a_gigabyte_from_a_megabyte_is_stopped_below_64_megabytes(encoding: str, tmp_path: Path) -> None:
    bomb = tmp_path / "bomb"
    bomb.write_bytes(_bomb(encoding))
    assert bomb.stat().st_size < 1_200_000
    command = [sys.executable, "-c", textwrap.dedent(_FETCH), encoding, str(bomb)]
    said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout.split()
    assert said[0] == "stopped"
    assert int(said[1]) < 64 * 1024  # ru_maxrss counts in KiB


@pytest.mark.parametrize("encoding", ["gzip, gzip", "gzip, br", "zstd, gzip"])
def test_bombs_within_bombs_are_stopped_too(encoding: str) -> None:
    inner, outer = encoding.split(", ")
    packed = _pack(outer, _pack(inner, bytes(50_000_000)))
    with pytest.raises(TooLarge):
        for _ in decoded(iter([packed]), encoding, 20_000_000, []):
            pass


def test_a_piece_never_holds_much_more_than_a_block_may() -> None:
    packed = zstandard.compress(bytes(1 << 28))
    largest = max(map(len, decoded(iter([packed]), "zstd", 1 << 28, [])))
    assert 0 < largest <= 5 << 20


def test_a_window_larger_than_the_web_allows_is_no_page() -> None:
    packing = zstandard.ZstdCompressor(
        compression_params=zstandard.ZstdCompressionParameters(window_log=27, write_content_size=False)
    ).compressobj()
    packed = packing.compress(b"<p>hello") + packing.flush()
    with pytest.raises(Exception, match="cannot be unpacked"):
        list(decoded(iter([packed]), "zstd", 1000, []))


@given(st.binary(max_size=5000), st.lists(st.integers(0, 6000), max_size=6), st.sampled_from(["gzip", "br", "zstd"]))
def test_a_body_is_the_same_in_whatever_pieces_it_comes(body: bytes, cuts: list[int], encoding: str) -> None:
    packed = _pack(encoding, body)
    places = [0, *sorted(min(cut, len(packed)) for cut in cuts), len(packed)]
    warnings: list[str] = []
    pieces = iter([packed[start:end] for start, end in pairwise(places)])
    assert b"".join(decoded(pieces, encoding, 5000, warnings)) == body
    assert warnings == []


@given(st.binary(max_size=3000), st.sampled_from(["gzip", "deflate", "br", "zstd", "br, gzip", "x, y"]))
def test_any_bytes_are_unpacked_or_an_error_of_ours(body: bytes, encoding: str) -> None:
    with suppress(NotAPage, TooLarge):
        assert len(b"".join(decoded(iter([body]), encoding, 10_000, []))) <= 10_000


def test_the_deadline_is_looked_at_between_pieces() -> None:
    looks = 0

    def check() -> None:
        nonlocal looks
        looks += 1
        if looks > 3:
            raise Unreachable("too late")

    with pytest.raises(Unreachable):
        list(decoded(iter([zlib.compress(bytes(10_000_000))]), "deflate", 20_000_000, [], check))


def _pack(encoding: str, data: bytes) -> bytes:
    if encoding == "gzip":
        packer = zlib.compressobj(9, wbits=31)
        return packer.compress(data) + packer.flush()
    return bytes(brotli.compress(data, quality=5)) if encoding == "br" else zstandard.compress(data)
