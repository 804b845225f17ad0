"""How a service is set up."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from kaensan.errors import UsageError
from kaensan.serve.work.sites import Sites
from kaensan.sites.user_rules import read_rules

__all__ = ["Limits", "Settings", "default_gold"]

MIB = 1 << 20


@dataclass(frozen=True)
class Limits:
    """What one client, and all of them together, may ask for."""

    body: int = 20 * MIB
    """bytes of a request, and of a line of a batch"""
    held: int = 512 * MIB
    """bytes of all requests that are being worked on"""
    concurrent: int = 256
    """requests that are accepted at a time; more are told to come back later"""
    page: float = 30.0
    """seconds that a worker may spend on a page"""
    request: float = 60.0
    """seconds from the acceptance of a request to its answer"""
    pause: float = 10.0
    """seconds that a client may take for the head of a request, and between two parts of its body"""
    memory: int = 2048 * MIB
    """bytes of memory of a worker"""
    jobs: int = 16
    """long works at a time"""

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if value <= 0:
                raise UsageError(f"the limit {name} is a number above 0, not {value}")


def default_gold() -> Path:
    """Where gold is kept when nobody says where."""
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "kaensan" / "gold"


@dataclass(frozen=True)
class Settings:
    """Everything that is decided before the service starts."""

    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 2
    keys: tuple[str, ...] = ()
    """API keys; without any, everybody who reaches the port is let in"""
    allow_private: bool = False
    """fetch from private addresses too"""
    hosts: tuple[str, ...] = ()
    """names that the service is reached by, besides localhost and addresses in digits; `*` for any"""
    origins: tuple[str, ...] = ()
    """web origins whose pages may call the service"""
    gold: Path = field(default_factory=default_gold)
    site: Path | None = None
    """the store of what is known of sites"""
    rules: Path | None = None
    """a file of rules that the user wrote"""
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        if self.workers < 1:
            raise UsageError(f"workers is a number from 1, not {self.workers}")
        if any(len(key) < 8 for key in self.keys):
            raise UsageError("an API key has at least 8 characters")
        if self.rules is not None:
            read_rules(self.rules)  # what is wrong in it is told before anything starts

    @property
    def sites(self) -> Sites | None:
        """Where workers find what is known of sites; None where there is nothing."""
        if self.site is None and self.rules is None:
            return None
        return Sites(str(self.site) if self.site else None, str(self.rules) if self.rules else None)
