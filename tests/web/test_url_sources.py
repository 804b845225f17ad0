"""Addresses as sources on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from loopback import Server, answer, redirect, serving

from kaensan.cli import main

Run = Callable[..., tuple[int, str, str]]
STORY = "<title>ชา</title><body><h1>ชา</h1>" + "<p>ชาเป็นเครื่องดื่มที่ทำจากใบของต้นชา คนทั่วโลกนิยมดื่ม</p>" * 4
THREAD = "<body>" + "".join(
    f"<div class=post id=p{n}><a class=author href=/u/{n}>คนที่{n}</a> <time datetime=2026-01-0{n}>{n} ม.ค. 2569</time>"
    f"<p>ความเห็นเรื่องชาของคนที่ {n} ยาวพอให้อ่านได้</p></div>"
    for n in range(1, 6)
)


@pytest.fixture
def server() -> Iterator[Server]:
    html = "text/html; charset=utf-8"
    answers = {
        "/tea": answer(STORY.encode(), headers=[("Cache-Control", "max-age=100")], kind=html),
        "/old": redirect("/tea"),
        "/thai": answer(STORY.encode("cp874"), kind="text/html; charset=tis-620"),
        "/thread": answer(THREAD.encode(), kind=html),
        "/shell": answer(b"<div id=root></div><script src=a.js></script>", kind=html),
        "/robots.txt": answer(b"User-agent: *\nDisallow: /closed", kind="text/plain"),
        "/closed": answer(b"<p>closed", kind=html),
    }
    with serving(answers) as server:
        yield server


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run a command in an empty folder; gives status, output and errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(arguments)
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def test_a_page_is_extracted_from_its_address(run: Run, server: Server) -> None:
    status, out, err = run("extract", server.origin + "/old", "-m", "weight", "-f", "json", "--allow-private")
    assert (status, err) == (0, "")
    assert json.loads(out)["url"] == server.origin + "/tea"
    assert "เครื่องดื่มที่ทำจากใบของต้นชา" in json.loads(out)["text"]


def test_the_charset_of_the_server_counts(run: Run, server: Server) -> None:
    assert "ใบของต้นชา" in run("extract", server.origin + "/thai", "-m", "weight", "--allow-private")[1]


def test_files_and_addresses_mix_and_each_failure_is_named(run: Run, server: Server) -> None:
    Path("a.html").write_text("<p>a file")
    addresses = [server.origin + path for path in ("/tea", "/missing", "/closed")]
    status, _, err = run("extract", "a.html", *addresses, "-m", "weight", "--allow-private", "-o", "out/")
    assert status == 1
    names = sorted(path.name for path in Path("out").iterdir())
    assert names == sorted(["a.txt", f"127.0.0.1_{server.port}_tea.txt"])
    lines = err.splitlines()
    assert len(lines) == 2
    assert "does not exist (status 404)" in lines[0]
    assert "robots.txt" in lines[1]


def test_this_machine_is_refused_unless_it_is_allowed(run: Run, server: Server) -> None:
    for command in ("extract", "thread", "compare"):
        status, out, err = run(command, server.origin + "/tea", "--no-cache")
        assert (status, out) == (1, "")
        assert err.endswith("is not a public address; --allow-private (allow_private=True) permits it\n")
    assert server.heads == []


def test_robots_txt_can_be_ignored(run: Run, server: Server) -> None:
    sources = (server.origin + "/closed", "-m", "weight", "--allow-private")
    assert run("extract", *sources)[0] == 1
    assert run("extract", *sources, "--ignore-robots")[1] == "closed\n"


def test_a_page_is_kept_between_runs_unless_no_cache_is_wanted(run: Run, server: Server) -> None:
    for options in ([], [], ["--no-cache"]):
        run("extract", server.origin + "/tea", "-m", "weight", "--allow-private", *options)
    assert server.paths.count("/tea") == 2
    assert Path("cache/kaensan/pages.sqlite").exists()


def test_an_empty_shell_is_warned_of(run: Run, server: Server) -> None:
    status, _, err = run("extract", server.origin + "/shell", "-m", "weight", "--allow-private")
    assert status == 0
    assert "the page is empty until a browser runs its scripts; fetch it with --render" in err


def test_an_address_can_be_explained(run: Run, server: Server) -> None:
    status, out, _ = run("extract", server.origin + "/tea", "-m", "weight", "--allow-private", "--explain")
    assert status == 0
    assert "+" in out


def test_a_thread_is_read_from_its_address(run: Run, server: Server) -> None:
    status, out, _ = run("thread", server.origin + "/thread", "--allow-private")
    assert status == 0
    assert [post["author"] for post in json.loads(out)["posts"]] == [f"คนที่{n}" for n in range(1, 6)]


def test_methods_are_compared_on_an_address(run: Run, server: Server) -> None:
    status, out, _ = run("compare", server.origin + "/tea", "--methods", "weight", "xpath", "--allow-private")
    assert status == 0
    assert out.rstrip().endswith("The report is in tea.compare.html")


def test_a_cloud_is_drawn_from_an_address(run: Run, server: Server) -> None:
    status, out, err = run("cloud", server.origin + "/tea", "--method", "weight", "--allow-private")
    assert (status, err) == (0, "")
    assert "ชา" in out
    status, _, err = run("cloud", server.origin + "/missing", "--allow-private")
    assert status == 1
    assert "status 404" in err


def test_a_missing_extra_is_named_for_every_command() -> None:
    program = """import sys
sys.modules["httpcore"] = None
from kaensan.cli import main
sys.exit(min(main([command, "http://127.0.0.1/"]) for command in ("extract", "thread", "compare", "cloud")))"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr.count("fetching pages needs httpcore: pip install 'kaensan[fetch]'") == 4


@pytest.mark.parametrize("wrong", [("--timeout", "0"), ("--timeout", "-3")])
def test_a_wrong_timeout_is_wrong_usage(run: Run, server: Server, wrong: tuple[str, str]) -> None:
    assert run("extract", server.origin + "/tea", "--allow-private", *wrong)[0] == 2


def test_a_damaged_cache_says_what_to_do(run: Run, server: Server) -> None:
    Path("cache/kaensan").mkdir(parents=True)
    Path("cache/kaensan/pages.sqlite").write_bytes(b"no database" * 100)
    status, _, err = run("extract", server.origin + "/tea", "--allow-private")
    assert status == 1
    assert "delete it or name another file" in err
