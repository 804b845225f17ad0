"""What classes, ids and links say of an element."""

import pytest

from kaensan.metadata.bylines import _PROFILE
from kaensan.metadata.marks import NAMES, Marks, Words
from kaensan.page import parse


def kinds(html: str, attribute: str, words: Words) -> list[str]:
    """The kinds of words that the page's attributes hold, in document order."""
    return [kind for _, kind in Marks(parse(html)).find(attribute, words)]


def test_each_kind_of_word_is_found_once_in_a_class() -> None:
    words = Words(author="author|autor", line="by-?_?line")
    html = "<p class='Author by-line author'>a</p><p class='byline'>b</p><p class='by'>c</p><p>d</p>"
    assert kinds(html, "class", words) == ["author", "line", "line"]


def test_a_word_may_be_written_with_letters_beyond_ascii() -> None:
    assert kinds("<p class='\u212aind'>a</p><p class='วันที่'>b</p>", "class", Words(kind="kind")) == ["kind"]


def test_a_pattern_that_starts_with_no_letter_needs_stems() -> None:
    with pytest.raises(ValueError, match="stems"):
        Words(profile="[/?]user")
    assert kinds("<a href='/user/7'>a</a>", "href", Words(["user"], profile="[/?]user")) == ["profile"]


@pytest.mark.parametrize(
    "address",
    [
        *("/author/ann", "/autoren/ann", "/auteur-ann", "/by/ann", "/@ann", "/people/ann", "/person/ann", "?by=ann"),
        *("/profiles/ann", "/members/ann", "/writers/ann", "/contributor/ann"),
        *("?userid=7", "/a?x=1&amp;u=7", "/a?x=1&uid=7"),
    ],
)
def test_the_address_of_a_person_is_told(address: str) -> None:
    assert kinds(f"<a href='{address}'>Ann</a>", "href", _PROFILE) == ["profile"]


@pytest.mark.parametrize("address", ["/menu/food", "/guide/", "/standby", "/uploads/a.png", "/ann"])
def test_any_other_address_is_not(address: str) -> None:
    assert kinds(f"<a href='{address}'>Ann</a>", "href", _PROFILE) == []


def test_the_kinds_of_names_are_those_that_their_patterns_find() -> None:
    words = "author byline by-line by posted-by postedby timeline time timer post_meta meta respond respon Comment-list"
    names = [
        *words.split(),
        "entry-meta date-published",
        "updated-on",
        "mod & date",
        "user_name",
        "ชื่อ-author",
        "\u212ait",
    ]
    marks = Marks(parse("".join(f'<p class="{name.replace("&", "&amp;")}">x</p>' for name in names)))
    found = dict(enumerate(marks.named.tolist()))
    first = len(marks.page.elements) - len(names)
    for number, name in enumerate(names):
        kinds = {kind for kind, word in NAMES.kinds.items() if word.search(name.lower())}
        assert {kind for kind, bit in NAMES.bit_of.items() if found.get(first + number, 0) & bit} == kinds
