"""Pages that the service fetches: from a server on the loopback, with leave to go there."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from running_service import THAI, RunningService, running

import kaensan
from kaensan.serve.settings import Limits

SCRIPTED = """<!doctype html><title>เขียนด้วยสคริปต์</title><main></main><script>
document.querySelector("main").innerHTML = "<p>ข้อความนี้มีอยู่หลังจากสคริปต์ทำงานแล้วเท่านั้น</p>";</script>"""


class _Site(BaseHTTPRequestHandler):
    """A small site, with what goes wrong on sites."""

    def do_GET(self) -> None:
        if self.path == "/news":
            self._send(200, THAI.encode("cp874"), "text/html; charset=windows-874")
        elif self.path == "/scripted":
            self._send(200, SCRIPTED.encode(), "text/html; charset=utf-8")
        elif self.path == "/moved":
            self._send(302, b"", "text/html", Location="/news")
        elif self.path == "/large":
            self._send(200, b"<p>" + b"x" * (3 << 20), "text/html")
        elif self.path == "/picture":
            self._send(200, b"\x89PNG", "image/png")
        elif self.path == "/robots.txt":
            self._send(200, b"User-agent: *\nDisallow: /closed\n", "text/plain")
        else:
            self._send(404, b"nothing", "text/html")

    def _send(self, status: int, body: bytes, kind: str, **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        pass  # a client that has read enough hangs up


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    server = _Server(("127.0.0.1", 0), _Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def trusting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A service that may fetch from this machine, for at most four seconds and two megabytes."""
    limits = Limits(page=4, body=2 << 20)
    with running(tmp_path_factory.mktemp("trusting"), allow_private=True, limits=limits) as started:
        yield started


def test_a_page_is_fetched_by_its_address(trusting: RunningService, site: str) -> None:
    with trusting.client() as client:
        for path in ("/news", "/moved"):
            found = client.post("/v1/extract", json={"url": site + path}).json()
            assert found["text"] == kaensan.extract(THAI).text
            assert found["url"] == f"{site}/news"


@pytest.mark.parametrize(
    ("path", "status", "kind"),
    [
        ("/missing", 502, "bad_status"),
        ("/large", 422, "too_large"),
        ("/picture", 422, "not_a_page"),
        ("/closed/page", 403, "refused"),
    ],
)
def test_what_goes_wrong_on_the_way_is_named(
    trusting: RunningService, site: str, path: str, status: int, kind: str
) -> None:
    with trusting.client() as client:
        answer = client.post("/v1/extract", json={"url": site + path})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (status, kind)
    assert answer.json()["error"]["fields"][0]["field"] == "url"


def test_a_server_that_hangs_is_a_504(trusting: RunningService) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        with trusting.client() as client:
            answer = client.post("/v1/extract", json={"url": address})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (504, "unreachable")


def test_nobody_there_is_a_502(trusting: RunningService) -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        address = f"http://127.0.0.1:{gone.getsockname()[1]}/"
    with trusting.client() as client:
        answer = client.post("/v1/view", json={"url": address})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (502, "unreachable")


def test_a_job_tells_that_it_fetches(trusting: RunningService, site: str) -> None:
    with trusting.client() as client:
        job = client.post("/v1/jobs/view", json={"url": f"{site}/news"}).json()
        told = client.get(job["events"]).text
    assert told.index('"what":"fetching"') < told.index('"what":"deciding"') < told.index("event: result")


@pytest.mark.needs("chromium")
def test_a_page_written_by_scripts_is_rendered_first(site: str, tmp_path: Path) -> None:
    limits = Limits(page=60, request=120)
    with running(tmp_path, allow_private=True, limits=limits) as started, started.client() as client:
        plain = client.post("/v1/extract", json={"url": f"{site}/scripted"}).json()
        job = client.post("/v1/jobs/extract", json={"url": f"{site}/scripted", "render": True}).json()
        told = client.get(job["events"]).text
    assert plain["text"] == ""
    assert any("until a browser runs its scripts" in warning for warning in plain["warnings"])
    assert '"what":"rendering"' in told
    assert "ข้อความนี้มีอยู่หลังจากสคริปต์ทำงานแล้วเท่านั้น" in told.rpartition("event: result")[2]
