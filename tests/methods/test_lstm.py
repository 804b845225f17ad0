"""The LSTM paper: tokens, marks, labels and post-processing; the network itself is replaced by given labels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from kaensan import parse
from kaensan.methods.base import Role
from kaensan.methods.lstm.method import Lstm, LstmOptions, postprocess
from kaensan.methods.lstm.tokens import Label, Tokens, tokenise

BOARD = """<!doctype html><html><head><title>How to steep tea | Board</title><style>p {}</style></head><body>
<div><a href="/">Home</a><button>Log in</button></div>
<h1>How to steep tea</h1>
<div class="post">Use hot water<br>and wait<script>track()</script></div>
<div class="post">Thanks a lot</div></body></html>"""


def labels_of(text: str) -> NDArray[np.int8]:
    return np.array([Label[letter] for letter in text.split()], np.int8)


def letters(labels: NDArray[np.int8]) -> str:
    return " ".join(Label(int(label)).name for label in labels)


def body_of(html: str) -> tuple[Tokens, int]:
    """The tokens of a page and the place of its first token inside the body."""
    tokens = tokenise(parse(html), str.split)
    return tokens, tokens.strings.index("<body>")


def settle(html: str, system: str) -> str:
    """The labels after post-processing of the tokens inside the body, given those of the network."""
    tokens, body = body_of(html)
    labels = np.zeros(len(tokens), np.int8)
    given_labels = labels_of(system)
    labels[body + 1 : body + 1 + len(given_labels)] = given_labels
    return letters(postprocess(tokens, labels)[body + 1 : body + 1 + len(given_labels)])


def test_tokens_are_tags_without_attributes_and_the_words_between_them() -> None:
    tokens, body = body_of('<p class="x">Some <b>bold</b> text<br>here</p>')
    assert " ".join(tokens.strings[body:]) == "<body> <p> Some <b> bold </b> text <br> here </p> </body> </html>"


def test_scripts_styles_links_metas_and_buttons_are_cleaned_away() -> None:
    strings = tokenise(parse(BOARD), str.split).strings
    assert not {"<script>", "<style>", "<button>", "Log", "track()", "p"} & set(strings)
    assert {"<title>", "steep", "Home"} <= set(strings)


def test_words_know_their_row_and_tags_have_none() -> None:
    page = parse(BOARD)
    tokens = tokenise(page, str.split)
    for string, row in zip(tokens.strings, tokens.row.tolist(), strict=True):
        if row < 0:
            assert string.startswith("<") or string in page.head.title.split()
        else:
            assert string in page.texts.strings[row]


def test_end_tags_that_the_source_left_out_are_there() -> None:
    tokens, body = body_of("<ul><li>one<li>two</ul>")
    assert " ".join(tokens.strings[body + 1 : -2]) == "<ul> <li> one </li> <li> two </li> </ul>"


def test_the_paper_example_of_one_title() -> None:
    html = "<body><h1>This Is Title Of Web Board</h1></body>"
    assert settle(html, "T T O C O T C T") == "T T T T T T T T"


def test_the_paper_example_of_figure_8() -> None:
    html = "<h1>This Is Title</h1><div>Content Is Here</div>"
    assert settle(html, "T T O C T C C C O C") == "T T T T T C C C C C"


def test_a_tie_goes_to_the_label_that_comes_first_in_the_pair() -> None:
    assert settle("<p>Tea time</p>", "T T C C") == "T T T T"
    assert settle("<p>Tea time</p>", "O T T O") == "O O O O"


def test_the_head_of_figure_8_stays_outside() -> None:
    # The network took one of the two tags of the empty head for content.
    tokens = tokenise(parse("<h1>This Is Title</h1><div>Content Is Here</div>"), str.split)
    assert tokens.strings[1:3] == ["<head>", "</head>"]
    system = np.zeros(len(tokens), np.int8)
    system[2] = Label.C
    assert letters(postprocess(tokens, system)[:4]) == "O O O O"


def test_the_wider_pair_has_the_last_word() -> None:
    # The post as a whole is content; the quotation inside it, mostly labelled other, goes with it.
    html = "<div>one two three <i>four five</i> six</div>"
    assert settle(html, "C C C C O O C O C C") == "C C C C C C C C C C"


def test_a_lone_content_word_among_others_is_outvoted() -> None:
    assert settle("<p>a menu of links</p>", "O O C O O O") == "O O O O O O"


def test_a_run_over_several_paragraphs_is_settled_in_the_pair_around_them() -> None:
    html = "<div><p>one two</p><p>three four</p></div>"
    assert settle(html, "O C C C C C C O C O") == "C C C C C C C C C C"


def test_a_page_has_one_title_the_one_with_most_support() -> None:
    html = "<h1>Tea time</h1><hr><h2>Tea time again</h2>"
    assert settle(html, "T T O T O T T T T T") == "O O O O O T T T T T"


@given(st.integers(0, 2**31))
def test_every_token_keeps_a_label_and_at_most_one_title_span_remains(seed: int) -> None:
    tokens = tokenise(parse(BOARD), str.split)
    system = np.random.default_rng(seed).integers(0, 3, len(tokens)).astype(np.int8)
    after = postprocess(tokens, system)
    assert len(after) == len(system)
    assert int((np.diff(np.r_[0, after == Label.T].astype(int)) == 1).sum()) <= 1


def test_a_page_without_labels_stays_as_it_is() -> None:
    tokens = tokenise(parse(BOARD), str.split)
    system = np.zeros(len(tokens), np.int8)
    assert postprocess(tokens, system).tolist() == system.tolist()


def oracle(tokens: Sequence[str]) -> NDArray[np.float32]:
    """Stands in for the network: knows the words of title and posts."""
    title, content = {"<h1>", "steep", "tea"}, {"Use", "hot", "water", "and", "wait", "Thanks", "a", "lot"}
    labels = [2 if token in title else 1 if token in content else 0 for token in tokens]
    probability = np.full((len(tokens), 3), 0.1, np.float32)
    probability[np.arange(len(tokens)), labels] = 0.8
    return probability


def test_rows_take_the_label_of_their_tokens() -> None:
    page = parse(BOARD)
    labels = Lstm(model=oracle, words=str.split).label(page)
    found = {page.texts.strings[row].strip(): Role(int(role)).name for row, role in enumerate(labels.role)}
    assert found == {
        "Home": "OTHER",
        "Log in": "OTHER",
        "How to steep tea": "TITLE",
        "Use hot water": "CONTENT",
        "and wait": "CONTENT",
        "Thanks a lot": "CONTENT",
    }
    row = page.texts.strings.index("Thanks a lot")
    assert labels.score[row] == pytest.approx(0.8)
    assert "3 C" in labels.reason(row)
    assert "removed" in labels.reason(page.texts.strings.index("Log in"))


def test_the_evidence_holds_the_strip_before_and_after() -> None:
    page = parse(BOARD)
    evidence = Lstm(model=oracle, words=str.split).label(page).evidence
    how = next(at for at, row in enumerate(evidence.tokens.row) if row >= 0 and evidence.tokens.strings[at] == "How")
    assert (evidence.system[how], evidence.label[how]) == (Label.O, Label.T)
    untouched = Lstm(LstmOptions(postprocess=False), model=oracle, words=str.split).label(page).evidence
    assert untouched.label.tolist() == evidence.system.tolist()


@pytest.mark.parametrize("html", ["", "no markup", "<p>", b"\xff\xfe", "<script>x</script>", "<a>" * 3000])
def test_any_page_gives_one_label_a_row(html: str | bytes) -> None:
    page = parse(html)
    labels = Lstm(model=oracle, words=str.split).label(page)
    assert len(labels.role) == len(labels.score) == len(page.texts)
