"""A page that ships with the program, to see what it does."""

from __future__ import annotations

from pathlib import Path

__all__ = ["URL", "read_demo_page"]

URL = "https://news.example/local/2567/10/canal-library.html"
"""Where the page would be if it were on the web."""


def read_demo_page() -> bytes:
    """A Thai news page with everything around it that news pages have."""
    return Path(__file__).with_name("news.html").read_bytes()
