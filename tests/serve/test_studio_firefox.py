"""The studio in Firefox, where it is installed: what a person does with a page that came out wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from firefox import Firefox
from studio_visit import KINDS, mend_and_teach
from studio_window import Studio


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """A running Firefox."""
    browser = Firefox(tmp_path_factory.mktemp("firefox"))
    yield browser
    browser.close()


@pytest.fixture
def studio(firefox: Firefox, studio_address: str) -> Iterator[Studio]:
    """The studio in a window that remembers nothing; nothing may complain on its console."""
    window = firefox.window()
    yield Studio(window, studio_address)
    assert window.complaints == []
    window.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_dropped_text_is_explained_mended_saved_and_taught(studio: Studio, kind: str, tmp_path: Path) -> None:
    mend_and_teach(studio, kind, tmp_path)


def test_a_correction_is_taken_back(studio: Studio) -> None:
    studio.start("sample=news")
    window = studio.window
    row = window.page("page.querySelector('blockquote [data-role=content]').dataset.row")
    words = window.page(f"page.querySelector('[data-row=\"{row}\"]').innerText")
    studio.choose_row(row)
    window.click("#why [data-label=other]")
    window.until(f"!document.querySelector('.reading').innerText.includes({json.dumps(words)})")
    studio.choose_row(row)
    window.press("z", control=True)
    window.until(f"document.querySelector('.reading').innerText.includes({json.dumps(words)})")


def test_the_page_is_shown_in_its_own_look(studio: Studio) -> None:
    studio.start("sample=news")
    studio.window.click("#looks [data-value=own]")
    studio.window.until_page("page.querySelector('text-row[data-role=content]')")
    colour = studio.window.page("page.defaultView.getComputedStyle(page.querySelector('header')).backgroundColor")
    assert colour == "rgb(122, 31, 31)"


def test_the_keys_lead_through_the_page(studio: Studio) -> None:
    studio.start("sample=news")
    window = studio.window
    window.click("p [data-role=content]", in_frame=True)
    window.until("document.getElementById('why-words').innerText.startsWith('Kept by core')")
    window.press("d")
    window.until("document.getElementById('why-words').innerText.startsWith('Dropped by core')")


@pytest.mark.parametrize("tab", ["details", "picture", "compare", "cloud", "teach"])
def test_every_panel_is_filled(studio: Studio, tab: str) -> None:
    studio.start("sample=board")
    studio.tab(tab)
    assert len(studio.window.text(f"#panel-{tab}")) > 50
