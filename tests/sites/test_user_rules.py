"""Rules that users write: read with care, applied to the letter, and named in every reason."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kaensan
from kaensan.errors import UsageError
from kaensan.many import extract_page
from kaensan.methods import Labels
from kaensan.page import Page, parse
from kaensan.sites import read_rules
from kaensan.sites.user_method import RuledMethod
from kaensan.sites.user_rules import Entry

URL = "https://www.cook.example/recipes/soup.html"
PAGE = """<title>Soup</title><h1>Soup of the day</h1><p class="by">By Ann Lee</p><time datetime="2021-05-03">May</time>
<div class="intro"><p>A soup for cold days.</p></div><div class="card"><p>Two onions</p></div>
<div class="ad"><p>Buy a pot now</p></div>"""
YAML = """# my rules
"*.cook.example":
  keep: .card
  remove: [.ad, "//p[@class='by']"]
  title: h1
  author: .by
  date: time
"""
TOML = """["*.cook.example"]
keep = ".card"
remove = [".ad", "//p[@class='by']"]
title = "h1"
author = ".by"
date = "time"
"""


class Everything:
    """A method that keeps all but cards."""

    name = "everything"

    def label(self, page: Page) -> Labels:
        rows = np.array(["onions" not in text for text in page.texts.strings], np.int8)
        return Labels(self.name, rows, rows.astype(np.float32))


def write(folder: Path, text: str, name: str = "rules.yaml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(("text", "name"), [(YAML, "rules.yaml"), (TOML, "rules.toml")])
def test_a_file_says_what_to_keep_and_remove(tmp_path: Path, text: str, name: str) -> None:
    rules = read_rules(write(tmp_path, text, name))
    document = kaensan.extract(PAGE, URL, method=Everything(), rules=rules)
    assert document.text == "Soup of the day\nMay\nA soup for cold days.\nTwo onions"
    assert (document.title, document.author, document.date) == ("Soup of the day", "Ann Lee", "2021-05-03")
    assert document.metadata.source["authors"] == "rule .by"
    assert document.warnings == ()


def test_a_reason_names_the_selector_and_its_line(tmp_path: Path) -> None:
    rules = read_rules(write(tmp_path, YAML))
    labels = RuledMethod(Everything(), rules).label(parse(PAGE, URL))
    reasons = [labels.reason(row) for row in range(len(labels.role))]
    assert reasons[-1] == f"is removed by .ad ({rules.name}, line 4)"
    assert f"is kept by .card ({rules.name}, line 3)" in reasons
    assert reasons[0] == ""


def test_content_is_all_there_is_and_the_method_is_not_asked(tmp_path: Path) -> None:
    class Broken(Everything):
        def label(self, page: Page) -> Labels:
            raise AssertionError("not needed")

    rules = read_rules(write(tmp_path, "cook.example:\n  content: [.intro, .card]\n  keep: h1\n"))
    document = kaensan.extract(PAGE, URL, method=Broken(), rules=rules)
    assert document.text == "Soup of the day\nA soup for cold days.\nTwo onions"
    assert "outside what content selects" in document.labels.reason(1)


BOOK = """<title>Guestbook of the lighthouse</title><p>The keeper is glad about every line in this book of guests.</p>
<div class=entry><p>We climbed all the steps, and the view over the bay was worth every one of them.</p></div>
<p class=notice>Dogs have to wait at the gate, since the stairs are steep and the lamp room is small.</p>
<div class=entry><p>Thank you for the tea. My grandfather kept this light for thirty years.</p></div>"""


def test_posts_that_rules_name_are_content_and_the_posts_of_the_document(tmp_path: Path) -> None:
    rules = read_rules(write(tmp_path, '["example.org"]\npost = ".entry"\n', "rules.toml"))
    document = extract_page(parse(BOOK, "https://example.org/book"), RuledMethod(Nothing(), rules))
    assert [post.text.split()[0] for post in document.posts] == ["We", "Thank"]
    assert [post.author for post in document.posts] == [None, None]
    assert document.text.splitlines()[0].startswith("We climbed")
    assert "Dogs" not in document.text
    assert extract_page(parse(BOOK, "https://example.org/book"), Nothing()).posts == ()


class Nothing:
    """A method that keeps nothing."""

    name = "nothing"

    def label(self, page: Page) -> Labels:
        return Labels(self.name, np.zeros(len(page.texts), np.int8), np.zeros(len(page.texts), np.float32))


def test_a_selector_that_finds_nothing_is_a_warning(tmp_path: Path) -> None:
    text = "cook.example:\n  content: .gone\n  remove: .nowhere\n  author: [.nobody, .noone]\n"
    document = kaensan.extract(PAGE, URL, method=Everything(), rules=write(tmp_path, text))
    name = tmp_path / "rules.yaml"
    assert document.warnings == (
        f"content .gone found nothing on this page ({name}, line 2)",
        f"author .noone found nothing on this page ({name}, line 4)",
    )
    assert "Buy a pot now" in document.text


def test_pages_of_other_hosts_are_left_alone(tmp_path: Path) -> None:
    rules = read_rules(write(tmp_path, YAML))
    assert "Buy a pot" in kaensan.extract(PAGE, "http://other.example/", method=Everything(), rules=rules).text
    nowhere = kaensan.extract(PAGE, method=Everything(), rules=rules)
    assert "no address is known" in nowhere.warnings[0]


@pytest.mark.parametrize(
    ("pattern", "address", "fits"),
    [
        ("cook.example", "http://cook.example/a", True),
        ("cook.example", "https://www.cook.example/a", True),
        ("cook.example", "http://a.cook.example/", False),
        ("*.cook.example", "http://a.cook.example/", True),
        ("*.cook.example", "http://cook.example/", True),
        ("*.cook.example", "http://badcook.example/", False),
        ("cook.example/recipes/*", "http://cook.example/recipes/a/b", True),
        ("cook.example/recipes/*", "http://cook.example/news/a", False),
        ("*", "http://anything.example/", True),
        ("*", "http://[broken", False),
    ],
)
def test_patterns_mean_hosts_and_paths(pattern: str, address: str, fits: bool) -> None:
    assert Entry(pattern, 1).fits(address) is fits or (pattern == "*" and not fits)


@pytest.mark.parametrize(
    ("name", "text", "line", "what"),
    [
        ("a.yaml", 'a.example:\n  remove:\n    - .ok\n    - "div["\n', 4, "'div[' is broken"),
        ("a.toml", '["a.example"]\nremove = [\n  ".ok",\n  "..x",\n]\n', 4, "'..x' is broken"),
        ("a.yaml", "a.example:\n  title: //h1[\n", 2, "'//h1[' is broken"),
        ("a.yaml", "a.example:\n  title: string(//h1)\n  date: (1+1)\n", 2, "is broken"),
        ("a.yaml", "a.example:\n  date: (1+1)\n", 2, "gives a value, not elements"),
        ("a.toml", '["a.example"]\nkeep = ".a"\nbody = ".b"\n', 3, "there is no key 'body'"),
        ("a.yaml", "a.example:\n  keep: .a\n\n  drop: .b\n", 4, "there is no key 'drop'"),
        ("a.yaml", "a.example:\n  keep: .a\na.example:\n  keep: .b\n", 3, "is there twice"),
        ("a.yaml", "a.example:\n  keep: {x: y}\n", 2, "takes a selector or a list"),
        ("a.yaml", "a.example:\n  keep:\n", 2, "takes a selector or a list"),
        ("a.yaml", "a.example:\n  keep: [[[[.x]]]]\n", 2, "nested too deep"),
        ("a.toml", '["a.example"]\nkeep = 7\n', 2, "takes a selector or a list"),
        ("a.toml", '["a.example"]\nkeep = \n', 2, "this is not TOML"),
        ("a.yaml", "a.example:\n  keep: [.x\n", 3, "this is not YAML"),
        ("a.yaml", "a b c:\n  keep: .x\n", 1, "is no host pattern"),
        ("a.yaml", "- a.example\n", 1, "is a mapping of host patterns"),
        ("a.yaml", "a.example: .x\n", 1, "needs selectors under it"),
        ("a.toml", 'keep = ".x"\n', 1, "needs selectors under it"),
        ("a.yaml", "? [a]\n: b\n", 1, "a key is text"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, name: str, text: str, line: int, what: str) -> None:
    path = write(tmp_path, text, name)
    with pytest.raises(UsageError) as caught:
        read_rules(path)
    assert str(caught.value).startswith(f"{path}, line {line}: ")
    assert what in str(caught.value)


def test_files_that_are_no_rules_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        read_rules(tmp_path / "missing.yaml")
    with pytest.raises(UsageError, match="ends in"):
        read_rules(write(tmp_path, "", "rules.txt"))
    (tmp_path / "latin.yaml").write_bytes(b"a.example:\n  keep: .caf\xe9\n")
    with pytest.raises(UsageError, match="line 2: this is not UTF-8"):
        read_rules(tmp_path / "latin.yaml")
    (tmp_path / "large.yaml").write_bytes(b"#" * (2 << 20))
    with pytest.raises(UsageError, match="too large"):
        read_rules(tmp_path / "large.yaml")
    assert read_rules(write(tmp_path, "")).entries == ()


@given(st.sampled_from(["x.yaml", "x.toml"]), st.text(max_size=60))
def test_any_text_is_read_or_refused_by_name(tmp_path_factory: pytest.TempPathFactory, name: str, text: str) -> None:
    path = tmp_path_factory.mktemp("rules") / name
    path.write_bytes(text.encode("utf-8", "replace"))
    said = str(path)
    try:
        read = read_rules(path)
    except UsageError as error:
        said = str(error)
    else:
        assert read.name == said
    assert said.startswith(str(path))


def test_rules_travel_to_other_processes(tmp_path: Path) -> None:
    rules = read_rules(write(tmp_path, YAML))
    assert pickle.loads(pickle.dumps(RuledMethod(Everything(), rules))).rules == rules
