"""Archives of small made-up pages, for tests of endurance that need many."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from pathlib import Path

__all__ = ["made_page", "warc_record", "write_archive"]


def made_page(number: int) -> bytes:
    """A small page that is like no other."""
    paragraphs = "".join(
        f"<p>Boat {number} left the pier at {place} o'clock with {number * 7 % 97} people and a dog on board.</p>"
        for place in range(4)
    )
    return f"<html lang=en><title>Boat {number}</title><article>{paragraphs}</article></html>".encode()


def warc_record(url: str, html: bytes) -> bytes:
    """A response of a web server as a WARC record, uncompressed."""
    body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body + b"\r\n\r\n"


def write_archive(path: Path, pages: Iterable[tuple[str, bytes]]) -> Path:
    """A WARC file with every record compressed by itself, as crawlers write them."""
    with path.open("wb") as file:
        for url, html in pages:
            file.write(gzip.compress(warc_record(url, html), 6, mtime=0))
    return path
