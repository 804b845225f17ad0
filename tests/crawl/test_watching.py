"""A folder of tables keeps up with what a site publishes."""

from __future__ import annotations

import gzip
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pyarrow.dataset as ds
import pytest
from model_site import Site, served

from kaensan.cli import main
from kaensan.crawl.frontier import Found, Frontier

FIRST = {"/a": "2024-01-01", "/b": "2024-02-01"}


def publish(site: Site, listed: dict[str, str]) -> None:
    entries = "".join(f"<url><loc>{{origin}}{path}</loc><lastmod>{day}</lastmod></url>" for path, day in listed.items())
    site.special["/sitemap.xml"] = (200, {"Content-Type": "text/xml"}, f"<urlset>{entries}</urlset>".encode())
    for path, day in listed.items():
        text = f"<title>{path}</title><article><p>{path} of {day} is a page with a sentence.</p></article>"
        site.pages[path] = text.encode()


@pytest.fixture
def site() -> Iterator[Site]:
    with served(Site({"/": b"<p>The start, which links to <a href=/old>an old page</a>.", "/old": b"<p>old"})) as made:
        publish(made, FIRST)
        yield made


def look(site: Site, out: Path, *more: str) -> int:
    return main(
        ["watch", site.origin, "-o", str(out), "--once", "--delay", "0", "--allow-private", "-m", "weight", *more]
    )


def titles(out: Path) -> list[str]:
    return sorted(title for title in ds.dataset(out).to_table(columns=["title"])["title"].to_pylist() if title)


def test_only_what_is_new_is_fetched_and_added(site: Site, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    assert look(site, out) == 0
    assert titles(out) == ["/a", "/b"]
    assert capsys.readouterr().out == f"3 new pages, 3 rows in {out}\n"  # the start is one
    publish(site, {**FIRST, "/c": "2024-03-01"})
    before = site.asked()
    assert look(site, out) == 0
    again = {path for path, count in site.asked().items() if count > before[path]}
    assert again == {"/robots.txt", "/sitemap.xml", "/c"}
    assert titles(out) == ["/a", "/b", "/c"]
    assert look(site, out) == 0
    assert len(list(out.glob("*.parquet"))) == 2  # a look that finds nothing new leaves nothing


def test_a_page_that_is_listed_as_changed_is_asked_for_again(tmp_path: Path) -> None:
    with closing(Frontier(tmp_path / "job.sqlite", "")) as frontier:
        frontier.add([Found("http://e.org/a", "e.org")])
        entry = frontier.take(10)
        assert entry is not None
        frontier.finish(entry, 200, [], {})
        frontier.add([Found("http://e.org/a", "e.org", changed=time.time() - 1000)])
        assert frontier.take(10) is None
        frontier.add([Found("http://e.org/a", "e.org", changed=time.time() + 1000)])
        again = frontier.take(10)
    assert again is not None
    assert again.url == "http://e.org/a"


def test_changed_removed_and_moved_pages_are_each_taken_as_what_they_are(site: Site, tmp_path: Path) -> None:
    out = tmp_path / "out"
    publish(site, {**FIRST, "/gone": "2024-01-01", "/moved": "2024-01-01"})
    assert look(site, out) == 0
    later = (datetime.now(UTC) + timedelta(hours=1)).isoformat(timespec="seconds")
    publish(site, {"/a": later, "/b": FIRST["/b"], "/gone": later, "/moved": later})
    del site.pages["/gone"]
    site.special["/moved"] = (301, {"Location": "{origin}/new-place"}, b"")
    site.pages["/new-place"] = b"<title>/new-place</title><p>The page that was moved is here and has a sentence."
    before = site.asked()
    assert look(site, out) == 0
    again = {path for path, count in site.asked().items() if count > before[path]}
    assert again == {"/robots.txt", "/sitemap.xml", "/a", "/gone", "/moved", "/new-place"}
    assert titles(out) == ["/a", "/a", "/b", "/gone", "/moved", "/new-place"]
    rows = ds.dataset(out).to_table(columns=["url", "text", "fetched"]).to_pylist()
    last = max(row["fetched"] for row in rows)  # in whole seconds, which both looks may share
    assert any(later in row["text"] for row in rows if row["url"].endswith("/a") and row["fetched"] == last)


def test_sitemaps_of_sitemaps_that_are_compressed_are_followed(site: Site, tmp_path: Path) -> None:
    kind = {"Content-Type": "application/gzip"}
    inner = f"<urlset><url><loc>{site.origin}/deep</loc></url></urlset>"
    middle = f"<sitemapindex><sitemap><loc>{site.origin}/3.xml.gz</loc></sitemap></sitemapindex>"
    outer = f"<sitemapindex><sitemap><loc>{site.origin}/2.xml.gz</loc></sitemap></sitemapindex>"
    for path, text in (("/sitemap.xml", outer), ("/2.xml.gz", middle), ("/3.xml.gz", inner)):
        site.special[path] = (200, kind, gzip.compress(text.encode()))
    site.pages["/deep"] = b"<title>/deep</title><p>A page that only the third sitemap names has a sentence."
    assert look(site, tmp_path / "out") == 0
    assert "/deep" in titles(tmp_path / "out")


def test_a_day_to_come_says_nothing(site: Site, tmp_path: Path) -> None:
    assert look(site, tmp_path / "out") == 0
    publish(site, {**FIRST, "/b": "2999-01-01"})
    assert look(site, tmp_path / "out") == 0
    assert site.asked()["/b"] == 1


def test_what_is_older_is_left_out(site: Site, tmp_path: Path) -> None:
    assert look(site, tmp_path / "out", "--since", "2024-01-15") == 0
    assert titles(tmp_path / "out") == ["/b"]


def test_wrong_requests_are_named(site: Site, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        look(site, tmp_path / "out", "--since", "yesterday")
    assert "'yesterday' is no date such as 2026-05-01" in capsys.readouterr().err
    (tmp_path / "file").write_text("")
    assert look(site, tmp_path / "file") == 2
