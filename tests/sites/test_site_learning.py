"""A store kept up to date by the pages that are extracted: learned, watched, expired, learned anew."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from site_pages import NEWS, Fake, article, labelled, news_page, nonsense, redesigned, story

from kaensan.document import Document
from kaensan.methods import Labels
from kaensan.page import Page
from kaensan.sites import Learner, LearnOptions, SiteMethod, Store
from kaensan.sites.support import rule_lines, support_of


class Line:
    """Pages one after another, each extracted with what is known so far and then learned from."""

    def __init__(self, method: Fake, store: Store, options: LearnOptions | None = None) -> None:
        self.store = store
        self._method, self._learner = SiteMethod(method, store), Learner(method, store, options)

    def label(self, page: Page) -> Labels:
        return self._learner(Document(page, self._method.label(page))).labels


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = Store(tmp_path / "sites.db")
    made.learn(NEWS, [labelled(number) for number in range(1, 6)])
    return made


def test_the_method_is_asked_for_one_page_in_twenty(store: Store) -> None:
    method = Fake()
    by_site = Line(method, store)
    for number in range(100, 140):
        by_site.label(news_page(number))
    assert len(method.asked) == 2
    assert [one.agreement for _, one in store.observations(NEWS)] == [1.0, 1.0]


def test_disagreement_is_a_warning(store: Store) -> None:
    labels = Line(Fake(nonsense), store, LearnOptions(disagreements=4)).label(news_page(50))
    assert labels.method == f"rule {NEWS} *"
    assert labels.warnings == (
        f"the rule for {NEWS} * and fake disagree about this page (agreement 0.00); the rule was used",
    )


def test_a_new_design_expires_the_rule_and_a_new_one_is_learned(store: Store) -> None:
    by_site = Line(Fake(), store)
    for number in range(100, 102):
        labels = by_site.label(redesigned(number))
        assert labels.method == "fake"
        assert "gave no single result (div.story-text fits no elements), so fake decided" in labels.warnings[0]
    last = by_site.label(redesigned(102))
    assert "has expired, as 3 of the last 3 pages disagreed; it will be learned anew" in last.warnings[-1]
    for number in range(103, 105):
        assert by_site.label(redesigned(number)).warnings == ()
    (rule,) = store.rules(NEWS)
    assert str(rule.text) == "section.copy"
    assert rule.by == "fake"
    document = Document(redesigned(110), by_site.label(redesigned(110)))
    assert document.method == f"rule {NEWS} *"
    assert document.text == "\n".join(article(110))


def test_a_rule_that_fails_long_enough_is_learned_anew_at_once(store: Store) -> None:
    by_site = Line(Fake(), store, LearnOptions(disagreements=5))
    warned = [by_site.label(redesigned(number)).warnings for number in range(100, 105)]
    assert "has expired, as 5 of the last 5 pages disagreed; it was learned anew" in warned[-1][-1]
    assert [str(rule.text) for rule in store.rules(NEWS)] == ["section.copy"]


def test_an_expired_rule_is_not_used_and_says_why(store: Store) -> None:
    unsure = Fake(lambda page: replace(nonsense(page), confidence=0.1))
    by_site = Line(unsure, store)
    warned = [by_site.label(news_page(number)).warnings for number in range(100, 103)]
    assert "it will be learned anew from the pages to come" in warned[-1][-1]
    (rule,) = store.rules(NEWS)
    assert rule.expired == "3 of the last 3 pages disagreed"
    assert by_site.label(news_page(103)).method == "fake"
    assert "expired: 3 of the last 3" in rule_lines(rule, support_of(rule, []))[0]


def test_rules_are_learned_on_the_way_from_confident_pages(tmp_path: Path) -> None:
    by_site = Line(Fake(), Store(tmp_path / "new.db"))
    used = [by_site.label(news_page(number)).method for number in range(1, 8)]
    assert used == ["fake"] * 5 + [f"rule {NEWS} *"] * 2
    (rule,) = by_site.store.rules(NEWS)
    assert (rule.by, rule.pages) == ("fake", 5)


def test_pages_that_the_method_doubts_teach_nothing(tmp_path: Path) -> None:
    by_site = Line(Fake(lambda page: replace(story(page), confidence=0.5)), Store(tmp_path / "new.db"))
    for number in range(1, 8):
        assert by_site.label(news_page(number)).method == "fake"
    assert by_site.store.hosts() == []


def test_a_method_that_cannot_tell_how_sure_it_is_teaches_too(tmp_path: Path) -> None:
    line = Line(Fake(lambda page: replace(story(page), confidence=None)), Store(tmp_path / "new.db"))
    used = [line.label(news_page(number)).method for number in range(1, 8)]
    assert used == ["fake"] * 5 + [f"rule {NEWS} *"] * 2


def test_what_the_users_own_rules_decided_teaches_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path / "new.db")
    learner = Learner(Fake(), store)
    for number in range(1, 8):
        page = news_page(number)
        learner(Document(page, replace(story(page), method="rules my.yaml")))
    assert store.hosts() == []


def test_a_store_that_is_only_read_learns_nothing(store: Store) -> None:
    reader = Store(store.path, read_only=True)
    line = Line(Fake(nonsense), reader)
    for number in range(100, 110):
        assert line.label(news_page(number)).warnings == ()
    assert reader.observations(NEWS) == []
