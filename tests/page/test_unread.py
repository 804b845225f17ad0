"""Texts that are not read."""

from __future__ import annotations

import pytest

from kaensan.page import parse
from kaensan.page.unread import Code, Unread

SPANS = [(0, 3, 0, 7, False), (2, 5, 7, 12, True), (4, 3, 12, 14, False)]


def test_texts_of_one_element_are_joined_and_entities_resolved_unless_they_are_code() -> None:
    unread = Unread(b"A &lt; &lt;yes", SPANS)
    assert dict(unread) == {3: "A < es", 5: "&lt;y"}
    assert (len(unread), 3 in unread, 4 in unread, unread.get(4, "none")) == (2, True, False, "none")


def test_each_text_is_told_in_the_order_of_the_page() -> None:
    assert list(Unread(b"A &lt; &lt;yes", SPANS).each()) == [Code(0, 3, "A < "), Code(2, 5, "&lt;y"), Code(4, 3, "es")]


def test_a_text_is_made_when_it_is_asked_for() -> None:
    unread = Unread(b"fine\xff", [(0, 1, 0, 4, True), (0, 2, 4, 5, True)])
    assert unread[1] == "fine"
    with pytest.raises(UnicodeDecodeError):
        unread[2]


def test_blank_scripts_are_none() -> None:
    page = parse(
        "<title>A &amp; B</title><script> \n</script><style>\u00a0</style><script>let a = '&amp;'</script><p>text"
    )
    assert list(page.unread.values()) == ["A & B", "let a = '&amp;'"]
