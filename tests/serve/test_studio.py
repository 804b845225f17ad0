"""What a person sees in the studio, in a real browser."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import httpx
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageFilter
from quiet_site import serving
from studio_pages import BOARD, POSTS
from studio_service import running_studio
from studio_window import METHODS, Studio
from window import Window

from kaensan.serve.samples import samples

PICTURES = {
    "core": "#scores",
    "boards": "#numbers",
    "xpath": "#numbers",
    "lineblock": "#numbers",
    "weight": "#tree",
    "lstm": "#tokens",
    "histogram": "#histogram",
}


@pytest.fixture
def board(studio: Studio) -> Studio:
    """The studio with a Thai board page pasted into it."""
    studio.start()
    studio.paste(BOARD)
    return studio


def test_pasted_thai_html_gives_its_title_text_and_posts(board: Studio) -> None:
    window = board.window
    assert window.text("#top-title") == "ปลูกมะเขือเทศบนระเบียง"
    assert set(POSTS) <= set(window.texts(".reading p"))
    board.method("boards")
    assert window.texts(".reading p") == POSTS
    assert window.page("page.querySelector('[data-role=title]').textContent") == "ปลูกมะเขือเทศบนระเบียง"
    kept = window.page("[...page.querySelectorAll('[data-role=content]')].map((row) => row.textContent)")
    assert kept == POSTS
    window.until("!document.querySelector('.segments [data-value=thread]').disabled")
    window.click(".segments [data-value=thread]")
    assert window.texts(".post header b") == ["ฟ้าใส", "ลุงพร", "ฟ้าใส"]
    assert window.texts(".post > p") == POSTS
    assert "2 กุมภาพันธ์ 2568" in window.text(".post header")


def test_markdown_and_json_say_the_same_as_the_service(board: Studio) -> None:
    told = board.asked("/v1/extract", html=BOARD, formats=["text", "markdown"])
    board.form("markdown")
    assert board.window.run("document.querySelector('.source-view').textContent") == told["markdown"]
    board.form("json")
    assert board.window.run("JSON.parse(document.querySelector('.source-view').textContent).text") == told["text"]


def test_details_name_the_source_of_every_fact(studio: Studio) -> None:
    studio.start("sample=news&tab=details")
    rows = [row.split("\t") for row in studio.window.texts("#panel-details tbody tr")]
    assert ["Author", "อรุณี แสงทุ่ง", "meta author"] in rows
    assert ["Published", "2025-02-18T06:45:00+07:00", "meta article:published_time"] in rows
    assert ["Page type", "article"] in rows


def test_a_file_is_read_in_its_own_encoding(studio: Studio, tmp_path: Path) -> None:
    page = BOARD.replace('<meta charset="utf-8">', "")
    file = tmp_path / "board.html"
    file.write_bytes(page.encode("cp874"))
    studio.start()
    studio.window.choose_file("#source-file", file)
    studio.shown()
    assert set(POSTS) <= set(studio.window.texts(".reading p"))
    studio.tab("details")
    assert "windows-874" in studio.window.text("#panel-details")


def test_pointing_at_a_text_tells_its_label_its_score_and_why(studio: Studio) -> None:
    studio.start("sample=news")
    rows = studio.asked("/v1/view", sample="news", method="core")["rows"]
    reasons = studio.asked("/v1/reasons", sample="news", method="core")["reasons"]
    for role, verdict in (("content", "Kept by core"), ("other", "Dropped by core"), ("title", "Title by core")):
        row = next(row for row, found in enumerate(rows["role"]) if found == role and rows["length"][row] > 3)
        studio.window.hover(f'[data-row="{row}"]', in_frame=True)
        studio.window.until(f"document.getElementById('why').innerText.startsWith('{verdict}')")
        studio.window.until("document.querySelector('.why-reasons li').innerText !== '…'")
        why = studio.window.text("#why")
        shown = float(why.partition("score ")[2].split()[0])  # browsers round halves otherwise than Python
        assert abs(shown - rows["score"][row]) < 0.0051
        assert all(part in why for part in reasons[row]["reason"].split("; ")[1:])


def test_every_method_marks_the_page_as_the_service_decides(studio: Studio) -> None:
    studio.start("sample=board")
    decided = set()
    for method in METHODS:
        studio.method(method)
        view = studio.asked("/v1/view", sample="board", method=method)
        assert studio.roles() == view["rows"]["role"], method
        assert studio.window.run("document.querySelector('.reading').innerText").split("\n\n")[-1] in view["text"]
        decided.add(tuple(studio.roles()))
    assert len(decided) > 3


def test_every_method_has_its_picture_and_the_picture_leads_to_the_page(studio: Studio) -> None:
    studio.start("sample=news&tab=picture")
    for method, picture in PICTURES.items():
        studio.method(method)
        studio.window.until(f"document.querySelector('#panel-picture {picture}')")
    studio.method("weight")
    studio.window.click("#tree button.chosen")
    body = next(
        node for node in studio.asked("/v1/picture/weight", sample="news")["data"]["nodes"] if node["name"] == "div"
    )
    assert studio.lit() == body["rows"]
    studio.method("lstm")
    studio.window.click("#tokens .fill-title")
    assert studio.lit() != body["rows"]


def test_brushing_the_histogram_lights_up_its_lines_in_the_page(studio: Studio) -> None:
    studio.start("sample=news&tab=picture&method=histogram")
    window = studio.window
    data = studio.asked("/v1/picture/histogram", sample="news")["data"]
    _, y = window.place("#histogram")
    left, width = window.run(
        "[document.getElementById('histogram').getBoundingClientRect()].map((b) => [b.left, b.width])[0]"
    )
    scale = width / 640  # the picture is 640 wide, the lines between 52 and 628
    start, end = (left + scale * (52 + (line - 0.5) / data["lines"] * 576) for line in (28, 36))
    window.drag((start, y), (end, y))
    assert window.run("[...document.querySelectorAll('.brush-ends input')].map((end) => end.value)") == ["28", "36"]
    rows = sorted({row for line in data["rows"][27:36] for row in line})
    assert len(rows) > 5
    assert studio.lit() == rows
    assert f"Lines 28 to 36: {len(rows)} texts" in window.text(".brush-said")
    window.click("#panel-picture .quiet")
    assert studio.lit() == []


def test_a_mark_in_the_plane_leads_to_its_lines(studio: Studio) -> None:
    studio.start("sample=news&tab=picture&method=histogram")
    data = studio.asked("/v1/picture/histogram", sample="news")["data"]
    kinds = studio.window.run(
        "new Set([...document.querySelectorAll('#scatter .point')].map((one) => one.getAttribute('class'))).size"
    )
    assert kinds == len(set(data["cluster"]))
    longest = max(range(data["lines"]), key=lambda line: data["ratio"][line])
    studio.window.click(f'#scatter [data-lines~="{longest + 1}"]')
    assert set(data["rows"][longest]) <= set(studio.lit())


def test_comparing_shows_agreement_and_two_methods_side_by_side(studio: Studio) -> None:
    studio.start("sample=news")
    window = studio.window
    window.run("""(() => {
        window.progress = [];
        new MutationObserver(() => window.progress.push(document.getElementById("progress-words").textContent))
            .observe(document.getElementById("progress-words"), {childList: true});
    })()""")
    studio.tab("compare")
    told = studio.asked("/v1/compare", sample="news")
    shares = told["agreement"]["shares"]
    cells = [row.split("\t") for row in window.texts("#agreement tbody tr")]
    assert [row[0] for row in cells] == list(METHODS)
    assert [[float(cell) for cell in row[1:]] for row in cells] == [
        [round(share, 2) for share in row] for row in shares
    ]
    assert any("of 7 done" in words for words in window.run("window.progress"))
    studio.choose("#side-1", "histogram")
    assert window.texts("#pairs th") == ["core", "histogram"]
    assert window.run("document.querySelectorAll('#pairs tr.differs').length") > 3


def ink(image: Image.Image) -> NDArray[np.bool_]:
    return np.asarray(image.convert("L")) < 140


def thickened(marked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    image = Image.fromarray(marked.astype(np.uint8) * 255).filter(ImageFilter.MaxFilter(7))
    return np.asarray(image) > 0


def test_the_cloud_is_drawn_with_its_marks_in_place(board: Studio) -> None:
    window = board.window
    board.tab("cloud")
    look = {"method": "core", "terms": 60, "width": 900, "height": 620, "theme": "light", "scale": 1}
    asked = {"html": BOARD, "format": "png", **look}
    window.run("""(() => {
        const place = {position: "fixed", inset: "0 auto auto 0", zIndex: 50};
        const size = {width: "900px", height: "620px", border: 0};
        Object.assign(document.getElementById("cloud").style, place, size);
    })()""")
    png = httpx.post(f"{board.address}v1/cloud", json=asked, timeout=60, trust_env=False).content
    drawn = ink(Image.open(io.BytesIO(png)))
    shown = ink(window.screenshot("#cloud"))
    assert shown.shape == drawn.shape == (620, 900)
    assert drawn.sum() > 20_000
    # Every inked pixel has one of the other picture within three: no mark is lost, moved, or in another font.
    assert (shown & ~thickened(drawn)).sum() <= 20
    assert (drawn & ~thickened(shown)).sum() <= 20


def test_a_term_of_the_cloud_is_found_in_the_page(board: Studio) -> None:
    window = board.window
    board.tab("cloud")
    window.click('#cloud [data-term="พันธุ์"]')
    found = window.run("[...document.querySelector('iframe').contentWindow.CSS.highlights.get('term')].map(String)")
    assert found == ["พันธุ์", "พันธุ์", "พันธุ์"]
    assert "พันธุ์" in window.text("#sentences mark")
    window.click('#cloud [data-term="พันธุ์"]')
    assert not window.run("document.querySelector('iframe').contentWindow.CSS.highlights.has('term')")


def test_every_sample_is_one_click_away(studio: Studio) -> None:
    studio.start()
    names = [sample["name"] for sample in samples()]
    assert names == ["news", "board", "product", "docs", "listing"]
    for name in names:
        studio.window.click(f"[data-sample={name}]")
        studio.shown()
        assert studio.window.page("page.querySelector('[data-role=content]').getBoundingClientRect().top") < 500
        assert f"sample={name}" in studio.window.run("location.hash")
        assert len(studio.window.text(".reading")) > 500
        studio.window.click("#another")


def test_nothing_is_lost_on_reload(board: Studio) -> None:
    window = board.window
    board.method("histogram")
    board.tab("details")
    window.click("#language")
    address = window.run("location.href")
    window.reload()
    board.shown()
    assert window.run("location.href") == address
    assert window.text("#top-title") == "ปลูกมะเขือเทศบนระเบียง"
    assert window.text("#tab-details") == "รายละเอียด"
    assert window.run("document.querySelector('#methods [aria-checked=true]').dataset.value") == "histogram"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """A web site of one page."""
    (tmp_path / "page.html").write_text(BOARD, "utf-8")
    with serving(tmp_path) as address:
        yield address


def test_an_address_is_fetched_and_read(studio: Studio, site: str) -> None:
    studio.start()
    window = studio.window
    window.click("#source-text")
    window.paste(f"{site}/page.html")
    window.press("Enter")
    studio.shown()
    assert window.text("#top-title") == "ปลูกมะเขือเทศบนระเบียง"
    assert f"url={quote(site + '/page.html', safe='')}" in window.run("location.hash")
    studio.method("boards")
    assert window.texts(".reading p") == POSTS


def test_a_dropped_file_is_read(studio: Studio) -> None:
    studio.start()
    studio.window.run(f"""(() => {{
        const dropped = new DataTransfer();
        dropped.items.add(new File([{json.dumps(BOARD)}], "board.html", {{type: "text/html"}}));
        const event = (name) => new DragEvent(name, {{dataTransfer: dropped, bubbles: true, cancelable: true}});
        document.body.dispatchEvent(event("dragenter"));
        window.veiled = !document.getElementById("drop").hidden;
        document.body.dispatchEvent(event("drop"));
    }})()""")
    studio.shown()
    assert studio.window.run("window.veiled && document.getElementById('drop').hidden")
    assert studio.window.text("#top-title") == "ปลูกมะเขือเทศบนระเบียง"


def test_what_is_wrong_is_said_in_words(studio: Studio, site: str) -> None:
    studio.start()
    window = studio.window
    window.click("#source button[type=submit]")
    assert window.text("#trouble-words") == "Paste a web address or HTML first."
    window.click("#source-text")
    window.paste(f"{site}/nowhere.html")
    window.press("Enter")
    window.until("document.getElementById('trouble-words').innerText.includes('404')")
    assert not window.run("document.getElementById('start').hidden")
    window.click("#trouble-close")
    assert window.run("document.getElementById('trouble').hidden")


def test_a_service_may_ask_for_a_key_and_may_stop(window: Window, tmp_path: Path) -> None:
    with running_studio(tmp_path, "--api-key", "a key of ours") as (address, service):
        studio = Studio(window, address)
        studio.start()
        assert window.text("#trouble-words").startswith("This service asks for an API key.")
        window.click("#key")
        window.paste("a key of ours")
        window.press("Enter")
        window.click("[data-sample=news]")
        studio.shown()
        studio.tab("compare")
        assert len(window.texts("#agreement tbody tr")) == len(METHODS)
        service.terminate()
        service.wait(60)
        window.click("#methods [data-value=xpath]")
        window.until("!document.getElementById('trouble').hidden")
        assert window.text("#trouble-words") == "The service cannot be reached. Is it still running?"


def test_the_studio_follows_the_colours_of_the_system_and_of_the_reader(studio: Studio) -> None:
    studio.start("sample=news")
    window = studio.window
    paper = "getComputedStyle(document.querySelector('iframe').contentDocument.documentElement).backgroundColor"
    assert window.run(paper) == "rgb(255, 255, 255)"
    window.colours("dark")
    window.until("document.documentElement.dataset.theme === 'dark'")
    assert window.run(paper) == "rgb(30, 29, 25)"
    studio.choose("#theme", "light")
    assert window.run(paper) == "rgb(255, 255, 255)"
