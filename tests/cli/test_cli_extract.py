"""`kaensan extract` on files, folders and standard input, good and bad."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from pyarrow import parquet

from kaensan.cli import main
from plain_methods import All, Failing

PAGE = "<title>Tea</title><h1>Tea</h1><p>A <b>drink</b> of <a href=/leaf>leaves</a>.</p>"
TEXT = "Tea\nA drink of leaves.\n"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run the command in an empty folder, with a method that keeps everything; gives status, output and errors."""
    monkeypatch.chdir(tmp_path)
    known = sys.modules["kaensan.methods"]
    for cls in (All, Failing):
        monkeypatch.setitem(known._METHODS, cls.name, (cls.__module__, cls.__name__, "for tests"))
    monkeypatch.setattr(known, "DEFAULT", All.name)

    def command(*arguments: str) -> tuple[int, str, str]:
        status = main(["extract", *arguments])
        said = capsys.readouterr()
        return status, said.out, said.err

    return command


def put(name: str, content: str | bytes = PAGE) -> str:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return name


def test_a_file_is_printed_as_text(run: Run) -> None:
    assert run(put("tea.html")) == (0, TEXT, "")


def test_every_format_can_be_chosen(run: Run) -> None:
    put("tea.html")
    assert run("tea.html", "--format", "markdown")[1] == "# Tea\n\nA **drink** of [leaves](/leaf).\n"
    assert run("tea.html", "--format", "html")[1].startswith("<h1>Tea</h1>\n<p>A <strong>drink</strong>")
    assert json.loads(run("tea.html", "--format", "json")[1])["title"] == "Tea"


def test_links_are_made_absolute_or_left_out(run: Run) -> None:
    put("tea.html")
    assert "](https://e.org/leaf)" in run("tea.html", "-f", "markdown", "--url", "https://e.org/a")[1]
    assert "](" not in run("tea.html", "-f", "markdown", "--no-links")[1]


def test_standard_input_is_a_dash(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("<p>สวัสดี".encode("cp874"))))
    assert run("-", "--charset", "tis-620") == (0, "สวัสดี\n", "")


def test_a_folder_is_searched_for_pages(run: Run) -> None:
    put("site/b.HTM", "<p>b")
    put("site/a/a.html", "<p>a")
    put("site/c.xhtml", "<p>c")
    put("site/notes.txt", "<p>not a page")
    assert run("site") == (*(0, "==> site/a/a.html <==\na\n\n==> site/b.HTM <==\nb\n\n==> site/c.xhtml <==\nc\n", ""),)


