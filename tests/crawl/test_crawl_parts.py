"""The parts of a crawl: scope, pagination, sitemaps, feeds."""

from __future__ import annotations

import gzip
from datetime import UTC, datetime
from itertools import pairwise

import pytest

from kaensan.crawl.feeds import Listed, Listing, read_feed, read_sitemap
from kaensan.crawl.page_links import feeds_of, links_of
from kaensan.crawl.pagination import continues
from kaensan.crawl.scope import Scope
from kaensan.page import parse
from kaensan.web.response import Response
from kaensan.web.urls import parse_url


def answer(text: str | bytes, url: str = "http://e.org/x") -> Response:
    body = text.encode() if isinstance(text, str) else text
    return Response(url, 200, body, None, "application/xml", {})


@pytest.mark.parametrize(
    ("page", "link"),
    [
        ("http://e.org/viewtopic.php?f=2&t=5", "http://e.org/viewtopic.php?f=2&t=5&start=15"),
        ("http://e.org/viewtopic.php?t=5&start=15", "http://e.org/viewtopic.php?t=5&start=30"),
        ("http://e.org/index.php?topic=12.0", "http://e.org/index.php?topic=12.20"),
        ("http://e.org/index.php/topic,12.0.html", "http://e.org/index.php/topic,12.20.html"),
        ("http://e.org/threads/tea.12/", "http://e.org/threads/tea.12/page-2"),
        ("http://e.org/threads/tea.12/page-2", "http://e.org/threads/tea.12/page-3"),
        ("http://e.org/topic/12", "http://e.org/topic/12?page=2"),
        ("http://e.org/topic/12-tea/", "http://e.org/topic/12-tea/page/2/"),
        ("http://e.org/topic/12", "http://e.org/topic/12?p=2"),
        ("http://e.org/news", "http://e.org/news?page=2"),
        ("http://e.org/blog/", "http://e.org/blog/page/2/"),
    ],
)
def test_the_next_page_of_the_same_thing_is_recognised(page: str, link: str) -> None:
    assert continues(parse_url(page), parse_url(link))


@pytest.mark.parametrize(
    ("page", "link"),
    [
        ("http://e.org/viewtopic.php?t=5", "http://e.org/viewtopic.php?t=6"),
        ("http://e.org/topic/12", "http://e.org/topic/13"),
        ("http://e.org/index.php?topic=12.0", "http://e.org/index.php?topic=13.0"),
        ("http://e.org/topic/12", "http://e.org/topic/12"),
        ("http://e.org/topic/12", "http://other.org/topic/12?page=2"),
        ("http://e.org/?p=12", "http://e.org/?p=13"),
        ("http://e.org/read.php?p=12", "http://e.org/read.php?p=13"),
        ("http://e.org/topic/12?sort=old", "http://e.org/topic/12?sort=new"),
        ("http://e.org/", "http://e.org/2"),
    ],
)
def test_another_thing_is_no_next_page(page: str, link: str) -> None:
    assert not continues(parse_url(page), parse_url(link))


def test_the_page_itself_may_say_what_comes_next() -> None:
    page, link = parse_url("http://e.org/a"), parse_url("http://e.org/b")
    assert continues(page, link, rel="noopener next")
    assert not continues(page, link, text="next topic")
    thread, second = parse_url("http://e.org/topic/12"), parse_url("http://e.org/topic/12/2")
    assert continues(thread, second, text="2")
    assert continues(thread, second, text="ถัดไป »")
    assert not continues(thread, second, text="ความเห็นที่ดีที่สุด")


def test_a_site_is_its_host_with_and_without_www_on_its_port() -> None:
    scope = Scope(parse_url("https://www.e.org/"))
    inside = ["https://e.org/a", "http://www.e.org/b", "//e.org/c", "/d", "?e"]
    outside = [
        "https://sub.e.org/",
        "https://e.org.evil.com/",
        "https://note.org/",
        "https://e.org:8443/",
        "ftp://e.org/",
    ]
    assert all(scope.find(scope.start, link) for link in inside)
    assert not any(scope.find(scope.start, link) for link in outside)
    below = Scope(parse_url("https://e.org/"), subdomains=True)
    assert below.find(below.start, "https://sub.e.org/")
    assert not below.find(below.start, "https://note.org/")


@pytest.mark.parametrize(
    "link", ["", "#top", "javascript:void(0)", "mailto:a@e.org", "tel:1", "data:,x", "http://[", "/a.JPG"]
)
def test_what_is_no_page_is_no_link(link: str) -> None:
    scope = Scope(parse_url("https://e.org/"))
    assert scope.find(scope.start, link) is None


