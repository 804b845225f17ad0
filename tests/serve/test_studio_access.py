"""The studio for everybody: without a mouse, on a phone, in both languages, with assistive technology."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from studio_pages import BOARD
from studio_window import Studio
from window import Window

from kaensan.clouds.palette import contrast

STUDIO = Path(str(files("kaensan.serve"))) / "studio"
TABS = ("result", "details", "picture", "compare", "cloud", "teach")
AXE = (Path(str(files("axe_core_python"))) / "axe.min.js").read_text("utf-8")


def focused(window: Window) -> str:
    return str(
        window.run(
            "document.activeElement.id || document.activeElement.dataset.value || document.activeElement.localName"
        )
    )


def tab_to(window: Window, wanted: str, most: int = 60) -> None:
    """Press Tab until something has the focus."""
    for _ in range(most):
        if focused(window) == wanted:
            return
        window.press("Tab")
    raise AssertionError(f"{wanted} cannot be reached; the focus is at {focused(window)}")


def test_everything_can_be_done_with_the_keyboard_alone(studio: Studio) -> None:
    studio.start()
    window = studio.window
    tab_to(window, "source-text")
    window.paste(BOARD)
    window.press("Enter", control=True)
    studio.shown()
    tab_to(window, "core")
    window.press("ArrowRight")
    window.until("document.querySelector('#methods [data-value=xpath]').ariaChecked === 'true'")
    assert focused(window) == "xpath"
    window.press("ArrowLeft")
    window.until(
        "document.querySelector('#progress').hidden && "
        "document.querySelector('#methods [data-value=core]').ariaChecked === 'true'"
    )

    tab_to(window, "fold")
    window.press("Enter")
    window.until_page("!page.querySelector('[data-fold]')")
    window.press("Tab")
    window.until_page("page.activeElement.dataset.row")
    window.press("Home")
    window.press("ArrowDown")
    assert window.page("page.activeElement.textContent") == "ปลูกมะเขือเทศบนระเบียง"
    window.until("document.getElementById('why').innerText.startsWith('Title by core')")
    window.press("ArrowLeft")
    assert window.page("page.activeElement.textContent") == "เข้าสู่ระบบ"
    window.press("ArrowRight")
    window.press("ArrowDown")
    window.press("4")
    window.until_page("page.activeElement.dataset.fixed === 'author'")
    window.press("z", control=True)
    window.until_page("!page.querySelector('[data-fixed]')")

    tab_to(window, "tab-result")
    window.press("ArrowRight")
    window.until("!document.getElementById('panel-details').hidden")
    window.press("End")
    window.until("!document.getElementById('panel-teach').hidden")
    assert focused(window) == "tab-teach"
    studio.shown()


def test_the_frame_is_no_trap(studio: Studio) -> None:
    studio.start("sample=news")
    window = studio.window
    tab_to(window, "iframe")
    tab_to(window, "tab-result")
    assert focused(window) == "tab-result"


def test_the_list_of_blocks_corrects_as_the_frame_does(studio: Studio) -> None:
    studio.start("sample=news&tab=teach")
    window = studio.window
    window.run("document.querySelector('#blocks button').focus()")
    window.press("Enter")
    window.press("ArrowDown")
    window.press("1")
    window.until_page("page.querySelector('[data-fixed=title]')")
    assert window.run("document.activeElement.innerText.startsWith('title')")
    window.press("ArrowDown")
    window.press("2")
    window.run("document.getElementById('undo').focus()")
    window.press("Enter")
    assert focused(window) == "undo"
    window.press("Enter")
    window.until_page("!page.querySelector('[data-fixed]')")
    assert focused(window) == "panel-teach"


@pytest.mark.parametrize("tab", TABS)
def test_a_phone_shows_everything_within_its_width(studio: Studio, tab: str) -> None:
    window = studio.window
    window.size(360, 740, phone=True)
    studio.start(f"sample=board&tab={tab}&method=histogram")
    assert window.run("document.documentElement.scrollWidth") == 360
    wide = window.run("""[...document.querySelectorAll('body *')].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.width && box.right > 361 && !one.closest('.wide, .tabs, .methods, svg, .unseen');
    }).map((one) => one.outerHTML.slice(0, 80))""")
    assert wide == []
    small = window.run("""[...document.querySelectorAll('.tab, .methods button, .top button')]
        .filter((one) => one.offsetHeight && one.offsetHeight < 40).map((one) => one.innerText)""")
    assert small == []


def _kept_text_on_a_phone(studio: Studio, language: str) -> Window:
    """A window the size of a phone in which a kept text is chosen."""
    window = studio.window
    window.size(390, 844, phone=True)
    studio.start("sample=news", folded=True)
    if language == "th":
        window.click("#language")
    window.click("#step-kept")
    window.until("!document.getElementById('why-labels').hidden")
    return window


@pytest.mark.parametrize("language", ["en", "th"])
def test_a_phone_shows_labels_and_legend_with_the_text_they_are_about(studio: Studio, language: str) -> None:
    window = _kept_text_on_a_phone(studio, language)
    window.run("scrollTo(0, 0)")
    for element in ("#legend .label-content", "#why-labels .why-buttons", "#page-body"):
        bottom = f"document.querySelector('{element}').getBoundingClientRect().bottom"
        window.until(f"{bottom} > 0 && {bottom} <= 844")


@pytest.mark.parametrize("width", [390, 768, 1440])
def test_nothing_is_wider_than_the_window(studio: Studio, width: int) -> None:
    window = studio.window
    window.size(width, 900)
    studio.start("sample=product&tab=teach")
    window.click("#policy summary")
    assert window.run("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("tab", TABS)
def test_a_wide_window_holds_everything(studio: Studio, tab: str) -> None:
    """What is long scrolls in its panel; there is nothing below the window to get lost in."""
    window = studio.window
    window.size(1440, 900)
    studio.start(f"sample=board&tab={tab}")
    assert window.run("document.documentElement.scrollHeight") == 900


@pytest.mark.parametrize("method", ["core", "histogram"])
def test_words_in_pictures_can_be_read_on_a_phone(studio: Studio, method: str) -> None:
    window = studio.window
    window.size(390, 844, phone=True)
    studio.start(f"sample=news&tab=picture&method={method}")
    heights = window.run("""[...document.querySelectorAll('.picture text:not([transform])')]
        .map((one) => one.getBoundingClientRect().height)""")
    assert min(heights) >= 9


@pytest.mark.parametrize("language", ["en", "th"])
def test_everything_on_a_phone_is_large_enough_to_touch(studio: Studio, language: str) -> None:
    """24 by 24 dots at least, as accessibility asks (WCAG 2.2, 2.5.8)."""
    window = _kept_text_on_a_phone(studio, language)
    for tab in TABS:
        studio.tab(tab)
        small = window.run("""[...document.querySelectorAll('button, select, summary, input:not(.unseen)')]
            .map((one) => [one, one.getBoundingClientRect()])
            .filter(([one, box]) => box.width && !one.closest('svg, td, .terms') && (box.width < 24 || box.height < 24))
            .filter(([one]) => !(one.type === 'checkbox' && one.closest('label').getBoundingClientRect().height >= 24))
            .map(([one, box]) => [one.outerHTML.slice(0, 90), box.width, box.height])""")
        assert small == [], tab


def violations(window: Window, rules: str = "") -> list[dict[str, Any]]:
    """What axe finds; the frame is left to the test of its colours, since no script runs in it."""
    if not window.run("Boolean(window.axe)"):
        window.run(f"void (() => {{ {AXE} }})()")
    options = f'{{iframes: false, resultTypes: ["violations"]{rules}}}'
    found: list[dict[str, Any]] = window.run(
        f"axe.run(document, {options})"
        + """.then(({violations}) => violations
            .map(({id, nodes}) => ({id, nodes: nodes.slice(0, 3).map((one) => [one.html, one.failureSummary])})))
    """
    )
    return found


@pytest.mark.parametrize(
    ("scheme", "language", "rules"),
    [("light", "en", ""), ("light", "th", ""), ("dark", "en", ""), ("dark", "th", "")],
)
def test_axe_finds_nothing(studio: Studio, scheme: str, language: str, rules: str) -> None:
    window = studio.window
    window.colours(scheme)
    studio.start()
    if language == "th":
        window.click("#language")
    assert violations(window, rules) == []
    window.click("[data-sample=board]")
    studio.shown()
    studio.unfold()
    studio.choose_row(20)
    for tab in TABS:
        studio.tab(tab)
        assert violations(window, rules) == [], tab
    window.click("#policy summary")
    for look in ("source", "reader", "own"):
        window.click(f"#looks [data-value={look}]")
        shown = "frame-box" if look == "own" else "other-look"
        window.until(f"document.querySelector('#{shown}:not([hidden])')?.childElementCount")
        window.until("document.getElementById('progress').hidden")
        assert violations(window, rules) == [], look


@pytest.mark.parametrize("method", ["core", "xpath", "boards", "weight", "lstm", "histogram"])
def test_axe_finds_nothing_in_the_pictures(studio: Studio, method: str) -> None:
    studio.start(f"sample=news&tab=picture&method={method}")
    assert violations(studio.window) == []


def colours(sheet: str, block: str) -> dict[str, str]:
    text = (STUDIO / "css" / sheet).read_text("utf-8")
    rules = text[text.index(block) :].partition("}")[0]
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6}|#fff\b|\d+ \d+ \d+)", rules))


def mixed(over: str, under: str, share: float) -> str:
    """A colour given as three numbers laid over another, so much of it."""
    channels = [int(under[at : at + 2], 16) for at in (1, 3, 5)]
    laid = [round(share * int(one) + (1 - share) * two) for one, two in zip(over.split(), channels, strict=True)]
    return "#" + "".join(f"{value:02x}" for value in laid)


@pytest.mark.parametrize("block", ["html {", 'html[data-theme="dark"]'])
def test_marked_and_dimmed_text_can_be_read_in_the_frame(block: str) -> None:
    found = {
        name: value.replace("#fff", "#ffffff") if value == "#fff" else value
        for name, value in colours("frame.css", block).items()
    }
    sheet = (STUDIO / "css" / "frame.css").read_text("utf-8")
    shares = {
        int(step): float(share)
        for step, share in re.findall(r'\[data-score="(\d)"\] \{\s*background: rgb\(var\(--score\) / ([.\d]+)\)', sheet)
    }
    assert sorted(shares) == list(range(1, 10))
    assert list(shares.values()) == sorted(shares.values())
    for step, share in shares.items():
        tinted = mixed(found["score"], found["paper"], share)
        assert contrast(found["ink"], tinted) >= 7
        if step < 5:
            assert contrast(found["dim"], tinted) >= 4.5, step
    assert contrast(found["lit-ink"], found["lit"]) >= 4.5
    for label in ("title", "content", "post", "author", "date", "other"):
        assert contrast(found[label], found["on-label"]) >= 4.5, label


@pytest.mark.parametrize("block", [":root {", ':root[data-theme="dark"]'])
def test_every_label_can_be_read_on_paper_and_surface(block: str) -> None:
    found = colours("tokens.css", block)
    for label in ("ink", "quiet", "title", "content", "post", "author", "date", "other", "danger"):
        for ground in ("paper", "surface", "sunken"):
            assert contrast(found[label], found[ground]) >= 4.5, (label, ground)
    for edge in ("strong-edge", "ring"):
        assert contrast(found[edge], found["surface"]) >= 3, edge


def test_both_languages_have_words_for_everything(studio: Studio) -> None:
    studio.start()
    both = studio.window.run("""Promise.all([import("/studio/js/words/en.js"), import("/studio/js/words/th.js")])
        .then(([{english}, {thai}]) => [english, thai])""")
    english, thai = both
    assert english.keys() == thai.keys()
    names = re.compile(r"\{\w+\}")
    for key, words in english.items():
        assert sorted(names.findall(words)) == sorted(names.findall(thai[key])), key
        assert thai[key].strip(), key
    used = set()
    for file in STUDIO.rglob("*.js"):
        used |= set(re.findall(r'\bt\("(\w+)"', file.read_text("utf-8")))
    used |= set(re.findall(r'data-t(?:-\w+)?="(\w+)"', (STUDIO / "index.html").read_text("utf-8")))
    assert used <= english.keys(), used - english.keys()


def test_the_interface_speaks_thai(studio: Studio) -> None:
    studio.start("sample=board")
    window = studio.window
    window.click("#language")
    assert window.run("document.documentElement.lang") == "th"
    assert window.texts(".tab") == ["ผลลัพธ์", "รายละเอียด", "ภาพ", "เปรียบเทียบ", "เมฆคำ", "สอน"]
    for tab in TABS:
        studio.tab(tab)
        headings = window.texts(f"#panel-{tab} h3, #panel-{tab} figcaption")
        assert all(re.search("[ก-๙]", heading) for heading in headings), headings
