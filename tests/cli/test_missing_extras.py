"""Without an extra, what needs it says so in one sentence with the command that installs it; the rest works."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from kaensan.errors import UsageError
from kaensan.extras import from_extra

PAGE = "<title>Tea</title><article><p>Tea is a drink made from the leaves of a plant, and much loved.</p></article>"

BARE = """
import sys
from importlib.abc import MetaPathFinder

CORE = {"kaensan", "numpy", "turbohtml", "regex", *INSTALLED}

class OnlyTheCore(MetaPathFinder):
    '''Hides every package that the plain installation does not bring.'''

    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in CORE and top not in sys.stdlib_module_names and not top.startswith("_"):
            raise ModuleNotFoundError(f"No module named {top!r}", name=name)

sys.meta_path.insert(0, OnlyTheCore())
from kaensan.cli import main
sys.exit(main(sys.argv[1:]))
"""


def run_bare(folder: Path, *arguments: str, installed: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
    """Run a command as after a plain `pip install kaensan`, with some packages besides."""
    (folder / "page.html").write_text(PAGE, encoding="utf-8")
    (folder / "crawl.warc.gz").write_bytes(b"")
    (folder / "gold.jsonl.zst").write_bytes(b"")
    (folder / "rules.yaml").write_text("example.org:\n  content: p\n", encoding="utf-8")
    (folder / "some.dev.jsonl.zst").write_bytes(b"")
    program = f"import sys; sys.path[:] = {sys.path!r}\nINSTALLED = {list(installed)!r}\n{BARE}"
    command = [sys.executable, "-S", "-c", program, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("batch page.html -o out", "batch"),
        ("batch crawl.warc.gz -o out", "batch"),
        ("site learn sites.db crawl.warc.gz", "batch"),
        ("site learn sites.db gold.jsonl.zst", "batch"),
        ("extract page.html -m lstm", "boards"),
        ("extract page.html -o page.parquet", "batch"),
        ("extract page.html --rules rules.yaml --url https://example.org/", "rules"),
        ("extract https://example.org/", "fetch"),
        ("thread https://example.org/", "fetch"),
        ("compare https://example.org/", "fetch"),
        ("cloud page.html -o cloud.txt", "cloud"),
        ("cloud page.html -o cloud.svg", "cloud"),
        ("cloud page.html -o cloud.png", "cloud"),
        ("cloud page.html -o cloud.html", "cloud"),
        ("crawl https://example.org/ -o out.warc.gz", "crawl"),
        ("serve --port 0", "serve"),
        ("completion bash", "shell"),
        ("mcp", "mcp"),
        ("train core --data . --out out", "train"),
        ("train confidence --data . --folds out", "train"),
        ("train boards .", "train"),
        ("train lstm .", "train"),
        ("bench --data .", "bench"),
    ],
)
def test_a_missing_extra_is_one_sentence_with_a_command(command: str, extra: str, tmp_path: Path) -> None:
    done = run_bare(tmp_path, *command.split())
    assert done.returncode == 2, done.stderr
    assert done.stderr.count("\n") == 1
    assert f": pip install 'kaensan[{extra}]'" in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    "command",
    [
        *("demo", "methods", "models", "manual", "--version", "--help", "thread page.html --help"),
        *("extract page.html", "extract page.html -o page.jsonl", "extract page.html -o page.md"),
        *("extract page.html -m boards", "compare page.html"),
    ],
)
def test_what_needs_no_extra_works_without(command: str, tmp_path: Path) -> None:
    done = run_bare(tmp_path, *command.split())
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("output", ["", "-o cloud.txt", "-o cloud.json"])
def test_a_list_of_terms_needs_no_font(output: str, tmp_path: Path) -> None:
    done = run_bare(tmp_path, "cloud", "page.html", *output.split(), installed=["stopwordsiso"])
    assert done.returncode == 0, done.stderr


def test_a_mistake_inside_the_program_is_not_taken_for_a_missing_extra() -> None:
    with pytest.raises(ImportError), from_extra("fetch", "fetching pages"):
        import kaensan.there_is_no_such_module  # type: ignore[import-not-found]  # noqa: F401
    sentence = r"^drawing needs nothing_of_the_kind: pip install 'kaensan\[cloud\]'$"
    with pytest.raises(UsageError, match=sentence), from_extra("cloud", "drawing"):
        import nothing_of_the_kind  # type: ignore[import-not-found]  # noqa: F401
