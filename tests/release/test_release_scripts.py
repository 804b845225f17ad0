"""What a release says about itself: its notes, its provenance, and that the README's first screen is tried."""

from __future__ import annotations

import hashlib
import sys
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules of the folder `scripts` can be imported; `release` is one there, and a folder of tests elsewhere."""
    monkeypatch.delitem(sys.modules, "release", raising=False)
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))


def test_the_provenance_names_every_file_with_its_digest_and_the_commit(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("b.whl", "a.tar.gz")]
    for file in files:
        file.write_bytes(file.name.encode())
    moment = datetime(2024, 1, 2, 3, 4, 5, tzinfo=UTC)
    source = {"uri": "git+kaensan", "digest": {"gitCommit": "0" * 40}}
    made: dict[str, Any] = import_module("release_provenance").statement(files, source, moment, moment)
    assert made["_type"] == "https://in-toto.io/Statement/v1"
    assert made["predicateType"] == "https://slsa.dev/provenance/v1"
    digests = {subject["name"]: subject["digest"]["sha256"] for subject in made["subject"]}
    assert digests == {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    assert made["predicate"]["buildDefinition"]["resolvedDependencies"] == [source]
    details = made["predicate"]["runDetails"]
    assert details["metadata"]["startedOn"] == "2024-01-02T03:04:05Z"
    assert details["builder"]["version"]["python"] == ".".join(map(str, sys.version_info[:3]))


def test_the_first_screen_of_the_readme_is_found() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    lines, code = import_module("release").first_screen(readme)
    assert any(line.startswith("Kept ") for line in lines)
    assert "doc = kaensan.extract(html)" in code


def test_notes_are_the_newest_section_of_the_changelog() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    notes = import_module("release_notes").newest_section(changelog)
    assert notes.startswith("- ")
    assert "\n## " not in notes
