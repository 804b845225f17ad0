"""The words of made pages: every language has every list, and all gaps in them can be filled."""

from __future__ import annotations

import re
from datetime import datetime
from random import Random

import pytest

from kaensan.train.made.sentences import Writer
from kaensan.train.made.times import shown_when
from kaensan.train.made.words import LANGUAGES, read_words

NUMBERS = {"n", "few", "digit", "clock", "date", "year"}
OF_PAGES = {"name", "site", "author"}
OF_LISTS = {"official", "partner", "place", "reporter", "thing", "topic", "weekday"}
FIXED = ("months", "short_months", "weekdays", "short_weekdays", "ago")
OF_BOARDS = 16
"""lists with which each file begins, which pages of boards are written from"""
IN_FULL = set(LANGUAGES) - {"id", "it", "nl", "pl", "tr", "vi"}
LEAST = {"news": 36, "headlines": 24, "nav": 30, "opinions": 18, "partners": 40, "reporters": 20, "officials": 12}
LEAST_IN_FULL = LEAST | {"news": 60, "headlines": 40, "opinions": 24, "services": 20, "purposes": 10}
NAMES = read_words("en")
OF_ARTICLES = list(NAMES)[OF_BOARDS:]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_list(language: str) -> None:
    assert set(read_words(language)) == set(NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_lists_are_long_enough_and_say_nothing_twice(language: str) -> None:
    words = read_words(language)
    least = LEAST_IN_FULL if language in IN_FULL else LEAST
    for name in OF_ARTICLES:
        assert len(words[name]) >= least.get(name, 4), name
    for name, entries in words.items():
        assert all(entries), name
        assert len(set(entries)) == len(entries) or name in FIXED, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_entries_can_stand_in_markup_and_in_attributes(language: str) -> None:
    words = read_words(language)
    for name in OF_ARTICLES:
        for entry in words[name]:
            assert set(re.findall(r"\{(.*?)\}", entry)) <= NUMBERS | OF_PAGES | OF_LISTS, entry
            assert not re.search(r'[<>&"|]|\}\}|\{\{', entry), entry


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_of_reports_differ_in_length(language: str) -> None:
    lengths = sorted(len(entry) for entry in read_words(language)["news"])
    assert lengths[-1] > 4 * lengths[0]
    assert lengths[-1] > 2 * lengths[len(lengths) // 2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_gap_is_filled(language: str) -> None:
    writer = Writer(Random(1), language, read_words(language), ["Ann"])
    for name in OF_ARTICLES:
        for entry in read_words(language)[name]:
            assert "{" not in writer.filled(entry)


@pytest.mark.parametrize("language", LANGUAGES)
def test_dates_are_written_as_the_language_does(language: str) -> None:
    words = read_words(language)
    for pattern in words["dates"]:
        assert "%" not in shown_when(words, datetime(2024, 3, 5), pattern)


def test_years_in_thai_are_those_of_the_buddhist_era() -> None:
    writer = Writer(Random(1), "th", read_words("th"), ["Ann"])
    years = [int(writer.filled("{year}")) for _ in range(200)]
    assert min(years) == 2541
    assert max(years) == 2568


def test_a_page_has_one_site_and_one_author() -> None:
    known = {"site": "Harbour Post", "author": "Ellen Grady"}
    writer = Writer(Random(1), "en", read_words("en"), ["Ann"], known)
    assert {writer.filled("{author}, {site}") for _ in range(20)} == {"Ellen Grady, Harbour Post"}


def test_a_sentence_that_has_ended_gets_no_second_stop() -> None:
    for language in LANGUAGES:
        writer = Writer(Random(2), language, read_words(language), ["Ann"])
        told = writer.prose(300, 300) + writer.opinion(100, 100)
        assert not re.search(r"[.!?。！？؟][”“»」’]?[.。]", told.replace("...", "")), language
