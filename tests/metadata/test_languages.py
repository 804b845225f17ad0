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


def test_no_detector_is_asked_about_plain_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "detect_language", lambda text: pytest.fail("asked"))
    assert language(ENGLISH, "en-GB") == "en"


def test_a_wrong_claim_is_overruled() -> None:
    assert language(GERMAN, "en") == "de"
    assert language(ENGLISH, "de") == "en"
