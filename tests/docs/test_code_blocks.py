"""The code of the documentation runs and prints what the page shows, unless it needs what a test does not have."""

from __future__ import annotations

import ast
import doctest
import io
import re
import shutil
import socket
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from commands import Command, commands, run_command
from documentation import ROOT, Block, blocks, cells, pages
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

import kaensan
from kaensan.cli import make_parser
from kaensan.demo import URL, read_demo_page
from kaensan.gold.datasets import write_pages

SOME_THAI = "ตลาดน้ำ ตลาดน้ำ เรือ"
BOARD = (ROOT / "fuzz" / "seeds" / "board.html").read_bytes()
GOLD = {"id": "1", "dataset": "gold", "split": "dev", "url": "https://example.org/1", "html": BOARD, "text": "ข้อความ"}
PAGES = [page for page in pages() if blocks(page)]
EVERYTHING = [block for page in PAGES for block in blocks(page)]
SHELL = [(block, command) for block in EVERYTHING if block.language == "shell" for command in commands(block)]

_PLAIN_MODULES = frozenset(
    ["__future__", "base64", "collections", "dataclasses", "itertools", "json", "math", "pathlib", "re"]
)
_FRAMEWORKS = frozenset(
    [
        *(
            "asyncio",
            "datasets",
            "datatrove",
            "duckdb",
            "haystack",
            "langchain_core",
            "llama_index",
            "mcp",
            "newspaper",
        ),
        *("numpy", "pandas", "polars", "pyarrow", "readability", "scrapy", "trafilatura", "zstandard"),
    ]
)
"""what Python blocks may import besides kaensan: nothing of it installs, downloads or starts programs"""


