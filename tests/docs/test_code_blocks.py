"""Every code block of the documentation runs, unless it says what it needs."""

from __future__ import annotations

import ast
import doctest
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from documentation import ROOT, Block, blocks, commands, pages

import kaensan
from kaensan.cli import main
from kaensan.demo import URL, read_demo_page

SOME_THAI = "ตลาดน้ำ ตลาดน้ำ เรือ"
BOARD = (ROOT / "fuzz" / "seeds" / "board.html").read_bytes()
PAGES = [page for page in pages() if blocks(page)]


def _named(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the documentation speaks of."""
    for name in ("page.html", "news.html"):
        (tmp_path / name).write_bytes(read_demo_page())
    (tmp_path / "board.html").write_bytes(BOARD)
    for place in ("site", "pages", "this-year", "last-year"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "one.html").write_bytes(read_demo_page())
        (tmp_path / place / "two.html").write_bytes(BOARD)
    shutil.copytree(ROOT / "docs" / "how-to" / "compare", tmp_path / "docs" / "how-to" / "compare")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path


def _run_command(command: str) -> None:
    """In this process where it is one plain command of ours, else in a shell."""
    words = shlex.split(command)
    if words[0] == "kaensan" and not {"|", ">", ">>", "<", "&&", ";"} & set(words):
        status = main(words[1:])
    else:
        shell = ["bash", "-c", f"set -o pipefail; {command}"]
        status = subprocess.run(shell, capture_output=True, check=False, timeout=120).returncode
    assert status == 0, command


def _run_python(block: Block, names: dict[str, Any]) -> None:
    tree = ast.parse("\n" * block.line + block.code, str(block))
    exec(compile(tree, str(block), "exec"), names)


def _run_doctest(block: Block, names: dict[str, Any]) -> None:
    test = doctest.DocTestParser().get_doctest(block.code, names, str(block), str(block.page), block.line)
    told: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append, clear_globs=False)
    assert result.failed == 0, "".join(told)
    names.update(test.globs)


@pytest.mark.parametrize("page", PAGES, ids=map(_named, PAGES))
def test_the_code_of_a_page_runs(page: Path, folder: Path) -> None:
    if page.name == "boards.md":
        for path in (folder / "page.html", folder / "pages" / "one.html"):
            path.write_bytes(BOARD)
    html = (folder / "page.html").read_text(encoding="utf-8")
    names: dict[str, Any] = {"__name__": "docs", "kaensan": kaensan, "html": html, "text": SOME_THAI, "url": URL}
    run = left = 0
    for block in blocks(page):
        if block.language == "shell":
            for command, needs in commands(block):
                if needs:
                    left += 1
                else:
                    _run_command(command)
                    run += 1
        elif block.language in ("python", "doctest"):
            if block.not_run:
                left += 1
            elif block.language == "python":
                _run_python(block, names)
                run += 1
            else:
                _run_doctest(block, names)
                run += 1
    assert run + left <= sum(max(1, block.code.count("\n")) for block in blocks(page))


def test_most_of_what_could_run_does() -> None:
    everything = [block for page in pages() for block in blocks(page)]
    python = [block for block in everything if block.language in ("python", "doctest")]
    shell = [needs for block in everything if block.language == "shell" for _, needs in commands(block)]
    assert len([block for block in python if not block.not_run]) > 40
    assert len([needs for needs in shell if needs is None]) > 25


def test_every_reason_for_not_running_is_told() -> None:
    reasons = {block.not_run for page in pages() for block in blocks(page) if block.not_run}
    assert all(len(reason) > 10 for reason in reasons)
