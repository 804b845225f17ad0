"""A real service on the loopback for tests."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import httpx

from kaensan.serve.server import Server, listen, make_server
from kaensan.serve.service import Service
from kaensan.serve.settings import Settings
from kaensan.serve.work import Answer, Task, work

__all__ = ["THAI", "RunningService", "running"]

_PATIENCE = 60

THAI = """<!doctype html><html lang="th"><head><title>ตลาดน้ำกลับมาคึกคัก - ข่าวบ้านสวน</title></head><body>
<nav><a href="/">หน้าแรก</a> <a href="/news">ข่าว</a> <a href="/sport">กีฬา</a></nav>
<article><h1>ตลาดน้ำกลับมาคึกคัก</h1><p class="byline">โดย สมหญิง ใจดี</p><time>15 มีนาคม 2567</time>
<p>ชาวสวนในตำบลบางน้ำใสนำผลไม้ตามฤดูกาลมาขายที่ตลาดน้ำอีกครั้ง หลังจากปิดปรับปรุงท่าเรือนานกว่าสามเดือน</p>
<p>นายกเทศมนตรีกล่าวว่า ท่าเรือใหม่รองรับเรือได้มากกว่าเดิมสองเท่า และมีทางลาดสำหรับผู้สูงอายุและรถเข็น</p></article>
<footer><a href="/about">เกี่ยวกับเรา</a> <a href="/contact">ติดต่อ</a> สงวนลิขสิทธิ์</footer></body></html>"""
"""A small Thai news page."""


@dataclass(frozen=True)
class RunningService:
    """A service that listens."""

    url: str
    server: Server

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    @property
    def service(self) -> Service:
        app = self.server.config.app
        service: Service = app.state.service  # type: ignore[union-attr]
        return service

    def client(self, **headers: str) -> httpx.Client:
        return httpx.Client(base_url=self.url, timeout=_PATIENCE, headers=headers, trust_env=False)

    def raw(self, data: bytes, *, wait: float = _PATIENCE) -> bytes:
        """What comes back for bytes that may be no HTTP, until the service closes the connection or falls silent."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=wait) as connection:
            connection.sendall(data)
            received = b""
            try:
                while part := connection.recv(65536):
                    received += part
            except TimeoutError:
                pass
            return received


@contextmanager
def running(folder: Path, do: Callable[[Task], Answer] = work, **changes: object) -> Iterator[RunningService]:
    """A service of its own, with some settings changed."""
    settings = replace(Settings(port=0, workers=1, gold=folder / "gold"), **changes)  # type: ignore[arg-type]
    server = make_server(settings, do)
    listening = listen(settings)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    waited = time.monotonic()
    while not server.started and thread.is_alive() and time.monotonic() - waited < _PATIENCE:
        time.sleep(0.02)
    assert server.started, "the service did not start"
    try:
        yield RunningService(f"http://127.0.0.1:{listening.getsockname()[1]}", server)
    finally:
        server.should_exit = True
        thread.join(_PATIENCE)
        assert not thread.is_alive(), "the service did not stop"
