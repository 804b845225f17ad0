"""Why, mended, kept: what a person does with a page that came out wrong."""

from __future__ import annotations

import json

import pytest
from studio_pages import BOARD, POSTS
from studio_window import Studio

NEWS = """<!doctype html><html lang="en"><head><title>{title} - The Harbour Post</title></head><body>
<nav><a href="/">Home</a> <a href="/town">Town</a> <a href="/sea">Sea</a> <a href="/weather">Weather</a></nav>
<div class="page"><h1>{title}</h1><div class="by-who">{author}</div>
<div class="story">
<p>{first} The harbour master said on Tuesday that the work would take until the end of the month.</p>
<p>Boats were moored along the northern quay, and the ferry sailed from the old pier, as it had done in spring.</p>
<p class="appeal">Readers make this paper possible. Please think about becoming a member of our club today.</p>
<p>The council will talk about the costs at its next meeting, which is open to everybody who lives in the town.</p>
</div></div><footer><a href="/about">About</a> <a href="/contact">Contact</a></footer></body></html>"""
FIRST = NEWS.format(title="The lock gate is repaired", author="Jo Marsh", first="A diver found the crack in May.")
SECOND = NEWS.format(title="Gulls return to the pier", author="Kit Lowe", first="Forty pairs were counted at dawn.")
APPEAL = "Readers make this paper possible. Please think about becoming a member of our club today."


def paste(studio: Studio, html: str, address: str) -> None:
    """Paste a page and say where it came from."""
    studio.start()
    studio.window.click("#source-address")
    studio.window.paste(address)
    studio.paste(html)


def row_of(studio: Studio, text: str) -> int:
    rows: list[str] = studio.window.page("[...page.querySelectorAll('[data-row]')].map((row) => row.textContent)")
    return rows.index(text)


def text_of(studio: Studio) -> str:
    return studio.window.text(".reading")


def test_the_page_opens_on_what_was_kept_with_the_rest_folded(studio: Studio) -> None:
    studio.start("sample=news", folded=True)
    window = studio.window
    assert window.page("page.querySelector('[data-role=content]').getBoundingClientRect().top") < 400
    folds = window.page("[...page.querySelectorAll('[data-fold]')].map((line) => line.textContent)")
    assert any("texts of a menu" in fold for fold in folds)
    hidden = "[...page.querySelectorAll('[data-role=other]')].filter((row) => !row.getClientRects().length).length"
    before = window.page(hidden)
    assert before > 20
    window.click("[data-fold]", in_frame=True)
    window.until_page(f"{hidden} < {before}")
    window.click("#fold")
    window.until_page("!page.querySelector('[data-fold]')")


def test_keys_lead_to_the_next_kept_doubtful_and_dropped_text(studio: Studio) -> None:
    studio.start("sample=product", folded=True)
    window = studio.window
    view = studio.asked("/v1/view", sample="product")
    chosen = "Number(page.querySelector('[data-chosen]')?.dataset.row ?? -1)"
    for key, kind in (("k", "kept"), ("d", "dropped"), ("u", "doubtful")):
        window.click(f"#step-{kind}")
        row = window.until_page(f"{chosen} >= 0 && {chosen} + 1") - 1
        role, score = view["rows"]["role"][row], view["rows"]["score"][row]
        if kind == "doubtful":
            assert abs(score - view["threshold"]) < 0.15
        else:
            assert role == {"kept": "content", "dropped": "other"}[kind]
        window.press(key)
        if kind != "doubtful":
            window.until_page(f"{chosen} > {row}")


def test_a_reason_is_given_in_the_language_of_the_interface(studio: Studio) -> None:
    studio.start("sample=news")
    window = studio.window
    window.click("#language")
    row = studio.asked("/v1/view", sample="news")["rows"]["role"].index("content")
    studio.choose_row(row)
    window.until("document.querySelector('.why-reasons').innerText.includes('หน้านี้เก็บตั้งแต่')")


