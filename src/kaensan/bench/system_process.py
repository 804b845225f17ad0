"""A system in a process of its own, seen from outside: it is asked, and killed when it does not answer in time."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from kaensan.bench.worker import TEXT
from kaensan.errors import UsageError

__all__ = ["Answer", "Worker"]

_STARTING = 180.0
"""seconds that a system may take to load: packages and models, on a busy machine"""


@dataclass(frozen=True)
class Answer:
    """What came of one page."""

    text: str = ""
    html: str | None = None
    metadata: dict[str, str] | None = None
    seconds: float | None = None
    """CPU time, told by the process itself"""
    peak: int | None = None
    """bytes of memory at the highest, while it worked on this page; None where the system does not tell"""
    error: str | None = None


class Worker:
    """One process. It starts at the first question, and again after it had to be killed or died."""

    def __init__(self, command: Sequence[str], limit: float = 60.0) -> None:
        self._command = list(command)
        self._limit = limit
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def start(self) -> None:
        """Start the process, unless it runs; a system that cannot work here is a `UsageError` that says why."""
        if self._process is not None and self._process.poll() is None:
            return
        self.close()
        try:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            raise UsageError(f"{self._command[0]} cannot be started: {error}") from error
        first = self._exchange(b"", _STARTING)
        if first.get("ready") is not True:
            self.close()
            raise UsageError(str(first.get("error")))

    def ask(self, html: bytes, url: str | None = None, *, task: str = TEXT, metadata: bool = False) -> Answer:
        """Have one page done. An error, a death or no answer in time is an answer with `error`, and ends nothing."""
        try:
            self.start()
        except UsageError as error:
            return Answer(error=f"it does not start: {error}")
        assert self._process is not None
        _forget_peak(self._process.pid)
        request = {"bytes": len(html), "url": url, "task": task, "metadata": metadata}
        answer = self._exchange(json.dumps(request).encode() + b"\n" + html, self._limit)
        known = {field: answer[field] for field in ("html", "metadata", "seconds", "error") if field in answer}
        peak = _peak(self._process.pid) if self._process is not None else None
        return Answer(text=answer.get("text") or "", peak=peak, **known)

    def close(self) -> None:
        """End the process; a later question starts another."""
        process, self._process = self._process, None
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        try:
            process.wait(2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _exchange(self, message: bytes, limit: float) -> dict[str, Any]:
        """Send a message and read a line. The alarm kills the process, which ends the reading too."""
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        late = threading.Event()

        def ring() -> None:
            late.set()
            process.kill()

        alarm = threading.Timer(limit, ring)
        alarm.start()
        try:
            process.stdin.write(message)
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError:
            line = b""
        finally:
            alarm.cancel()
        if line.endswith(b"\n"):
            try:
                answer: dict[str, Any] = json.loads(line)
            except ValueError:
                self._kill(process)
                return {"error": "the process gave an answer that is no JSON"}
            return answer
        status = self._kill(process)
        if late.is_set():
            return {"error": f"no result within {limit:g} seconds"}
        return {"error": f"the process died with status {status}"}

    def _kill(self, process: subprocess.Popen[bytes]) -> int:
        try:
            status = process.wait(2)
        except subprocess.TimeoutExpired:
            process.kill()
            status = process.wait()
        self.close()
        return status


def _forget_peak(pid: int) -> None:
    """Have Linux count the highest memory use of a process anew."""
    with suppress(OSError):
        Path(f"/proc/{pid}/clear_refs").write_text("5")


def _peak(pid: int) -> int | None:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return None
    line = next((line for line in status.splitlines() if line.startswith("VmHWM:")), None)
    return int(line.split()[1]) * 1024 if line else None
