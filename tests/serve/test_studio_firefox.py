"""The studio in Firefox, through Playwright, where both are installed: what a person does first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright and its Firefox")
_PATIENCE = 60_000
"""milliseconds until something that should happen counts as never happening"""


@pytest.fixture(scope="module")
def firefox() -> Iterator[Any]:
    """A running Firefox; skipped where Playwright has none."""
    with playwright.sync_playwright() as started:
        try:
            browser = started.firefox.launch()
        except playwright.Error:
            pytest.skip("needs the Firefox of Playwright: `playwright install firefox`")
        yield browser
        browser.close()


@pytest.fixture
def page(firefox: Any, studio_address: str) -> Iterator[Any]:
    """A window with the news sample in the studio; nothing may complain on its console."""
    page = firefox.new_page(viewport={"width": 1280, "height": 860})
    page.set_default_timeout(_PATIENCE)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{studio_address}#sample=news&fold=no")
    page.frame_locator("#frame-box iframe").locator("[data-role=content]").first.wait_for()
    yield page
    assert complaints == []
    page.close()


def test_a_text_tells_why_it_was_kept(page: Any) -> None:
    page.frame_locator("#frame-box iframe").locator("p [data-role=content]").first.click()
    page.locator(".why-reasons li", has_text="this page keeps from").wait_for()


def test_a_correction_changes_the_result(page: Any) -> None:
    row = page.frame_locator("#frame-box iframe").locator("blockquote [data-role=content]").first
    words = row.inner_text()
    assert words in page.locator(".reading").inner_text()
    row.click()
    page.locator("#why [data-label=other]").click()
    page.locator(".reading").filter(has_not_text=words).wait_for()


def test_the_page_is_shown_in_its_own_look(page: Any) -> None:
    page.locator("#looks [data-value=own]").click()
    shown = page.frame_locator("#frame-box iframe")
    shown.locator("text-row[data-role=content]").first.wait_for()
    colour = shown.locator("header").first.evaluate("(element) => getComputedStyle(element).backgroundColor")
    assert colour == "rgb(122, 31, 31)"


def test_the_keys_lead_through_the_page(page: Any) -> None:
    page.frame_locator("#frame-box iframe").locator("p [data-role=content]").first.click()
    before = page.locator("#why-words").inner_text()
    page.keyboard.press("d")
    page.locator("#why-words").filter(has_not_text=before).wait_for()
