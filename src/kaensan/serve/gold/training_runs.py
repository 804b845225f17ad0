"""Learning from the gold store: the commands that read its export, run beside the service."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from kaensan.serve.gate import Ticket
from kaensan.serve.gold.export import DATASET_FILE
from kaensan.serve.gold.held_back import held_back
from kaensan.serve.jobs import Report, Work
from kaensan.serve.problems import Problem
from kaensan.serve.work import Task
from kaensan.sites.address import plain_host

if TYPE_CHECKING:
    from kaensan.serve.service import Service

__all__ = ["LEARNERS", "learn_sites", "train"]

_LAST = 20
"""Lines of a failed command that are shown."""


class _Learner(NamedTuple):
    """How a model is trained from the gold store: the export it reads, and the command."""

    form: str
    """the format of the export"""
    export: str
    """its path in the folder of the store"""
    command: tuple[str, ...]
    """run in that folder"""
    method: str
    """the method that the model is for"""
    model: str
    """the path of the model that the command writes, in that folder"""


LEARNERS = {
    "train-core": _Learner(
        *("dataset", f"export/{DATASET_FILE}", ("train", "core", "--data", "export", "--out", "core")),
        *("core", "core/core.npz"),
    ),
    "train-lstm": _Learner(
        *("folder", "marked", ("train", "lstm", "marked", "--out", "lstm")), *("lstm", "lstm/boards-lstm.onnx")
    ),
}
"""The models that can be trained from the gold store."""


def learn_sites(service: Service, ticket: Ticket) -> Work:
    """Learn the rules of every site that has gold pages, into the service's store of sites."""

    async def work(report: Report) -> dict[str, Any]:
        from kaensan.serve.service import data_of

        if service.settings.site is None:
            raise Problem(422, "usage", "the service has no store of site rules; start it with --site STORE")
        pages = data_of(await service.do(Task("gold-list"), ticket))["pages"]
        by_host: dict[str, list[str]] = {}
        for page in pages:
            if host := plain_host(page["url"] or ""):
                by_host.setdefault(host, []).append(page["id"])
        sites = []
        for number, (host, ids) in enumerate(sorted(by_host.items())):
            report("learning", line=f"{host}: {len(ids)} pages", done=number, total=len(by_host))
            sites.append(data_of(await service.do(Task("learn", options={"ids": ids, "host": host}), ticket)))
        return {"sites": sites}

    return work


def train(service: Service, ticket: Ticket, kind: str) -> Work:
    """Export the gold but for the pages held back, run the command, and measure both models on those pages.

    Each line that the command prints is reported.
    """
    learner = LEARNERS[kind]

    async def work(report: Report) -> dict[str, Any]:
        from kaensan.serve.service import data_of

        ids = await asyncio.to_thread(service.gold.ids)
        if not ids:
            raise Problem(422, "usage", "the gold store is empty; save a corrected page first")
        unseen = held_back(ids)
        report("exporting", total=len(ids))
        path = service.gold.folder / learner.export
        path.parent.mkdir(parents=True, exist_ok=True)
        data_of(
            await service.do(
                Task("gold-export", options={"format": learner.form, "path": str(path), "without": unseen}), ticket
            )
        )
        status, last = await _run(learner.command, service.gold.folder, report)
        if status:
            why = last[-1] if last else f"it ended with status {status}"
            raise Problem(500, "failed", f"the training failed, perhaps for too few gold pages: {why}")
        options = {"method": learner.method, "model": str(service.gold.folder / learner.model), "ids": unseen}
        measured = data_of(await service.do(Task("before-after", options=options), ticket)) if unseen else None
        command = "kaensan " + " ".join(learner.command)
        return {"command": command, "pages": len(ids) - len(unseen), "lines": last, "held_back": measured}

    return work


async def _run(command: Sequence[str], folder: Path, report: Report) -> tuple[int, list[str]]:
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
            printed = line.decode("utf-8", "replace").strip()
            last = [*last, printed][-_LAST:]
            report("learning", line=printed)
        return await process.wait(), last
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