def addresses(listed: tuple[Listed, ...]) -> list[str]:
    return [page.url for page in listed]


def test_sitemaps_are_read_in_all_their_forms() -> None:
    urls = (
        "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc> http://e.org/a?x=1&amp;y=2 </loc></url>"
        "<url><loc><![CDATA[http://e.org/ข]]></loc></url></urlset>"
    )
    pages = ["http://e.org/a?x=1&y=2", "http://e.org/ข"]
    for body in (urls, gzip.compress(urls.encode())):
        listing = read_sitemap(answer(body))
        assert (addresses(listing.pages), listing.sitemaps) == (pages, ())
    index = (
        "<sm:sitemapindex xmlns:sm='http://www.sitemaps.org/schemas/sitemap/0.9'><sm:sitemap>"
        "<sm:loc>http://e.org/1.xml.gz</sm:loc></sm:sitemap></sm:sitemapindex>"
    )
    assert read_sitemap(answer(index)) == Listing((), (Listed("http://e.org/1.xml.gz"),))
    plain = read_sitemap(answer("http://e.org/a\n\nhttp://e.org/b\nnonsense"))
    assert addresses(plain.pages) == ["http://e.org/a", "http://e.org/b"]


def test_lists_say_when_their_pages_were_changed() -> None:
    day = datetime(2024, 3, 1, 12, tzinfo=UTC).timestamp()
    sitemap = "<urlset><url><loc>http://e.org/a</loc><lastmod>2024-03-01T12:00:00+00:00</lastmod></url></urlset>"
    assert read_sitemap(answer(sitemap)).pages == (Listed("http://e.org/a", day),)
    rss = (
        "<rss><channel><item><link>http://e.org/a</link><pubDate>Fri, 01 Mar 2024 12:00:00 GMT</pubDate></item>"
        "<item><link>http://e.org/b</link><pubDate>99999999999</pubDate></item></channel></rss>"
    )
    assert read_feed(answer(rss)).pages == (Listed("http://e.org/a", day), Listed("http://e.org/b"))
    feed = '{"items": [{"url": "http://e.org/a", "date_published": "2024-03-01T12:00:00Z"}, {"url": 5}, 7]}'
    assert read_feed(answer(feed)).pages[0] == Listed("http://e.org/a", day)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\x00\xff" * 100,
        b"<html><p>not found",
        b"\x1f\x8bnonsense",
        b"<loc>" * 1000,
        gzip.compress(bytes(100_000_000)),
    ],
)
def test_a_sitemap_that_is_none_leads_nowhere(body: bytes) -> None:
    assert read_sitemap(answer(body)) == Listing()
    assert read_feed(answer(body)) == Listing()


def test_feeds_are_read_in_all_their_forms() -> None:
    rss = "<rss><channel><link>http://e.org/</link><item><link>http://e.org/1</link></item><item><link><![CDATA[http://e.org/2?a&b]]></link></item></channel></rss>"
    assert addresses(read_feed(answer(rss)).pages) == ["http://e.org/1", "http://e.org/2?a&b"]
    atom = (
        '<feed><link href="http://e.org/"/><link rel="self" href="http://e.org/feed"/><entry><link rel="alternate" '
        'href="http://e.org/1?a=1&amp;b=2"/><link rel="enclosure" href="http://e.org/1.mp3"/></entry></feed>'
    )
    assert addresses(read_feed(answer(atom)).pages) == ["http://e.org/1?a=1&b=2"]
    assert read_feed(answer("<p>no feed")) == Listing()


@pytest.mark.parametrize(
    "body",
    [
        "<rss><channel><item><link>1.html</link></item><item><link>/2.html</link></item></channel></rss>",
        "<feed><entry><link href='1.html'/></entry><entry><link href='/2.html'/></entry></feed>",
        '{"items": [{"url": "1.html"}, {"url": "/2.html"}]}',
    ],
)
def test_links_may_be_relative_to_their_feed(body: str) -> None:
    feed = answer(body, "http://e.org/blog/feed.xml")
    assert addresses(read_feed(feed).pages) == ["http://e.org/blog/1.html", "http://e.org/2.html"]


def test_links_may_be_relative_to_the_site_of_their_sitemap() -> None:
    pages = read_sitemap(answer("<urlset><url><loc>/a</loc></url></urlset>", "http://e.org/maps/1.xml")).pages
    below = read_sitemap(answer("<sitemapindex><sitemap><loc>/2.xml</loc></sitemap></sitemapindex>")).sitemaps
    assert (addresses(pages), addresses(below)) == (["http://e.org/a"], ["http://e.org/2.xml"])


