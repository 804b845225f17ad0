"""The peers, each called once."""

from __future__ import annotations

import pytest

from kaensan.bench import peers
from kaensan.errors import UsageError

SENTENCE = "The river rose by two metres in the night, and the old bridge was closed to all traffic until the morning. "
PAGE = f"""<!doctype html><html><head><title>River</title></head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/about">About us</a></li></ul></nav>
<article><h1>River rises</h1>{"".join(f"<p>{SENTENCE * 3}</p>" for _ in range(5))}</article>
<footer><a href="/terms">Terms</a></footer></body></html>""".encode()


@pytest.mark.parametrize("name", list(peers.PEERS))
def test_every_peer_finds_a_plain_article(name: str) -> None:
    assert "the old bridge was closed" in peers.load(name)(PAGE)


@pytest.mark.parametrize("name", [name for name in peers.PEERS if name != "readability"])
def test_an_empty_page_gives_an_empty_text(name: str) -> None:
    assert peers.load(name)(b"").strip() == ""


def test_all_text_keeps_the_menu() -> None:
    assert "About us" in peers.load("all-text")(PAGE)


def test_an_unknown_peer_lists_the_known_ones() -> None:
    with pytest.raises(UsageError, match="no peer 'none'; choose one of trafilatura, "):
        peers.load("none")
