"""Many pages in order, in one process or several."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count, islice

import pytest

import kaensan
from kaensan import InputError, UsageError
from kaensan.many import Source
from kaensan.workers import Limits
from plain_methods import All, Deadly, Failing, Greedy, Paragraphs, with_process_number


def pages(numbers: range | Iterator[int]) -> Iterator[str]:
    return (f"<title>t{number}</title><p>page {number}" for number in numbers)


@pytest.mark.parametrize("workers", [1, 2])
def test_documents_come_in_the_order_of_their_pages(workers: int) -> None:
    docs = kaensan.extract_many(pages(range(20)), method=Paragraphs(), workers=workers)
    assert [(doc.title, doc.text) for doc in docs] == [(f"t{n}", f"page {n}") for n in range(20)]


@pytest.mark.parametrize("workers", [1, 2])
def test_one_bad_page_never_stops_the_rest(workers: int) -> None:
    sources = ["<p>one", None, "<p>fail", ("<p>two", "http://e.org/"), ("<p>", 5), b"<p>three"]
    docs = list(kaensan.extract_many(sources, method=Failing(), workers=workers))  # type: ignore[arg-type]
    assert [doc.text for doc in docs] == ["one", "", "", "two", "", "three"]
    assert [type(doc.error) for doc in docs[:3]] == [type(None), InputError, kaensan.KaensanError]
    assert "ZeroDivisionError" in str(docs[2].error)
    assert docs[2].warnings == (str(docs[2].error),)
    assert docs[3].url == "http://e.org/"


def test_a_page_that_kills_its_process_is_reported_and_the_others_are_done() -> None:
    docs = list(kaensan.extract_many(["<p>a", "<p>die", "<p>b", "<p>c"], method=Deadly(), workers=2))
    assert [doc.text for doc in docs] == ["a", "", "b", "c"]
    assert "the worker process ended" in str(docs[1].error)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_endless_source_is_read_only_a_little_ahead(workers: int) -> None:
    taken = count()
    docs = kaensan.extract_many(pages(taken), method=All(), workers=workers)
    assert [doc.text for doc in islice(docs, 5)] == [f"page {n}" for n in range(5)]
    docs.close()
    assert next(taken) <= 5 + 4 * workers


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_of_the_source_comes_after_the_pages_before_it(workers: int) -> None:
    def source() -> Iterator[str]:
        yield "<p>one"
        raise OSError("the disk is gone")

    docs = kaensan.extract_many(source(), method=All(), workers=workers)
    assert next(docs).text == "one"
    with pytest.raises(OSError, match="the disk is gone"):
        next(docs)


def test_parsed_pages_and_named_charsets_travel_too() -> None:
    page = kaensan.parse("<p>สวัสดี".encode("cp874"), "http://e.org/", charset="tis-620")
    sources: list[Source] = [page, ("<p>สวัสดี".encode("cp874"), None, "tis-620")]
    docs = list(kaensan.extract_many(sources, method=All(), workers=2))
    assert [doc.text for doc in docs] == ["สวัสดี", "สวัสดี"]
    assert (docs[0].url, docs[0].page.encoding) == ("http://e.org/", "windows-874")


def test_documents_from_other_processes_render_everything() -> None:
    html = "<h1>a</h1><p>b <b>c</b></p>"
    (there,) = kaensan.extract_many([html], method=All(), workers=2, formats=("markdown",))
    here = kaensan.extract(html, method=All())
    assert (there.text, there.markdown, there.html) == (here.text, here.markdown, here.html)
    assert there.blocks == here.blocks
    assert there.confidence == here.confidence


def test_wrong_requests_are_refused_before_any_work() -> None:
    with pytest.raises(UsageError, match="workers"):
        kaensan.extract_many([], workers=0)
    with pytest.raises(UsageError, match="there is no method"):
        kaensan.extract_many([], method="nonsense")
    with pytest.raises(UsageError, match="cannot be made ahead"):
        kaensan.extract_many([], formats=("docx",))


def test_a_method_that_cannot_travel_is_refused_for_several_processes() -> None:
    class Local(All):
        pass

    with pytest.raises(UsageError, match="use workers=1"):
        kaensan.extract_many(["<p>a"], method=Local(), workers=2)


def test_threads_give_what_one_thread_gives() -> None:
    usual = [doc.text for doc in kaensan.extract_many(pages(range(20)), method=Paragraphs())]
    docs = list(kaensan.extract_many(pages(range(20)), method=Paragraphs(), threads=4))
    assert [doc.text for doc in docs] == usual
    with pytest.raises(UsageError, match="not both"):
        kaensan.extract_many([], workers=2, threads=2)


def test_a_page_past_its_limits_fails_and_the_others_are_done() -> None:
    sources = ["<p>a", "<p>hang", "<p>b", "<p>eat", "<p>c"]
    docs = list(kaensan.extract_many(sources, method=Greedy(), workers=2, limits=Limits(seconds=2, memory=700 << 20)))
    assert [doc.text for doc in docs] == ["a", "", "b", "", "c"]
    assert "the page took more than 2 seconds" in str(docs[1].error)
    assert "the page took more than 734,003,200 bytes" in str(docs[3].error)


def test_what_is_done_with_a_document_is_done_where_it_was_made() -> None:
    docs = kaensan.extract_many(["<p>a", "<p>b"], method=All(), workers=2, then=with_process_number)
    numbers = {doc.warnings[-1] for doc in docs}
    assert str(os.getpid()) not in numbers
