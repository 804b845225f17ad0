"""Pages kept on disk: used while they are fresh, asked about when they are not."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from email.utils import formatdate
from pathlib import Path

import pytest
from loopback import Server, Speak, answer, plain_tls, serving

from kaensan.errors import InputError, NotAPage, Refused
from kaensan.web.cache import Cache
from kaensan.web.client import Client

TAG = [("ETag", '"v1"')]


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "pages.sqlite"


def fetch(server: Server, store: Path, path: str = "/", **options: object) -> bytes:
    with Client(allow_private=True, robots=False, cache=store, tls=plain_tls, **options) as client:  # type: ignore[arg-type]
        return client.get(server.origin + path).body


def changing(first: Speak, later: Speak) -> Speak:
    """One answer the first time, another after it."""
    turns = iter([first])
    return lambda connection, path: next(turns, later)(connection, path)


@pytest.mark.parametrize(
    ("header", "condition"),
    [
        (("ETag", '"v1"'), 'If-None-Match: "v1"'),
        (("ETag", 'W/"ก"'), "If-None-Match: "),
        (("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"), "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT"),
    ],
)
def test_a_page_is_asked_about_and_an_unchanged_one_not_sent_again(
    store: Path, header: tuple[str, str], condition: str
) -> None:
    name, value = header
    sent = changing(answer(b"<p>one", headers=[(name, value)]), answer(b"", "304 Not Modified"))
    with serving({"/": sent}) as server:
        assert [fetch(server, store) for _ in range(3)] == [b"<p>one"] * 3
    assert condition not in server.heads[0]
    assert all(condition in head for head in server.heads[1:])


def test_a_changed_page_takes_the_place_of_the_old_one(store: Path) -> None:
    sent = changing(answer(b"<p>one", headers=TAG), answer(b"<p>two", headers=[("ETag", '"v2"')]))
    with serving({"/": sent}) as server:
        assert [fetch(server, store) for _ in range(3)] == [b"<p>one", b"<p>two", b"<p>two"]
    assert '"v2"' in server.heads[2]


@pytest.mark.parametrize(
    "headers",
    [
        [("Cache-Control", "public, max-age=3600")],
        [("Expires", formatdate(4e9, usegmt=True))],
        [("Cache-Control", 'max-age="3600"'), ("Age", "10")],
    ],
)
def test_a_fresh_page_is_not_asked_about(store: Path, headers: list[tuple[str, str]]) -> None:
    with serving({"/": answer(b"<p>fresh", headers=headers)}) as server:
        assert fetch(server, store) == fetch(server, store) == b"<p>fresh"
    assert server.paths == ["/"]


@pytest.mark.parametrize(
    "headers",
    [
        [*TAG, ("Cache-Control", "no-store")],
        [*TAG, ("Vary", "*")],
        [("Cache-Control", "max-age=0")],
        [],
        [("Expires", "nonsense")],
        [("Cache-Control", "no-cache, max-age=100")],
        [("Cache-Control", "max-age=100"), ("Age", "101")],
    ],
)
def test_a_page_that_may_not_be_kept_or_could_not_be_used_is_not(store: Path, headers: list[tuple[str, str]]) -> None:
    with serving({"/": answer(b"<p>now", headers=headers)}) as server:
        fetch(server, store)
        fetch(server, store)
    assert len(server.paths) == 2
    assert "If-None-Match" not in server.heads[1]


def test_a_page_that_is_gone_is_forgotten_and_one_that_is_busy_is_not(store: Path) -> None:
    turns = iter([answer(b"<p>one", headers=TAG), answer(b"", "500 Oops"), answer(b"", "404 Gone"), answer(b"<p>new")])
    with serving({"/": lambda connection, path: next(turns)(connection, path)}) as server:
        assert fetch(server, store) == b"<p>one"
        for status in ("500", "404"):
            with pytest.raises(InputError, match=status):
                fetch(server, store, retries=0)
        assert fetch(server, store) == b"<p>new"
    conditions = ["If-None-Match" in head for head in server.heads]
    assert conditions == [False, True, True, False]


def test_a_renewed_page_keeps_its_charset_and_takes_the_new_headers(store: Path) -> None:
    first = answer("ชา".encode("cp874"), headers=TAG, kind="text/html; charset=tis-620")
    later = answer(b"", "304 Not Modified", [("Cache-Control", "max-age=100")], kind="")
    with serving({"/": changing(first, later)}) as server:
        fetch(server, store)
        fetch(server, store)
        with Client(allow_private=True, robots=False, cache=store) as client:
            response = client.get(server.origin + "/")
    assert (response.body.decode("cp874"), response.cached, len(server.paths)) == ("ชา", True, 2)


def test_what_was_fetched_from_inside_is_not_shown_to_one_who_may_not_go_there(store: Path) -> None:
    with serving({"/": answer(b"<p>inside", headers=[("Cache-Control", "max-age=100")])}) as server:
        fetch(server, store)
        with Client(robots=False, cache=store) as client, pytest.raises(Refused):
            client.get(server.origin + "/")
        with Cache(store) as cache:
            assert cache.load(server.origin + "/", True) is not None
            assert cache.load(server.origin + "/", False) is None


def test_what_was_kept_as_anything_is_no_page(store: Path) -> None:
    kept = answer(b'{"a": 1}', headers=[("Cache-Control", "max-age=100")], kind="application/json")
    with serving({"/": kept}) as server, Client(allow_private=True, robots=False, cache=store) as client:
        client.get(server.origin, pages=False)
        with pytest.raises(NotAPage):
            client.get(server.origin)


def test_the_longest_unused_pages_go_when_there_is_no_room(store: Path) -> None:
    pages = {f"/{n}": answer(f"<p>{n}".encode() * 100, headers=TAG) for n in range(6)}
    with (
        serving(pages) as server,
        Cache(store, most_bytes=400) as cache,
        Client(allow_private=True, robots=False, cache=cache) as client,
    ):
        for number in range(6):
            client.get(f"{server.origin}/{number}")
        kept = [cache.load(f"{server.origin}/{number}", True) is not None for number in range(6)]
    assert kept[0] is False
    assert kept[5] is True


def test_many_threads_and_clients_share_one_file(store: Path) -> None:
    pages = {f"/{n}": answer(f"<p>{n}".encode(), headers=[("Cache-Control", "max-age=100")]) for n in range(40)}
    with serving(pages) as server, ThreadPoolExecutor(4) as threads:
        for _ in range(2):
            bodies = list(threads.map(lambda n: fetch(server, store, f"/{n}"), range(40)))
            assert bodies == [f"<p>{n}".encode() for n in range(40)]
    assert len(server.paths) == 40


@pytest.mark.parametrize(
    "content", [b"this is no database at all, but long enough to be taken for one" * 20, b"SQLite"]
)
def test_a_file_that_is_no_cache_is_named_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(InputError, match="delete it or name another file"):
        Client(cache=path)
    assert path.read_bytes() == content


def test_a_database_of_another_program_or_version_is_left_alone(tmp_path: Path) -> None:
    for statement, said in (
        ("CREATE TABLE a (b)", "no cache of Kaensan"),
        ("PRAGMA user_version = 9", "another version"),
    ):
        path = tmp_path / f"{said}.sqlite"
        with sqlite3.connect(path) as other:
            other.execute(statement)
        before = path.read_bytes()
        with pytest.raises(InputError, match=said):
            Cache(path)
        assert path.read_bytes() == before


def test_a_damaged_page_is_an_error_that_says_what_to_do(store: Path) -> None:
    with serving({"/": answer(b"<p>one", headers=TAG)}) as server:
        fetch(server, store)
        with sqlite3.connect(store) as damaged:
            damaged.execute("UPDATE pages SET body = ?", (b"nonsense",))
        with pytest.raises(InputError, match="the cache is damaged"):
            fetch(server, store)
