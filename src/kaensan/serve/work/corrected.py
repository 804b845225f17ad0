"""The content as a person's labels have it: what the method decided, with the person's corrections."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kaensan.dates.found_dates import read_date
from kaensan.document import Document
from kaensan.errors import UsageError
from kaensan.methods import Role
from kaensan.serve.work.decided_rows import ROLES
from kaensan.serve.work.task import Answer, Task, json_answer

__all__ = ["answer", "corrected_document"]

_ROLE = {"title": Role.TITLE, "content": Role.CONTENT, "post": Role.CONTENT}
"""What a label means for the text; authors, dates and the rest are no part of it."""


def answer(task: Task) -> Answer:
    document = corrected_document(task.document(), task.options["labels"])
    labels = document.labels
    return json_answer(
        {
            "metadata": document.metadata.to_dict(),
            "text": document.text,
            "markdown": document.markdown,
            "html": document.html,
            "roles": [ROLES[role] for role in labels.role.tolist()],
        }
    )


def corrected_document(document: Document, labels: dict[int, str]) -> Document:
    """The document with the labels of some rows changed; title, author and date follow them too."""
    role = document.labels.role.copy()
    stated = dict(document.labels.stated)
    for name in ("title", "author", "date"):
        rows = sorted(row for row, label in labels.items() if label == name)
        if rows:
            strings = document.page.texts.strings
            value = " ".join(" ".join(strings[row].split()) for row in rows if 0 <= row < len(strings))
            if name == "date":
                value = read_date(value) or value
            stated[name] = (value, "you")
    for row, label in labels.items():
        if not 0 <= row < len(role):
            raise UsageError(f"the page has the rows 0 to {len(role) - 1}, but no {row}")
        role[row] = _ROLE.get(label, Role.OTHER)
    score = np.where(role != document.labels.role, role == Role.CONTENT, document.labels.score).astype(np.float32)
    return Document(document.page, replace(document.labels, role=role, score=score, stated=stated))
