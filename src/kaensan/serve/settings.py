"""How a service is set up."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from kaensan.errors import UsageError
from kaensan.serve.work.task import Stores
from kaensan.sites.user_rules import read_rules

__all__ = ["Limits", "Settings", "data_folder", "default_gold", "default_site"]

KIB, MIB = 1 << 10, 1 << 20


@dataclass(frozen=True)
class Limits:
    """What one client, and all of them together, may ask for."""

    body: int = 20 * MIB
    """bytes of a request, and of a line of a batch"""
    answer: int = 64 * MIB
    """bytes of an answer"""
    held: int = 512 * MIB
    """bytes of all requests and answers that the service holds"""
    concurrent: int = 256
    """requests that wait for a worker or are worked on; more are told to come back later"""
    transfers: int = 2048
    """requests that are being received, worked on or answered"""
    page: float = 30.0
    """seconds that a worker may spend on a page"""
    long: float = 600.0
    """seconds that an export, an import's unpacking or the learning of one site may take"""
    request: float = 60.0
    """seconds that a request may wait for its answer once it is received"""
    pause: float = 10.0
    """seconds that a client may take for the head of a request, and may be silent while it sends or reads"""
    transfer: float = 120.0
    """seconds that the service waits for a client in all while it receives one body or sends one answer"""
    rate: float = 8 * KIB
    """bytes a second that a client must send or read at least, once its `pause` is used up"""
    memory: int = 2048 * MIB
    """bytes of memory of a worker"""
    jobs: int = 16
    """long works at a time"""

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if value <= 0:
                raise UsageError(f"the limit {name} is a number above 0, not {value}")


def data_folder() -> Path:
    """Where the service keeps what it is taught when nobody says where: the user's data folder."""
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "kaensan"


def default_gold() -> Path:
    """The folder of corrected pages."""
    return data_folder() / "gold"


def default_site() -> Path:
    """The store of what is known of sites."""
    return data_folder() / "sites.db"


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
    """the store of what is known of sites; `kaensan serve` has one by default"""
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
    def stores(self) -> Stores:
        """Where workers find gold pages and what is known of sites."""
        return Stores(
            gold=str(self.gold),
            site=str(self.site) if self.site else None,
            rules=str(self.rules) if self.rules else None,
            taught=str(self.gold / "rules.sqlite"),
        )
