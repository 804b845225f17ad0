"""Answers are kept until what they depend on changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from fake_systems import fake

from kaensan.bench.answers import AnswerStore
from kaensan.bench.run import Plan, run
from kaensan.bench.system_process import Answer
from kaensan.errors import InputError
from reference_pages import html_of, record, write_dataset


def test_an_answer_comes_back_as_it_was_put(tmp_path: Path) -> None:
    answer = Answer("ข้อความ", None, {"title": "ก"}, 0.5, 1 << 20, None)
    with AnswerStore(tmp_path / "deep" / "answers.sqlite") as store:
        store.put("a", "1", "page", answer)
        store.put_score("a", "1", "page", "measure", {"f1": 0.5})
    with AnswerStore(tmp_path / "deep" / "answers.sqlite") as store:
        assert store.get("a", "1", "page") == answer
        assert store.score("a", "1", "page", "measure") == {"f1": 0.5}
        assert store.get("a", "2", "page") is None
        assert store.score("a", "1", "page", "other") is None


def test_a_file_that_is_no_store_is_named(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("this is not a database, however long the file may be" * 20)
    with pytest.raises(InputError, match=r"notes\.txt holds no answers"):
        AnswerStore(path)


def test_a_second_run_asks_only_what_is_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counter = tmp_path / "count"
    monkeypatch.setenv("KAENSAN_FAKE_COUNTER", str(counter))
    write_dataset(tmp_path, "a.dev", [record("a.dev", str(at), text=f"Page {at}.") for at in range(3)])

    def asked(identity: str, sample: int) -> int:
        before = counter.stat().st_size if counter.exists() else 0
        plan = Plan(tmp_path, ("a.dev",), (fake("paragraphs", identity),), sample=sample, jobs=1)
        with AnswerStore(tmp_path / "answers.sqlite") as store:
            assert len(run(plan, store)) == sample
        return counter.stat().st_size - before

    assert [asked("1 a", 1), asked("1 a", 3), asked("1 a", 3), asked("2 a", 3)] == [1, 2, 0, 3]


def test_failures_are_kept_too_and_asked_again_on_request(tmp_path: Path) -> None:
    write_dataset(tmp_path, "a.dev", [record("a.dev", "p", html=html_of("POISON"), text="x")])
    with AnswerStore(None) as store:
        plan = Plan(tmp_path, ("a.dev",), (fake("everything"),), jobs=1)
        (first,) = run(plan, store)
        key = "everything", "everything 1 a"
        page = store._one("select page from answers")
        store.put(*key, page, Answer(error="a slow day"))
        (kept,) = run(plan, store)
        (again,) = run(Plan(tmp_path, ("a.dev",), (fake("everything"),), jobs=1, retry=True), store)
    assert [first.error, kept.error, again.error] == ["RuntimeError: poisoned", "a slow day", "RuntimeError: poisoned"]
