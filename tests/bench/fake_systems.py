"""Systems whose answer is known, as programs of their own: `python fake_systems.py NAME`."""

from __future__ import annotations

import os
import re
import sys
import time
from pathlib import Path

from kaensan.bench.peers import Fields, Found
from kaensan.bench.systems import System
from kaensan.bench.worker import TEXT, Task, serve

_TAG = re.compile(r"<[^>]*>")
_PARAGRAPH = re.compile(r"<p>(.*?)</p>", re.S)


def fake(name: str, identity: str = "1 a") -> System:
    """One of the systems below."""
    return System(name, "peer", (sys.executable, str(Path(__file__)), name), f"{name} {identity}")


def everything(html: str) -> Found:
    """Keeps every word, and fails on a page that says so."""
    if "POISON" in html:
        raise RuntimeError("poisoned\nand more")
    return Found(_TAG.sub(" ", html))


def paragraphs(html: str) -> Found:
    """Keeps paragraphs, knows the title, and counts its pages in a file when asked to."""
    counter = os.environ.get("KAENSAN_FAKE_COUNTER")
    if counter and "Page" in html:
        with Path(counter).open("a") as file:
            file.write(".")

    def metadata() -> Fields:
        found = re.search("<title>(.*?)</title>", html)
        return {"title": found[1] if found else None}

    return Found("\n".join(_PARAGRAPH.findall(html)), metadata=metadata)


def fragile(html: str) -> Found:
    """Sleeps or dies on a page that says so, and talks all the time."""
    print("a line among the answers")
    if "SLEEP" in html:
        time.sleep(600)
    if "DIE" in html:
        os._exit(3)
    return Found(_TAG.sub(" ", html))


def _tasks() -> dict[str, Task]:
    if sys.argv[1] == "untrained":
        raise ImportError("there is no model for this system")
    extract = {"everything": everything, "paragraphs": paragraphs, "fragile": fragile}[sys.argv[1]]
    return {TEXT: (lambda html, url: html.decode(), extract)}


if __name__ == "__main__":
    serve(_tasks)
