"""Rules first, the method otherwise, and never silently worse."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from site_pages import NEWS, Fake, article, labelled, news_page, nonsense, redesigned

import kaensan
from kaensan.document import Document
from kaensan.methods import Labels, Role, load
from kaensan.page import parse
from kaensan.sites import LabelledPage, Learner, SiteMethod, SiteOptions, Store
from kaensan.sites.method import RuleEvidence


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


def test_a_stored_rule_is_used_at_once_and_nothing_is_written(store: Store) -> None:
    path = store.path
    store.close()
    before = path.read_bytes()
    page = news_page(50)
    document = kaensan.extract(page.source, page.url, site=path)
    assert document.method == f"rule {NEWS} *"
    reader = Store(path)
    method = Fake(nonsense)
    for number in range(100, 130):
        assert SiteMethod(method, reader).label(news_page(number)).method == f"rule {NEWS} *"
        assert SiteMethod(method, reader).label(redesigned(number)).method == "fake"
    reader.close()
    assert path.read_bytes() == before
    assert len(method.asked) == 30  # only where the rule gave no result


def test_a_store_that_is_not_there_is_not_made_by_reading(tmp_path: Path) -> None:
    with pytest.raises(kaensan.StoreError, match="there is no such site store"):
        kaensan.extract("<p>a", "http://e.org/", site=tmp_path / "none.db")
    assert list(tmp_path.iterdir()) == []


def test_what_one_method_taught_is_not_for_another(tmp_path: Path) -> None:
    store = Store(tmp_path / "new.db")
    store.learn(NEWS, [replace(labelled(number), by="core") for number in range(1, 6)])
    assert SiteMethod(Fake(), store).label(news_page(9)).method == "fake"
    assert SiteMethod(Fake(name="core"), store, SiteOptions(own_rules=False)).label(news_page(9)).method == "fake"
    assert SiteMethod(Fake(name="core"), store).label(news_page(9)).method == f"rule {NEWS} *"


def test_a_page_from_nowhere_is_extracted_as_usual_with_a_warning(store: Store) -> None:
    labels = SiteMethod(Fake(), store).label(parse("<p>A page from nowhere</p>"))
    assert "no address is known" in labels.warnings[0]


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
    document = Learner(Fake(nonsense), store)(Document(page, SiteMethod(Fake(nonsense), store).label(page)))
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
