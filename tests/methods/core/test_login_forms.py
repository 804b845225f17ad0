"""What stands beside a field for a password is no content."""

from __future__ import annotations

from kaensan.methods.core.login_forms import in_login_forms
from kaensan.page import parse

FORM = "<form><label>User name</label><input name=u><label>Secret</label><input type=PASSWORD></form>"
SEARCH = "<form><label>Look for</label><input type=search></form>"


def shown(html: str) -> list[str]:
    page = parse(html)
    inside = in_login_forms(page)
    return [] if inside is None else [page.texts.strings[row] for row in inside[page.texts.parent].nonzero()[0]]


def test_the_words_of_a_form_to_log_in_are_found() -> None:
    assert shown(f"<p>Tea is a drink.</p>{SEARCH}{FORM}") == ["User name", "Secret"]


def test_pages_without_such_a_form_cost_nothing() -> None:
    assert in_login_forms(parse(f"<p>Tea is a drink.</p>{SEARCH}")) is None
    assert in_login_forms(parse("<p>Tea is a drink.</p><input type=password>")) is None


def test_a_form_around_the_whole_page_is_none() -> None:
    story = "<p>Tea is a drink that is made from leaves, and people have drunk it for a long time.</p>" * 8
    assert shown(f"<form>{story}<input type=password></form>") == []
