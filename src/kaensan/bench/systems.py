"""What is measured: our methods and their peers, behind one face."""

from __future__ import annotations

import hashlib
import inspect
import json
import shutil
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import Literal

from kaensan.bench.peers import PEERS
from kaensan.bench.system_process import Worker
from kaensan.errors import UsageError
from kaensan.methods import names

__all__ = ["NODE", "Skipped", "System", "choose", "install_node", "method", "parser", "peer"]

NODE = Path("out/node")
"""where the packages of Node are looked for"""

_BRIDGE = Path(__file__).parent / "node"
_STARTED_AT_ONCE = 4
_DECIDING = ("page", "methods", "metadata", "threads", "render", "document", "thai")
"""the parts of this package that an answer of ours depends on"""


@dataclass(frozen=True)
class System:
    """A method of ours, or a peer: a program that answers by the protocol of `kaensan.bench.worker`."""

    name: str
    kind: Literal["method", "peer", "parse"]
    command: tuple[str, ...]
    identity: str
    """what its answers depend on: they are kept until this changes"""
    decoded: bool = False
    """it wants pages in UTF-8, whatever they were served in"""

    @property
    def version(self) -> str:
        """The program and its version, without the digest of how it is called."""
        return self.identity if self.identity.startswith("kaensan ") else self.identity.rpartition(" ")[0]

    def worker(self, limit: float) -> Worker:
        """The system in a process of its own, which starts when it is first asked."""
        return Worker(self.command, limit)


@dataclass(frozen=True)
class Skipped:
    """A system that cannot run here, and why."""

    name: str
    why: str


def method(name: str) -> System:
    """One of our methods."""
    return System(name, "method", _python("method", name), _own_digest())


def parser() -> System:
    """Bare parsing: what times are compared with."""
    return System("parse", "parse", _python("parse", "-"), _own_digest())


def peer(name: str, node: Path = NODE) -> System:
    """Another extractor; one that runs in Node needs the folder that `install_node` made."""
    entry = PEERS[name]
    if entry.extract is None:
        return _node_peer(name, entry.distribution, node)
    if entry.distribution == "kaensan":
        return System(name, "peer", _python("peer", name), _own_digest())
    try:
        version = metadata.version(entry.distribution)
    except metadata.PackageNotFoundError:
        raise UsageError(f"it needs {entry.distribution}: pip install 'kaensan[{entry.extra}]'") from None
    called = hashlib.sha256((entry.called + inspect.getsource(entry.extract)).encode()).hexdigest()[:8]
    return System(name, "peer", _python("peer", name), f"{entry.distribution} {version} {called}")


def _python(kind: str, name: str) -> tuple[str, ...]:
    return sys.executable, "-m", "kaensan.bench.worker", kind, name


def _node_peer(name: str, package: str, node: Path) -> System:
    program = shutil.which("node")
    if program is None:
        raise UsageError("it runs in Node, and there is no node on the PATH")
    description = node / "node_modules" / package / "package.json"
    if not description.is_file():
        raise UsageError(f"{package} is not in {node}: run `kaensan bench node`")
    version = json.loads(description.read_text(encoding="utf-8"))["version"]
    bridge = _BRIDGE / "bridge.mjs"
    called = hashlib.sha256(bridge.read_bytes()).hexdigest()[:8]
    command = (program, str(bridge), name, str(node.resolve()))
    return System(name, "peer", command, f"{package} {version} {called}", decoded=True)


def install_node(folder: Path = NODE) -> None:
    """Install the extractors that run in Node into a folder of their own, by npm."""
    program = shutil.which("npm")
    if program is None:
        raise UsageError("the extractors of Node need npm on the PATH: install Node.js")
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(_BRIDGE / "package.json", folder / "package.json")
    done = subprocess.run([program, "install", "--no-audit", "--no-fund", "--ignore-scripts"], cwd=folder, check=False)
    if done.returncode:
        raise UsageError(f"npm could not install the extractors into {folder}; it says why above")


@lru_cache(maxsize=1)
def _own_digest() -> str:
    """A digest of our own code and models: our answers are asked for again when one of them has changed."""
    home = Path(__file__).parents[1]
    digest = hashlib.sha256()
    files = (path for part in _DECIDING for path in (home / part).rglob("*") if path.is_file())
    for path in sorted(path for path in files if "__pycache__" not in path.parts):
        digest.update(str(path.relative_to(home)).encode() + b"\0" + path.read_bytes())
    return f"kaensan {digest.hexdigest()[:16]}"


def choose(
    method_names: Iterable[str] | None, peer_names: Iterable[str], node: Path = NODE
) -> tuple[list[System], list[Skipped]]:
    """The systems to run, and those left out because they lack a model, a package or Node.

    `None` stands for every method. A name that does not exist is an error, not a system left out.
    """
    wanted = [("method", name) for name in (names() if method_names is None else method_names)]
    wanted += [("peer", name) for name in peer_names]
    for kind, name in wanted:
        known = names() if kind == "method" else PEERS
        if name not in known:
            raise UsageError(f"there is no {kind} {name!r}; choose one of {', '.join(known)}")

    def tried(kind: str, name: str) -> System | Skipped:
        try:
            system = method(name) if kind == "method" else peer(name, node)
            with system.worker(limit=60) as trial:
                trial.start()
        except UsageError as error:
            return Skipped(name, str(error))
        return system

    with ThreadPoolExecutor(_STARTED_AT_ONCE) as pool:
        outcomes = list(pool.map(lambda each: tried(*each), wanted))
    systems = [outcome for outcome in outcomes if isinstance(outcome, System)]
    return systems, [outcome for outcome in outcomes if isinstance(outcome, Skipped)]
