"""The pages in a web archive."""

from __future__ import annotations

import base64
import io
from typing import Any

from kaensan.errors import InputError
from kaensan.extras import from_extra
from kaensan.serve.work.task import Answer, Task, json_answer

__all__ = ["pages"]

_MOST = 500
"""Pages of an archive that are given."""
_LARGEST = 8 << 20
"""Bytes of a page; larger ones are left out."""
_HTML = ("text/html", "application/xhtml+xml")


def pages(task: Task) -> Answer:
    """The HTML pages that were answered with 200, in the order of the archive, as many as fit into an answer."""
    assert task.sent is not None
    data = task.sent.html
    assert isinstance(data, bytes)
    with from_extra("crawl", "reading a WARC file"):
        from warcio.archiveiterator import ArchiveIterator
        from warcio.exceptions import ArchiveLoadFailed
    found: list[dict[str, Any]] = []
    room = task.most // 2
    try:
        for record in ArchiveIterator(io.BytesIO(data)):
            if len(found) == _MOST:
                break  # what is left may unpack to far more than was sent
            if not _is_page(record):
                continue
            body = record.content_stream().read(_LARGEST + 1)
            room -= 4 * len(body) // 3
            if len(body) > _LARGEST or room < 0:
                continue
            url = str(record.rec_headers.get_header("WARC-Target-URI") or "")[:8_000]
            found.append({"url": url, "base64": base64.b64encode(body).decode()})
    except (ArchiveLoadFailed, ValueError, EOFError, OSError) as error:
        if not found:
            raise InputError(f"this is no WARC file ({error})") from error
    return json_answer({"pages": found})


def _is_page(record: Any) -> bool:
    if record.rec_type != "response" or record.http_headers is None:
        return False
    media = (record.http_headers.get_header("Content-Type") or "").partition(";")[0].strip().lower()
    return record.http_headers.get_statuscode() == "200" and media in _HTML
