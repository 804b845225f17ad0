"""The documentation builds as a site, without a network and without a warning."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from documentation import ROOT, pages

import kaensan
from kaensan.cli.describe import commands


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(out)]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    built = subprocess.run(command, cwd=ROOT, env=quiet, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    return out


def _text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def test_every_page_is_on_the_site(site: Path) -> None:
    docs = ROOT / "docs"
    wanted = [page.relative_to(docs).with_suffix(".html") for page in pages() if page.is_relative_to(docs)]
    renamed = [path.with_name("index.html") if path.stem == "README" else path for path in wanted]
    assert [path for path in renamed if not (site / path).is_file()] == []


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    for page in (site / "index.html", site / "th" / "index.html"):
        loaded = re.findall(r'<(?:script|img|link)\b[^>]*?(?:src|href)="(https?://[^"]+)"', _text(page))
        assert loaded == []


def test_the_generated_reference_has_every_name(site: Path) -> None:
    names, options = (_text(site / "reference" / "generated" / f"{page}.html") for page in ("api", "commands"))
    assert [name for name in kaensan.__all__ if f"kaensan.{name}" not in names] == []
    assert [command.name for command in commands() if f"kaensan {command.name}" not in options] == []


def test_thai_is_shown_as_it_is(site: Path) -> None:
    assert "เริ่มต้นอย่างรวดเร็ว" in _text(site / "th" / "index.html")
