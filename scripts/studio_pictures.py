"""Take the pictures of the studio that its how-to shows, in an installed Chromium.

python scripts/studio_pictures.py [FOLDER]
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "serve")]

from studio_service import running_studio  # noqa: E402 (the driver of the browser lives with the tests)
from studio_window import Studio  # noqa: E402
from window import Chromium  # noqa: E402

FOLDER = ROOT / "docs" / "how-to" / "studio"
WIDTH, HEIGHT = 1180, 760


def page(studio: Studio) -> None:
    studio.start("sample=news", folded=True)
    studio.window.click("#step-dropped")
    studio.window.until("document.querySelector('.why-reasons li')?.innerText.length > 3")
    studio.window.hover("#tabs")


def reader(studio: Studio) -> None:
    studio.start("sample=docs&tab=details", folded=True)
    studio.window.click("#looks [data-value=reader]")
    studio.window.until("document.querySelector('#other-look iframe')?.contentDocument?.querySelector('h1')")


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
    "reader": reader,
    "policy": policy,
    "histogram": histogram,
    "teach": teach,
    "site": site,
    "phone": phone,
}


def take(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, running_studio(Path(scratch)) as (address, _):
        browser = Chromium(Path(scratch))
        for name, show in PICTURES.items():
            window = browser.window(WIDTH, HEIGHT)
            window.colours("light")
            show(Studio(window, address))
            picture = window.screenshot().quantize(256, kmeans=1, dither=Image.Dither.NONE)
            picture.save(folder / f"{name}.png", optimize=True)
            print(f"{name}.png: {(folder / f'{name}.png').stat().st_size:,} bytes")
            window.close()
        browser.close()


if __name__ == "__main__":
    take(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
