"""Who may call, what comes back, and a view of a page in which nothing is alive."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from running_service import THAI, RunningService, running

from kaensan.page import parse
from kaensan.serve.work.safe_page import ALLOWED, ViewOptions, render_view

KEY = "a-secret-of-the-tests"
SAFE = {
    *("data-row", "data-hidden", "data-href", "data-picture", "role", "aria-label", "dir", "lang", "title"),
    *("colspan", "rowspan", "start", "reversed", "value", "datetime", "open"),
}
PAYLOADS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)><script>alert(1)</script></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    "<svg><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
    "<a href='javascript:alert(1)'>x</a>",
    "<a href=' java\tscript:alert(1)'>x</a>",
    "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
    "<a href='vbscript:x'>x</a>",
    "<body onload=alert(1)>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<iframe src=javascript:alert(1)>",
    "<object data='javascript:alert(1)'>x</object><embed src='javascript:alert(1)'>",
    "<meta http-equiv=refresh content='0;url=https://evil.example/'>",
    "<base href='https://evil.example/'><a href='x'>x</a>",
    "<link rel=stylesheet href='https://evil.example/x.css'>",
    "<style>*{background:url(https://evil.example/)}</style>",
    "<p style='background:url(https://evil.example/)'>x</p>",
    "<form action='https://evil.example/'><input name=a autofocus onfocus=alert(1)><button>go</button></form>",
    "<button formaction='javascript:alert(1)'>x</button>",
    "<video src=x onerror=alert(1)><source src=x></video><audio src=x>",
    "<details ontoggle=alert(1) open><summary>x</summary>y</details>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<template><script>alert(1)</script></template>",
    "<template shadowrootmode=open><script>alert(1)</script><slot></slot></template>",
    "<textarea><script>alert(1)</script></textarea>",
    "<title><img src=x onerror=alert(1)></title>",
    "<xmp><script>alert(1)</script></xmp><plaintext><script>alert(1)</script>",
    "<p title='\"><script>alert(1)</script>'>x</p>",
    "<td colspan='1 onclick=alert(1)'>x",
    "<a title='x\" onmouseover=\"alert(1)'>x</a>",
    "<marquee onstart=alert(1)>x</marquee>",
    "<x-custom onclick=alert(1) is=evil>x</x-custom>",
    "<p id=location name=cookie class=row-kept>x</p>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<p>\x00<scr\x00ipt>alert(1)</scr\x00ipt>",
    "<img src='https://evil.example/pixel.gif' alt='<script>alert(1)</script>'>",
    "<picture><source srcset='https://evil.example/x'><img src=x></picture>",
    "<table background='https://evil.example/'><tr><td>x",
    "<p dir='ltr\" onclick=\"alert(1)'>x",
    "<portal src='https://evil.example/'></portal><dialog open>x</dialog>",
]


class _Reader(HTMLParser):
    """Collects every start tag of a fragment."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, list[tuple[str, str | None]]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, attrs))


def assert_lifeless(view: str) -> None:
    """Only allowed elements and attributes, read by two parsers, and no address that a browser would load."""
    reader = _Reader()
    reader.feed(view)
    tags = reader.tags + [(name, list(attrs)) for name, attrs in _parsed(view)]
    for tag, attributes in tags:
        assert tag in ALLOWED | {"html", "head", "body"}
        for name, value in attributes:
            assert name in SAFE, (tag, name)
            if name == "data-href":
                assert re.match(r"(https?|mailto|tel):", value or "", re.I)


def _parsed(view: str) -> Iterator[tuple[str, tuple[tuple[str, str | None], ...]]]:
    page = parse(view)
    yield from zip(page.elements.names, page.elements.attrs, strict=True)
    assert not page.unread


@pytest.mark.parametrize("payload", PAYLOADS)
def test_nothing_alive_is_left_in_the_view(payload: str) -> None:
    for markup in (payload, f"<div><p>before{payload}after</p></div>", f"<table><tr><td>{payload}</table>"):
        assert_lifeless(render_view(parse(markup, "https://site.example/")))