def test_several_pages_as_json_are_a_line_each(run: Run) -> None:
    put("a.html", "<p>a")
    put("b.html", "<p>b")
    status, out, _ = run("a.html", "b.html", "--format", "json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert [(line["file"], line["text"]) for line in lines] == [("a.html", "a"), ("b.html", "b")]


def test_an_output_file_gets_what_would_be_printed(run: Run) -> None:
    put("tea.html")
    assert run("tea.html", "-o", "tea.txt") == (0, "", "")
    assert Path("tea.txt").read_text() == TEXT


def test_an_output_folder_gets_a_file_for_each_page(run: Run) -> None:
    put("site/x/tea.html", "<p>x")
    put("site/y/tea.html", "<p>y")
    put("tea.html", "<p>one")
    put("other/tea.html", "<p>two")
    assert run("site", "tea.html", "other/tea.html", "-f", "markdown", "-o", "out/") == (0, "", "")
    made = {str(path.relative_to("out")): path.read_text() for path in Path("out").rglob("*.md")}
    assert made == {"x/tea.md": "x\n", "y/tea.md": "y\n", "tea.md": "one\n", "tea-2.md": "two\n"}


def test_a_page_is_never_replaced_by_its_own_output(run: Run) -> None:
    put("site/tea.html")
    status, _, err = run("site/tea.html", "-f", "html", "-o", "site")
    assert status == 1
    assert "would replace it" in err
    assert Path("site/tea.html").read_text() == PAGE


def test_an_output_that_cannot_be_written_is_wrong_usage(run: Run) -> None:
    put("tea.html")
    status, _, err = run("tea.html", "-o", "missing/folder/tea.txt")
    assert status == 2
    assert "cannot write to missing/folder/tea.txt" in err


@pytest.mark.parametrize("workers", ["1", "2"])
def test_what_cannot_be_read_is_named_and_the_rest_is_done(run: Run, workers: str) -> None:
    put("tea.html", "<p>tea")
    Path("empty").mkdir()
    sources = ("missing.html", "empty", "tea.html", "ftp://e.org/")
    status, out, err = run(*sources, "-j", workers, "-m", "weight", "--no-cache")
    assert status == 1
    assert out == "==> tea.html <==\ntea\n"
    assert err.splitlines() == [
        "kaensan: missing.html: there is no such file or folder",
        "kaensan: empty: the folder holds no page (a file ending in .html, .htm or .xhtml)",
        "kaensan: ftp://e.org/: only addresses that begin with http:// or https:// are fetched",
    ]


def test_a_file_that_may_not_be_read_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    put("secret.html")
    put("tea.html")
    opened = Path.open

    def guarded(path: Path, *arguments: str, **options: str) -> object:
        if path.name == "secret.html":
            raise PermissionError(13, "Permission denied")
        return opened(path, *arguments, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", guarded)
    status, out, err = run("secret.html", "tea.html")
    assert (status, err) == (1, "kaensan: secret.html: cannot be read (Permission denied)\n")
    assert TEXT in out


def test_a_page_on_which_the_method_fails_is_named(run: Run) -> None:
    put("bad.html", "<p>fail")
    put("good.html", "<p>good")
    status, out, err = run("bad.html", "good.html", "-m", "failing")
    assert (status, out) == (1, "==> good.html <==\ngood\n")
    assert err.startswith("kaensan: bad.html: the method failing failed on this page")


@pytest.mark.parametrize(
    ("content", "warning"),
    [
        (b"", "the page has no text"),
        ("<meta charset=utf-8><p>สวัสดีครับ ข้อความภาษาไทยยาว ๆ".encode("cp874"), "read as windows-874"),
    ],
)
def test_what_is_odd_about_a_page_is_said_and_is_no_failure(run: Run, content: bytes, warning: str) -> None:
    put("odd.html", content)
    status, _, err = run("odd.html")
    assert status == 0
    assert err.startswith("kaensan: odd.html: ")
    assert warning in err
    assert run("odd.html", "--quiet")[2] == ""


@pytest.mark.parametrize(
    ("content", "kind"),
    [(b"%PDF-1.7", "a PDF document"), (b"\x89PNG\r\n\x1a\n", "a PNG image"), (bytes(900), "binary data")],
)
@pytest.mark.parametrize("option", [[], ["--explain"], ["-o", "out.txt"]])
def test_what_is_no_web_page_is_a_failure_with_a_sentence(
    run: Run, content: bytes, kind: str, option: list[str]
) -> None:
    put("odd.html", content)
    assert run("odd.html", *option) == (1, "", f"kaensan: odd.html: this is {kind}, not a web page\n")


def test_one_page_as_json_is_indented_and_a_folder_is_lines_however_many_pages_it_holds(run: Run) -> None:
    put("tea.html")
    put("site/tea.html")
    assert run("tea.html", "-f", "json")[1].startswith('{\n  "url"')
    lines = run("site", "-f", "json")[1].splitlines()
    assert [json.loads(line)["file"] for line in lines] == ["site/tea.html"]


@pytest.mark.parametrize(
    ("output", "begins"),
    [
        ("out.txt", "Tea\nA drink"),
        ("out.md", "# Tea"),
        ("out.HTML", "<h1>Tea</h1>"),
        ("out.json", "{\n"),
        ("out.jsonl", '{"file": "tea.html", '),
        ("out.ndjson", '{"file": "tea.html", '),
        ("out", "Tea\nA drink"),
    ],
)
def test_the_ending_of_the_output_chooses_the_format(run: Run, output: str, begins: str) -> None:
    put("tea.html")
    assert run("tea.html", "-o", output) == (0, "", "")
    assert Path(output).read_text().startswith(begins)


def test_a_format_that_is_named_goes_before_the_ending(run: Run) -> None:
    put("tea.html")
    run("tea.html", "-f", "markdown", "-o", "out.txt")
    assert Path("out.txt").read_text().startswith("# Tea")
    run("tea.html", "-f", "json", "-o", "out.jsonl")
    assert Path("out.jsonl").read_text().count("\n") == 1


def test_a_table_has_a_row_for_each_page(run: Run) -> None:
    put("site/a.html", "<html lang=en><title>A</title><p>a")
    put("site/b.html", "<p>b")
    assert run("site", "-o", "pages.parquet") == (0, "", "")
    rows = parquet.read_table("pages.parquet").to_pylist()
    assert [(row["source"], row["title"], row["text"]) for row in rows] == [
        ("site/a.html", "A", "a"),
        ("site/b.html", None, "b"),
    ]


@pytest.mark.parametrize("arguments", ["-f parquet", "-f parquet -o out/", "-f jsonl -o out/"])
def test_a_format_that_cannot_go_there_is_wrong_usage(run: Run, arguments: str) -> None:
    put("tea.html")
    status, out, err = run("tea.html", *arguments.split())
    assert (status, out) == (2, "")
    assert "-o pages." in err


def test_a_page_is_never_overwritten_by_one_output_file(run: Run) -> None:
    put("tea.html")
    status, _, err = run("tea.html", "-o", "tea.html")
    assert (status, Path("tea.html").read_text()) == (2, PAGE)
    assert "is one of the pages" in err


@pytest.mark.parametrize(
    ("source", "question"),
    [
        ("example.org", "; did you mean https://example.org?"),
        ("news.example.co.th/a/b?c=1", "; did you mean https://news.example.co.th/a/b?c=1?"),
        ("ตัวอย่าง.ไทย", "; did you mean https://ตัวอย่าง.ไทย?"),
        ("news.html", ""),
        ("folder/news", ""),
    ],
)
def test_an_address_without_its_beginning_is_asked_about(run: Run, source: str, question: str) -> None:
    assert run(source) == (1, "", f"kaensan: {source}: there is no such file or folder{question}\n")


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        (["--charset", "utf-99"], "'utf-99' is no known encoding"),
        (["--url", "example.org/a"], "'example.org/a' is no address; did you mean https://example.org/a?"),
        (["--url", "ftp://example.org/"], "is no address"),
        (["--url", "https://[broken"], "is no address"),
    ],
)
def test_an_unknown_encoding_or_address_is_refused(
    run: Run, option: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    put("tea.html")
    with pytest.raises(SystemExit) as ended:
        run("tea.html", *option)
    assert ended.value.code == 2
    assert sentence in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("command", [["cloud", "x"], ["batch", "x", "-o", "y"]])
def test_an_unknown_language_is_refused(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command, "--language", "klingon"])
    assert ended.value.code == 2
    assert "'klingon' is no known language" in capsys.readouterr().err


