"""A folder of reference pages, written for the tests."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import zstandard

MENU = "<ul><li><a href=/>Home</a><li><a href=/news>News</a></ul>"


def html_of(text: str) -> str:
    return f"<title>A page</title><body>{MENU}<div><p>{text}</p></div>"


def record(dataset: str, key: str, **fields: Any) -> dict[str, Any]:
    """One line of a dataset file; `html` may be given as str or bytes."""
    dataset_name, _, split = dataset.partition(".")
    html = fields.pop("html", html_of(str(fields.get("text"))))
    data = html.encode() if isinstance(html, str) else html
    return {
        "id": f"{dataset_name}/{key}",
        "dataset": dataset_name,
        "split": split,
        "lang": "en",
        "text": None,
        "html": base64.b64encode(data).decode(),
        **fields,
    }


def write_dataset(folder: Path, name: str, records: list[dict[str, Any]]) -> None:
    lines = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in records)
    (folder / f"{name}.jsonl.zst").write_bytes(zstandard.compress(lines.encode()))


def write_folder(folder: Path) -> Path:
    """English pages of two types, Thai pages, and a page that has only snippets."""
    english = [
        record("small.dev", f"en-{at}", text=f"Sentence number {at} says something.", page_type=kind)
        for at, kind in enumerate(["article", "article", "forum"])
    ]
    thai = [record("thai.test", f"th-{at}", text=f"นี่คือข้อความที่ {at} ของเรา", lang="th") for at in range(2)]
    marked = record("snips.dev", "one", html=html_of("A must."), **{"with": ["A must"], "without": ["Home"]})
    write_dataset(folder, "small.dev", english)
    write_dataset(folder, "thai.test", thai)
    write_dataset(folder, "snips.dev", [marked])
    return folder