@pytest.mark.parametrize("written", ["Fri, 01 Mar 2024 12:00:00", "2024-03-01T12:00:00", "2024-03-01 12:00"])
def test_a_date_without_a_zone_is_taken_as_universal_time(written: str) -> None:
    noon = datetime(2024, 3, 1, 12, tzinfo=UTC).timestamp()
    item = f"<item><link>http://e.org/a</link><pubDate>{written}</pubDate></item>"
    assert read_feed(answer(f"<rss><channel>{item}</channel></rss>")).pages == (Listed("http://e.org/a", noon),)
    entry = f"<url><loc>http://e.org/a</loc><lastmod>{written}</lastmod></url>"
    assert read_sitemap(answer(f"<urlset>{entry}</urlset>")).pages == (Listed("http://e.org/a", noon),)


def test_a_date_in_words_that_nobody_reads_says_nothing(recwarn: pytest.WarningsRecorder) -> None:
    for written in ("1 มีนาคม 2567", "yesterday"):
        item = f"<item><link>http://e.org/a</link><pubDate>{written}</pubDate></item>"
        assert read_feed(answer(f"<rss><channel>{item}</channel></rss>")).pages == (Listed("http://e.org/a"),)
    read_sitemap(answer("<urlset><url><loc>http://e.org/a</loc><lastmod>1 Mar 2024 12:00 ICT</lastmod></url></urlset>"))
    assert len(recwarn) == 0


def test_entities_are_not_expanded() -> None:
    laughs = "".join(f'<!ENTITY {name} "{f"&{before};" * 10}">' for before, name in pairwise("abcdefghijk"))
    head = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha">{laughs}<!ENTITY file SYSTEM "file:///etc/passwd">]>'
    for entity in ("k", "file"):
        item = f"<item><link>http://e.org/&{entity};</link></item>"
        assert read_feed(answer(f"{head}<rss><channel>{item}</channel></rss>")) == Listing()
        assert (
            read_sitemap(answer(f"{head}<urlset><url><loc>http://e.org/&{entity};</loc></url></urlset>")) == Listing()
        )


def test_a_list_without_an_end_is_cut() -> None:
    many = "".join(f"<url><loc>http://e.org/{number}</loc></url>" for number in range(50_010))
    assert len(read_sitemap(answer(f"<urlset>{many}</urlset>")).pages) == 50_000
    bomb = gzip.compress(b"<urlset>" + b" " * 61_000_000 + b"<url><loc>http://e.org/a</loc></url></urlset>")
    assert read_sitemap(answer(bomb)) == Listing()


def test_links_and_feeds_of_a_page() -> None:
    page = parse(
        """<link rel=next href=/2><link rel=stylesheet href=/x.css>
        <link rel="alternate" type="application/atom+xml" href=/feed><link rel=alternate hreflang=th href=/th>
        <a href=" /a "> ถัด<b>ไป</b> </a><a rel=nofollow href=/b>b</a><a name=c>c</a>
        <map><area href=/d></map><iframe src=/e></iframe>"""
    )
    assert [(link.href, link.text) for link in links_of(page)] == [("/2", ""), ("/a", "ถัดไป"), ("/d", ""), ("/e", "")]
    assert feeds_of(page) == ["/feed"]


@pytest.mark.parametrize(
    "content", ["0;url=/main.php", "5; URL='/main.php'", ' 0 ; url = "/main.php" ', "url=/main.php"]
)
def test_a_page_that_leads_on_by_itself_is_followed(content: str) -> None:
    quoted = content.replace('"', "&quot;")
    page = parse(f'<meta http-equiv="Refresh" content="{quoted}"><meta http-equiv=content-type content="url=/no">')
    assert [link.href for link in links_of(page)] == ["/main.php"]


def test_hostile_markup_keeps_no_pattern_busy() -> None:
    """Each of these would take hours if a pattern went back and forth over it."""
    page = parse(f'<meta http-equiv=refresh content="{" " * 1_000_000}x"><a href=/topic/12/2>{">" * 1_000_000}</a>')
    links = list(links_of(page))
    assert [link.href for link in links] == ["/topic/12/2"]
    assert not continues(parse_url("http://e.org/topic/12"), parse_url("http://e.org/topic/12/2"), links[0].text)
    assert read_sitemap(answer("<urlset><loc>" + " " * 1_000_000 + "<loc" * 100_000)) == Listing()
    assert read_feed(answer("<rss><item>" + "<link " * 100_000 + " " * 1_000_000)) == Listing()


def test_a_page_that_only_loads_itself_anew_leads_nowhere() -> None:
    assert list(links_of(parse('<meta http-equiv="refresh" content="300">'))) == []
