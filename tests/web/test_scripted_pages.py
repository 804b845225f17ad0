"""Pages that show nothing until a browser has run their scripts are recognised, and others are not."""

from __future__ import annotations

import pytest
from loopback import answer, serving

from kaensan.page import parse
from kaensan.web.client import Client
from kaensan.web.scripted import needs_scripts

TEXT = "ข่าววันนี้ ฝนตกหนักในหลายพื้นที่ของภาคเหนือ ประชาชนควรระวังน้ำป่าไหลหลาก " * 5


@pytest.mark.parametrize(
    "html",
    [
        "<body><div id=root></div><script src=/static/main.js></script>",
        "<body><div id=__next></div><script>boot()</script>",
        "<body><app-root></app-root><script type=module src=main.js></script>",
        "<body><div id=app></div><noscript>" + TEXT + "enable JavaScript</noscript><script src=a.js></script>",
        "<nav><a href=/>Home page of our site</a><a href=/x>All we have</a></nav><div id=app></div><script></script>",
        "<body><p>You need to enable JavaScript to run this app, please do so now.</p><script src=a.js></script>",
        "<body><p>กรุณาเปิดใช้งาน JavaScript ในเบราว์เซอร์ของคุณเพื่อเข้าชมเว็บไซต์นี้</p><script src=a.js></script>",
        "<body><div>Loading…</div><script src=a.js></script>",
        "<body><template><p>" + TEXT + "</p></template><script src=a.js></script>",
        f"<body><div id=root></div><script>data={TEXT!r}</script>",
    ],
)
def test_an_empty_shell_is_recognised(html: str) -> None:
    warning = needs_scripts(parse(html))
    assert warning is not None
    assert "--render" in warning


@pytest.mark.parametrize(
    "html",
    [
        f"<body><p>{TEXT}</p><script src=a.js></script>",
        f"<body><div id=root><p>{TEXT}</p></div><noscript>Enable JavaScript</noscript><script src=a.js></script>",
        f"<body><div id=app></div><noscript><p>{TEXT}</p></noscript><script src=a.js></script>",
        f"<body><div style='display: none'><p>{TEXT}</p></div><script src=a.js></script>",
        "<body><p>A short page without scripts.</p>",
        "<body><h1>Moved</h1><p>The document has moved to another place, here.</p><script src=stats.js></script>",
        "",
    ],
)
def test_a_page_with_something_to_read_is_not(html: str) -> None:
    assert needs_scripts(parse(html)) is None


def test_the_client_warns_of_such_pages() -> None:
    shell = b"<body><div id=root></div><script src=a.js></script>"
    with serving({"/": answer(shell)}) as server, Client(allow_private=True, robots=False) as client:
        assert any("--render" in warning for warning in client.page(server.origin).warnings)
