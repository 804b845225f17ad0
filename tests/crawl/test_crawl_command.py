"""`kaensan crawl` on the command line."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from model_site import Site, served

from kaensan.cli import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def site() -> Iterator[Site]:
    with served(Site({"/": b"<a href=/a>a</a><a href=/missing>b</a>", "/a": b"<p>a page"})) as site:
        yield site


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(["crawl", *arguments, "--delay", "0", "--no-sitemaps"])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def test_a_crawl_says_what_it_brought(run: Run, site: Site) -> None:
    status, out, err = run(site.origin, "-o", "a.warc.gz", "--allow-private", "--extract", "-m", "weight")
    assert status == 0
    assert out.splitlines()[0] == "2 pages, 1 failed, 0 left out, 0 not fetched"
    assert out.splitlines()[1].startswith("a.warc.gz: ")
    assert err == f"kaensan: {site.origin}/missing: status 404\n"
    assert {path.name for path in Path().iterdir()} == {"a.warc.gz", "a.jsonl", "a.warc.gz.job"}


def test_a_finished_crawl_is_not_done_again(run: Run, site: Site) -> None:
    first = run(site.origin, "-o", "a.warc.gz", "--allow-private")
    asked = len(site.requests)
    assert run(site.origin, "-o", "a.warc.gz", "--allow-private") == first
    assert len(site.requests) == asked


def test_quiet_is_quiet(run: Run, site: Site) -> None:
    assert run(site.origin, "-o", "a.warc.gz", "--allow-private", "-q") == (0, "", "")


def test_a_terminal_shows_how_far_it_is(run: Run, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", terminal)
    assert run(site.origin, "-o", "a.warc.gz", "--allow-private")[0] == 0
    assert "1 pages · 2 waiting · 0 failed · " in terminal.getvalue()
    assert "\r\x1b[K" in terminal.getvalue()


def test_a_site_inside_is_refused_and_nothing_is_made(run: Run, site: Site) -> None:
    status, out, err = run(site.origin, "-o", "a.warc.gz")
    assert (status, out) == (1, "")
    assert "is not a public address" in err
    assert site.requests == []
    assert list(Path().iterdir()) == []


def test_a_site_that_leads_elsewhere_says_where(run: Run, site: Site) -> None:
    site.special["/"] = (301, {"Location": "https://elsewhere.example/"}, b"")
    status, _, err = run(site.origin, "-o", "a.warc.gz", "--allow-private")
    assert status == 1
    assert err.endswith("no page could be had (leads to https://elsewhere.example/)\n")


@pytest.mark.parametrize(
    "wrong",
    [
        ("-o", "a.zip"),
        ("-o", "a.warc.gz", "--pages", "0"),
        ("-o", "a.warc.gz", "-m", "weight"),
        ("-o", "a.warc.gz", "--timeout", "0"),
    ],
)
def test_wrong_options_are_wrong_usage(run: Run, site: Site, wrong: tuple[str, ...]) -> None:
    assert run(site.origin, *wrong)[0] == 2
    assert site.requests == []


@pytest.mark.parametrize(("missing", "extra"), [("feedparser", "crawl"), ("httpcore", "crawl"), ("warcio", "crawl")])
def test_a_missing_extra_is_named(missing: str, extra: str) -> None:
    program = f"import sys; sys.modules[{missing!r}] = None; from kaensan.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", program, "crawl", "http://127.0.0.1/", "-o", "a.warc.gz"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert f"needs {missing}: pip install 'kaensan[{extra}]'" in done.stderr


def test_a_job_in_a_place_of_its_own(run: Run, site: Site) -> None:
    assert run(site.origin, "-o", "out/a.warc", "--job", "jobs/a", "--allow-private")[0] == 0
    assert Path("jobs/a/job.sqlite").exists()
    assert [path.name for path in Path("out").iterdir()] == ["a.warc"]