def test_a_correction_changes_the_result_at_once(studio: Studio) -> None:
    paste(studio, FIRST, "https://harbour.example/lock")
    window = studio.window
    kept = APPEAL in text_of(studio)
    studio.choose_row(row_of(studio, APPEAL))
    window.press("6" if kept else "2")
    window.until(
        f"document.querySelector('.reading').innerText.includes({json.dumps(APPEAL)}) === {str(not kept).lower()}"
    )
    assert window.text("#as-corrected") == "As you corrected it."
    studio.form("markdown")
    assert (APPEAL in window.text(".source-view")) is not kept
    window.run("document.querySelector('iframe').contentDocument.querySelector('[data-chosen]').focus()")
    window.press("z", control=True)
    window.until("!document.getElementById('as-corrected')")


def test_a_title_that_a_person_names_is_the_title(studio: Studio) -> None:
    paste(studio, FIRST, "https://harbour.example/lock")
    studio.choose_row(row_of(studio, "Jo Marsh"))
    studio.window.press("4")
    studio.tab("details")
    studio.window.until("document.getElementById('panel-details').innerText.includes('Jo Marsh')")


@pytest.mark.parametrize("language", ["en", "th"])
def test_a_site_is_taught_and_its_next_page_comes_out_right(studio: Studio, language: str) -> None:
    host = f"{language}.harbour.example"
    paste(studio, FIRST, f"https://{host}/lock")
    window = studio.window
    if language == "th":
        window.click("#language")
    studio.choose_row(row_of(studio, APPEAL))
    studio.choose("#site-key", "remove")
    window.click("#site-propose")
    window.click('[data-teach="p.appeal"]')
    window.until("document.querySelector('#taught code')?.innerText === 'p.appeal'")
    window.until_page(f"page.querySelector('[data-row=\"{row_of(studio, APPEAL)}\"]').dataset.role === 'other'")
    next_page = studio.asked("/v1/extract", html=SECOND, url=f"https://{host}/gulls")
    assert APPEAL not in next_page["text"]
    assert "Forty pairs" in next_page["text"]
    other_site = studio.asked("/v1/extract", html=SECOND, url="https://elsewhere.example/gulls")
    untaught = studio.asked("/v1/extract", html=SECOND, url=f"https://{host}/gulls", site=False)
    assert other_site["text"] == untaught["text"]
    window.click("#taught [data-forget]")
    window.until("!document.querySelector('#taught')")
    assert studio.asked("/v1/extract", html=SECOND, url=f"https://{host}/gulls")["text"] == untaught["text"]


def test_the_author_of_a_site_is_taught(studio: Studio) -> None:
    paste(studio, FIRST, "https://authors.example/lock")
    window = studio.window
    studio.choose_row(row_of(studio, "Jo Marsh"))
    studio.choose("#site-key", "author")
    window.click("#site-propose")
    window.click('[data-teach="div.by-who"]')
    window.until("document.querySelector('#taught code')")
    assert studio.asked("/v1/extract", html=SECOND, url="https://authors.example/gulls")["author"] == "Kit Lowe"


GUESTBOOK = """<!doctype html><html lang="en"><head><title>Guestbook of the lighthouse</title></head><body>
<p class="intro">The lighthouse is open from May to September, and the keeper is glad about every line in this book.</p>
<div class="entry-a">
<p>We climbed all the steps with the children, and the view over the bay was worth every one.</p></div>
<p class="notice">Dogs have to wait at the gate, since the stairs are steep and the lamp room is small and hot.</p>
<div class="entry-a">
<p>Thank you for the tea in the lamp room. My grandfather kept this light for thirty years.</p></div>
</body></html>"""


def test_the_posts_of_a_site_are_taught(studio: Studio) -> None:
    """The page does not look like a discussion; a person says which texts are its posts."""
    paste(studio, GUESTBOOK, "https://lighthouse.example/book")
    window = studio.window
    first = "We climbed all the steps with the children, and the view over the bay was worth every one."
    studio.choose_row(row_of(studio, first))
    studio.choose("#site-key", "post")
    window.click("#site-propose")
    window.click('[data-teach="div.entry-a"]')
    window.until("document.querySelector('#taught code')?.innerText === 'div.entry-a'")
    found = studio.asked("/v1/thread", html=GUESTBOOK, url="https://lighthouse.example/book?page=2")
    assert [post["text"][:10] for post in found["posts"]] == ["We climbed", "Thank you "]
    studio.tab("result")
    window.click("#panel-result [data-value=thread]")
    window.until("document.querySelector('#panel-result').innerText.includes('My grandfather kept')")
    studio.tab("teach")
    window.click("#taught [data-forget]")
    window.until("!document.querySelector('#taught')")