@given(st.lists(st.sampled_from([*PAYLOADS, "<p>", "</p>", "<div>", "</div>", "<table>", "ก ", "<b>", "</b>", "<!--"])))
def test_no_mixture_brings_anything_to_life(parts: list[str]) -> None:
    page = parse("".join(parts))
    view = render_view(page)
    assert_lifeless(view)
    rows = re.findall(r'data-row="(\d+)"', view)
    assert rows == [str(row) for row in range(len(page.texts))]


def test_the_view_shows_every_text_in_its_place() -> None:
    page = parse(THAI, "https://site.example/")
    view = render_view(page)
    shown = parse(view)
    assert shown.texts.strings == page.texts.strings
    assert '<h1><span data-row="3">ตลาดน้ำกลับมาคึกคัก</span></h1>' in view
    assert 'data-href="https://site.example/news"' in view


def test_pictures_are_shown_only_where_asked() -> None:
    page = parse("<img src=/a.png alt=แมว><img src='javascript:alert(1)'>", "https://site.example/")
    assert 'aria-label="แมว"' in render_view(page)
    assert "<img" not in render_view(page)
    shown = render_view(page, ViewOptions(pictures=True))
    assert shown.count("<img") == 1
    assert 'src="https://site.example/a.png"' in shown


def test_hidden_texts_are_marked() -> None:
    view = render_view(parse("<p>seen</p><p hidden>not seen</p>"))
    assert '<span data-row="1" data-hidden="">not seen</span>' in view


def test_the_view_of_a_page_comes_with_all_that_the_studio_shows(service: RunningService) -> None:
    with service.client() as client:
        found = client.post("/v1/view", json={"html": THAI, "methods": "all", "source": True}).json()
    assert found["source"] == THAI
    assert found["metadata"]["source"]["title"]
    columns = found["rows"]
    assert len({len(column) for column in columns.values()}) == 1
    assert {"other", "content"} <= set(columns["role"]) <= {"other", "content", "title"}
    assert found["compare"]["agreement"]["methods"][0] == "core"
    assert_lifeless(found["view"])


PATHS = ["/", "/docs", "/healthz", "/v1/methods", "/v1/gold", "/nowhere", "/v1/extract", "/studio/../../settings.py"]


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_carries_the_security_headers(service: RunningService, path: str) -> None:
    with service.client() as client:
        headers = client.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'")
    for wall in ("frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"):
        assert wall in policy
    assert "script-src 'self';" in policy if path == "/" else "unsafe-eval" not in policy
    assert "access-control-allow-origin" not in headers
    assert "server" not in headers


@pytest.mark.parametrize(
    "path",
    [
        "/studio/../settings.py",
        "/studio/%2e%2e/settings.py",
        "/studio/..%2fsettings.py",
        "/studio//etc/passwd",
        "/studio/%00",
        "/studio/../../../../etc/passwd",
        "/v1/samples/..%2fapp",
    ],
)
def test_no_path_leads_out_of_the_studio(service: RunningService, path: str) -> None:
    answer = service.raw(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    assert answer.startswith((b"HTTP/1.1 404", b"HTTP/1.1 400"))


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("127.0.0.1:8000", 200),
        ("[::1]:8000", 200),
        ("[::1]", 200),
        ("studio.localhost:80", 200),
        ("192.168.1.20", 200),
        ("evil.example", 421),
        ("evil.example:8000", 421),
        ("127.0.0.1.evil.example", 421),
        ("localhost.evil.example", 421),
        ("", 421),
    ],
)
def test_a_name_that_is_not_ours_is_refused(service: RunningService, host: str, status: int) -> None:
    answer = service.raw(f"GET /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    assert answer.startswith(f"HTTP/1.1 {status}".encode())


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://localhost.evil.example", "http://127.0.0.1"]
)
def test_pages_of_other_sites_may_not_call(service: RunningService, origin: str) -> None:
    with service.client(Origin=origin) as client:
        answer = client.post("/v1/extract", content=b"<p>x", headers={"Content-Type": "text/plain"})
        asked = client.options("/v1/extract", headers={"Access-Control-Request-Method": "POST"})
    assert answer.status_code == 403
    assert answer.json()["error"]["kind"] == "origin"
    assert "access-control-allow-origin" not in {**answer.headers, **asked.headers}


