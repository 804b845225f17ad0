"""One page through several methods."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from kaensan.compare import Comparison, compare
from kaensan.compare.against_gold import Measure
from kaensan.compare.report_page import render_report
from kaensan.document import Document
from kaensan.errors import KaensanError
from kaensan.methods import load, names
from kaensan.serve.work.decided_rows import ROLES
from kaensan.serve.work.task import Answer, Task, json_answer

__all__ = ["answer", "compare_one", "comparison_data", "measure_data", "plan", "put_together"]


def answer(task: Task) -> Answer:
    page = task.page()
    comparison = compare(page, task.options.get("methods"), task.options.get("gold_text"))
    if task.options.get("format") == "html":
        return Answer(render_report(comparison).encode("utf-8", "replace"), "text/html; charset=utf-8")
    return json_answer(comparison_data(comparison, task.options.get("formats") or ("text",)))


def comparison_data(comparison: Comparison, formats: tuple[str, ...] = ()) -> dict[str, Any]:
    """What each method kept, how far they agree, and all measures where there is gold."""
    texts = comparison.page.texts
    measured = comparison.measures
    return {
        "url": comparison.page.url,
        "texts": len(texts),
        "characters": int(texts.length.sum()),
        "methods": [
            {
                **_decision(document),
                **{form: document.render(form) for form in formats if form != "json"},
                **({"measures": [measure_data(measure) for measure in measures]} if comparison.gold else {}),
            }
            for document, measures in zip(comparison.documents, measured, strict=True)
        ],
        "missing": [{"method": missing.method, "why": missing.why} for missing in comparison.missing],
        "agreement": {
            "methods": comparison.methods,
            "shares": [[round(share, 4) for share in row] for row in comparison.agreement.tolist()],
        },
        "warnings": list(comparison.page.warnings),
    }


def measure_data(measure: Measure) -> dict[str, Any]:
    return {"name": measure.name, "value": measure.value, "meaning": measure.meaning}


def _decision(document: Document) -> dict[str, Any]:
    """What one method decided about every row."""
    labels, length = document.labels, document.page.texts.length
    return {
        "method": document.method,
        "confidence": document.confidence,
        "page_type": document.page_type,
        "kept": int(labels.kept.sum()),
        "characters": int(length[labels.kept].sum()),
        "roles": [ROLES[role] for role in labels.role.tolist()],
        "scores": [round(score, 4) for score in labels.score.tolist()],
    }


def plan(task: Task) -> Answer:
    """The first step of a comparison that tells how far it is: the methods to ask, one after another.

    `whole` says that it must be made in one go, because there is gold to measure against.
    """
    wanted = task.options.get("methods") or list(names())
    return json_answer({"methods": wanted, "whole": task.options.get("gold_text") is not None})


def compare_one(task: Task) -> Answer:
    """A step of a comparison: what one method makes of the page."""
    page = task.page()
    method = task.options["method"]
    try:
        document = Document(page, load(method).label(page))
    except (KaensanError, ImportError) as error:
        return json_answer({"method": method, "missing": str(error)})
    return json_answer({**_decision(document), "lengths": page.texts.length.tolist(), "text": document.text})


def put_together(task: Task) -> Answer:
    """The last step of a comparison: what all methods made of the page."""
    decisions = [json.loads(part) for part in task.options["parts"]]
    decided = [decision for decision in decisions if "missing" not in decision]
    lengths: list[int] = decided[0]["lengths"] if decided else []
    for decision in decided:
        del decision["lengths"]
    return json_answer(
        {
            "url": task.sent.url if task.sent else None,
            "texts": len(lengths),
            "characters": sum(lengths),
            "methods": decided,
            "missing": [{"method": one["method"], "why": one["missing"]} for one in decisions if "missing" in one],
            "agreement": {"methods": [one["method"] for one in decided], "shares": _shares(decided, lengths)},
        }
    )


def _shares(decided: list[dict[str, Any]], lengths: list[int]) -> list[list[float]]:
    """For each two methods the share of kept characters that both keep, as `kaensan.compare.agreement` has it."""
    kept = np.array([[role == "content" for role in one["roles"]] for one in decided], np.float64)
    kept = kept.reshape(len(decided), len(lengths))
    both = (kept * np.array(lengths, np.float64)) @ kept.T
    each = np.diag(both)
    total = each[:, None] + each[None, :]
    shares: list[list[float]] = np.where(total > 0, 2 * both / np.maximum(total, 1), 1.0).round(4).tolist()
    return shares
