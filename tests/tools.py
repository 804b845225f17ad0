"""Programs that some tests need and that a machine may lack: such tests are skipped, in one line that says why."""

from __future__ import annotations

import shutil

import pytest

__all__ = ["find_tool", "skip_without"]

_PROGRAMS = {
    "chromium": ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    "node": ("node",),
    "firefox": ("firefox", "firefox-esr"),
    "bash": ("bash",),
    "git": ("git",),
}
_ADVICE = {"chromium": "; see `make browser`"}


def find_tool(tool: str) -> str | None:
    """The path of an installed program, None where there is none."""
    return next(filter(None, map(shutil.which, _PROGRAMS[tool])), None)


def skip_without(tool: str) -> str:
    """The path of an installed program; the test that asks is skipped where there is none."""
    program = find_tool(tool)
    if program is None:
        pytest.skip(f"needs {tool} on the PATH{_ADVICE.get(tool, '')}")
    return program
