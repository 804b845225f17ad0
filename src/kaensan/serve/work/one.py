"""What one method makes of a page: a step of a comparison that tells how far it is."""

from __future__ import annotations

from kaensan.document import Document
from kaensan.errors import KaensanError
from kaensan.methods import load
from kaensan.serve.work.rows import ROLES
from kaensan.serve.work.task import Answer, Task, json_answer

__all__ = ["answer"]


def answer(task: Task) -> Answer:
    page = task.page()
    method = task.options["method"]
    try:
        document = Document(page, load(method).label(page))
    except (KaensanError, ImportError) as error:
        return json_answer({"method": method, "missing": str(error)})
    texts, labels = page.texts, document.labels
    return json_answer(
        {
            "method": method,
            "confidence": document.confidence,
            "page_type": document.page_type,
            "kept": int(labels.kept.sum()),
            "characters": int(texts.length[labels.kept].sum()),
            "lengths": texts.length.tolist(),
            "roles": [ROLES[role] for role in labels.role.tolist()],
            "scores": [round(score, 4) for score in labels.score.tolist()],
            "text": document.text,
        }
    )
