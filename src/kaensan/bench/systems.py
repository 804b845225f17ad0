"""What is measured: our methods and their peers, behind one face."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from kaensan.bench import peers
from kaensan.errors import KaensanError, UsageError
from kaensan.methods import load, names
from kaensan.page import Page, parse
from kaensan.render import render_text

__all__ = ["Extract", "Skipped", "System", "choose"]

Extract = Callable[[bytes, Page], str]
"""From the bytes of a page, and the same page parsed, to its main text; each system takes what it needs."""

_TRIAL = "<title>A trial</title><body><h1>A trial</h1><p>One sentence, to see that the method is complete.</p>"


@dataclass(frozen=True)
class System:
    """A method of ours, or a peer, by name."""

    name: str
    kind: Literal["method", "peer"]

    def ready(self) -> Extract:
        """The system, loaded once for many pages."""
        if self.kind == "peer":
            peer = peers.load(self.name)
            return lambda html, _: peer(html)
        method = load(self.name)
        return lambda _, page: render_text(page, method.label(page).kept)


@dataclass(frozen=True)
class Skipped:
    """A system that cannot run here, and why."""

    name: str
    why: str


def choose(method_names: Iterable[str] | None, peer_names: Iterable[str]) -> tuple[list[System], list[Skipped]]:
    """The systems to run, and those left out because they lack a model or a package.

    `None` stands for every method. A name that does not exist is an error, not a system left out.
    """
    wanted = [System(name, "method") for name in (names() if method_names is None else method_names)]
    wanted += [System(name, "peer") for name in peer_names]
    systems: list[System] = []
    skipped: list[Skipped] = []
    for system in wanted:
        known = names() if system.kind == "method" else peers.PEERS
        if system.name not in known:
            raise UsageError(f"there is no {system.kind} {system.name!r}; choose one of {', '.join(known)}")
        try:
            system.ready()(_TRIAL.encode(), parse(_TRIAL))
        except (KaensanError, ImportError) as error:
            skipped.append(Skipped(system.name, str(error)))
        else:
            systems.append(system)
    return systems, skipped
