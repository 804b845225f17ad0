"""Learning from the gold store: the commands that read its export, run beside the service."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kaensan.serve.gold.export import write_dataset, write_marked
from kaensan.serve.gold.store import GoldStore
from kaensan.serve.jobs import Tell, Work
from kaensan.serve.problems import Problem
from kaensan.serve.work import Sent, Task
from kaensan.sites.address import plain_host

if TYPE_CHECKING:
    from kaensan.serve.service import Service

__all__ = ["LEARNERS", "learn", "learn_sites"]

_LAST = 20
"""Lines of a failed command that are shown."""


def _train_core(store: GoldStore) -> list[str]:
    write_dataset(store, store.folder / "export")
    return ["train", "core", "--data", str(store.folder / "export"), "--out", str(store.folder / "core")]


def _train_lstm(store: GoldStore) -> list[str]:
    write_marked(store, store.folder / "marked")
    return ["train", "lstm", str(store.folder / "marked"), "--out", str(store.folder / "lstm")]


LEARNERS: dict[str, Callable[[GoldStore], list[str]]] = {"train-core": _train_core, "train-lstm": _train_lstm}
"""How each kind of learning exports the gold, and the command that it then runs."""


def learn_sites(service: Service) -> Work:
    """Learn the rules of every site that has gold pages, into the service's store of sites."""

    async def work(tell: Tell) -> dict[str, Any]:
        from kaensan.serve.service import data_of

        store = service.settings.site
        if store is None:
            raise Problem(422, "usage", "the service has no store of site rules; start it with --site STORE")
        by_host: dict[str, list[str]] = {}
        for page in await asyncio.to_thread(service.gold.summaries):
            if host := plain_host(page["url"] or ""):
                by_host.setdefault(host, []).append(page["id"])
        sites = []
        for number, (host, ids) in enumerate(sorted(by_host.items())):
            tell("learning", said=f"{host}: {len(ids)} pages", done=number, total=len(by_host))
            options = {"gold": str(service.gold.folder), "ids": ids, "host": host, "site": str(store)}
            sites.append(data_of(await service.engine.do(Task("learn", Sent(""), options))))
        return {"sites": sites}

    return work


def learn(service: Service, kind: str) -> Work:
    """Export the gold and run the command; each line that it prints is told."""

    async def work(tell: Tell) -> dict[str, Any]:
        pages = len(service.gold.ids())
        if not pages:
            raise Problem(422, "usage", "the gold store is empty; save a corrected page first")
        tell("exporting", total=pages)
        command = await asyncio.to_thread(LEARNERS[kind], service.gold)
        status, last = await _run(command, service.gold.folder, tell)
        if status:
            why = last[-1] if last else f"it ended with status {status}"
            raise Problem(500, "failed", f"the training failed, perhaps for too few gold pages: {why}")
        return {"command": "kaensan " + " ".join(command), "pages": pages, "said": last}

    return work


async def _run(command: list[str], folder: Path, tell: Tell) -> tuple[int, list[str]]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "kaensan", *command),
        cwd=folder,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        limit=1 << 20,
    )
    last: list[str] = []
    try:
        assert process.stdout is not None
        async for line in process.stdout:
            said = line.decode("utf-8", "replace").strip()
            last = [*last, said][-_LAST:]
            tell("learning", said=said)
        return await process.wait(), last
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
