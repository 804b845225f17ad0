"""The peers, each called once in its own process, as a run does."""

from __future__ import annotations

import json
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

from kaensan.bench.peers import PEERS
from kaensan.bench.run import handed_to
from kaensan.bench.system_process import Answer
from kaensan.bench.systems import choose, install_node, method, peer
from kaensan.errors import UsageError

SENTENCE = "The river rose by two metres in the night, and the old bridge was closed to all traffic until the morning. "
PAGE = f"""<!doctype html><html lang="en"><head><title>River</title></head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/about">About us</a></li></ul></nav>
<article><h1>River rises</h1>{"".join(f"<p>{SENTENCE * 3}</p>" for _ in range(5))}</article>
<footer><a href="/terms">Terms</a></footer></body></html>""".encode()
IN_PYTHON = [name for name, entry in PEERS.items() if entry.extract is not None and entry.extra == "bench"]
WHOLE = {"all-text", "inscriptis", "html-text"}


@pytest.fixture(scope="module", params=IN_PYTHON)
def answers(request: pytest.FixtureRequest) -> tuple[str, Answer, Answer]:
    with peer(request.param).worker(limit=120) as worker:
        return request.param, worker.ask(PAGE, "https://example.org/river", metadata=True), worker.ask(b"")


def test_every_peer_finds_a_plain_article(answers: tuple[str, Answer, Answer]) -> None:
    name, article, _ = answers
    assert "the old bridge was closed" in article.text
    assert article.error is None
    if name in WHOLE:
        assert "About us" in article.text
    if article.metadata is not None:
        assert article.metadata["title"] in ("River", "River rises")


def test_an_empty_page_gives_no_text(answers: tuple[str, Answer, Answer]) -> None:
    assert answers[2].text.strip() == ""


def test_goose_has_an_extra_of_its_own() -> None:
    if find_spec("goose3") is None:
        with pytest.raises(UsageError, match=r"it needs goose3: pip install 'kaensan\[goose\]'"):
            peer("goose3")
        return
    with peer("goose3").worker(limit=120) as worker:
        assert "the old bridge was closed" in worker.ask(PAGE).text


FAKE_MODULES = {
    "@mozilla/readability": """exports.Readability = class { constructor(page) { this.page = page; }
        parse() { return { content: "<p>" + this.page.text + "</p>", title: "T", byline: null }; } };""",
    "jsdom": """exports.JSDOM = class { constructor(html) { this.window = { close() {},
        document: { text: html.replace(/<[^>]*>/g, "") } }; } };""",
}


@pytest.fixture
def node_folder(tmp_path: Path) -> Path:
    """Modules of Node with the faces of the real ones; the real ones come from npm."""
    for name, source in FAKE_MODULES.items():
        home = tmp_path / "node_modules" / name
        home.mkdir(parents=True)
        (home / "package.json").write_text(json.dumps({"name": name, "version": "9.9.9", "main": "index.js"}))
        (home / "index.js").write_text(source)
    return tmp_path


def test_a_peer_in_node_is_left_out_where_node_or_its_package_is_missing(
    node_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/node")
    with pytest.raises(UsageError, match=r"defuddle is not in .*: run `kaensan bench node`"):
        peer("defuddle", node_folder)
    system = peer("mozilla-readability", node_folder)
    assert system.version == "@mozilla/readability 9.9.9"
    assert system.decoded
    assert handed_to(system, "<meta charset=tis-620>ไทย".encode("cp874")).decode() == "<meta charset=tis-620>ไทย"
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(UsageError, match="there is no node on the PATH"):
        peer("mozilla-readability", node_folder)
    with pytest.raises(UsageError, match="need npm on the PATH"):
        install_node(node_folder)


@pytest.mark.needs("node")
def test_the_bridge_answers_page_after_page(node_folder: Path) -> None:
    with peer("mozilla-readability", node_folder).worker(limit=60) as worker:
        first, second = worker.ask("<b>น้ำ</b>".encode()), worker.ask(b"x" * 300_000)
    assert (first.html, first.metadata, first.error) == ("<p>น้ำ</p>", {"title": "T", "author": None}, None)
    assert second.html == "<p>" + "x" * 300_000 + "</p>"


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UsageError, match="no peer 'none'; choose one of trafilatura, "):
        choose([], ["none"])
    with pytest.raises(UsageError, match="no method 'magic'; choose one of core, "):
        choose(["magic"], [])


def test_what_answers_depend_on_is_the_version_and_the_call() -> None:
    assert peer("trafilatura").identity != peer("trafilatura-fast").identity
    assert peer("trafilatura").version == peer("trafilatura-fast").version
    assert method("xpath").identity == method("core").identity
