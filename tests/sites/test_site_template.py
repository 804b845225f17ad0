"""What repeats on a site goes, what is quoted stays."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from site_pages import article, news_page

from kaensan.methods import load, names
from kaensan.page import Page, parse
from kaensan.render import render_text
from kaensan.sites import SiteOptions, Template, TemplateOptions, WithTemplate, learn_template
from kaensan.sites.fingerprint import fingerprints, text_hashes
from kaensan.sites.method import without_template

PROMO = "Sign up for the morning letter"


def everything(page: Page) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    return np.ones(len(page.texts), np.bool_)


def without(template: Template, page: Page) -> str:
    removed, _ = template.removed(page, everything(page))
    return render_text(page, everything(page) & ~removed)


def test_three_pages_are_enough_to_see_the_template() -> None:
    pages = [news_page(number) for number in (1, 2, 3)]
    left = without(learn_template(pages), pages[0])
    assert PROMO not in left
    assert "All rights reserved" not in left
    assert "The mayor speaks out" not in left
    for paragraph in article(1):
        assert paragraph in left


def test_two_pages_are_not() -> None:
    pages = [news_page(1), news_page(2)]
    assert PROMO in without(learn_template(pages), pages[0])


def test_a_sentence_quoted_on_two_pages_stays() -> None:
    quote = "<p>“We shall not rest until every bell of this town has been heard again,” the mayor said.</p>"
    pages = [news_page(number, extra=quote if number < 3 else "") for number in range(1, 7)]
    assert "every bell of this town" in without(learn_template(pages), pages[0])


def test_a_page_that_was_not_counted_is_freed_of_the_template_too() -> None:
    template = learn_template([news_page(number) for number in range(1, 6)])
    left = without(template, news_page(77))
    assert PROMO not in left
    assert article(77)[0] in left


def test_a_page_counts_once_however_often_it_is_given() -> None:
    template = Template()
    assert [template.add(news_page(1)) for _ in range(5)] == [True, False, False, False, False]
    assert template.pages == 1
    bare = "<p>Without an address, the text itself is what tells that two pages are one.</p>"
    assert template.add(parse(bare))
    assert not template.add(parse(bare))


def test_a_heading_on_every_page_stays_with_what_it_introduces() -> None:
    def recipe(number: int) -> Page:
        return parse(
            f"<h2>Ingredients</h2><p>{article(number)[0]}</p><h2>More</h2><p>Subscribe to the kitchen letter</p>",
            f"http://cook.example/{number}.html",
        )

    pages = [recipe(number) for number in range(1, 6)]
    left = without(learn_template(pages), pages[0])
    assert left.startswith("Ingredients\n")
    assert "More" not in left


def test_a_short_answer_that_several_threads_hold_stays() -> None:
    def thread(number: int) -> Page:
        posts = [*article(number, 5), "Thank you all!" if number % 3 == 0 else f"I see, that was number {'x' * number}"]
        return parse(
            "".join(f'<div class="post"><p class="text">{post}</p><i>Reply</i></div>' for post in posts),
            f"http://board.example/t/{number}",
        )

    pages = [thread(number) for number in range(1, 13)]
    left = without(learn_template(pages), pages[2])
    assert "Thank you all!" in left
    assert "Reply" not in left


def test_digits_and_case_make_no_difference() -> None:
    def page(number: int) -> Page:
        return parse(f"<p>{article(number)[0]}</p><p>Comments ({number})</p>", f"http://a.example/{number}")

    pages = [page(number) for number in (1, 20, 300, 4000)]
    assert without(learn_template(pages), pages[0]) == article(1)[0]


def test_thai_template_is_seen_without_spaces() -> None:
    def page(number: int) -> Page:
        own = "".join(chr(0x0E01 + (number * 13 + step * (number + 2)) % 40) for step in range(80))
        return parse(
            f"<p>{own}</p><div>สงวนลิขสิทธิ์ตามกฎหมาย ห้ามคัดลอกข้อความส่วนหนึ่งส่วนใดโดยไม่ได้รับอนุญาต</div>",
            f"http://ไทย.example/{number}",
        )

    pages = [page(number) for number in range(5)]
    assert "สงวนลิขสิทธิ์" not in without(learn_template(pages), pages[0])
    assert len(without(learn_template(pages), pages[0])) == 80


@pytest.mark.parametrize("name", [name for name in names() if name not in ("lstm", "boards")])
def test_any_method_can_be_combined_with_it(name: str) -> None:
    template = learn_template([news_page(number) for number in range(1, 6)])
    method = load(name)
    page = news_page(3)
    plain, freed = method.label(page), WithTemplate(method, template).label(page)
    assert not (freed.kept & ~plain.kept).any()
    for row in np.flatnonzero(plain.kept & ~freed.kept).tolist():
        assert "of 5 pages of this site (fingerprint " in freed.reason(row)


def test_what_the_method_is_sure_of_stays() -> None:
    pages = [news_page(number) for number in range(1, 6)]
    labels = load("core").label(pages[0])
    from dataclasses import replace

    sure = replace(labels, role=np.ones_like(labels.role), score=np.ones_like(labels.score))
    assert without_template(sure, pages[0], learn_template(pages), SiteOptions()) is sure


def test_a_page_that_is_all_template_is_left_alone_with_a_warning() -> None:
    pages = [parse(f"<p>{article(1)[0]}</p><p>{article(1)[1]}</p>", f"http://x.example/?v={n}") for n in range(5)]
    labels = WithTemplate(load("weight"), learn_template(pages)).label(pages[0])
    assert labels.kept.any()
    assert "repeats on other pages" in labels.warnings[0]


def test_a_hundred_thousand_pages_take_bounded_memory() -> None:
    options = TemplateOptions(entries=2048, pages=512)
    template = Template(options)
    common = fingerprints(news_page(1)).value[:5]
    random = np.random.default_rng(0)
    tracemalloc.start()
    for batch in range(1563):  # as `add` does, without parsing
        own = random.integers(0, 1 << 63, (64, 20), dtype=np.uint64)
        template._waiting = [np.concatenate([one, common]) for one in own]
        template._remember(batch)
        template.pages += 64
        template.settle()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2 << 20
    assert len(template.keys) <= options.entries
    assert len(template.seen) <= options.pages
    assert template.frequency(common).tolist() == [100_032] * 5
    assert template.floor < 0.05 * template.pages


@given(st.lists(st.lists(st.integers(0, 60), max_size=12), max_size=40), st.integers(4, 30))
def test_counts_are_never_too_high_and_too_low_by_the_floor_at_most(pages: list[list[int]], entries: int) -> None:
    template = Template(TemplateOptions(entries=entries))
    for page in pages:
        template._waiting.append(np.unique(np.array(page, np.uint64)))
        template.pages += 1
        template.settle()
    found = template.frequency(np.arange(61, dtype=np.uint64)).tolist()
    for value in range(61):
        true = sum(value in page for page in pages)
        assert true - template.floor <= found[value] <= true


@given(st.text("abcdefgh", min_size=30, max_size=200), st.text("xyz", max_size=40))
def test_a_stretch_of_text_has_the_same_fingerprints_wherever_it_stands(text: str, before: str) -> None:
    def hashes(string: str) -> set[int]:
        codes = np.array([ord(char) for char in string], np.uint32)
        return set(text_hashes(codes, np.zeros(len(codes), np.int64))[0].tolist())

    inner = hashes(text) - hashes(text[:24]) - hashes(text[-24:])
    assert inner <= hashes(before + text)
