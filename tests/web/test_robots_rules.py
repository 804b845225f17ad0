"""What a site closes is not fetched."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from loopback import Server, Speak, answer, plain_tls, redirect, serving

from kaensan.errors import BadStatus, Refused, Unreachable
from kaensan.web.client import Client
from kaensan.web.timeouts import Deadline, Timeouts
from kaensan.web.urls import parse_url

PAGE = answer(b"<p>open")


def fetch(server: Server, path: str, **options: Any) -> bytes:
    with Client(
        allow_private=True,
        timeout=Timeouts(10, 10, 30),
        tls=plain_tls,
        retries=0,
        **options,
    ) as client:
        return client.get(server.origin + path).body


def robots(text: str) -> Speak:
    return answer(text.encode(), kind="text/plain")


RULES = """
User-agent: *
Disallow: /

User-agent: Kaensan
Disallow: /private/
Allow: /private/open
Crawl-delay: 2.5

Sitemap: https://e.org/map.xml
"""


def test_the_rules_for_us_count_and_not_those_for_all() -> None:
    with serving({"/robots.txt": robots(RULES), "*": PAGE}) as server:
        assert fetch(server, "/") == b"<p>open"
        assert fetch(server, "/private/open") == b"<p>open"
        for path in ("/private/", "/private/a?b", "/x/../private/a", "/%70rivate/a", "/x/%2e%2e/private/a"):
            with pytest.raises(Refused, match=r"robots\.txt .* --ignore-robots"):
                fetch(server, path)
    assert not any("private/a" in path for path in server.paths)


def test_delay_and_sitemaps_are_read() -> None:
    with serving({"/robots.txt": robots(RULES)}) as server, Client(allow_private=True) as client:
        assert client.robots is not None
        rules = client.robots.rules(parse_url(server.origin), Deadline(10))
    assert (rules.delay, rules.sitemaps) == (2.5, ["https://e.org/map.xml"])


def test_a_program_with_another_name_reads_the_rules_for_that_name() -> None:
    with (
        serving({"/robots.txt": robots(RULES), "*": PAGE}) as server,
        pytest.raises(Refused),
    ):
        fetch(server, "/", user_agent="Otherbot/2.0")


def test_the_target_of_a_redirect_is_asked_about_too() -> None:
    with (
        serving({"/robots.txt": robots(RULES), "/a": redirect("/private/b")}) as server,
        pytest.raises(Refused),
    ):
        fetch(server, "/a")
    assert server.paths == ["/robots.txt", "/a"]


@pytest.mark.parametrize("status", ["404 Not Found", "403 Forbidden", "410 Gone"])
def test_a_site_without_rules_is_open(status: str) -> None:
    with serving({"/robots.txt": answer(b"User-agent: *\nDisallow: /", status), "*": PAGE}) as server:
        assert fetch(server, "/") == b"<p>open"


@pytest.mark.parametrize("status", ["500 Oops", "503 Busy", "429 Slow"])
def test_a_site_that_cannot_say_what_it_allows_is_closed_for_now(status: str) -> None:
    with (
        serving({"/robots.txt": answer(b"", status), "*": PAGE}) as server,
        pytest.raises(BadStatus, match="cannot say what it allows"),
    ):
        fetch(server, "/")
    assert server.paths == ["/robots.txt"]


def test_a_robots_txt_that_never_comes_closes_the_site() -> None:
    def hang_up(connection: object, path: str) -> None:
        raise OSError

    with serving({"/robots.txt": hang_up, "*": PAGE}) as server, pytest.raises(Unreachable):
        fetch(server, "/")


def test_rules_behind_a_redirect_count() -> None:
    with (
        serving({"/robots.txt": redirect("/r.txt"), "/r.txt": robots(RULES), "*": PAGE}) as server,
        pytest.raises(Refused),
    ):
        fetch(server, "/private/a")


def test_rules_can_be_ignored_for_a_site_of_ones_own() -> None:
    with serving({"/robots.txt": robots(RULES), "*": PAGE}) as server:
        assert fetch(server, "/private/a", robots=False) == b"<p>open"
    assert server.paths == ["/private/a"]


def test_rules_are_asked_for_once_however_many_threads_want_them() -> None:
    with (
        serving({"/robots.txt": robots(RULES), "*": PAGE}) as server,
        Client(allow_private=True) as client,
        ThreadPoolExecutor(8) as threads,
    ):
        list(threads.map(lambda n: client.get(f"{server.origin}/{n}"), range(40)))
    assert server.paths.count("/robots.txt") == 1


@pytest.mark.parametrize(
    "text", ["\x00\xff" * 1000, "User-agent", "Disallow: /" * 1000, "User-agent: *\nDisallow: /*" + "a*" * 900]
)
def test_rules_that_make_no_sense_break_nothing(text: str) -> None:
    with serving({"/robots.txt": robots(text), "*": PAGE}) as server:
        assert fetch(server, "/" + "a" * 500) == b"<p>open"
