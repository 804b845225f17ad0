"""What a person does with a page that came out wrong, from opening it to the next page of its site."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urljoin

from studio_window import Studio

from kaensan.serve.samples import read_sample, samples

__all__ = ["KINDS", "mend_and_teach"]

KINDS = [sample["name"] for sample in samples()]
"""Five kinds of pages: news, a board, a product, documentation and a listing."""
_LONG = 14
"""letters of a text that a person would miss"""

_FILLED = "document.querySelector('#live-scores td') && document.getElementById('gold').childElementCount"
"""The panel for teaching is as long as it gets: from here on nothing in it moves by itself."""


def mend_and_teach(studio: Studio, kind: str, folder: Path) -> None:
    """Find why a text was dropped, keep it, save the result, teach the site, and look at its next page."""
    window = studio.window
    window.save_to(folder)
    studio.start(f"sample={kind}")
    row, words, html, address = _dropped_text(studio, kind)

    studio.choose_row(row)
    window.until("document.querySelector('.why-reasons li')?.innerText.length > 3")
    why = window.text("#why")
    assert re.search("Dropped by core", why)
    assert re.search("against it: .+this page keeps from|dropped: ", why, re.DOTALL)

    window.press("2")
    window.until(f"document.querySelector('.reading').innerText.includes({json.dumps(words)})")
    window.click("#panel-result .spread button:last-child")
    assert words in studio.saved(folder, "page.txt").read_text("utf-8")

    studio.choose("#site-key", "keep")
    window.click("#site-propose")
    window.until(_FILLED)
    window.click("#proposals [data-teach]")
    window.until("document.querySelector('#taught code')")
    window.until_page(f"page.querySelector('[data-row=\"{row}\"]').dataset.role === 'content'")
    studio.shown()
    window.until(_FILLED)
    following = {"html": html, "url": urljoin(address, "the-next-page")}
    assert words in studio.asked("/v1/extract", **following)["text"]
    window.click("#taught [data-forget]")
    window.until("!document.querySelector('#taught')")
    assert words not in studio.asked("/v1/extract", **following)["text"]


def _dropped_text(studio: Studio, kind: str) -> tuple[int, str, str, str]:
    """The first dropped text that a person would miss: its row and words, and the page's markup and address."""
    source = read_sample(kind)
    assert source is not None
    html, address = source[0].decode("utf-8"), str(source[1])
    rows = studio.asked("/v1/view", sample=kind)["rows"]
    for row, role in enumerate(rows["role"]):
        if role == "other" and rows["visible"][row] and rows["length"][row] >= _LONG and rows["tag"][row] != "button":
            words = str(studio.window.page(f"page.querySelector('[data-row=\"{row}\"]').textContent")).strip()
            if html.count(words) == 1:
                return row, words, html, address
    raise AssertionError(f"nothing is dropped of {kind}")