def _named(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the documentation speaks of, and no network."""
    for name in ("page.html", "news.html"):
        (tmp_path / name).write_bytes(read_demo_page())
    (tmp_path / "board.html").write_bytes(BOARD)
    for place in ("site", "pages", "this-year", "last-year"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "one.html").write_bytes(read_demo_page())
        (tmp_path / place / "two.html").write_bytes(BOARD)
    (tmp_path / "crawl").mkdir()
    for archive in ("crawl/one.warc.gz", "crawl.warc.gz", "site.warc.gz"):
        (tmp_path / archive).write_bytes(_archive())
    for dataset in ("gold.jsonl.zst", "gold/gold.dev.jsonl.zst"):
        (tmp_path / dataset).parent.mkdir(exist_ok=True)
        write_pages(tmp_path / dataset, [GOLD])
    shutil.copytree(ROOT / "docs" / "how-to" / "compare", tmp_path / "docs" / "how-to" / "compare")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(socket.socket, "connect", _no_network)
    monkeypatch.setattr(socket, "getaddrinfo", _no_network)
    return tmp_path


def _no_network(*asked: object, **options: object) -> None:
    raise OSError(f"documentation is tested without a network; mark the block as not run (asked for {asked})")


def _archive() -> bytes:
    """A crawl of two pages."""
    out = io.BytesIO()
    writer = WARCWriter(out, gzip=True)
    for number, page in enumerate((read_demo_page(), BOARD)):
        head = StatusAndHeaders("200 OK", [("Content-Type", "text/html; charset=utf-8")], protocol="HTTP/1.0")
        address = f"https://example.org/{number}"
        writer.write_record(writer.create_warc_record(address, "response", io.BytesIO(page), http_headers=head))
    return out.getvalue()


def assert_shown(shown: str, printed: str, where: object) -> None:
    """What a page shows is what is printed: `...` stands for anything, and a time for any time."""

    def untimed(text: str) -> str:
        return re.sub(r"\d+(?:\.\d+)? (m?s)\b", r"N \1", text.replace("…\n", "\n"))

    same = doctest.OutputChecker().check_output(
        untimed(shown) + "\n", untimed(printed), doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    )
    assert same, f"{where} shows\n{shown}\nbut this is printed\n{printed}"


def _run_python(block: Block, names: dict[str, Any]) -> None:
    tree = ast.parse("\n" * block.line + block.code, str(block))
    exec(compile(tree, str(block), "exec"), names)


def _run_doctest(block: Block, names: dict[str, Any]) -> None:
    test = doctest.DocTestParser().get_doctest(block.code, names, str(block), str(block.page), block.line)
    report: list[str] = []
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    result = doctest.DocTestRunner(optionflags=flags).run(test, out=report.append, clear_globs=False)
    assert result.failed == 0, "".join(report)
    names.update(test.globs)


def _imported(block: Block) -> set[str]:
    """The packages that a block imports."""
    code = block.code
    if block.language == "doctest":
        code = "".join(example.source for example in doctest.DocTestParser().get_examples(code))
    names: set[str] = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").partition(".")[0])
    return names


@pytest.mark.parametrize("page", PAGES, ids=map(_named, PAGES))
def test_the_code_of_a_page_runs_and_prints_what_the_page_shows(
    page: Path, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if page.name == "boards.md":  # in either language
        for path in (folder / "page.html", folder / "pages" / "one.html"):
            path.write_bytes(BOARD)
    html = (folder / "page.html").read_text(encoding="utf-8")
    names: dict[str, Any] = {"__name__": "docs", "kaensan": kaensan, "html": html, "text": SOME_THAI, "url": URL}
    missing: set[str] = set()
    for block in blocks(page):
        if block.not_run:
            continue
        if block.language == "shell":
            for command in commands(block):
                if command.may_run:
                    printed = run_command(command, capsys, monkeypatch)
                    if command.output:
                        assert_shown(command.output, printed, block)
        elif block.language in ("python", "doctest"):
            lacking = {name for name in _imported(block) & _FRAMEWORKS if find_spec(name) is None}
            missing |= lacking
            if not lacking:
                (_run_python if block.language == "python" else _run_doctest)(block, names)
    if missing:
        pytest.skip(f"some blocks of {_named(page)} need {', '.join(sorted(missing))}")


@pytest.mark.parametrize(
    "block", [block for block in EVERYTHING if block.language in ("python", "doctest") and not block.not_run], ids=str
)
def test_python_that_runs_imports_only_what_is_allowed(block: Block) -> None:
    assert _imported(block) - {"kaensan"} - _PLAIN_MODULES - _FRAMEWORKS == set()


@pytest.mark.parametrize(
    "line",
    [
        "apt-get install wrk",
        "pip install kaensan",
        "kaensan extract https://example.org/",
        "kaensan extract page.html --explain | less -R",
        "kaensan manual | man -l -",
        "kaensan serve",
        "kaensan demo > ~/page.html",
        "kaensan demo --page > /etc/page.html",
        "kaensan extract page.html; rm -r pages",
        "kaensan extract page.html -o ../text/",
        "python -m experiments.crashes",
        "kaensan batch s3://crawl/*.warc.gz --out corpus/",
        "kaensan batch crawl/*.warc.gz --out corpus/ --engine ray",
        "mkdir -p /var/lib/kaensan",
        "sudo kaensan demo",
        "curl -O example.org | kaensan extract -",
    ],
)
def test_what_installs_downloads_serves_or_leaves_the_folder_is_not_run(line: str) -> None:
    assert not Command(line, "").may_run


@pytest.mark.parametrize("line", ["kaensan demo --page | kaensan extract - --url https://e.org/ > out.txt"])
def test_plain_commands_are_run(line: str) -> None:
    assert Command(line, "").may_run


def test_output_that_differs_from_the_page_is_noticed(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "```console\n$ kaensan demo\nKaensan แก่นสาร: ...\nKept 1 of 2 texts ... in 7.5 ms; ...\n```\n"
    (folder / "page.md").write_text(text, encoding="utf-8")
    (block,) = blocks(folder / "page.md")
    (command,) = commands(block)
    printed = run_command(command, capsys, monkeypatch)
    with pytest.raises(AssertionError, match="but this is printed"):
        assert_shown(command.output, printed, "page.md")
    kept = re.search(r"Kept \d+ of \d+", printed)
    assert kept
    assert_shown(command.output.replace("Kept 1 of 2", kept[0]), printed, "page.md")


@pytest.mark.parametrize(("block", "command"), SHELL, ids=[f"{block}-{line.line[:40]}" for block, line in SHELL])
def test_what_is_not_run_still_names_options_that_exist(block: Block, command: Command) -> None:
    if command.is_synopsis:
        return
    for words in command.stages:
        if words[:1] == ["kaensan"]:
            make_parser(words[1:2]).parse_args(words[1:])
        elif words[:2] == ["python", "-m"] and words[2].startswith("experiments."):
            assert (ROOT / "experiments" / f"{words[2].removeprefix('experiments.')}.py").exists()
        elif words[:1] == ["make"]:
            targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
            assert words[1] in targets


def test_the_commands_in_the_table_of_the_readme_work(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = [Command(cell, "") for cell in cells(ROOT / "README.md") if cell.startswith("kaensan ")]
    assert len(listed) > 10
    for command in listed:
        make_parser(command.words[1:2]).parse_args(command.words[1:])
        if command.may_run:
            run_command(command, capsys, monkeypatch)


def test_most_of_what_could_run_does() -> None:
    python = [block for block in EVERYTHING if block.language in ("python", "doctest")]
    assert len([block for block in python if not block.not_run]) > 40
    assert len([command for block, command in SHELL if command.may_run and not block.not_run]) > 40
    assert len([command for _, command in SHELL if command.output]) >= 5


def test_every_reason_for_not_running_is_told() -> None:
    reasons = {block.not_run for block in EVERYTHING if block.not_run}
    assert all(len(reason) > 10 for reason in reasons)
