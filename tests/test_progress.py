"""Progress is for people who wait at a terminal."""

from __future__ import annotations

import io

from kaensan.progress import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_how_far_it_is() -> None:
    screen = Terminal()
    assert list(progress("abc", 3, "pages", screen)) == ["a", "b", "c"]
    assert "pages" in screen.getvalue()
    assert "3/3" in screen.getvalue()


def test_nothing_is_printed_into_a_file_or_a_pipe() -> None:
    file = io.StringIO()
    assert list(progress("abc", 3, "pages", file)) == ["a", "b", "c"]
    assert file.getvalue() == ""
