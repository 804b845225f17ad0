"""The page in its own look, and its pictures: as a person asks for them, and as a hostile page would abuse them."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from evil_server import Evil
from PIL import Image
from quiet_site import serving
from studio_window import Studio
from test_studio_safety import assert_nothing_happened, hostile, payloads
from window import Window

from kaensan.serve.fetching import image_type

__all__ = ["hostile"]

PAGE = """<!doctype html><html lang="en" class="night"><head><title>The ferry sails again - Harbour Post</title>
<link rel="stylesheet" href="/site.css"><style>
.night body.front {{ background: rgb(10, 20, 30); color: rgb(250, 240, 230) }}
#story > p {{ font-size: 23px }}
span {{ font-size: 99px }}
</style><style media="print">#story > p {{ font-size: 5px }}</style></head>
<body class="front"><nav><a href="/">Home</a> <a href="/town">Town</a> <a href="/sea">Sea</a></nav>
<h1 style="letter-spacing: 3px">The ferry sails again</h1><div id="story">
<p>{words} The ferry left the pier at six in the morning, with forty passengers and a cart of apples on board.</p>
<figure><img src="{image}" alt="The ferry at the pier"></figure>
<p>The captain said that the new engine runs more quietly, and that the crossing takes a quarter of an hour less.</p>
</div></body></html>"""
WORDS = "After a winter in the dock the boat is back."


@pytest.fixture
def picture_site(tmp_path: Path) -> Iterator[str]:
    """A web site with one picture of 40 by 30 dots."""
    Image.new("RGB", (40, 30), "teal").save(tmp_path / "ferry.png")
    (tmp_path / "drawn.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    with serving(tmp_path) as address:
        yield address


def show(studio: Studio, look: str, site: str = "http://127.0.0.1:1") -> Window:
    studio.start()
    studio.paste(PAGE.format(words=WORDS, image=f"{site}/ferry.png"))
    studio.window.click(f"#looks [data-value={look}]")
    return studio.window


def style(window: Window, selector: str, name: str) -> str:
    return str(window.page(f"getComputedStyle(page.querySelector({json.dumps(selector)})).{name}"))


def test_the_page_is_shown_in_its_own_styles_with_what_was_kept_marked(studio: Studio) -> None:
    window = show(studio, "own")
    window.until_page("page.querySelector('text-row[data-role=content]')")
    assert style(window, "body", "backgroundColor") == "rgb(10, 20, 30)"
    assert style(window, "#story > p", "fontSize") == "23px"
    assert style(window, "#story > p [data-row]", "fontSize") == "23px"  # the marks are no elements that a page styles
    assert style(window, "h1", "letterSpacing") == "3px"
    assert float(style(window, "nav [data-role=other]", "opacity")) < 0.6
    assert "66, 133, 244" in style(window, "#story [data-role=content]", "backgroundColor")
    assert window.page("page.querySelector('nav').innerText.trim()") == "Home Town Sea"  # the spaces between links too
    assert window.text("#look-note").startswith("Style sheets of this page that are on the web and are not loaded: 1.")


def test_a_text_is_corrected_in_the_own_look_as_in_the_marked_one(studio: Studio) -> None:
    window = show(studio, "own")
    window.until_page("page.querySelector('text-row[data-role=content]')")
    window.click("#story p [data-row]", in_frame=True)
    window.until("document.querySelector('.why-reasons li')")
    window.click("#why [data-label=other]")
    window.until_page("page.querySelector('#story p [data-fixed=other]')")
    window.click("#looks [data-value=marked]")
    window.until_page("page.querySelector('span[data-fixed=other]')")
    window.until(f"!document.querySelector('.reading').innerText.includes({json.dumps(WORDS)})")


def test_the_reader_loads_pictures_when_it_is_asked_to(studio: Studio, picture_site: str) -> None:
    window = show(studio, "reader", picture_site)
    window.until("document.getElementById('load-images')")
    image = "document.querySelector('#other-look iframe').contentDocument.querySelector('img')"
    assert window.run(f"[{image}.alt, {image}.naturalWidth, {image}.hasAttribute('src')]") == [
        "The ferry at the pier",
        0,
        False,
    ]
    window.click("#load-images")
    window.until(f"{image}.naturalWidth === 40 && {image}.naturalHeight === 30")
    window.until("document.getElementById('look-note').hidden")


def test_hostile_styles_do_nothing_in_the_own_look(hostile: Studio, evil: Evil) -> None:
    window = hostile.window
    kinds = ("<style", "style=", "<link", "<img")
    for number, payload in enumerate(one for one in payloads(evil) if any(kind in one for kind in kinds)):
        window.run(f"""(() => {{
            document.getElementById("source-text").value = {json.dumps(f"<p>number {number}.</p>" + payload)};
            document.getElementById("source").requestSubmit();
        }})()""")
        window.until_page(f"page.body?.textContent.includes('number {number}.') && page.querySelector('[data-role]')")
        window.click("#looks [data-value=own]")
        window.until_page(
            f"page.body?.textContent.includes('number {number}.') && page.querySelector('text-row[data-role]')"
        )
        assert_nothing_happened(hostile, evil, payload)


def test_pictures_are_fetched_by_the_safe_client_and_nothing_else_is(
    studio_address: str, service_address: str, picture_site: str
) -> None:
    def ask(address: str, url: str) -> httpx.Response:
        return httpx.post(f"{address}v1/image", json={"url": url}, timeout=60)

    answer = ask(studio_address, f"{picture_site}/ferry.png")
    assert answer.headers["content-type"] == "image/png"
    assert Image.open(io.BytesIO(answer.content)).size == (40, 30)
    assert ask(studio_address, f"{picture_site}/drawn.svg").json()["error"]["kind"] == "not_an_image"
    assert ask(service_address, f"{picture_site}/ferry.png").status_code == 403
    assert ask(studio_address, "file:///etc/hosts").status_code == 403
    assert httpx.post(f"{studio_address}v1/image", content=b"[]", timeout=60).status_code == 422


@pytest.fixture
def service_address(tmp_path: Path) -> Iterator[str]:
    """A service that may not go to private addresses."""
    from studio_service import running_studio

    with running_studio(tmp_path) as (address, _):
        yield address


@pytest.mark.parametrize("body", [b"", b"<html>", b"RIFF1234WAVE", b"%PDF-1.7"])
def test_what_is_no_picture_is_known_by_its_bytes(body: bytes) -> None:
    assert image_type(body) is None
