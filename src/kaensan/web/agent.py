"""Who we say we are."""

from __future__ import annotations

__all__ = ["product", "user_agent"]


def user_agent() -> str:
    """The program and its version: honest, and short enough for a server's log."""
    from kaensan import __version__

    return f"Kaensan/{__version__} (reads web pages; obeys robots.txt for Kaensan)"


def product(agent: str) -> str:
    """The name that a robots.txt speaks to.

    >>> product("Kaensan/1.0 (reads web pages)")
    'Kaensan'
    """
    return agent.partition("/")[0].partition(" ")[0]
