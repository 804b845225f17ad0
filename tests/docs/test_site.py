"""The documentation builds as a site, without a network and without a warning, a folder for each version."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from documentation import ROOT, pages

import kaensan
from kaensan.cli.describe import commands

PROGRAM = "import sys; from pathlib import Path; from docs_site import build; build(*map(Path, sys.argv[1:]))"


def build(*folders: Path) -> subprocess.CompletedProcess[str]:
    """Build the site in a process of its own, where nothing that other tests did matters."""
    program = f"import sys; sys.path[:] = {[str(ROOT / 'scripts'), *sys.path]!r}; {PROGRAM}"
    command = [sys.executable, "-c", program, *map(str, folders)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("sphinx", reason="needs the docs extra: pip install 'kaensan[docs]'")
    folder = tmp_path_factory.mktemp("site")
    (folder / "0.0.9").mkdir()
    (folder / "0.0.9" / "objects.inv").write_bytes(b"")
    done = build(folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def site(out: Path) -> Path:
    return out / kaensan.__version__


def _text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def test_every_page_is_on_the_site(site: Path) -> None:
    docs = ROOT / "docs"
    written = [*(page for page in pages() if page.is_relative_to(docs)), *docs.rglob("*.ipynb")]
    wanted = [page.relative_to(docs).with_suffix(".html") for page in written]
    assert [path for path in wanted if not (site / path).is_file()] == []


def test_the_notebook_was_run_by_the_build(site: Path) -> None:
    page = _text(site / "tutorials" / "notebook.html")
    assert "(6, 1)" in page
    assert "<svg" in page[page.index("Draw it") :]


def test_versions_lie_side_by_side_and_the_newest_is_opened(out: Path) -> None:
    assert json.loads((out / "versions.json").read_text()) == [kaensan.__version__, "0.0.9"]
    assert f"url={kaensan.__version__}/index.html" in (out / "index.html").read_text()


@pytest.mark.parametrize("link", ["missing.md", "index.md#missing", "pages/gone.md"])
def test_a_link_that_leads_nowhere_is_an_error(link: str, tmp_path: Path) -> None:
    pytest.importorskip("sphinx", reason="needs the docs extra: pip install 'kaensan[docs]'")
    docs = tmp_path / "docs"
    docs.mkdir()
    shutil.copy(ROOT / "docs" / "conf.py", docs)
    (docs / "index.md").write_text(f"# Title\n\n[a link]({link})\n", encoding="utf-8")
    done = build(tmp_path / "out", docs)
    assert done.returncode == 1
    assert link.rpartition("#")[2] in done.stderr


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    for page in (site / "index.html", site / "th" / "index.html"):
        loaded = re.findall(r'<(?:script|img|link)\b[^>]*?(?:src|href)="(https?://[^"]+)"', _text(page))
        assert loaded == []


def test_the_generated_reference_has_every_name(site: Path) -> None:
    names, options = (_text(site / "reference" / "generated" / f"{page}.html") for page in ("api", "commands"))
    assert [name for name in kaensan.__all__ if f'id="kaensan.{name}"' not in names] == []
    members = (
        "Document.sections",
        "Policy.comments",
        "Thread.posts",
        "Section.path",
        "RenderOptions.links",
        "Cloud.svg",
    )
    assert [name for name in members if f'id="kaensan.{name}"' not in names] == []
    assert 'id="kaensan.sites.Store"' in names
    assert [command.name for command in commands() if f"kaensan {command.name}" not in options] == []


def test_nothing_public_is_without_a_word_about_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    reference: Any = import_module("docs_reference")
    assert reference.undocumented() == []
    page = reference.api_page()
    for shown in (
        "kaensan.extract(html: ",
        "timeout: float | Timeouts = Timeouts()",  # a default that is an object
        "kaensan.batch.Options(method=None, policy=None, format='parquet', extras=(), filters=Filters()",
        "- `allow_private`: fetch from this machine",  # a parameter that the docstring does not speak of
        "rules(host: str) -> list[Rule]",  # a decorated method keeps its signature
    ):
        assert shown in page


def test_every_function_shows_every_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    page = import_module("docs_reference").api_page()
    heads = [line for line in page.splitlines() if line.startswith("```") and "{py:" in line]
    assert len(heads) > 100
    assert [head for head in heads if "= ..." in head or "=..." in head] == []


def test_thai_is_shown_as_it_is(site: Path) -> None:
    assert "เริ่มต้นอย่างรวดเร็ว" in _text(site / "th" / "index.html")
