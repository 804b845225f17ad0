"""Take the pictures of the studio that its how-to shows, in an installed Chromium.

python scripts/studio_pictures.py [FOLDER]
python scripts/studio_pictures.py --every FOLDER     every look and panel, three widths, both themes and languages
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "serve")]

from studio_service import running_studio  # noqa: E402 (the driver of the browser lives with the tests)
from studio_window import Studio  # noqa: E402
from window import Chromium  # noqa: E402

from kaensan.clouds.fonts import load_font  # noqa: E402

FOLDER = ROOT / "docs" / "how-to" / "studio"
WIDTH, HEIGHT = 1180, 820


def page(studio: Studio) -> None:
    studio.start("sample=news", folded=True)
    studio.window.click("#step-dropped")
    studio.window.until("document.querySelector('.why-reasons li')?.innerText.length > 3")
    studio.window.hover("#tabs")


def reader(studio: Studio) -> None:
    studio.start("sample=docs&tab=details", folded=True)
    studio.window.click("#looks [data-value=reader]")
    studio.window.until(SHOWN["reader"])


def own(studio: Studio) -> None:
    studio.start("sample=news&tab=details", folded=True)
    studio.window.click("#looks [data-value=own]")
    studio.window.until_page("page.querySelector('text-row[data-role=content]')")


def thread(studio: Studio) -> None:
    studio.start("sample=board&method=boards&form=thread", folded=True)
    studio.window.until("document.querySelector('ol.thread')")


def compare(studio: Studio) -> None:
    studio.start("sample=news&tab=compare", folded=True)
    studio.window.click("#mark-difference")
    studio.window.until_page("page.querySelector('[data-differs]')")
    studio.window.run("document.getElementById('panel-compare').scrollTo(0, 0)")


def chances(studio: Studio) -> None:
    studio.start("sample=news&tab=picture", folded=True)


def groups(studio: Studio) -> None:
    studio.window.colours("dark")
    studio.start("sample=board&tab=picture&method=boards", folded=True)


def policy(studio: Studio) -> None:
    studio.window.colours("dark")
    studio.start("sample=product&tab=compare")
    studio.window.click("#policy summary")
    studio.choose("#policy-tables", "drop")
    studio.window.until_page("page.querySelector('[data-changed]')")


def site(studio: Studio) -> None:
    studio.start("sample=news")
    rows = studio.window.page("[...page.querySelectorAll('[data-row]')].map((row) => row.textContent.trim())")
    advertisement = next(row for row, words in enumerate(rows) if words.startswith("โฆษณา"))
    studio.window.click(f'[data-row="{advertisement}"]', in_frame=True)
    studio.window.click("#site-propose")
    studio.window.until("document.querySelector('#proposals li')")
    studio.window.hover("#tabs")


def histogram(studio: Studio) -> None:
    studio.window.colours("dark")
    studio.start("sample=news&method=histogram&tab=picture")
    _, y = studio.window.place("#histogram")
    left, width = studio.window.run(
        "[document.getElementById('histogram').getBoundingClientRect()].map((box) => [box.left, box.width])[0]"
    )
    studio.window.drag((left + 0.52 * width, y), (left + 0.64 * width, y))


def teach(studio: Studio) -> None:
    studio.start("sample=board&method=boards&tab=teach")
    rows = studio.window.page("[...page.querySelectorAll('[data-row]')].map((row) => row.textContent.trim())")
    for words, key in (("มะลิซ้อน", "4"), ("5 มีนาคม 2568 เวลา 20:14 น.", "5")):
        studio.window.click(f'[data-row="{rows.index(words)}"]', in_frame=True)
        if studio.window.run("document.querySelector('.why-scope input').checked"):
            studio.window.click(".why-scope input")
        studio.window.click(f"#why-labels .why-buttons button:nth-child({key})")
    for row, words in enumerate(rows):
        if words.startswith(("สวัสดีค่ะ", "มีใครมีวิธี")):
            studio.window.click(f'[data-row="{row}"]', in_frame=True)
            studio.window.press("3")
    studio.window.hover("#tabs")
    studio.window.until("document.querySelector('#live-scores td')")


def phone(studio: Studio) -> None:
    studio.window.size(390, 780, phone=True)
    studio.start("sample=board&tab=cloud")
    studio.window.click("#language")
    studio.window.until("!document.querySelector('[aria-busy]') && document.querySelector('#cloud')")
    studio.window.click("#cloud [data-term]")
    studio.window.run("document.querySelector('#tabs').scrollIntoView()")


PICTURES: dict[str, Callable[[Studio], None]] = {
    "page": page,
    "own": own,
    "thread": thread,
    "compare": compare,
    "chances": chances,
    "groups": groups,
    "reader": reader,
    "policy": policy,
    "histogram": histogram,
    "teach": teach,
    "site": site,
    "phone": phone,
}


SIZES = ((390, 844), (768, 1024), (1440, 900))
LOOKS = ("marked", "own", "reader", "source")
SHOWN = {
    "marked": "document.querySelector('#frame-box iframe').contentDocument.querySelector('span[data-role]')",
    "own": "document.querySelector('#frame-box iframe').contentDocument.querySelector('text-row[data-role]')",
    "reader": "[document.querySelector('#other-look iframe').contentDocument]"
    ".some((page) => page.readyState === 'complete' && page.querySelector('article p'))",
    "source": "document.getElementById('source-place')",
}
"""By look how to know that it is there."""
FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include><dir>{fonts}</dir><cachedir>{folder}</cachedir>
</fontconfig>"""
"""For machines without a Thai typeface: the one of the clouds."""
TABS = ("result", "details", "picture", "compare", "cloud", "teach")


