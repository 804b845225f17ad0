"""A page that claims to be in English and plainly is needs no detector; one that is not still does."""

import pytest

import kaensan
from kaensan.metadata import languages

ENGLISH = "The keeper of the lighthouse was on the island for most of the year, and it is said that he had a dog. " * 5
GERMAN = (
    "Der Wärter des Leuchtturms war fast das ganze Jahr auf der Insel, und man sagt, dass er einen Hund hatte. " * 5
)


def language(text: str, claimed: str) -> str | None:
    """The language of a page with one paragraph."""
    return kaensan.extract(f"<html lang={claimed}><title>Light</title><p>{text}</p>").language


def is_plainly_english(text: str, claimed: bool) -> bool:
    """Whether a paragraph is taken for English without a detector."""
    return languages._is_plainly_english(kaensan.parse(f"<p>{text}</p>"), [0], claimed)


def test_no_detector_is_asked_about_plain_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "detect_language", lambda text: pytest.fail("asked"))
    assert language(ENGLISH, "en-GB") == "en"


def test_a_wrong_claim_is_overruled() -> None:
    assert language(GERMAN, "en") == "de"
    assert language(ENGLISH, "de") == "en"


def test_no_detector_is_asked_about_plain_english_without_a_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "detect_language", lambda text: pytest.fail("asked"))
    doc = kaensan.extract(f"<title>Light</title><p>{ENGLISH}</p>")
    assert (doc.language, doc.metadata.source["language"]) == ("en", "text")


def test_a_claim_needs_fewer_small_words(monkeypatch: pytest.MonkeyPatch) -> None:
    some = "Lamps burn all night; keepers clean the glass every morning, trim wicks, carry oil and write letters. " * 5
    assert not is_plainly_english(some, claimed=False)
    monkeypatch.setattr(languages, "detect_language", lambda text: pytest.fail("asked"))
    assert language(some.replace("clean the", "clean it and the"), "en") == "en"


def test_english_words_in_a_script_without_blanks_are_not_plain_english() -> None:
    mixed = "ผู้เฝ้าประภาคารอยู่บนเกาะเกือบตลอดทั้งปีและว่ากันว่าเขาเลี้ยงสุนัขไว้หนึ่งตัว the light of the island is on " * 10
    assert not is_plainly_english(mixed, claimed=True)
    assert language(mixed, "en") == "th"
