"""All methods measured on all gold pages."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

from kaensan.serve.gold.record import known_of
from kaensan.serve.jobs import Tell, Work
from kaensan.serve.work import Sent, Task

if TYPE_CHECKING:
    from kaensan.serve.service import Service

__all__ = ["score_all"]


def score_all(service: Service) -> Work:
    """The mean of every measure over the gold pages, for each method."""

    async def work(tell: Tell) -> dict[str, Any]:
        from kaensan.serve.service import data_of

        ids = service.gold.ids()
        sums: dict[str, dict[str, list[float]]] = {}
        for number, name in enumerate(ids):
            tell("measuring", page=name, done=number, total=len(ids))
            record = await service.record(name)
            task = Task("score", Sent(base64.b64decode(record["html"]), record["url"]), known_of(record))
            for method in data_of(await service.engine.do(task))["methods"]:
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
