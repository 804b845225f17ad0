"""A whole site is crawled: fully, once, politely, and into files that other programs read."""

from __future__ import annotations

import json
import sqlite3
import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from deadly_reader import DeadlyReader
from fastwarc.warc import ArchiveIterator, WarcRecordType
from model_site import COUNT, Site, model_site, served

from kaensan.crawl import crawler as engine
from kaensan.crawl.answer_reading import AnswerReader
from kaensan.crawl.frontier import Found, Frontier, Kind
from kaensan.crawl.options import CrawlOptions
from kaensan.crawl.run import Progress, Summary, crawl
from kaensan.errors import InputError, Refused, UsageError
from kaensan.web.client import Client
from kaensan.web.polite import PoliteClient
from kaensan.web.response import Response

HTML = {"Content-Type": "text/html"}


@pytest.fixture(autouse=True)
def no_power_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test here pulls the plug, so none waits for the disk."""
    monkeypatch.setattr("os.fsync", lambda descriptor: None)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "site.warc.gz"


@pytest.fixture
def small() -> Iterator[Site]:
    """A site of a few pages, to be changed by tests."""
    with served(Site({})) as site:
        site.pages["/"] = _links("/a", "/b")
        site.pages["/a"] = _links("/c")
        site.pages["/b"] = _links("/a", "https://elsewhere.example/", "mailto:x@e.org", "/doc.pdf", "javascript:x()")
        site.pages["/c"] = _links("/d")
        site.pages["/d"] = _links("/")
        yield site


def _links(*links: str) -> bytes:
    return "".join(f'<p>เรื่อง <a href="{link}">{link}</a></p>' for link in links).encode()


def run(site: Site, out: Path, path: str = "", /, robots: bool = True, **options: Any) -> Summary:
    pace = {"delay": 0.0, "concurrency": 4, "sitemaps": False}
    with Client(
        allow_private=True, retries=0, tls=lambda: ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), robots=robots
    ) as client:
        return crawl(CrawlOptions(site.origin + path, out, **{**pace, **options}), client)


def records(out: Path) -> list[tuple[str, int, bytes]]:
    """The answers in a WARC file, as another program reads them: address, status, body."""
    with out.open("rb") as file:
        return [
            (record.headers["WARC-Target-URI"], record.http_headers.status_code or 0, record.reader.read())
            for record in ArchiveIterator(file, WarcRecordType.response, parse_http=True, verify_digests=True)
        ]


def test_a_site_of_five_templates_is_crawled_wholly_and_once(out: Path) -> None:
    with served(model_site()) as site:
        summary = run(site, out, sitemaps=True, extract=True, method="xpath")
    asked = site.asked()
    open_pages = {path for path in site.pages if not path.startswith("/private/")}
    assert len(open_pages) == 5 * COUNT + 4
    assert {path for path in asked if path in site.pages} == open_pages  # robots.txt was obeyed
    assert set(asked.values()) == {1}
    assert (summary.tally.pages, summary.tally.waiting, summary.tally.failed) == (len(open_pages), 0, 0)
    assert {request.agent.partition("/")[0] for request in site.requests} == {"Kaensan"}
    kept = {url.removeprefix(site.origin): body for url, status, body in records(out) if status == 200}
    assert {path: kept[path] for path in open_pages} == {path: site.pages[path] for path in open_pages}
    rows = [json.loads(line) for line in out.with_name("site.jsonl").read_text("utf-8").splitlines()]
    assert {row["url"].removeprefix(site.origin) for row in rows} == open_pages
    assert "เรื่องที่ 7" in next(row["text"] for row in rows if row["url"].endswith("/news/7.html"))


def test_every_record_is_whole_and_says_what_it_is(small: Site, out: Path) -> None:
    run(small, out)
    with out.open("rb") as file:
        found = list(ArchiveIterator(file, verify_digests=True))
        kinds = [record.record_type for record in found]
    assert kinds[0] == WarcRecordType.warcinfo
    assert kinds.count(WarcRecordType.request) == kinds.count(WarcRecordType.response) == 5
    answers = [record for record in found if record.record_type == WarcRecordType.response]
    assert all(record.headers["WARC-IP-Address"] == "127.0.0.1" for record in answers)


def test_a_warc_file_may_be_left_uncompressed(small: Site, tmp_path: Path) -> None:
    run(small, tmp_path / "plain.warc")
    assert (tmp_path / "plain.warc").read_bytes().startswith(b"WARC/1.")
    assert len(records(tmp_path / "plain.warc")) == 5


def test_only_the_site_itself_is_crawled_and_only_pages(small: Site, out: Path) -> None:
    run(small, out)
    assert set(small.asked()) == {"/robots.txt", "/", "/a", "/b", "/c", "/d"}


@pytest.mark.parametrize(("depth", "pages"), [(0, {"/"}), (1, {"/", "/a", "/b"}), (2, {"/", "/a", "/b", "/c"})])
def test_links_are_followed_so_far_and_no_further(small: Site, out: Path, depth: int, pages: set[str]) -> None:
    run(small, out, depth=depth)
    assert set(small.asked()) - {"/robots.txt"} == pages


def test_a_crawl_stops_at_its_number_of_pages_and_goes_on_when_more_are_allowed(small: Site, out: Path) -> None:
    first = run(small, out, pages=2)
    assert (first.tally.pages, first.finished) == (2, True)
    assert run(small, out, pages=10).tally.pages == 5
    assert set(small.asked().values()) <= {1, 2}  # robots.txt is read by each run
    assert all(small.asked()[path] == 1 for path in small.pages)


def test_patterns_include_and_exclude(out: Path) -> None:
    with served(model_site()) as site:
        run(site, out, include=("/news/*",), exclude=("*/news/1?.html", "/news/2*"))
    news = {path for path in site.asked() if path.startswith("/news/")}
    assert news == {"/news/"} | {f"/news/{n}.html" for n in range(COUNT) if n // 10 != 1 and not str(n).startswith("2")}
    assert not any(path.startswith(("/board/", "/wiki/", "/shop/")) for path in site.asked())


def test_a_thread_is_followed_to_its_last_page_however_deep_and_whatever_the_pattern(out: Path) -> None:
    with served(model_site()) as site:
        run(site, out, "/board/topic.php?t=2", depth=0, feeds=False, include=("/nothing",))
    pages = ["/board/topic.php?t=2"] + [f"/board/topic.php?t=2&start={n}" for n in range(10, 100, 10)]
    assert [request.path for request in site.requests if "/board/" in request.path] == pages


def test_sitemaps_and_feeds_lead_to_pages_that_no_link_leads_to(out: Path) -> None:
    with served(model_site()) as site:
        run(site, out, depth=0, sitemaps=True)
    asked = site.asked()
    assert all(asked[f"/shop/item?id={n}"] == asked[f"/blog/2567/{n}/"] == 1 for n in range(COUNT))
    assert asked["/sitemap.xml"] == 1


def test_sitemaps_and_feeds_can_be_left_alone(out: Path) -> None:
    with served(model_site()) as site:
        run(site, out, depth=0, sitemaps=False, feeds=False)
    assert set(site.asked()) == {"/robots.txt", "/"}


@pytest.fixture
def starts(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """When each request was let go, by the clock that the delay is kept by, and as much later as the delay is long."""
    noted: list[float] = []
    turn = PoliteClient.turn

    @asynccontextmanager
    async def noting(polite: PoliteClient, host: str) -> AsyncIterator[None]:
        async with turn(polite, host):
            noted.append(polite._known(host).next_start)
            yield

    monkeypatch.setattr(PoliteClient, "turn", noting)
    return noted


def test_the_delay_of_robots_txt_is_kept(small: Site, out: Path, starts: list[float]) -> None:
    robots = b"User-agent: *\nCrawl-delay: 0.3\nDisallow: /c"
    small.special["/robots.txt"] = (200, {"Content-Type": "text/plain"}, robots)
    run(small, out)
    assert len(starts) == 3
    assert all(later - earlier >= 0.3 for earlier, later in pairwise(starts))


def test_the_delay_that_is_asked_for_is_kept(small: Site, out: Path, starts: list[float]) -> None:
    run(small, out, delay=0.2)
    assert len(starts) == 5
    assert all(later - earlier >= 0.2 for earlier, later in pairwise(starts))


def test_a_site_that_closes_itself_is_not_crawled(small: Site, out: Path) -> None:
    small.special["/robots.txt"] = (200, {}, b"User-agent: Kaensan\nDisallow: /")
    with pytest.raises(Refused, match=r"robots\.txt"):
        run(small, out)
    assert set(small.asked()) == {"/robots.txt"}
    assert not out.exists()
    assert run(small, out, robots=False).tally.pages == 5


@pytest.mark.parametrize(
    ("page", "headers"),
    [
        (b'<meta name="robots" content="index, NOFOLLOW"><a href=/a>a</a>', {}),
        (b"<a href=/a>a</a>", {"X-Robots-Tag": "nofollow"}),
        (b'<a href=/a rel="ugc nofollow">a</a>', {}),
    ],
)
def test_links_that_are_not_to_be_followed_are_not(
    small: Site, out: Path, page: bytes, headers: dict[str, str]
) -> None:
    small.special["/"] = (200, {**HTML, **headers}, page)
    assert run(small, out).tally.pages == 1


def test_redirects_are_kept_and_followed_on_the_site_only(small: Site, out: Path) -> None:
    small.special["/a"] = (301, {"Location": "/moved"}, b"")
    small.special["/b"] = (302, {"Location": "https://elsewhere.example/"}, b"")
    small.special["/moved"] = (302, {"Location": "/a"}, b"")
    summary = run(small, out)
    assert small.asked() == {"/robots.txt": 1, "/": 1, "/a": 1, "/b": 1, "/moved": 1}
    assert sorted(status for _, status, _ in records(out)) == [200, 301, 302, 302]
    assert summary.tally.pages == 1


def test_redirects_without_an_end_are_given_up(small: Site, out: Path) -> None:
    for number in range(30):
        small.special[f"/hop{number}"] = (302, {"Location": f"/hop{number + 1}"}, b"")
    small.pages["/"] = _links("/hop0")
    run(small, out)
    assert len([path for path in small.asked() if "hop" in path]) == 11


def test_sitemaps_without_an_end_are_given_up(small: Site, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_REQUESTS_BESIDE", 10)
    for number in range(100):
        onward = f"<sitemapindex><sitemap><loc>{{origin}}/map{number + 1}.xml</loc></sitemap></sitemapindex>"
        small.special[f"/map{number}.xml"] = (200, {"Content-Type": "text/xml"}, onward.encode())
    small.special["/robots.txt"] = (200, {}, b"Sitemap: {origin}/map0.xml")
    run(small, out, sitemaps=True, pages=2)
    assert 20 <= len(small.requests) <= 40


def test_a_job_that_was_killed_before_it_began_begins(small: Site, out: Path) -> None:
    folder = out.with_name(out.name + ".job")
    options = CrawlOptions(small.origin, out)
    Frontier(folder / "job.sqlite", options.fixed).close()
    out.write_bytes(b"half a record")
    assert run(small, out, sitemaps=True).tally.pages == 5
    assert small.asked()["/sitemap.xml"] == 1
    assert len(records(out)) == 5


def test_a_page_that_ends_the_crawl_each_time_is_given_up(small: Site, out: Path) -> None:
    options = CrawlOptions(small.origin, out)
    for _ in range(8):  # as if the program had died while it fetched the first page
        with closing(Frontier(out.with_name(out.name + ".job") / "job.sqlite", options.fixed)) as frontier:
            frontier.add([Found(small.origin + "/", "127.0.0.1")])
            assert frontier.take(10) is not None
    summary = run(small, out)
    assert summary.failures == ((small.origin + "/", "the crawl ended each time it was fetched"),)


def test_headers_in_any_script_are_kept(small: Site, out: Path) -> None:
    small.special["/a"] = (200, {**HTML, "X-Note": "ชา".encode().decode("latin-1")}, b"<p>a")
    assert run(small, out).tally.failed == 0
    assert any(url.endswith("/a") for url, _, _ in records(out))


def test_a_busy_page_is_asked_again_and_given_up_in_the_end(small: Site, out: Path) -> None:
    small.busy["/a"] = 1
    small.busy["/b"] = 100
    summary = run(small, out)
    assert (small.asked()["/a"], small.asked()["/b"]) == (2, 3)
    assert summary.failures == ((small.origin + "/b", "status 503"),)
    assert summary.tally.pages == 4


def test_what_is_no_page_is_left_out_and_what_is_missing_is_named(small: Site, out: Path) -> None:
    small.special["/a"] = (200, {"Content-Type": "text/html"}, b"%PDF-1.7\x00\x01")
    small.special["/b"] = (200, {"Content-Type": "image/png"}, b"\x89PNG")
    small.pages["/"] = _links("/a", "/b", "/missing")
    summary = run(small, out)
    assert (summary.tally.closed, summary.failures) == (2, ((small.origin + "/missing", "status 404"),))
    assert [url for url, _, _ in records(out)] == [small.origin + "/"]


def test_links_in_thai_are_followed_as_browsers_do(small: Site, out: Path) -> None:
    small.pages["/"] = _links("/ชา?ร้อน=1", "/%E0%B8%8A%E0%B8%B2")
    small.pages["/%E0%B8%8A%E0%B8%B2?%E0%B8%A3%E0%B9%89%E0%B8%AD%E0%B8%99=1"] = b"<p>a"
    small.pages["/%E0%B8%8A%E0%B8%B2"] = b"<p>b"
    assert run(small, out).tally.pages == 3


def test_marks_of_sessions_and_visits_do_not_make_a_page_two(small: Site, out: Path) -> None:
    small.pages["/"] = _links("/a?utm_source=x", "/a?sid=0af&fbclid=1", "/a#part", "/x/../a", "/a")
    run(small, out)
    assert small.asked()["/a"] == 1


def test_an_address_that_grows_without_end_is_not_followed(small: Site, out: Path) -> None:
    for depth in range(10):
        small.pages["/trap/" * depth + "x/"] = _links("trap/x/")
    small.pages["/"] = _links("/x/")
    for depth in range(10):
        small.pages["/x/" + "trap/x/" * depth] = _links("trap/x/")
    assert run(small, out).tally.pages == 4  # the start, and x at most three times


def test_progress_is_told_page_by_page(small: Site, out: Path) -> None:
    told: list[Progress] = []
    with Client(allow_private=True) as client:
        crawl(CrawlOptions(small.origin, out, delay=0, sitemaps=False), client, told.append)
    assert [progress.tally.pages for progress in told] == [1, 2, 3, 4, 5]
    assert {progress.url for progress in told} == {small.origin + path for path in small.pages}


def test_a_page_that_defeats_the_method_has_a_line_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from kaensan.methods.weight import Weight

    def fail(method: Weight, page: object) -> None:
        raise RuntimeError("out of luck")

    monkeypatch.setattr(Weight, "label", fail)
    answer = Response("http://e.org/", 200, b"<p>a <a href=/b>b</a>", None, "text/html", {})
    reading = AnswerReader("weight", extract=True)((Kind.PAGE, answer))
    assert reading.row is not None
    assert "weight failed" in reading.row["error"]
    assert [link.href for link in reading.links] == ["/b"]


def test_only_pages_are_counted_and_extracted(small: Site, out: Path) -> None:
    feed = b"<rss><channel><item><link>{origin}/fed</link></item></channel></rss>"
    sitemap = b"<urlset><url><loc>{origin}/mapped</loc></url></urlset>"
    small.special["/feed"] = (200, {"Content-Type": "application/rss+xml"}, feed)
    small.special["/map"] = (200, {"Content-Type": "text/xml"}, sitemap)
    small.pages = {"/": _links("/feed", "/map", "/a"), "/a": b"<p>a", "/fed": b"<p>fed", "/mapped": b"<p>mapped"}
    summary = run(small, out, extract=True, method="weight")
    rows = [json.loads(line)["url"].removeprefix(small.origin) for line in (out.with_name("site.jsonl")).open()]
    assert sorted(rows) == ["/", "/a", "/fed", "/mapped"]
    assert summary.tally.pages == 4


def test_only_what_is_listed_as_new_is_taken(small: Site, out: Path) -> None:
    listed = {"/old": "2020-01-01", "/new": "2024-05-01", "/undated": None}
    entries = "".join(
        f"<url><loc>{{origin}}{path}</loc>{f'<lastmod>{day}</lastmod>' if day else ''}</url>"
        for path, day in listed.items()
    )
    small.special["/sitemap.xml"] = (200, {"Content-Type": "text/xml"}, f"<urlset>{entries}</urlset>".encode())
    small.pages |= dict.fromkeys(listed, b"<p>a page")
    run(small, out, sitemaps=True, since=datetime(2024, 1, 1, tzinfo=UTC))
    assert {path for path in small.asked() if path in small.pages} == {"/", "/new", "/undated"}


def test_a_page_that_kills_its_reader_is_kept_and_the_crawl_goes_on(
    small: Site, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "AnswerReader", DeadlyReader)
    small.pages["/a"] = b"<p>die"
    summary = run(small, out, extract=True, method="weight")
    rows = {row["url"].removeprefix(small.origin): row for row in map(json.loads, out.with_name("site.jsonl").open())}
    assert "the worker process ended by itself" in rows["/a"]["error"]
    assert rows["/b"]["text"]
    assert (summary.tally.pages, summary.tally.failed) == (3, 0)


def test_a_file_that_belongs_to_no_job_is_left_alone(small: Site, out: Path) -> None:
    out.write_bytes(b"mine")
    with pytest.raises(UsageError, match="belongs to no job"):
        run(small, out)
    assert out.read_bytes() == b"mine"
    assert small.requests == []


def test_a_job_of_another_crawl_is_not_mixed_up(small: Site, out: Path) -> None:
    run(small, out)
    before = out.read_bytes()
    with pytest.raises(UsageError, match="another site or with other patterns"):
        run(small, out, exclude=("/a",))
    assert out.read_bytes() == before


def test_a_job_that_is_damaged_or_newer_is_left_alone(small: Site, tmp_path: Path) -> None:
    job = tmp_path / "job.sqlite"
    newer = tmp_path / "newer.sqlite"
    with sqlite3.connect(newer) as other:
        other.execute("PRAGMA user_version = 99")
    for content, said in ((b"no database at all" * 100, "cannot be read"), (newer.read_bytes(), "another version")):
        job.write_bytes(content)
        with pytest.raises(InputError, match=said):
            run(small, tmp_path / "x.warc.gz", job=tmp_path)
        assert job.read_bytes() == content
    assert not (tmp_path / "x.warc.gz").exists()


def test_a_file_shorter_than_its_job_remembers_is_named(small: Site, out: Path) -> None:
    run(small, out, pages=2)
    out.write_bytes(out.read_bytes()[:100])
    with pytest.raises(InputError, match="shorter than its job remembers"):
        run(small, out, pages=10)


@pytest.mark.parametrize(
    "wrong", [{"pages": 0}, {"depth": -1}, {"concurrency": 0}, {"delay": -1.0}, {"out": Path("site.zip")}]
)
def test_options_out_of_their_range_are_wrong_usage(wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        CrawlOptions(**{"site": "http://e.org/", "out": Path("site.warc.gz"), **wrong})
