"""The store: versioned, for many readers and one writer, and never harmed."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from site_pages import NEWS, labelled, news_page

from kaensan.errors import StoreError
from kaensan.sites import LabelledPage, Store, Template
from kaensan.sites.database import VERSION
from kaensan.sites.store import Observation


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "sites.db")


def test_what_is_learned_is_there_after_the_file_is_opened_again(store: Store) -> None:
    learned = store.learn(NEWS, [labelled(number) for number in range(1, 6)])
    store.count_pages(NEWS, [news_page(number) for number in range(1, 6)])
    store.close()
    again = Store(store.path)
    assert again.rules(f"www.{NEWS}") == learned != []
    assert again.hosts() == [NEWS]
    template = again.template(NEWS)
    assert template is not None
    assert template.pages == 5
    assert template.repeats(news_page(9)).template.any()
    assert again.rule_for(NEWS, "/never/seen") == learned[0]


def test_pages_taught_one_by_one_add_up(store: Store) -> None:
    for number in range(1, 3):
        assert store.learn(NEWS, [labelled(number)]) == []
    assert [rule.pages for rule in store.learn(NEWS, [labelled(3)])] == [3]
    assert store.example_count(NEWS) == 3
    assert store.learn(NEWS, [labelled(3)])[0].pages == 3  # the same page again


def test_pages_labelled_by_hand_outweigh_those_of_a_method(store: Store) -> None:
    wrong = [labelled(number) for number in range(10, 16)]
    store.learn(NEWS, [LabelledPage(page.page, ~page.kept, by="core") for page in wrong])
    (rule,) = store.learn(NEWS, [labelled(number) for number in range(1, 4)])
    assert rule.by == "hand"
    assert str(rule.text) == "div.story-text without div.promo"
    store.add_example(NEWS, LabelledPage(news_page(1), np.zeros(len(news_page(1).texts), np.bool_), by="core"))
    assert sum(page.by == "hand" for page in store.examples(NEWS)) == 3


def test_pages_kept_to_learn_from_are_bounded(store: Store) -> None:
    for number in range(60):
        store.add_example(NEWS, labelled(number))
    assert store.example_count(NEWS) == 40
    assert "the-case-59" in (store.examples(NEWS)[-1].page.url or "")


def test_a_site_can_be_forgotten(store: Store) -> None:
    store.learn(NEWS, [labelled(number) for number in range(1, 4)])
    assert store.forget(NEWS)
    assert not store.forget(NEWS)
    assert store.hosts() == []
    assert store.rules(NEWS) == []


def test_observations_are_kept_newest_first_and_bounded(store: Store) -> None:
    (rule,) = store.learn(NEWS, [labelled(number) for number in range(1, 4)])
    for number in range(70):
        last = store.observe(rule, Observation(number / 100, ""))
    assert len(last) == 50
    assert last[0].agreement == 0.69
    assert len(store.observations(NEWS)) == 50


def test_a_failed_change_leaves_nothing_behind(store: Store) -> None:
    def pages() -> object:
        yield labelled(1)
        raise RuntimeError("the source broke off")

    with pytest.raises(RuntimeError):
        store.learn(NEWS, pages())  # type: ignore[arg-type]
    assert store.example_count(NEWS) == 0
    assert len(store.learn(NEWS, [labelled(number) for number in range(1, 4)])) == 1


@pytest.mark.parametrize(
    "content", [b"This is a diary, not a database.", b"\x00" * 100, b"SQLite format 3\x00" + b"\xff" * 900]
)
def test_a_file_that_is_no_store_is_refused_and_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other.db"
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"other\.db"):
        Store(path)
    assert path.read_bytes() == content
    assert [file.name for file in tmp_path.iterdir()] == ["other.db"]


def test_a_damaged_store_is_refused_and_left_as_it_is(store: Store) -> None:
    store.count_pages(NEWS, [news_page(number) for number in range(1, 6)])
    store.learn(NEWS, [labelled(number) for number in range(1, 6)])
    store.close()
    data = bytearray(store.path.read_bytes())
    data[4096:8192] = b"\xaa" * 4096
    store.path.write_bytes(data)
    with pytest.raises(StoreError, match=r"is damaged|cannot be"):
        Store(store.path)
    assert store.path.read_bytes() == bytes(data)


def test_a_newer_store_is_refused_and_left_as_it_is(store: Store) -> None:
    store.close()
    with sqlite3.connect(store.path) as database:
        database.execute(f"PRAGMA user_version = {VERSION + 1}")
    database.close()
    before = store.path.read_bytes()
    with pytest.raises(StoreError, match="newer version"):
        Store(store.path)
    assert store.path.read_bytes() == before


def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.db"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE note (text TEXT)")
    database.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        Store(path)
    assert path.read_bytes() == before


def test_a_place_that_cannot_be_written_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        Store(tmp_path / "no" / "such" / "folder" / "sites.db")


def test_a_reader_sees_what_a_writer_has_finished(store: Store) -> None:
    reader = Store(store.path)
    assert reader.rules(NEWS) == []
    store.learn(NEWS, [labelled(number) for number in range(1, 4)])
    assert len(reader.rules(NEWS)) == 1
    store.forget(NEWS)
    assert reader.rules(NEWS) == []


_READ = """
import sys
from kaensan.sites import Store
store = Store(sys.argv[1])
print("ready", flush=True)
count = 0
while count < 3:
    count = len(store.hosts())
print(count)
"""


def test_processes_read_while_another_writes(store: Store) -> None:
    readers = [
        subprocess.Popen([sys.executable, "-c", _READ, str(store.path)], stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    try:
        for reader in readers:
            assert reader.stdout is not None
            assert reader.stdout.readline() == "ready\n"
        for number in range(3):
            store.put_template(f"site{number}.example", Template(pages=number + 1))
        assert [reader.communicate(timeout=60)[0] for reader in readers] == ["3\n", "3\n"]
    finally:
        for reader in readers:
            reader.kill()
            reader.wait()


def test_a_store_travels_to_other_processes_by_its_path(store: Store) -> None:
    import pickle

    store.learn(NEWS, [labelled(number) for number in range(1, 4)])
    assert pickle.loads(pickle.dumps(store)).rules(NEWS) == store.rules(NEWS)


AT_ONCE = """
import sys, time
from pathlib import Path
from site_pages import labelled
from kaensan.sites import Store
folder, pages = Path(sys.argv[1]), [labelled(number) for number in range(3)]
print("ready", flush=True)
for store in range(8):
    sys.stdin.readline()
    for number, page in enumerate(pages):
        with Store(folder / f"{store}.db") as opened:
            opened.add_example(f"{number}.example", page)
    print("done", flush=True)
"""


def test_four_processes_may_make_and_fill_a_store_at_one_moment(tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", AT_ONCE, str(tmp_path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            text=True,
        )
        for _ in range(4)
    ]
    for _ in range(8):
        for process in processes:
            assert process.stdout is not None
            process.stdout.readline()
        for process in processes:
            assert process.stdin is not None
            with contextlib.suppress(BrokenPipeError):  # what it said is looked at below
                process.stdin.write("go\n")
                process.stdin.flush()
    complaints = [process.communicate(timeout=120)[1] for process in processes]
    assert complaints == [""] * 4
    for number in range(8):
        with Store(tmp_path / f"{number}.db") as store:
            assert store.hosts() == ["0.example", "1.example", "2.example"]