def test_metadata_goes_before_the_content_where_it_is_asked_for(run: Run) -> None:
    put("tea.html", "<html lang=en><title>Tea: a drink</title><meta name=author content='Ann Lee'><p>Leaves.")
    assert "title:" not in run("tea.html", "-f", "markdown")[1]
    status, out, _ = run("tea.html", "-f", "markdown", "--with-metadata")
    assert status == 0
    front, content = out.removeprefix("---\n").split("\n---\n\n")
    assert yaml.safe_load(front) == {"title": "Tea: a drink", "author": "Ann Lee", "language": "en"}
    assert content == "# Tea: a drink\n\nLeaves.\n"
    assert run("tea.html", "--with-metadata")[1].endswith("---\n\nTea: a drink\n\nLeaves.\n")
    assert "Ann Lee" in run("tea.html", "-f", "html", "--with-metadata")[1]


def test_a_title_that_begins_the_content_is_not_said_twice(run: Run) -> None:
    put("tea.html")
    content = run("tea.html", "-f", "markdown", "--with-metadata")[1].partition("\n---\n\n")[2]
    assert content.startswith("# Tea\n\nA **drink**")


def test_explain_shows_why_each_text_was_kept(run: Run) -> None:
    put("tea.html")
    status, out, _ = run("tea.html", "--explain")
    assert status == 0
    assert "6 of 6 kept" in out
    assert "+  1.00  content  b           drink   # row 2" in out.splitlines()


