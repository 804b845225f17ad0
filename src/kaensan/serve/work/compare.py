"""One page through several methods."""

from __future__ import annotations

from typing import Any

from kaensan.compare import Comparison, compare
from kaensan.compare.gold import Measure
from kaensan.compare.report import render_report
from kaensan.serve.work.rows import ROLES
from kaensan.serve.work.task import Answer, Task, json_answer

__all__ = ["answer", "comparison_data", "measure_data"]


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
                "method": document.method,
                "confidence": document.confidence,
                "page_type": document.page_type,
                "kept": int(document.labels.kept.sum()),
                "characters": int(texts.length[document.labels.kept].sum()),
                "roles": [ROLES[role] for role in document.labels.role.tolist()],
                "scores": [round(score, 4) for score in document.labels.score.tolist()],
                **{form: document.render(form) for form in formats if form != "json"},
                **({"measures": [measure_data(one) for one in measures]} if comparison.gold else {}),
            }
            for document, measures in zip(comparison.documents, measured, strict=True)
        ],
        "missing": [{"method": one.method, "why": one.why} for one in comparison.missing],
        "agreement": {
            "methods": comparison.methods,
            "shares": [[round(share, 4) for share in row] for row in comparison.agreement.tolist()],
        },
        "warnings": list(comparison.page.warnings),
    }


def measure_data(measure: Measure) -> dict[str, Any]:
    return {"name": measure.name, "value": measure.value, "meaning": measure.meaning}
