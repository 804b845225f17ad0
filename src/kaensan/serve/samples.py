"""Sample pages that ship with the program, one click away in the studio."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from kaensan.demo import URL, read_demo_page

__all__ = ["read_sample", "samples"]

_INDEX = "index.json"


def samples() -> list[dict[str, Any]]:
    """Every sample with its name, its titles in Thai and English, and its address.

    The folder's `index.json` lists them; each is a file NAME.html beside it.
    """
    index = files("kaensan.serve") / "samples" / _INDEX
    listed: list[dict[str, Any]] = json.loads(index.read_text("utf-8")) if index.is_file() else []
    news = {"name": "demo-news", "title": {"th": "ข่าวไทย", "en": "Thai news"}, "url": URL, "kind": "article"}
    return listed or [news]


def read_sample(name: str) -> tuple[bytes, str | None] | None:
    """The bytes and the address of a sample; None where there is none of that name."""
    for sample in samples():
        if sample["name"] == name:
            file = files("kaensan.serve") / "samples" / f"{name}.html"
            return (file.read_bytes() if file.is_file() else read_demo_page()), sample.get("url")
    return None