def test_policies_are_switches_and_what_they_change_is_marked(studio: Studio) -> None:
    studio.start("sample=product")
    window = studio.window
    window.click("#policy summary")
    before = studio.roles()
    studio.choose("#policy-tables", "drop")
    window.until_page("page.querySelector('[data-changed]')")
    changed = window.page("[...page.querySelectorAll('[data-changed]')].map((row) => Number(row.dataset.row))")
    after = studio.roles()
    assert changed == [row for row, (one, other) in enumerate(zip(before, after, strict=True)) if one != other]
    assert window.text("#policy-count") == "1"


def test_reader_and_source_show_the_same_page(studio: Studio) -> None:
    studio.start()
    studio.paste(BOARD)
    window = studio.window
    studio.choose_row(row_of(studio, POSTS[0]))
    window.click("#looks [data-value=source]")
    window.until(f"document.getElementById('source-place')?.textContent === {json.dumps(POSTS[0])}")
    window.click("#looks [data-value=reader]")
    shown = "document.querySelector('#other-look iframe')?.contentDocument?.body.innerText"
    assert POSTS[0] in window.until(f"{shown}?.includes({json.dumps(POSTS[0])}) && {shown}")
    window.click("#looks [data-value=marked]")
    window.until("!document.getElementById('frame-box').hidden")


def test_back_and_forward_lead_from_page_to_page(studio: Studio) -> None:
    studio.start()
    window = studio.window
    window.click("[data-sample=news]")
    studio.shown()
    news = window.text("#top-title")
    window.click("#another")
    window.click("[data-sample=docs]")
    studio.shown()
    window.until(f"document.getElementById('top-title').innerText !== {json.dumps(news)}")
    window.run("history.go(-2)")
    window.until(f"document.getElementById('top-title').innerText === {json.dumps(news)}")
    window.run("history.go(2)")
    window.until(f"document.getElementById('top-title').innerText !== {json.dumps(news)}")


def test_several_files_are_labelled_one_after_another_the_least_certain_first(studio: Studio) -> None:
    studio.start()
    window = studio.window
    window.run(f"""(() => {{
        const dropped = new DataTransfer();
        const pages = {json.dumps([FIRST, SECOND, BOARD])};
        pages.forEach((html, at) => dropped.items.add(new File([html], `page-${{at}}.html`, {{type: "text/html"}})));
        document.body.dispatchEvent(new DragEvent("drop", {{dataTransfer: dropped, bubbles: true, cancelable: true}}));
    }})()""")
    window.until("!document.getElementById('queue').hidden")
    studio.shown()
    listed = window.texts("#queue-list option")
    assert len(listed) == 3
    scores = [float(one.partition(" ")[0]) for one in listed]
    assert scores == sorted(scores)
    first = window.text("#top-title")
    window.click("#queue-save")
    window.until(f"document.getElementById('top-title').innerText !== {json.dumps(first)}")
    window.until("document.getElementById('queue-saved').innerText === '1 of 3 saved'")
    window.click("#queue-before")
    window.until(f"document.getElementById('top-title').innerText === {json.dumps(first)}")


def test_two_methods_are_told_apart_in_the_page(studio: Studio) -> None:
    studio.start("sample=board&tab=compare")
    window = studio.window
    studio.choose("#side-1", "xpath")
    window.click("#mark-difference")
    told = studio.asked("/v1/compare", sample="board")
    roles = {one["method"]: one["roles"] for one in told["methods"]}
    kept = [[role == "content" for role in roles[name]] for name in ("core", "xpath")]
    only = [row for row, (one, other) in enumerate(zip(*kept, strict=True)) if one != other]
    marked = window.page("[...page.querySelectorAll('[data-differs]')].map((row) => Number(row.dataset.row))")
    assert marked == only


def test_the_cloud_has_options(studio: Studio) -> None:
    studio.start("sample=news&tab=cloud")
    window = studio.window
    window.until("document.querySelectorAll('.terms li').length > 30")
    studio.choose("#cloud-terms", "30")
    window.until("document.querySelectorAll('.terms li').length === 30")
    word = window.text(".terms button")
    window.click("#cloud-ignore")
    window.paste(word)
    window.press("Tab")
    window.until(f"document.querySelector('.terms button')?.innerText !== {json.dumps(word)}")
