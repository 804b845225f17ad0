"""All methods measured on all gold pages."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from kaensan.serve.gate import Ticket
from kaensan.serve.jobs import Report, Work
from kaensan.serve.work import Body, Task

if TYPE_CHECKING:
    from kaensan.serve.service import Service

__all__ = ["score_all"]


def score_all(service: Service, ticket: Ticket) -> Work:
    """The mean of every measure over the gold pages, for each method."""

    async def work(report: Report) -> dict[str, Any]:
        from kaensan.serve.service import data_of

        ids = await asyncio.to_thread(service.gold.ids)
        sums: dict[str, dict[str, list[float]]] = {}
        for number, name in enumerate(ids):
            report("measuring", page=name, done=number, total=len(ids))
            body = Body(json.dumps({"gold": name}).encode())
            for method in data_of(await service.do(Task("score", body=body), ticket))["methods"]:
                for measure in method["measures"]:
                    if measure["value"] is not None:
                        sums.setdefault(method["method"], {}).setdefault(measure["name"], []).append(measure["value"])
        return {
            "pages": len(ids),
            "methods": [
                {
                    "method": method,
                    "measures": [
                        {"name": name, "value": sum(values) / len(values), "pages": len(values)}
                        for name, values in measures.items()
                    ],
                }
                for method, measures in sums.items()
            ],
        }

    return work
