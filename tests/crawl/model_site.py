"""A site to crawl: five templates of forty pages each, served over real HTTP, with a log of every request."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

COUNT = 40
_WORDS = ["ฝนตกหนักในภาคเหนือ", "ตลาดเช้าริมแม่น้ำ", "ดอกไม้บานทั้งเมือง", "ชาวนาเก็บเกี่ยวข้าว", "รถไฟสายใหม่เปิดใช้", "นักเรียนปลูกต้นไม้"]
MENU = (
    '<nav><a href="/">หน้าแรก</a> <a href="/news/">ข่าว</a> <a href="/board/">กระดาน</a> <a href="/shop/">ร้าน</a></nav>'
)


@dataclass(frozen=True)
class Request:
    """One request that the site got."""

    path: str
    agent: str
    moment: float


@dataclass
class Site:
    """A site and what was asked of it."""

    pages: dict[str, bytes]
    origin: str = ""
    requests: list[Request] = field(default_factory=list)
    special: dict[str, tuple[int, dict[str, str], bytes]] = field(default_factory=dict)
    """answers that are not just a page, by path"""
    busy: Counter[str] = field(default_factory=Counter)
    """how often a path still answers that it is busy"""
    pause: float = 0.0

    def asked(self) -> Counter[str]:
        """How often each path was asked for."""
        return Counter(request.path for request in self.requests)


def model_site() -> Site:
    """News, blog, shop, wiki and a board whose threads have ten pages each; linked as such sites are."""
    site = Site({})
    for number in range(COUNT):
        site.pages[f"/news/{number}.html"] = _news(number)
        site.pages[f"/blog/2567/{number}/"] = _blog(number)
        site.pages[f"/shop/item?id={number}"] = _item(number)
        site.pages[f"/wiki/Page_{number}"] = _wiki(number)
        thread, page = divmod(number, 10)
        address = f"/board/topic.php?t={thread}" + (f"&start={page * 10}" if page else "")
        site.pages[address] = _thread(thread, page)
    site.pages["/"] = _list("หน้าแรก", ["/news/", "/board/", "/wiki/Page_0"], feed=True)
    site.pages["/news/"] = _list("ข่าว", [f"/news/{number}.html" for number in range(COUNT)])
    site.pages["/board/"] = _list("กระดาน", [f"/board/topic.php?t={number}" for number in range(4)])
    site.pages["/shop/"] = _list("ร้าน", ["/private/secret.html"])  # the items are in the sitemap only
    site.pages["/private/secret.html"] = _list("ลับ", ["/private/more.html"])
    robots = "User-agent: *\nDisallow: /private/\nSitemap: {origin}/maps/index.xml\n"
    site.special["/robots.txt"] = (200, {"Content-Type": "text/plain"}, robots.encode())
    index = "<sitemapindex><sitemap><loc>{origin}/maps/shop.xml</loc></sitemap></sitemapindex>"
    items = "".join(f"<url><loc>{{origin}}/shop/item?id={number}</loc></url>" for number in range(COUNT))
    site.special["/maps/index.xml"] = (200, {"Content-Type": "application/xml"}, index.encode())
    site.special["/maps/shop.xml"] = (200, {"Content-Type": "application/xml"}, f"<urlset>{items}</urlset>".encode())
    entries = "".join(f"<item><title>{n}</title><link>{{origin}}/blog/2567/{n}/</link></item>" for n in range(COUNT))
    feed = f"<rss><channel><link>{{origin}}/</link>{entries}</channel></rss>"
    site.special["/feed.xml"] = (200, {"Content-Type": "application/rss+xml"}, feed.encode())
    return site


class _QuietServer(ThreadingHTTPServer):
    """Says nothing of clients that are killed."""

    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        return


@contextmanager
def served(site: Site) -> Iterator[Site]:
    """The site on a free port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # or each answer waits 40 ms for its own head to be acknowledged

        def do_GET(self) -> None:
            site.requests.append(Request(self.path, self.headers["User-Agent"], time.monotonic()))
            if site.pause:
                time.sleep(site.pause)
            self._answer(*self._find())

        def _find(self) -> tuple[int, dict[str, str], bytes]:
            if site.busy[self.path] > 0:
                site.busy[self.path] -= 1
                return 503, {"Retry-After": "0"}, b""
            if self.path in site.special:
                return site.special[self.path]
            html = {"Content-Type": "text/html; charset=utf-8"}
            return (200, html, site.pages[self.path]) if self.path in site.pages else (404, html, b"nothing here")

        def _answer(self, status: int, headers: dict[str, str], body: bytes) -> None:
            with suppress(ConnectionError):  # a client that was killed does not listen
                self._send(status, headers, body)

        def _send(self, status: int, headers: dict[str, str], body: bytes) -> None:
            body = body.replace(b"{origin}", site.origin.encode())
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value.replace("{origin}", site.origin))
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            return

    with _QuietServer(("127.0.0.1", 0), Handler) as server:
        site.origin = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield site
        finally:
            server.shutdown()
            thread.join()


def _text(number: int) -> str:
    return " ".join(_WORDS[(number + step) % len(_WORDS)] for step in range(12)) + f" เรื่องที่ {number}"


def _shell(title: str, body: str, head: str = "") -> bytes:
    return f"<!doctype html><html lang=th><head><title>{title}</title>{head}</head><body>{MENU}{body}</body>".encode()


def _news(number: int) -> bytes:
    onward = f'<a href="{number + 1}.html?utm_source=related">ข่าวต่อไป</a>' if number + 1 < COUNT else ""
    return _shell(
        f"ข่าว {number}", f"<article><h1>ข่าว {number}</h1><p>{_text(number)}</p></article><aside>{onward}</aside>"
    )


def _blog(number: int) -> bytes:
    return _shell(f"บันทึก {number}", f"<main><h2>บันทึก {number}</h2><div class=entry><p>{_text(number)}</p></div></main>")


def _item(number: int) -> bytes:
    return _shell(
        f"สินค้า {number}",
        f"<div class=item><h1>สินค้า {number}</h1><div>{_text(number)}</div><img src=/{number}.png></div>",
    )


def _wiki(number: int) -> bytes:
    links = " ".join(f'<a href="/wiki/Page_{n}">{n}</a>' for n in (2 * number + 1, 2 * number + 2) if n < COUNT)
    return _shell(f"Page {number}", f"<section id=content><p>{_text(number)}</p><p>{links}</p></section>")


def _thread(thread: int, page: int) -> bytes:
    posts = "".join(f"<div class=post><b>สมาชิก{n}</b><p>{_text(page * 10 + n)}</p></div>" for n in range(10))
    onward = f'<a href="topic.php?t={thread}&amp;start={page * 10 + 10}">ถัดไป</a>' if page < 9 else ""
    return _shell(f"กระทู้ {thread}", f"{posts}<div class=pagination>{onward}</div>")


def _list(title: str, links: list[str], feed: bool = False) -> bytes:
    head = '<link rel=alternate type="application/rss+xml" href=/feed.xml>' if feed else ""
    return _shell(title, "<ul>" + "".join(f'<li><a href="{link}">{link}</a></li>' for link in links) + "</ul>", head)
