"""Marked pages: one reader, whoever asks."""

from __future__ import annotations

import numpy as np
import pytest

from kaensan.errors import InputError
from kaensan.gold.marked import has_marks, read_marked, unmark
from kaensan.methods.lstm.tokens import Label, tokenise
from kaensan.page import parse

BOARD = "<body><<<T>>><h1>Tea time</h1><<</T>>><p>menu</p><<<C>>><p>Hot water</p><<</C>>><p>end</p>"


@pytest.mark.parametrize(
    "source",
    [
        "<<<T>>><h1>Tea</h1>",
        "<h1>Tea</h1><<</T>>>",
        "<<<C>>><p>a<<<T>>>b<<</T>>></p><<</C>>>",
        "<<<C>>><p>a</p><<</T>>>",
    ],
)
def test_rows_and_tokens_refuse_the_same_marks(source: str) -> None:
    with pytest.raises(InputError, match="marked page"):
        unmark(source)
    with pytest.raises(InputError, match="marked page"):
        read_marked(source, words=str.split)


def test_rows_and_tokens_agree_about_what_is_marked() -> None:
    clean, marks = unmark(BOARD)
    page = parse(clean)
    rows, _ = marks.labels(page, as_posts=False)
    assert dict(zip(page.texts.strings, rows, strict=True)) == {
        "Tea time": "title",
        "menu": "other",
        "Hot water": "content",
        "end": "other",
    }
    _, tokens, labels = read_marked(BOARD, words=str.split)
    named = {Label.T: ["<h1>", "Tea", "time", "</h1>"], Label.C: ["<p>", "Hot", "water", "</p>"]}
    for label, strings in named.items():
        assert [tokens.strings[at] for at in np.flatnonzero(labels == label).tolist()] == strings


def test_a_page_is_marked_by_any_mark() -> None:
    assert has_marks(BOARD)
    assert has_marks("<<<T>>>only a title<<</T>>>")
    assert not has_marks("a <<b>> c")


def test_marked_tokens_are_labelled_tags_included() -> None:
    _, tokens, labels = read_marked(
        "<div>Home</div><<<T>>><h1>Tea time</h1><<</T>>><<<C>>><p>Hot<br>water</p><<</C>>>", words=str.split
    )
    body = tokens.strings.index("<body>")
    assert " ".join(Label(int(label)).name for label in labels[body + 1 : -2]) == "O O O T T T T C C C C C"


def test_closing_marks_may_lack_the_slash() -> None:
    marked = "<<<T>>><h1>Tea</h1><<</T>>><p>x</p><<<C>>><p>Hot</p><<</C>>>"
    unslashed = marked.replace("<<</", "<<<")
    assert read_marked(marked, words=str.split)[2].tolist() == read_marked(unslashed, words=str.split)[2].tolist()


def test_marks_inside_tables_leave_the_table_as_it_is() -> None:
    plain = "<table><tr><td>Ann</td><td>Hello</td></tr></table>"
    marked = "<table><tr><td>Ann</td><<<C>>><td>Hello</td><<</C>>></tr></table>"
    _, tokens, labels = read_marked(marked, words=str.split)
    assert tokens.strings == tokenise(parse(plain), str.split).strings
    assert [tokens.strings[at] for at in np.flatnonzero(labels)] == ["<td>", "Hello", "</td>"]


def test_marks_may_surround_bare_words_and_elements_without_end_tag() -> None:
    _, tokens, labels = read_marked("<div>by Ann <<<C>>><img>Hello there<br><<</C>>> sent</div>", words=str.split)
    assert [tokens.strings[at] for at in np.flatnonzero(labels == Label.C)] == ["<img>", "Hello", "there", "<br>"]
