"""A real browser for tests: Chromium without a window, one short run for each question."""

from __future__ import annotations

import io
import subprocess
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from tools import skip_without

_QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--hide-scrollbars",
    "--virtual-time-budget=5000",
)
_PATIENCE = 60
"""seconds that Chromium may take for one page: far more than it does on a busy machine"""


@dataclass(frozen=True)
class Browser:
    """Chromium with a profile of its own in `folder`."""

    program: str
    folder: Path

    def screenshot(self, page: Path, width: int, height: int, *, scale: float = 1, dark: bool = False) -> Image.Image:
        """What a page looks like in a window of that size, in RGB."""
        picture = self.folder / "screenshot.png"
        picture.unlink(missing_ok=True)
        scheme = f"--blink-settings=preferredColorScheme={0 if dark else 1}"
        size = f"--window-size={width},{height}"
        self._run(f"--screenshot={picture}", size, f"--force-device-scale-factor={scale}", scheme, page.as_uri())
        return Image.open(io.BytesIO(picture.read_bytes())).convert("RGB")

    def document(self, page: Path) -> str:
        """The markup of a page after its scripts have run."""
        return self._run("--dump-dom", page.as_uri())

    def _run(self, *arguments: str) -> str:
        command = [self.program, *_QUIET, f"--user-data-dir={self.folder / 'profile'}", *arguments]
        done = subprocess.run(command, capture_output=True, timeout=_PATIENCE, check=True)
        return done.stdout.decode("utf-8", "replace")


def find_browser(folder: Path) -> Browser:
    """The installed Chromium; a test is skipped where there is none."""
    return Browser(skip_without("chromium"), folder)
