"""A system in a process of its own may fail, hang or die; the next page is done all the same."""

from __future__ import annotations

import sys

import pytest
from fake_systems import fake

from kaensan.bench.system_process import Worker
from kaensan.errors import UsageError


def test_a_page_is_answered_with_its_text_time_and_memory() -> None:
    with fake("paragraphs").worker(limit=60) as worker:
        answer = worker.ask(b"<title>T</title><p>One.</p><p>Two.</p>", metadata=True)
    assert (answer.text, answer.metadata, answer.error) == ("One.\nTwo.", {"title": "T"}, None)
    assert answer.seconds is not None
    if sys.platform == "linux":
        assert answer.peak is not None
        assert answer.peak > 1_000_000


def test_an_error_is_told_in_one_line() -> None:
    with fake("everything").worker(limit=60) as worker:
        assert worker.ask(b"POISON").error == "RuntimeError: poisoned"
        assert worker.ask(b"fine").text == "fine"


def test_a_system_that_dies_is_started_again() -> None:
    with fake("fragile").worker(limit=60) as worker:
        assert worker.ask(b"DIE").error == "the process died with status 3"
        assert worker.ask(b"fine").text == "fine"


def test_a_system_that_hangs_is_killed() -> None:
    with fake("fragile").worker(limit=1.0) as worker:
        assert worker.ask(b"SLEEP").error == "no result within 1 seconds"
        assert worker.ask(b"fine").text == "fine"


def test_a_page_larger_than_a_pipe_goes_through_both_ways() -> None:
    with fake("everything").worker(limit=60) as worker:
        assert worker.ask(b"word " * 500_000).text == "word " * 500_000


def test_a_system_that_cannot_load_says_why() -> None:
    with fake("untrained").worker(limit=60) as worker:
        with pytest.raises(UsageError, match="ImportError: there is no model for this system"):
            worker.start()
        assert worker.ask(b"").error == "it does not start: ImportError: there is no model for this system"


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (("no-such-program-here",), "no-such-program-here cannot be started"),
        ((sys.executable, "-c", "print('hello')"), "gave an answer that is no JSON"),
        ((sys.executable, "-c", "pass"), "died with status 0"),
    ],
)
def test_a_program_that_does_not_know_the_protocol_is_told_from_one_that_does(
    command: tuple[str, ...], message: str
) -> None:
    with Worker(command) as worker, pytest.raises(UsageError, match=message):
        worker.start()
