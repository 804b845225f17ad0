"""Where the answers go: a WARC file, and the extracted pages as JSON lines beside it."""

from __future__ import annotations

import contextlib
import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from kaensan.errors import InputError, UsageError
from kaensan.web.response import Response

__all__ = ["Archive", "Lines"]

_HOP = frozenset({"content-encoding", "transfer-encoding", "content-length", "connection", "keep-alive"})


class _Appended:
    """A file that only grows, from a length that is known to be good."""

    def __init__(self, path: Path, length: int) -> None:
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            size = path.stat().st_size if path.exists() else 0
            if size < length:
                raise InputError(f"{path} is shorter than its job remembers; restore it, or start with another name")
            self._file: BinaryIO = path.open("ab")
            self._file.truncate(length)
            self._file.seek(0, io.SEEK_END)
        except OSError as error:
            raise UsageError(f"cannot write to {path} ({error.strerror or error})") from error

    @property
    def length(self) -> int:
        return self._file.tell()

    def append(self, write: Callable[[BinaryIO], Any]) -> int:
        """Write something and see it safely on the disk; the length of the file after it."""
        before = self.length
        try:
            write(self._file)
            self._file.flush()
            os.fsync(self._file.fileno())
        except BaseException as error:
            with contextlib.suppress(OSError):
                self._file.truncate(before)  # nothing, rather than half of it
                self._file.seek(before)
            if isinstance(error, OSError):
                raise InputError(f"cannot write to {self._path} ({error.strerror or error})") from error
            raise
        return self.length

    def close(self) -> None:
        self._file.close()


class Archive(_Appended):
    """A WARC file (ISO 28500) of requests and answers.

    Bodies are stored unpacked; what a server had said about packing them is kept in headers that begin with
    `X-Crawler-`, as Common Crawl does.
    """

    def __init__(self, path: Path, length: int, user_agent: str) -> None:
        from warcio.warcwriter import WARCWriter

        super().__init__(path, length)
        self._agent = user_agent
        self._gzip = path.name.endswith(".gz")
        self._writer: Callable[[BinaryIO], Any] = lambda file: WARCWriter(file, gzip=self._gzip)

    def begin(self) -> int:
        """Write what the file says of itself; the length of the file after it."""
        return self.append(self._write_info)

    def _write_info(self, file: BinaryIO) -> None:
        info = {"software": self._agent, "format": "WARC File Format 1.0", "robots": "obey"}
        writer = self._writer(file)
        writer.write_record(writer.create_warcinfo_record(self._path.name, info))

    def add(self, answer: Response) -> int:
        """Append an answer and the request for it; the length of the file after it."""
        return self.append(lambda file: self._write(file, answer))

    def _write(self, file: BinaryIO, answer: Response) -> None:
        from warcio.statusandheaders import StatusAndHeaders

        writer = self._writer(file)
        kept = [(name, value) for name, value in answer.raw_headers if name.lower() not in _HOP]
        kept += [(f"X-Crawler-{name}", value) for name, value in answer.raw_headers if name.lower() in _HOP]
        kept.append(("Content-Length", str(len(answer.body))))
        response = writer.create_warc_record(
            answer.url,
            "response",
            payload=io.BytesIO(answer.body),
            http_headers=StatusAndHeaders(f"{answer.status} {answer.reason}".strip(), kept, protocol="HTTP/1.1"),
            warc_headers_dict={"WARC-IP-Address": answer.address} if answer.address else {},
        )
        host, slash, path = answer.url.partition("://")[2].partition("/")
        asked = [("Host", host), ("User-Agent", self._agent)]
        request = writer.create_warc_record(
            answer.url,
            "request",
            http_headers=StatusAndHeaders(f"GET {slash}{path} HTTP/1.1", asked, is_http_request=True),
        )
        writer.write_request_response_pair(request, response)


class Lines(_Appended):
    """JSON, a line for each page."""

    def add(self, row: dict[str, Any]) -> int:
        line = json.dumps(row, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
        return self.append(lambda file: file.write(line))
