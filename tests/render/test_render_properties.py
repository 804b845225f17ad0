"""What holds for every page, whatever is kept of it."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from subprocess import run

import numpy as np
import turbohtml
from content_pages import contents, everything, read_back, signs, words
from hypothesis import given, settings
from hypothesis import strategies as st

from kaensan.page import Page, parse
from kaensan.render import RenderOptions, render_html, render_markdown, render_text
from kaensan.render.ornaments import without_ornaments
from kaensan.render.reading import UNSEEN

_RENDERERS = (render_text, render_markdown, render_html)


@st.composite
def _pages_and_rows(draw: st.DrawFn) -> tuple[Page, np.ndarray[tuple[int], np.dtype[np.bool_]]]:
    page = parse(draw(contents), "https://example.org/a/")
    rows = len(page.texts)
    return page, np.array(draw(st.lists(st.booleans(), min_size=rows, max_size=rows)), np.bool_)


def _visible(text: str) -> str:
    return "".join(character for character in text if not character.isspace() and character not in UNSEEN)


@given(_pages_and_rows())
def test_every_character_of_the_text_comes_from_the_page_in_order_and_once(
    chosen: tuple[Page, np.ndarray[tuple[int], np.dtype[np.bool_]]],
) -> None:
    page, kept = chosen
    # A link in a heading without a letter in it is an anchor, which is left out: 😀 among the contents is one at times.
    source = "".join(page.texts.strings[row] for row in np.flatnonzero(without_ornaments(page, kept)))
    assert "".join(render_text(page, kept).split()) == _visible(source)


@given(_pages_and_rows())
def test_html_holds_the_characters_of_the_text(
    chosen: tuple[Page, np.ndarray[tuple[int], np.dtype[np.bool_]]],
) -> None:
    page, kept = chosen
    assert signs(render_html(page, kept)) == "".join(render_text(page, kept).split())


@settings(max_examples=300)
@given(_pages_and_rows())
def test_markdown_read_back_holds_the_words_of_the_text_in_order(
    chosen: tuple[Page, np.ndarray[tuple[int], np.dtype[np.bool_]]],
) -> None:
    page, kept = chosen
    text = "".join(words(render_text(page, kept)))
    numbers_in_cells = "<br>1. " in (source := render_markdown(page, kept)) or "| 1. " in source
    if not numbers_in_cells:  # a list in a cell is written with its numbers
        assert "".join(words(turbohtml.parse(read_back(source)).text)) == text


@given(_pages_and_rows())
def test_links_and_images_never_change_the_text(
    chosen: tuple[Page, np.ndarray[tuple[int], np.dtype[np.bool_]]],
) -> None:
    page, kept = chosen
    bare = RenderOptions(links=False, images=False)
    assert signs(render_html(page, kept, bare)) == signs(render_html(page, kept))
    made = read_back(render_markdown(page, kept, bare))
    assert "<a " not in made
    assert "<img" not in made


@settings(max_examples=30)
@given(_pages_and_rows())
def test_the_same_page_gives_the_same_output_in_every_thread(
    chosen: tuple[Page, np.ndarray[tuple[int], np.dtype[np.bool_]]],
) -> None:
    page, kept = chosen
    once = [render(page, kept) for render in _RENDERERS]
    with ThreadPoolExecutor(4) as pool:
        again = list(pool.map(lambda render: render(parse(page.source, page.url), kept), _RENDERERS * 4))
    assert again == once * 4


def test_the_same_page_gives_the_same_output_in_every_process() -> None:
    html = "<h1>หัว</h1><p>a<b>b</b> c<sup><a id=r href=#n>1</a></sup><ol><li id=n>note <a href=#r>^</a></ol>"
    program = (
        "import sys, numpy as np; from kaensan.page import parse; from kaensan.render import *\n"
        "page = parse(sys.argv[1]); kept = np.ones(len(page.texts), bool)\n"
        "made = [f(page, kept) for f in (render_text, render_markdown, render_html)]\n"
        "sys.stdout.buffer.write('\\0'.join(made).encode())"
    )
    page = parse(html)
    here = "\0".join(render(page, everything(page)) for render in _RENDERERS)
    for seed in ("1", "2"):
        there = run(
            [sys.executable, "-c", program, html], capture_output=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout.decode()
        assert there == here
