"""An installed Chromium without a window, spoken to through a pipe (Chrome DevTools Protocol).

The pipe needs no port that other programs could find and no package. Chromium runs in a process group and a profile
of its own; both are gone when the `with` ends.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any

from kaensan.errors import NotAPage, TooLarge, Unreachable, UsageError
from kaensan.web.timeouts import Deadline
from kaensan.workers.environment import clean_environment

try:
    import fcntl
except ImportError as missing:
    raise UsageError("rendering works where browsers can be spoken to through pipes: on Linux and macOS") from missing

__all__ = ["Chromium", "Event", "find_chromium"]

Event = dict[str, Any]

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_FLAGS = (
    "--headless=new",
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--disable-breakpad",
    "--disable-domain-reliability",
    "--disable-quic",
    "--disable-notifications",
    "--block-new-web-contents",
    "--mute-audio",
    "--renderer-process-limit=2",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-features=MediaRouter,OptimizationHints,Translate,DialMediaRouteProvider,WebRtcHideLocalIpsWithMdns",
    "--js-flags=--max-old-space-size=512",
)
# Chromium hears orders on descriptor 3 and answers on 4.
_START = """import os, sys
os.dup2(int(sys.argv[1]), 3)
os.dup2(int(sys.argv[2]), 4)
os.execv(sys.argv[3], sys.argv[3:])"""
_GLANCE = 0.2  # seconds between two looks at the memory
_LONGEST = 1 << 28


def find_chromium() -> str:
    """The installed browser: the one that KAENSAN_CHROMIUM names, else the first on the PATH."""
    named = os.environ.get("KAENSAN_CHROMIUM")
    program = shutil.which(named) if named else next(filter(None, map(shutil.which, _NAMES)), None)
    if program is None:
        raise UsageError("rendering needs an installed Chromium; install it, or name it in KAENSAN_CHROMIUM")
    return program


class Chromium:
    """A running browser that reaches the network only through the proxy on `proxy_port`."""

    def __init__(self, proxy_port: int, deadline: Deadline, *, user_agent: str, most_memory: int) -> None:
        self._deadline, self._most_memory = deadline, most_memory
        self._files = ExitStack()
        self._number = 0
        self._held = bytearray()
        self._looked = 0.0
        self.on_event: Callable[[Event], None] = lambda event: None
        # The browser makes a socket in it, whose whole name may have 107 letters.
        short = "/tmp" if len(tempfile.gettempdir()) > 45 else None
        folder = self._files.enter_context(
            tempfile.TemporaryDirectory(prefix="kaensan-", dir=short, ignore_cleanup_errors=True)
        )
        arguments = [
            *_FLAGS,
            f"--user-data-dir={folder}",
            f"--user-agent={user_agent}",
            f"--proxy-server=http://127.0.0.1:{proxy_port}",
            "--proxy-bypass-list=<-loopback>",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            *(["--no-sandbox"] if os.geteuid() == 0 else []),  # Chromium refuses to run its sandbox as root
        ]
        try:
            self._start(arguments, folder)
        except BaseException:
            self._files.close()
            raise

    def _start(self, arguments: list[str], folder: str) -> None:
        theirs_in, self._out = map(_high, os.pipe())
        self._in, theirs_out = map(_high, os.pipe())
        self._files.callback(os.close, self._out)
        self._files.callback(os.close, self._in)
        self._log = self._files.enter_context((Path(folder) / "log").open("w+b"))
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-ISc", _START, str(theirs_in), str(theirs_out), find_chromium(), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._log,
                pass_fds=(theirs_in, theirs_out),
                start_new_session=True,
                env=clean_environment(os.environ, HOME=folder, TMPDIR=folder),
            )
        finally:
            os.close(theirs_in)
            os.close(theirs_out)
        self._files.callback(self._kill)

    def __enter__(self) -> Chromium:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._files.close()

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def send(self, method: str, session: str | None = None, **parameters: Any) -> int:
        """Give an order without waiting for the answer; its number."""
        self._number += 1
        order: Event = {"id": self._number, "method": method, "params": parameters}
        if session:
            order["sessionId"] = session
        data = json.dumps(order).encode() + b"\0"
        try:
            while data:
                data = data[os.write(self._out, data) :]
        except BrokenPipeError as error:
            raise self._gone() from error
        return self._number

    def call(self, method: str, session: str | None = None, **parameters: Any) -> Event:
        """Give an order and wait for its answer; events that come in between go to `on_event`."""
        number = self.send(method, session, **parameters)
        while True:
            message = self.next_message()
            if message is None:
                self._deadline.check()
            elif message.get("id") == number:
                if "error" in message:
                    raise NotAPage(f"the browser could not do it ({message['error'].get('message')})")
                result: Event = message.get("result", {})
                return result
            elif "method" in message:
                self.on_event(message)

    def next_message(self, seconds: float = _GLANCE) -> Event | None:
        """The next message, None when none comes in time; looks after the browser's memory meanwhile."""
        while (end := self._held.find(b"\0")) < 0:
            self._watch()
            self._deadline.check()
            ready, _, _ = select.select([self._in], [], [], min(seconds, self._deadline.left))
            if not ready:
                return None
            piece = os.read(self._in, 1 << 20)
            if not piece:
                raise self._gone()
            self._held += piece
            if len(self._held) > _LONGEST:
                raise TooLarge("the browser says more than may be read")
        message: Event = json.loads(self._held[:end])
        del self._held[: end + 1]
        return message

    def _gone(self) -> Unreachable:
        self._log.seek(0)
        lines = self._log.read()[-4000:].decode("utf-8", "replace").strip().splitlines()
        said = next(
            (line for line in reversed(lines) if "ERROR" in line or "FATAL" in line), lines[-1] if lines else ""
        )
        return Unreachable(f"the browser ended by itself ({said[:200] or 'it said nothing'}); try to start it by hand")

    def _watch(self) -> None:
        if time.monotonic() - self._looked < _GLANCE:
            return
        self._looked = time.monotonic()
        used = _memory(self._process.pid)
        if used > self._most_memory:
            raise TooLarge(
                f"the page takes more than {self._most_memory:,} bytes of memory in a browser; it was stopped"
            )


def _high(descriptor: int) -> int:
    """The same pipe under a number that is out of the way of those that the browser expects."""
    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 10)
    os.close(descriptor)
    return moved


def _memory(group: int) -> int:
    """The bytes that the processes of a session have for themselves; 0 where there is no /proc."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            session = int((folder / "stat").read_text().rpartition(")")[2].split()[3])
            if session == group:
                _, resident, shared, *_ = map(int, (folder / "statm").read_text().split())
                total += (resident - shared) * os.sysconf("SC_PAGE_SIZE")
        except (OSError, ValueError, IndexError):
            continue
    return total
