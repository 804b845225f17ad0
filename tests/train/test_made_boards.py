"""Made boards: the same pages again, marks taken out, and what they marked known."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime
from random import Random

import numpy as np
import pytest

from kaensan import parse
from kaensan.train.boards_pages import ENGINE_OF_BOARD
from kaensan.train.made.boards.pages import BrokenMarksError, MadePage, make_page, make_pages, without_marks
from kaensan.train.made.boards.plenty import Plenty
from kaensan.train.made.boards.templates import Template, read_templates
from kaensan.train.made.discussions import Discussion, draw_people, draw_posts
from kaensan.train.made.remodelling import remodelled
from kaensan.train.made.sentences import Writer
from kaensan.train.made.words import LANGUAGES, read_words
from kaensan.train.made_examples import fold_of_template, made_examples
from kaensan.train.sites import fold_of

TEMPLATES = read_templates()
BOARDS = [template for template in TEMPLATES if template.kind != "none"]
OTHERS = [template for template in TEMPLATES if template.kind == "none"]
FIRST = BOARDS[0]


def by_name(template: Template) -> str:
    return template.name


def said(page: MadePage, rows: tuple[int, int]) -> str:
    return "".join("".join(page.page.texts.strings[slice(*rows)]).split())


def test_a_page_is_the_same_every_time_and_another_with_another_seed() -> None:
    one, again, other = (make_page(FIRST, 3, seed, remodel=True).html for seed in (0, 0, 1))
    assert one == again
    assert one != other


@pytest.mark.parametrize("template", BOARDS, ids=by_name)
def test_every_board_is_written_with_its_posts_and_without_marks(template: Template) -> None:
    for page in make_pages(template, 4):
        assert "data-gold" not in page.html
        assert page.posts
        for post in page.posts:
            assert said(page, post.words)
            assert said(page, post.author_rows).lstrip("@") == "".join(post.author.split())
        bodies = [post.body for post in page.posts]
        assert bodies == sorted(set(bodies))


@pytest.mark.parametrize("template", OTHERS, ids=by_name)
def test_every_page_without_a_thread_is_written(template: Template) -> None:
    for page in make_pages(template, 2):
        assert page.posts == ()
        assert len(page.page.texts) > 10


def test_lists_are_as_long_as_a_template_asks_and_go_back_in_time() -> None:
    rng = Random(3)
    people = draw_people(rng, "th", "board.example", 5)
    now = datetime(2024, 3, 5, tzinfo=UTC)
    plenty = Plenty(rng, "th", people, Discussion.draw(rng, "th", "board.example"), now)
    entries = plenty.many(20, 20, "headlines")
    times = [entry["time"] for entry in entries]
    assert len(entries) == 20
    assert times == sorted(times, reverse=True)
    assert max(times) < now
    assert len({entry["title"] for entry in entries}) > 15
    assert len(plenty.members(12, 12)) == 12


def test_on_some_pages_nobody_remarks_twice() -> None:
    rng = Random(3)
    people = draw_people(rng, "en", "board.example", 5)
    plenty = Plenty(rng, "en", people, Discussion.draw(rng, "en", "board.example"), datetime(2024, 3, 5, tzinfo=UTC))
    authors = [{remark.author for remark in plenty.remarks(30, 30)} for _ in range(20)]
    assert max(map(len, authors)) == 30
    assert min(map(len, authors)) < 20


def test_the_boards_of_one_software_are_in_one_fold_with_the_real_ones() -> None:
    folds: dict[str, set[int]] = defaultdict(set)
    for template in TEMPLATES:
        folds[template.engine].add(fold_of_template(template))
    assert all(len(found) == 1 for found in folds.values())
    for engine in set(ENGINE_OF_BOARD.values()) & set(folds):
        assert folds[engine] == {fold_of(f"software/{engine}")}
    assert {"phpbb", "vbulletin", "xenforo", "stackexchange"} <= set(folds)


def test_examples_know_the_posts_of_made_pages() -> None:
    found = made_examples(pages=1)
    assert {example.source.engine for example in found} == {template.engine for template in BOARDS}
    right = [example.groups.target.max() for example in found if not example.varied]
    assert np.mean(np.array(right) > 0.9) > 0.9
    assert all(example.source.made for example in found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_all_its_lists_and_fills_all_gaps(language: str) -> None:
    words = read_words(language)
    assert set(words) == set(read_words("en"))
    assert [len(words[name]) for name in ("months", "short_months", "weekdays", "short_weekdays", "ago")] == [
        12,
        12,
        7,
        7,
        6,
    ]
    writer = Writer(Random(1), language, words, ["Ann"])
    text = " ".join(part for _ in range(200) for part in writer.paragraphs())
    assert "{" not in text.replace("{ sum", "")


def test_people_are_told_apart_and_posts_go_on_in_time() -> None:
    rng = Random(5)
    people = draw_people(rng, "th", "board.example", 12)
    assert len({person.author for person in people}) == 12
    posts = draw_posts(Discussion.draw(rng, "th", "board.example"), people, nested=False)
    times = [post.time for post in posts]
    assert times == sorted(times)
    assert [post.number for post in posts] == list(range(1, len(posts) + 1))


def test_answers_stand_under_what_they_answer() -> None:
    rng = Random(2)
    kind = Discussion.draw(rng, "en", "board.example")
    for _ in range(20):
        before: dict[int, int] = {}
        for post in draw_posts(kind, draw_people(rng, "en", "board.example", 5), nested=True):
            if post.depth > 1 and post.parent is not None:
                assert before[post.parent] <= post.depth
            before[post.number] = post.depth


def test_a_remodelled_page_says_the_same() -> None:
    table = "<table><tr><td>One</td><td><b>two</b> &amp; three</td></tr></table>"
    html = f"<body><div class=a id=x>{table}<p>four<br>five</div>"
    words = "".join("".join(parse(html).texts.strings).split())
    for seed in range(30):
        other = remodelled(html, Random(seed))
        assert sorted("".join("".join(parse(other).texts.strings).split())) == sorted(words)


def test_a_page_whose_marks_the_parser_doubles_is_refused() -> None:
    people = draw_people(Random(0), "en", "board.example", 2)
    posts = draw_posts(Discussion.draw(Random(0), "en", "board.example"), people, nested=False)[:1]
    html = "<p data-gold-author>Ann</p><b data-gold-body><p>words</b>more</p>"
    with pytest.raises(BrokenMarksError, match="marks"):
        without_marks(html, None, posts)
