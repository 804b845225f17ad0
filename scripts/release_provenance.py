"""Where the files of a release come from: an in-toto statement with SLSA's predicate, version 1.

The statement is not signed: the workflow that publishes has GitHub sign one of its own. This one lets anybody who
builds a release say, in the same words, from which commit and with which tools each file was made.
"""

from __future__ import annotations

import hashlib
import json
import platform
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

__all__ = ["statement", "write_statement"]

_TOOLS = ("build", "setuptools", "cython", "auditwheel")
"""what makes the files, as far as it is installed beside this script; the build itself fetches its own copies"""


def write_statement(path: Path, files: list[Path], root: Path, begun: datetime) -> None:
    """Write the statement about some files, which were made of the sources in `root`."""
    made = statement(files, _source(root), begun, datetime.now(UTC))
    path.write_text(json.dumps(made, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def statement(files: list[Path], source: dict[str, Any], begun: datetime, ended: datetime) -> dict[str, Any]:
    """The statement: which files, made from which source, how, with what and when."""
    return {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": file.name, "digest": {"sha256": _sha256(file)}} for file in sorted(files)],
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {
            "buildDefinition": {
                "buildType": "https://packaging.python.org/en/latest/specifications/",
                "externalParameters": {"command": "make release"},
                "resolvedDependencies": [source],
            },
            "runDetails": {
                "builder": {
                    "id": f"urn:kaensan:make-release:{platform.system()}-{platform.machine()}",
                    "version": _tools(),
                },
                "metadata": {"startedOn": _moment(begun), "finishedOn": _moment(ended)},
            },
        },
    }


def _sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _moment(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _tools() -> dict[str, str]:
    tools = {"python": platform.python_version()}
    for name in _TOOLS:
        try:
            tools[name] = version(name)
        except PackageNotFoundError:
            continue
    return tools


def _source(root: Path) -> dict[str, Any]:
    """The commit that the sources are of; `dirty` where files differ from it."""
    commit = _git(root, "rev-parse", "HEAD")
    if not commit:
        return {"uri": "sources without git"}
    changed = bool(_git(root, "status", "--porcelain", "--untracked-files=no"))
    return {"uri": "git+kaensan", "digest": {"gitCommit": commit}, "annotations": {"dirty": changed}}


def _git(root: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        print("git is not there: the provenance names no commit", file=sys.stderr)
        return ""
    return done.stdout.strip()
