"""Ctrl-C ends every command with workers: at once, without a traceback, and with what is done kept."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pyarrow.dataset as ds
import pytest

from kaensan.interruptions import heeding_interruptions

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")

TRIES = 3
AT_ONCE = 1.0
"""seconds in which a command that ends well had nothing left to do"""
PATIENCE = 60.0
"""Seconds after which a command counts as one that hangs; it ends in less than one."""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """More pages than can be done before the interruption."""
    folder = tmp_path_factory.mktemp("pages")
    for number in range(1500):
        (folder / f"{number}.html").write_text(f"<title>{number}</title><article>" + "<p>A sentence of a page." * 300)
    return folder


@contextmanager
def slow_site() -> Iterator[str]:
    """A site that takes its time for each of endless pages."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path != "/robots.txt":
                time.sleep(0.3)
            number = int(self.path.strip("/") or 0) if self.path.strip("/").isdigit() else 0
            body = "".join(f"<a href=/{2 * number + step}>more</a>" for step in (1, 2)).encode()
            status = 404 if self.path.endswith((".txt", ".xml")) else 200
            self.send_response(status)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

        def handle(self) -> None:
            with suppress(ConnectionError):  # the client was interrupted
                super().handle()

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def interrupt(arguments: list[str], after: float) -> tuple[int, str]:
    """Run a command in a session of its own, as in a terminal, and press Ctrl-C; its status and its complaints.

    On a fast machine the command may have done all its work by then: that counts as interrupted.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "kaensan", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_listen_to_interruptions,
    )
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGINT)
    pressed = time.monotonic()
    try:
        _, complaints = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        for member in members(process.pid):
            os.kill(member, signal.SIGKILL)
        pytest.fail(f"kaensan {arguments[0]} did not end after Ctrl-C at {after:.2f} s")
    deadline = time.monotonic() + PATIENCE
    while members(process.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert members(process.pid) == [], "a worker outlives its command"
    finished = process.returncode == 0 and time.monotonic() - pressed < AT_ONCE
    return 130 if finished else process.returncode, complaints


def _listen_to_interruptions() -> None:
    """A shell lets what it runs in the background ignore Ctrl-C, these tests and their commands too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def members(session: int) -> list[int]:
    """The living processes of a session."""
    found: list[int] = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(folder.name))
    return found


def moments(seed: int) -> list[float]:
    """While it starts, while its workers start, while they work."""
    draw = random.Random(seed)
    return [draw.uniform(0.3, 1.0), draw.uniform(1.0, 3.0), draw.uniform(3.0, 6.0)][:TRIES]


def test_extract(pages: Path, tmp_path: Path) -> None:
    for after in moments(1):
        status, complaints = interrupt(["extract", str(pages), "-j", "2", "-o", f"{tmp_path}/out/"], after)
        assert (status, complaints) == (130, "")


def test_batch_goes_on_after_it(pages: Path, tmp_path: Path) -> None:
    command = ["batch", str(pages), "-j", "2", "-m", "weight", "-o", str(tmp_path / "out")]
    for after in moments(2):
        status, complaints = interrupt(command, after)
        assert (status, complaints) == (130, "")
    done = subprocess.run(
        [sys.executable, "-m", "kaensan", *command, "-q"], capture_output=True, text=True, timeout=600
    )
    assert (done.returncode, done.stderr) == (0, "")
    rows = ds.dataset(tmp_path / "out").to_table(columns=["id"])["id"].to_pylist()
    assert len(rows) == len(set(rows)) == 1500


@pytest.mark.parametrize("command", ["crawl", "batch", "watch"])
def test_commands_that_wait_for_the_web(tmp_path: Path, command: str) -> None:
    with slow_site() as origin:
        listed = tmp_path / "list.txt"
        listed.write_text("".join(f"{origin}/{number}\n" for number in range(200)))
        arguments = {
            "crawl": ["crawl", origin, "-o", str(tmp_path / "a.warc.gz"), "--allow-private", "--delay", "0"],
            "batch": ["batch", str(listed), "-o", str(tmp_path / "out"), "--allow-private", "-j", "1", "-m", "weight"],
            "watch": ["watch", origin, "-o", str(tmp_path / "tables"), "--allow-private", "--delay", "0"],
        }[command]
        for after in moments(3):
            status, complaints = interrupt(arguments, after)
            assert (status, complaints) == (130, "")


def test_serve(tmp_path: Path) -> None:
    for after in moments(4):
        status, complaints = interrupt(["serve", "--port", "0", "-j", "2"], after)
        assert status in (0, 130)
        assert "Traceback" not in complaints


def test_an_interruption_that_an_import_swallows_counts_all_the_same() -> None:
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests may ignore it
    try:
        with pytest.raises(KeyboardInterrupt), heeding_interruptions(), suppress(BaseException):
            signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, usual)
