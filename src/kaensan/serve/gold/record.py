"""A corrected page as a line of a dataset: the format that `kaensan bench`, `train` and `site learn` read."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from kaensan.errors import UsageError
from kaensan.gold.marked import mark
from kaensan.metadata.languages import find_language
from kaensan.methods import Labels, Role
from kaensan.page import Page
from kaensan.page.inline import inline_text
from kaensan.render import render_text
from kaensan.serve.gold.labelled_posts import number_posts, read_posts
from kaensan.serve.work.task import Sent

__all__ = ["DATASET", "SPLIT", "Correction", "known_of", "page_bytes", "page_id", "summary_of", "to_record"]

DATASET, SPLIT = "gold", "dev"
_BOM = b"\xef\xbb\xbf"
_CONTENT = ("content", "post")


@dataclass(frozen=True)
class Correction:
    """What a person says about a page."""

    labels: Sequence[str]
    """a label for each row of `texts`"""
    posts: Sequence[int] | None = None
    """for each row the number of its post, 0 for none"""
    title: str | None = None
    author: str | None = None
    date: str | None = None
    language: str | None = None
    page_type: str | None = None
    note: str = ""


def page_bytes(sent: Sent, page: Page) -> bytes:
    """The page as bytes that say their own encoding, as the dataset format wants them."""
    if isinstance(sent.html, bytes) and sent.charset is None:
        return sent.html
    return _BOM + page.source.encode("utf-8", "replace")


def page_id(html: bytes) -> str:
    """The name of a page in the store: sixteen hexadecimal digits, by its bytes."""
    return hashlib.sha256(html).hexdigest()[:16]


def to_record(page: Page, html: bytes, correction: Correction) -> dict[str, Any]:
    """The line of the dataset."""
    labels = list(correction.labels)
    if len(labels) != len(page.texts):
        raise UsageError(f"there are {len(labels)} labels for {len(page.texts)} rows; give one for each row of texts")
    kept = np.array([label in _CONTENT for label in labels], np.bool_)
    posts = read_posts(page, labels, correction.posts)
    numbers = None
    if posts:
        given = correction.posts
        numbers = list(given) if given is not None and any(given) else number_posts(labels)
    record: dict[str, Any] = {
        "id": f"{DATASET}/{page_id(html)}",
        "dataset": DATASET,
        "split": SPLIT,
        "url": page.url,
        "lang": correction.language or _language(page, kept),
        "page_type": correction.page_type or ("forum" if posts else None),
        "html": base64.b64encode(html).decode(),
        "text": render_text(page, kept),
        "title": correction.title or _labelled(page, labels, "title"),
        "author": correction.author or (None if posts else _labelled(page, labels, "author")),
        "date": correction.date or (None if posts else _labelled(page, labels, "date")),
        "with": [],
        "without": [],
        "reconstructed": False,
        "extra": {
            "labels": labels,
            "posts": numbers,
            "note": correction.note,
            "saved": datetime.now(UTC).isoformat(timespec="seconds"),
        },
    }
    if posts:
        record["posts"] = [{"author": post.author, "date": post.date, "text": post.text} for post in posts]
        record["board"] = urlsplit(page.url or "").hostname or "gold"
        record["marked"] = base64.b64encode(mark(page, labels, numbers).encode("utf-8", "replace")).decode()
    return record


def summary_of(record: dict[str, Any]) -> dict[str, Any]:
    """What a list of gold pages shows."""
    counted: dict[str, int] = {}
    for label in record["extra"]["labels"]:
        counted[label] = counted.get(label, 0) + 1
    names = ("url", "lang", "page_type", "title", "author", "date")
    return {
        "id": record["id"].partition("/")[2],
        **{name: record[name] for name in names},
        "posts": len(record.get("posts") or ()),
        "labels": counted,
        "note": record["extra"]["note"],
        "saved": record["extra"]["saved"],
    }


def known_of(record: dict[str, Any]) -> dict[str, Any]:
    """What a record says that can be measured against."""
    return {
        "labels": record["extra"]["labels"],
        "posts": record["extra"].get("posts"),
        "metadata": {name: record.get(name) for name in ("title", "author", "date")},
    }


def _labelled(page: Page, labels: list[str], wanted: str) -> str | None:
    """The text of the first run of rows with a label."""
    if wanted not in labels:
        return None
    first = labels.index(wanted)
    end = next((row for row in range(first, len(labels)) if labels[row] != wanted), len(labels))
    return inline_text(page.texts, first, end) or None


def _language(page: Page, kept: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> str | None:
    role = np.where(kept, int(Role.CONTENT), int(Role.OTHER)).astype(np.int8)
    found = find_language(page, Labels("gold", role, kept.astype(np.float32)))
    return found.value if found else None
