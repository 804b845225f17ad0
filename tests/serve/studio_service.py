"""A service of its own process for tests of the studio."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["running_studio"]


@contextmanager
def running_studio(folder: Path, *more: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address of a running service, and its process."""
    command = [sys.executable, "-m", "kaensan", "serve", "--port", "0", "--workers", "1", *more]
    command += ["--gold", str(folder / "gold"), "--site", str(folder / "sites.db")]
    with (folder / "log").open("wb") as log:
        service = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        assert service.stdout is not None
        said = service.stdout.readline()
        found = re.search(r"http://\S+/", said)
        assert found, f"{said} {(folder / 'log').read_text()}"
        yield found[0], service
    finally:
        service.terminate()
        service.wait(60)