def test_explain_as_json_gives_the_causes_in_numbers(run: Run) -> None:
    put("tea.html")
    status, out, _ = run("tea.html", "--explain", "-f", "json", "-m", "core")
    found = json.loads(out)
    assert status == 0
    assert found["threshold"] > 0
    assert [row["row"] for row in found["rows"]] == list(range(len(found["rows"])))
    causes = [cause for row in found["rows"] for cause in row.get("causes", ())]
    assert causes
    assert all(isinstance(cause["effect"], float) for cause in causes)


def test_explain_writes_to_a_file(run: Run) -> None:
    put("tea.html")
    put("two/tea.html")
    assert run("tea.html", "--explain", "-m", "core", "-o", "why.txt")[:2] == (0, "")
    assert "this page keeps from" in Path("why.txt").read_text("utf-8")
    assert run("tea.html", "two", "--explain", "-f", "json", "-o", "why.jsonl")[0] == 0
    lines = Path("why.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["page"] for line in lines] == ["tea.html", "two/tea.html"]


def test_explain_names_what_it_cannot_read(run: Run) -> None:
    put("tea.html")
    status, out, err = run("missing.html", "tea.html", "--explain")
    assert status == 1
    assert "missing.html" in err
    assert "==> tea.html <==" in out


@pytest.mark.parametrize(
    "arguments",
    [
        ["tea.html", "-m", "nonsense"],
        ["tea.html", "-j", "0"],
        ["tea.html", "tea.html", "--url", "https://e.org/"],
        ["tea.html", "--explain", "-f", "html"],
    ],
)
def test_wrong_usage_is_status_2_and_touches_nothing(run: Run, arguments: list[str]) -> None:
    put("tea.html")
    put("x", "kept")
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith("kaensan: ")
    assert Path("x").read_text() == "kept"


def test_many_pages_show_a_bar_on_a_terminal_that_does_not_show_the_pages(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(12):
        put(f"site/{number}.html", "<p>x")
    assert run("site", "-o", "out/") == (0, "", "")
    monkeypatch.setattr(type(sys.stderr), "isatty", lambda stream: True, raising=False)
    assert "12/12" in run("site", "-o", "out/")[2]
    assert run("site")[2] == ""


def test_a_reader_that_goes_away_is_no_crash(tmp_path: Path) -> None:
    page = tmp_path / "tea.html"
    page.write_text("<p>" + "word " * 100_000)
    command = [sys.executable, "-m", "kaensan", "extract", str(page), "-m", "weight"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout
        assert program.stderr
        assert program.stdout.read(1) == b"w"
        program.stdout.close()
        assert program.stderr.read() == b""


def test_formats_may_be_named_by_their_endings(run: Run) -> None:
    put("tea.html")
    assert run("tea.html", "-f", "md") == run("tea.html", "-f", "markdown")
    assert run("tea.html", "-f", "txt") == run("tea.html", "-f", "text")


def test_files_of_other_kinds_are_not_written(run: Run) -> None:
    put("tea.html")
    status, _, err = run("tea.html", "-o", "tea.csv")
    assert status == 2
    assert "end it in one of .txt, .md" in err
    assert not Path("tea.csv").exists()
    assert run("tea.html", "-o", "tea.xml", "-f", "html")[0] == 0
