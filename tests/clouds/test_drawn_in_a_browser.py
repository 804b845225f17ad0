"""Clouds look in a real browser as they do in Pillow, and their page can be used."""

import html
import re
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageFilter

import kaensan
from browser import Browser
from kaensan.clouds.cloud import Cloud
from kaensan.clouds.drawing import Look
from kaensan.clouds.palette import DARK
from kaensan.clouds.terms import Term

MARKS = ["ปู่", "ที่", "น้ำ", "กตัญญู", "ฟื้น", "เปลี่ยน", "ฎีกา", "ฐานุ", "กำปั้น", "ป๊ะป๋า", "Ångström", "climate change", "C&A"]


def cloud_of(words: list[str], look: Look) -> Cloud:
    weights = range(len(words), 0, -1)
    return Cloud(tuple(Term(word, weight, weight, 1) for word, weight in zip(words, weights, strict=True)), look)


def ink(image: Image.Image) -> NDArray[np.bool_]:
    return np.asarray(image.convert("L")) < 128


def thickened(marked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    image = Image.fromarray(marked.astype(np.uint8) * 255).filter(ImageFilter.MaxFilter(5))
    return np.asarray(image) > 0


def test_the_browser_draws_the_same_picture_as_pillow(browser: Browser, tmp_path: Path) -> None:
    cloud = cloud_of(MARKS, Look(600, 400, theme="light"))
    cloud.save(tmp_path / "cloud.svg")
    cloud.save(tmp_path / "cloud.png")
    shown = ink(browser.screenshot(tmp_path / "cloud.svg", 600, 400, scale=2))
    drawn = ink(Image.open(tmp_path / "cloud.png"))
    assert shown.shape == drawn.shape
    assert drawn.sum() > 20_000
    # Every inked pixel has one of the other picture within two: no mark is lost, moved or in another font.
    assert not (shown & ~thickened(drawn)).any()
    assert not (drawn & ~thickened(shown)).any()


def test_a_cloud_follows_the_dark_theme_of_the_reader(browser: Browser, tmp_path: Path) -> None:
    cloud_of(MARKS, Look(300, 200)).save(tmp_path / "cloud.svg")
    corner = browser.screenshot(tmp_path / "cloud.svg", 300, 200, dark=True).getpixel((1, 1))
    assert corner == tuple(bytes.fromhex(DARK.background[1:]))


@pytest.fixture
def used_page(browser: Browser, tmp_path: Path) -> str:
    """The page of a cloud after a click on its first term and Enter on its second, with what its panel showed."""
    hostile = "<script>document.title='taken'</script><img src=x onerror=document.title='taken'>"
    text = f"น้ำท่วมกรุงเทพ {hostile} น้ำท่วมหนัก น้ำท่วมใหญ่ </script>" + " กรุงเทพฝนตก" * 2
    page = kaensan.cloud(text, title="ข่าว <b>น้ำ</b>").html
    script = """<script>
      addEventListener("error", (event) => { document.body.dataset.error = event.message; });
      const [first, second] = document.querySelectorAll("text");
      const seen = [];
      first.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      seen.push(document.getElementById("sentences").textContent);
      second.focus();
      seen.push(document.activeElement === second);
      second.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      seen.push(document.getElementById("sentences").textContent);
      document.body.dataset.seen = JSON.stringify(seen);
    </script>"""
    (tmp_path / "cloud.html").write_text(page.replace("</body>", script + "</body>"), encoding="utf-8")
    return browser.document(tmp_path / "cloud.html")


def test_a_term_shows_its_sentences_by_mouse_and_by_keyboard(used_page: str) -> None:
    found = re.search(r'data-seen="([^"]*)"', used_page)
    assert found, used_page[-2000:]
    clicked, focused, entered = re.findall(r'"((?:[^"\\]|\\.)*)"|(true)', html.unescape(found.group(1)))
    assert clicked[0].startswith("น้ำท่วม × 3")
    assert "น้ำท่วมใหญ่" in clicked[0]
    assert focused[1] == "true"
    assert entered[0].startswith("กรุงเทพ × 3")
    assert "data-error" not in used_page


def test_text_from_a_page_cannot_run_in_the_page_of_its_cloud(used_page: str) -> None:
    assert "<title>ข่าว &lt;b&gt;น้ำ&lt;/b&gt;</title>" in used_page
    assert "<img" not in used_page