def test_the_studios_own_pages_may_call(service: RunningService) -> None:
    with service.client(Origin=service.url, **{"Sec-Fetch-Site": "same-origin"}) as client:
        assert client.post("/v1/extract", json={"html": "<p>x"}).status_code == 200
    with service.client(**{"Sec-Fetch-Site": "cross-site"}) as client:  # as for a form, a picture and a link elsewhere
        assert client.post("/v1/extract", json={"html": "<p>x"}).status_code == 403
        seen = client.get("/v1/picture/weight", params={"sample": "news"})
        assert (seen.status_code, seen.json()["error"]["kind"]) == (403, "origin")
        assert client.get("/docs").status_code == 200


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A service with keys and one friendly origin."""
    keys, origins = (KEY, "another-secret", "กุญแจลับของเรา"), ("https://friend.example",)
    with running(tmp_path_factory.mktemp("closed"), keys=keys, origins=origins, hosts=("kaensan.example",)) as started:
        yield started


def test_without_a_key_only_health_and_the_studio_are_open(closed: RunningService) -> None:
    with closed.client() as client:
        for path in ("/v1/methods", "/v1/gold", "/metrics", "/docs", "/openapi.json", "/v1/nothing"):
            assert client.get(path).status_code == 401, path
        assert client.get("/v1/methods").headers["www-authenticate"] == "Bearer"
        assert [client.get(path).status_code for path in ("/healthz", "/readyz", "/")] == [200, 200, 200]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Authorization": f"Bearer {KEY}"}, 200),
        ({"authorization": "bearer another-secret"}, 200),
        ({"X-API-Key": KEY}, 200),
        ({"X-API-Key": KEY[:-1]}, 401),
        ({"X-API-Key": KEY + "x"}, 401),
        ({"Authorization": f"Basic {KEY}"}, 401),
        ({"Authorization": "Bearer"}, 401),
    ],
)
def test_a_key_opens_and_nothing_else_does(closed: RunningService, headers: dict[str, str], status: int) -> None:
    with closed.client(**headers) as client:
        assert client.get("/v1/methods").status_code == status


def test_a_key_may_be_any_bytes(closed: RunningService) -> None:
    head = b"GET /v1/methods HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-API-Key: "
    assert closed.raw(head + "กุญแจ".encode() + b"\xff\r\n\r\n").startswith(b"HTTP/1.1 401")
    assert closed.raw(head + "กุญแจลับของเรา".encode() + b"\r\n\r\n").startswith(b"HTTP/1.1 200")


def test_a_friendly_origin_may_call_and_read(closed: RunningService) -> None:
    friend = {"Origin": "https://friend.example", "X-API-Key": KEY}
    with closed.client(**friend) as client:
        answer = client.post("/v1/extract", json={"html": "<p>x"})
        asked = client.options("/v1/extract", headers={"Access-Control-Request-Method": "POST"})
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == "https://friend.example"
    assert asked.status_code == 204
    assert "X-API-Key" in asked.headers["access-control-allow-headers"]
    with closed.client(Host="kaensan.example") as client:
        assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://localhost:22/",
        "http://[::1]/",
        "http://0.0.0.0/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://127.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://10.0.0.1/",
        "http://192.168.0.1/",
        "http://172.16.0.1/",
        "http://100.64.0.1/",
        "http://[fd00::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://user:pass@127.0.0.1/",
        "file:///etc/passwd",
        "gopher://127.0.0.1/",
        "ftp://127.0.0.1/",
        "javascript:alert(1)",
        "//127.0.0.1/",
    ],
)
def test_private_addresses_are_refused_through_every_door(service: RunningService, url: str) -> None:
    with service.client() as client:
        answers = [
            client.post("/v1/extract", json={"url": url}),
            client.post("/v1/view", json={"url": url}),
            client.get("/v1/picture/weight", params={"url": url}),
        ]
        line = client.post("/v1/batch", json={"url": url}, headers={"Content-Type": "application/x-ndjson"}).json()
        job = client.post("/v1/jobs/view", json={"url": url}).json()
        told = client.get(job["events"]).text
    for answer in answers:
        assert answer.status_code in (403, 422), answer.text
        assert answer.json()["error"]["fields"][0]["field"] == "url"
    assert line["error"]["kind"] in ("refused", "usage", "invalid")
    assert "event: failed" in told
