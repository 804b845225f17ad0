"""Links lead somewhere."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from documentation import ROOT, anchors, links, pages

PAGES = pages()


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    lost = []
    for link in links(page):
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            if parts.scheme not in ("https", "mailto") and parts.hostname not in ("127.0.0.1", "localhost"):
                lost.append(link)
            continue
        target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
        if "reference/generated" in target.as_posix():
            continue  # made when the site is built, which fails on links that lead nowhere
        known = target.exists() and (target.suffix != ".md" or not parts.fragment or parts.fragment in anchors(target))
        if not known:
            lost.append(link)
    assert lost == []


def test_anchors_are_named_as_readers_of_the_page_expect(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One `two`, three\n\n## kaensan demo\n", encoding="utf-8")
    assert anchors(page) == {"one-two-three", "kaensan-demo"}
