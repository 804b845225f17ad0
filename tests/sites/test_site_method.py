"""Rules first, the method otherwise, and never silently worse."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest
from site_pages import NEWS, article, labelled, news_page, redesigned

import kaensan
from kaensan.document import Document
from kaensan.methods import Labels, Role, load
from kaensan.page import Page, parse
from kaensan.sites import LabelledPage, SiteMethod, SiteOptions, Store
from kaensan.sites.method import RuleEvidence


def story(page: Page) -> Labels:
    """What a perfect method says, whatever the design."""
    inside = [row for row, name in page.elements.having("class") if name in ("story-text", "copy")]
    rows = np.zeros(len(page.texts), np.bool_)
    for element in inside:
        rows[page.elements.first_text[element] : page.elements.end_text[element]] = True
    for row, name in page.elements.having("class"):
        if name == "promo":
            rows[page.elements.first_text[row] : page.elements.end_text[row]] = False
    return Labels("fake", rows.astype(np.int8), rows.astype(np.float32), confidence=0.99)


def nonsense(page: Page) -> Labels:
    """The opposite of it."""
    right = story(page)
    return replace(right, role=(1 - right.role).astype(np.int8))


@dataclass
class Fake:
    """A method that counts how often it is asked."""

    say: Callable[[Page], Labels] = story
    name: str = "fake"
    asked: list[str] = field(default_factory=list)

    def label(self, page: Page) -> Labels:
        self.asked.append(page.url or "")
        return self.say(page)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = Store(tmp_path / "sites.db")
    made.learn(NEWS, [labelled(number) for number in range(1, 6)])
    return made


def test_a_page_of_a_known_site_is_decided_by_its_rule(store: Store) -> None:
    document = Document(news_page(50), SiteMethod(Fake(), store).label(news_page(50)))
    assert document.text == "\n".join(article(50))
    assert document.title == "Story 50: the case of the " + document.title.rpartition(" ")[2]  # type: ignore[union-attr]
    assert (document.author, document.date) == ("Ann Lee", "2021-05-24")
    assert document.metadata.source["date"] == "rule span.stamp"
    assert isinstance(document.labels.evidence, RuleEvidence)
    assert document.method == f"rule {NEWS} *"
    assert document.confidence == 1.0
    assert document.warnings == ()


def test_every_text_says_which_rule_decided_about_it(store: Store) -> None:
    page = news_page(50)
    labels = SiteMethod(Fake(), store).label(page)
    said = {page.texts.strings[row].strip()[:12]: labels.reason(row) for row in range(len(page.texts))}
    assert said["Home"] == f"rule {NEWS} *: outside div.story-text"
    assert said["Sign up for "] == f"rule {NEWS} *: left out, in div.promo"
    assert said["On day 1550 "] == f"rule {NEWS} *: in div.story-text"
    assert said["Story 50: th"] == f"rule {NEWS} *: title in h1.headline"


def test_the_method_is_asked_for_one_page_in_twenty(store: Store) -> None:
    method = Fake()
    by_site = SiteMethod(method, store)
    for number in range(100, 140):
        by_site.label(news_page(number))
    assert len(method.asked) == 2
    assert [one.agreement for _, one in store.observations(NEWS)] == [1.0, 1.0]


def test_disagreement_is_a_warning(store: Store) -> None:
    labels = SiteMethod(Fake(nonsense), store, SiteOptions(disagreements=4)).label(news_page(50))
    assert labels.method == f"rule {NEWS} *"
    assert labels.warnings == (
        f"the rule for {NEWS} * and fake disagree about this page (agreement 0.00); the rule was used",
    )


def test_a_new_design_expires_the_rule_and_a_new_one_is_learned(store: Store) -> None:
    by_site = SiteMethod(Fake(), store)
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
    by_site = SiteMethod(Fake(), store, SiteOptions(disagreements=5))
    warned = [by_site.label(redesigned(number)).warnings for number in range(100, 105)]
    assert "has expired, as 5 of the last 5 pages disagreed; it was learned anew" in warned[-1][-1]
    assert [str(rule.text) for rule in store.rules(NEWS)] == ["section.copy"]


def test_an_expired_rule_is_not_used_and_says_why(store: Store) -> None:
    unsure = Fake(lambda page: replace(nonsense(page), confidence=0.1))
    by_site = SiteMethod(unsure, store)
    warned = [by_site.label(news_page(number)).warnings for number in range(100, 103)]
    assert "it will be learned anew from the pages to come" in warned[-1][-1]
    (rule,) = store.rules(NEWS)
    assert rule.expired == "3 of the last 3 pages disagreed"
    assert by_site.label(news_page(103)).method == "fake"
    assert "expired: 3 of the last 3" in rule.lines()[0]


def test_rules_are_learned_on_the_way_from_confident_pages(tmp_path: Path) -> None:
    by_site = SiteMethod(Fake(), Store(tmp_path / "new.db"))
    used = [by_site.label(news_page(number)).method for number in range(1, 8)]
    assert used == ["fake"] * 5 + [f"rule {NEWS} *"] * 2
    (rule,) = by_site.store.rules(NEWS)
    assert (rule.by, rule.pages) == ("fake", 5)


def test_pages_that_the_method_doubts_teach_nothing(tmp_path: Path) -> None:
    by_site = SiteMethod(Fake(lambda page: replace(story(page), confidence=0.5)), Store(tmp_path / "new.db"))
    for number in range(1, 8):
        assert by_site.label(news_page(number)).method == "fake"
    assert by_site.store.hosts() == []


def test_what_one_method_taught_is_not_for_another(tmp_path: Path) -> None:
    store = Store(tmp_path / "new.db")
    store.learn(NEWS, [replace(labelled(number), by="core") for number in range(1, 6)])
    assert SiteMethod(Fake(), store).label(news_page(9)).method == "fake"
    assert SiteMethod(Fake(name="core"), store, SiteOptions(own_rules=False)).label(news_page(9)).method == "fake"
    assert SiteMethod(Fake(name="core"), store).label(news_page(9)).method == f"rule {NEWS} *"


def test_a_page_from_nowhere_is_extracted_as_usual_with_a_warning(store: Store) -> None:
    labels = SiteMethod(Fake(), store).label(parse("<p>A page from nowhere</p>"))
    assert "no address is known" in labels.warnings[0]


def test_a_store_that_is_only_read_is_not_changed(store: Store) -> None:
    by_site = SiteMethod(Fake(nonsense), store, SiteOptions(learn=False))
    for number in range(100, 110):
        assert by_site.label(news_page(number)).method == f"rule {NEWS} *"
    assert store.observations(NEWS) == []


def test_a_write_protected_store_is_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    path = store.path
    store.close()
    monkeypatch.setattr(os, "access", lambda *_: False)
    protected = Store(path)
    assert not protected.writable
    assert SiteMethod(Fake(), protected).label(news_page(9)).method == f"rule {NEWS} *"


def test_a_page_without_rule_loses_the_template(tmp_path: Path) -> None:
    store = Store(tmp_path / "new.db")
    store.count_pages(NEWS, [news_page(number) for number in range(1, 6)])
    greedy = Fake(
        lambda page: Labels("fake", np.ones(len(page.texts), np.int8), np.full(len(page.texts), 0.5, np.float32))
    )
    document = Document(news_page(9), SiteMethod(greedy, store).label(news_page(9)))
    assert "Sign up for the morning letter" not in document.text
    assert article(9)[0] in document.text
    assert document.method == "fake+template"


def test_extract_takes_a_store(store: Store) -> None:
    page = news_page(60)
    for site in (store, str(store.path), store.path):
        assert kaensan.extract(page.source, page.url, site=site).method == f"rule {NEWS} *"
    documents = kaensan.extract_many([(news_page(n).source, news_page(n).url) for n in (61, 62)], site=store)
    assert [document.text for document in documents] == ["\n".join(article(61)), "\n".join(article(62))]
    policy = kaensan.Policy(comments="keep")
    assert kaensan.extract(page, site=store, policy=policy).method == f"rule {NEWS} *"  # a person's rule


def test_the_method_travels_to_other_processes(store: Store) -> None:
    by_site = pickle.loads(pickle.dumps(SiteMethod(load("core"), store)))
    assert by_site.label(news_page(9)).method == f"rule {NEWS} *"


def test_documents_by_rule_travel_with_their_warnings_and_metadata(store: Store) -> None:
    page = news_page(70)
    document = Document(page, SiteMethod(Fake(nonsense), store).label(page))
    again = pickle.loads(pickle.dumps(document))
    assert again.warnings == document.warnings != ()
    assert again.date == document.date
    assert again.to_dict()["warnings"] == list(document.warnings)


def test_a_rule_for_fields_alone_helps_the_method(tmp_path: Path) -> None:
    store = Store(tmp_path / "new.db")
    scattered = [
        LabelledPage(page.page, np.arange(len(page.kept)) % 5 == 0, page.title, page.author, page.date)
        for page in map(labelled, range(1, 6))
    ]
    (rule,) = store.learn(NEWS, scattered)
    assert rule.text is None
    labels = SiteMethod(Fake(), store).label(news_page(9))
    assert labels.stated["author"] == ("Ann Lee", "rule div.byline")
    assert (labels.role == Role.CONTENT).any()
    assert labels.warnings == ()
