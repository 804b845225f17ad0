"""Hostile pages do nothing in the studio: no script runs, nothing is loaded, nobody is called."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from evil_server import Evil
from studio_window import Studio
from window import Chromium, Window

from kaensan.serve.work.safe_page import ALLOWED

PAYLOADS = Path(__file__).parent / "payloads"
RUN = "top.pwned=1,alert(1)"


def payloads(evil: Evil) -> list[str]:
    texts = [path.read_text("utf-8") for path in sorted(PAYLOADS.glob("*.txt"))]
    found = [payload for text in texts for payload in text.strip("\n").split("\n%%\n")]
    return [payload.replace("RUN", RUN).replace("EVIL", evil.address) for payload in found]


PROVOKE = """((page) => {
  for (const element of page.querySelectorAll("*")) {
    for (const name of ["pointerover", "mouseover", "mouseenter", "focus", "keydown", "toggle", "scroll", "submit"]) {
      element.dispatchEvent(new Event(name, {bubbles: true, cancelable: true}));
    }
    element.focus?.();
    element.click?.();
  }
})"""
"""Does to every element what a curious reader might do."""


@pytest.fixture
def hostile(window: Window, studio_address: str, evil: Evil) -> Iterator[Studio]:
    """The studio in a window whose console may say that something was blocked."""
    evil.calls.clear()
    studio = Studio(window, studio_address)
    studio.start()
    window.run("location.hash = 'method=weight'")
    yield studio
    assert window.others() == []


STATE = (
    """[window.pwned ?? null, location.origin + "/", document.querySelector("iframe").contentDocument.location.href]"""
)


def assert_nothing_happened(studio: Studio, evil: Evil, told: str) -> None:
    window = studio.window
    assert window.run(STATE) == [None, studio.address, "about:srcdoc"], told
    assert window.dialogs == [], told
    assert evil.calls == [], told
    assert len(window.navigations) == 1, (told, window.navigations)


def test_the_alarm_goes_off_on_a_page_without_protection(chromium: Chromium, evil: Evil, tmp_path: Path) -> None:
    evil.calls.clear()
    page = tmp_path / "page.html"
    page.write_text(f"<script>top.pwned=1</script><img src={evil.address}/i.png onerror='{RUN}'>")
    window = chromium.window()
    window.goto(page.as_uri())
    window.happens(lambda: evil.calls and window.dialogs)
    assert evil.calls == ["/i.png"]
    assert window.dialogs == ["1"]
    window.call("Page.handleJavaScriptDialog", accept=True)
    assert window.run("window.pwned") == 1
    window.close()


def test_there_are_more_than_a_hundred_payloads(evil: Evil) -> None:
    assert len(set(payloads(evil))) > 150


def test_no_payload_does_anything(hostile: Studio, evil: Evil) -> None:
    window = hostile.window
    allowed = json.dumps([*sorted(ALLOWED), "html", "head", "body", "meta", "title", "link"])
    for number, payload in enumerate(payloads(evil)):
        window.run(f"""(() => {{
            document.getElementById("source-text").value = {json.dumps(f"<p>number {number}.</p>" + payload)};
            document.getElementById("source").requestSubmit();
        }})()""")
        window.until_page(f"page.body?.textContent.includes('number {number}.') && page.querySelector('[data-role]')")
        window.run(f"({PROVOKE})(document.querySelector('iframe').contentDocument)")
        assert_nothing_happened(hostile, evil, payload)
        odd = window.page(f"""[...page.querySelectorAll("*")].filter((element) =>
            !{allowed}.includes(element.localName)
            || [...element.attributes].some((one) => /^on|^style$|^src|^href$/i.test(one.name)
                && !(element.localName === "link" && element.getAttribute("href").endsWith("/studio/css/frame.css")))
        ).map((element) => element.outerHTML)""")
        assert odd == [], payload


def test_all_payloads_together_do_nothing_in_any_panel(hostile: Studio, evil: Evil) -> None:
    window = hostile.window
    page = "\n".join(
        one for one in payloads(evil) if not any(word in one for word in ("<!--", "plaintext", "<frameset"))
    )
    window.run(f"""(() => {{
        document.getElementById("source-text").value = {json.dumps(page)};
        document.getElementById("source").requestSubmit();
    }})()""")
    hostile.shown()
    for tab in ("result", "details", "picture", "compare", "cloud", "teach"):
        hostile.tab(tab)
        window.run(f"""(() => {{
            const panel = document.getElementById("panel-{tab}");
            for (const element of panel.querySelectorAll("svg *, td, li, p"))
                element.dispatchEvent(new Event("click", {{bubbles: true}}));
        }})()""")
        assert_nothing_happened(hostile, evil, tab)
        assert window.run("document.querySelectorAll('script').length") == 1
        assert window.run("document.querySelectorAll('main img, main a[href], main iframe').length") == 1


def test_the_frame_holds_even_if_nothing_were_sanitised(hostile: Studio, evil: Evil) -> None:
    window = hostile.window
    window.run("document.getElementById('source-text').value = '<p>a page</p>'")
    window.run("document.getElementById('source').requestSubmit()")
    hostile.shown()
    found = payloads(evil)
    for first in range(0, len(found), BATCH):
        batch = found[first : first + BATCH]
        places = show_raw(window, batch)
        assert places == ["about:srcdoc"] * len(batch)
        assert_nothing_happened(hostile, evil, "\n".join(batch))


BATCH = 12


def show_raw(window: Window, batch: list[str]) -> list[str]:
    """Put markup into frames as it is, the way the studio puts a sanitised page into one; gives where they are then."""
    places: list[str] = window.run(f"""(async () => {{
        const {{ frameDocument }} = await import("/studio/js/frame.js");
        const first = document.querySelector("iframe");
        const frames = {json.dumps(batch)}.map((markup) => {{
            const frame = first.cloneNode();
            frame.srcdoc = frameDocument(`<p>raw</p>${{markup}}`);
            return frame;
        }});
        const isLoaded = (frame) => new Promise((done) => frame.addEventListener("load", done, {{once: true}}));
        const loaded = frames.map(isLoaded);
        document.querySelector("#frame-box").append(...frames);
        await Promise.all(loaded);
        for (const {{ contentDocument: page }} of frames) {{
            if (!page.body.textContent.startsWith("raw")) throw new Error("the page was not shown");
            page.addEventListener("click", (event) => event.preventDefault());
            ({PROVOKE})(page);
        }}
        await new Promise((done) => setTimeout(done, 50));
        const places = frames.map((frame) => frame.contentDocument.location.href);
        for (const frame of frames) frame.remove();
        return places;
    }})()""")
    return places