def take(folder: Path) -> None:
    """The pictures of the how-to."""
    folder.mkdir(parents=True, exist_ok=True)
    with _studio_in_a_browser() as (browser, address):
        for name, show in PICTURES.items():
            window = browser.window(WIDTH, HEIGHT)
            window.colours("light")
            show(Studio(window, address))
            picture = window.screenshot().quantize(256, kmeans=1, dither=Image.Dither.NONE)
            picture.save(folder / f"{name}.png", optimize=True)
            print(f"{name}.png: {(folder / f'{name}.png').stat().st_size:,} bytes")
            window.close()


def take_every(folder: Path) -> None:
    """Every look and every panel of the board page, to be looked at."""
    folder.mkdir(parents=True, exist_ok=True)
    with _studio_in_a_browser() as (browser, address):
        for (width, height), theme, language in product(SIZES, ("light", "dark"), ("en", "th")):
            window = browser.window(width, height)
            window.size(width, height, phone=width < WIDTH / 2)
            window.colours(theme)
            studio = Studio(window, address)
            studio.start("sample=board", folded=True)
            if language == "th":
                window.click("#language")
            window.click("#step-kept")
            for name in (*LOOKS, *TABS):
                _turn_to(studio, name)
                window.screenshot().save(folder / f"{width}-{theme}-{language}-{name}.png")
            window.close()
            print(f"{width} pixels, {theme}, {language}: {len(LOOKS) + len(TABS)} pictures")


def _turn_to(studio: Studio, name: str) -> None:
    window = studio.window
    if name in TABS:
        studio.tab(name)
        window.run("document.querySelector('#tabs').scrollIntoView()")
        return
    window.click(f"#looks [data-value={name}]")
    window.until(SHOWN[name])
    window.run("scrollTo(0, 0)")


@contextmanager
def _studio_in_a_browser() -> Iterator[tuple[Chromium, str]]:
    with tempfile.TemporaryDirectory() as scratch, running_studio(Path(scratch)) as (address, _):
        configured = Path(scratch) / "fonts.conf"
        configured.write_text(FONTS.format(fonts=load_font().path.parent, folder=scratch), "utf-8")
        os.environ["FONTCONFIG_FILE"] = str(configured)
        browser = Chromium(Path(scratch))
        yield browser, address
        browser.close()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--every"]:
        take_every(Path(sys.argv[2]))
    else:
        take(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
